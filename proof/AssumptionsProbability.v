(* SPDX-License-Identifier: Apache-2.0 *)
(* What the theorems about probabilities rest on: what Coq's real numbers rest on, and classical logic.
   tests/proof/test_proof.py reads what this prints. *)
From Couplet Require Import Private PrivateLists Necessary.

Print Assumptions private.
Print Assumptions normalised.
Print Assumptions private_for_lists.
Print Assumptions least_for_lists.
Print Assumptions cost_for_lists.
Print Assumptions attained_is_necessary.
Print Assumptions endless_is_not_private.
