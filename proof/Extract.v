(* SPDX-License-Identifier: Apache-2.0 *)
(* The checker as OCaml. Numbers are Coq's own; only nat, which counts, is OCaml's int. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt QArith FMapPositive.
From Couplet Require Import Model Trees Take Bound Walk Paths Theorems.

Extraction Language OCaml.
Extraction Blacklist List String.
Set Warnings "-extraction-opaque-accessed".
Extraction "checker.ml" judge_bound meaningful sample walk_cost shows_at_least shows_no_end
  Qred qleb qadd Qmult Qdiv Z.add Z.mul Z.opp Z.div Z.modulo conjunction distinct mentioned Map.add Map.empty Map.find
  may fits3 price3 draws take assign lower_outs lower_out names_of walk_left changed_by known_in closed named_in contradicts follows rank_lets insert tidy.
