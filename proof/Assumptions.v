(* SPDX-License-Identifier: Apache-2.0 *)
(* What the theorems rest on: nothing. tests/proof/test_proof.py reads what this prints. *)
From Couplet Require Import Rounding Theorems Judge.

Print Assumptions judged.
Print Assumptions bound.
Print Assumptions bound_in_order.
Print Assumptions attained.
Print Assumptions violation.
Print Assumptions unbounded.
Print Assumptions differences_at_corners.
Print Assumptions rounding.
