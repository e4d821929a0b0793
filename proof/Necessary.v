(* SPDX-License-Identifier: Apache-2.0 *)
(* What accepted walks of an automaton show about probabilities, with the words of Statement.v. *)
From Coq Require Import QArith Qreals Reals List Bool.
From Coquelicot Require Import Rbar.
From Couplet Require Import Model Trees Paths Theorems Rules Judge Statement NecessaryProof.
Import ListNotations.
Open Scope R_scope.

(* At every epsilon some adjacent inputs and some outputs need more than c': with means that are whole
   numbers, letters that tell the path, fresh values that are shown as they are, and public inputs 0. *)
Definition needs_more_than (a : automaton) (c' : R) : Prop :=
  forall epsilon, 0 < epsilon ->
  forall mean fresh_mean, (forall q, (forall v, is_whole (mean q v)) /\ is_whole (fresh_mean q)) ->
  forall letters, tells_the_path a letters ->
  exists n u u' wanted, neighbours a u u' /\
    let P u := probability a (expectation_of epsilon) mean fresh_mean letters as_it_is u no_public_inputs wanted n in
    Rbar_lt (Rbar_mult (exp (c' * epsilon)) (P u')) (P u).

(* Accepted evidence of kind attained: nothing below c is enough. *)
Theorem attained_is_necessary a items c : judge a (AttainedOf c items) = NoLess c -> is_plain a = true ->
  forall c', c' < Q2R c -> needs_more_than a c'.
Proof. exact (attained_needs a items c). Qed.

(* Accepted evidence of kind violation or unbounded: nothing is enough. *)
Theorem endless_is_not_private a items : judge a (EndlessOf items) = NoCost -> is_plain a = true ->
  forall c', needs_more_than a c'.
Proof. exact (endless_needs a items). Qed.
