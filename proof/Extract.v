(* SPDX-License-Identifier: Apache-2.0 *)
(* The checker as OCaml. Numbers are Coq's own; only nat, which counts, is OCaml's int. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt QArith FMapPositive.
From Couplet Require Import Model Trees Bound Graph Loops Rules Judge Linear.

Extraction Language OCaml.
Extraction Blacklist List String.
Set Warnings "-extraction-opaque-accessed".
Extraction "checker.ml" judge is_plain judge_list plan_from paths_of rows_of has_bare_draw many_shared table_from order_from number conjunction distinct mentioned
  qleb Qred Z.add Z.mul Z.pow Z.opp Z.div Z.modulo Map.add Map.empty.
