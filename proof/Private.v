(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorem: accepted evidence of kind bound bounds probabilities, with the words of Statement.v. *)
From Coq Require Import QArith Qreals Reals.
From Coquelicot Require Import Rbar.
From Couplet Require Import Model Judge Statement Densities PrivateProof.
Open Scope R_scope.

(* If the checker accepts evidence (entries) for the bound c of an automaton, then at every epsilon, for adjacent private inputs u
   and u' and every set of output sequences (wanted), the probability of it with u is at most
   exp(c epsilon) times that with u'. The number n of steps, the means of the noise, the letters of
   outputs, what becomes of fresh values before they are shown, and public inputs may be any. *)
Theorem private a entries c :
  judge a (BoundOf c entries) = EachPath c \/ judge a (BoundOf c entries) = EachTakenPath c ->
  forall epsilon, 0 < epsilon ->
  forall mean fresh_mean letters finish public u u', neighbours a u u' ->
  forall n wanted,
  let P u := probability a (expectation_of epsilon) mean fresh_mean letters finish u public wanted n in
  Rbar_le (P u) (Rbar_mult (exp (Q2R c * epsilon)) (P u')).
Proof. intros H. destruct (judged_bound a entries c H) as (o & r & e & J). exact (private_proved o a r e c J). Qed.

(* And what the noise averages is no empty word: the average of 1 is 1, for every noise. *)
Theorem normalised epsilon n : 0 < epsilon -> (forall d, parameter n = Some d -> (0 < d)%Q) ->
  expectation_of epsilon n (fun _ => Finite 1) = Finite 1.
Proof. exact (expectation_one epsilon n). Qed.
