(* SPDX-License-Identifier: Apache-2.0 *)
(* What accepted walks of an automaton show about probabilities, with the words of Statement.v. *)
From Coq Require Import QArith Qreals Reals List Bool.
From Coquelicot Require Import Rbar.
From Couplet Require Import Model Trees Paths Theorems Rules Judge Statement NecessaryProof.
Import ListNotations.
Open Scope R_scope.

(* Accepted evidence of kind attained: nothing below c is enough. *)
Theorem attained_is_necessary a items c : judge a (AttainedOf c items) = NoLess c -> is_plain a = true ->
  forall c', c' < Q2R c -> needs_more_than a c'.
Proof. exact (attained_needs a items c). Qed.

(* Accepted evidence of kind violation or unbounded: nothing is enough. *)
Theorem endless_is_not_private a items : judge a (EndlessOf items) = NoCost -> is_plain a = true ->
  forall c', needs_more_than a c'.
Proof. exact (endless_needs a items). Qed.
