(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorems about linear mechanisms, with the words of LinearStatement.v. *)
From Coq Require Import QArith Qreals Reals List.
From Coquelicot Require Import Rbar.
From Couplet Require Import Model Linear Statement LinearStatement LinearWeights LinearPrivate LinearShifts LinearLeast.
Import ListNotations.
Open Scope R_scope.

(* Accepted shifts of cost c: whatever the epsilon, the adjacent answers and the set of output sequences. *)
Theorem private_for_lists m c ds said : judge_list m (ShiftsOf c ds said) = ListsCostAtMost c ->
  forall epsilon, 0 < epsilon -> forall u u' wanted, LinearStatement.neighbours m u u' ->
  let P u := LinearStatement.probability (expectation_of epsilon) u wanted m in
  Rbar_le (P u) (Rbar_mult (exp (Q2R c * epsilon)) (P u')).
Proof.
  intros H. apply (shifts_bound m c ds said). simpl in H. destruct (judge_shifts m c ds said); [discriminate | auto].
Qed.

(* Accepted weights, where noise is discrete: at every epsilon some adjacent answers and some outputs need
   more than any c' below what is claimed. *)
Theorem least_for_lists m claim d p said : judge_list m (WeightsOf claim d p said) = ListsNeed claim ->
  forall epsilon c', 0 < epsilon -> match claim with Some c => c' < Q2R c | None => True end ->
  exists u u' wanted, LinearStatement.neighbours m u u' /\
    let P u := LinearStatement.probability (expectation_of epsilon) u wanted m in
    Rbar_lt (Rbar_mult (exp (c' * epsilon)) (P u')) (P u).
Proof.
  simpl. destruct (judge_weights m claim d p said) eqn:J; [discriminate |].
  destruct (all_discrete m) eqn:D; [| discriminate]. intros _ epsilon c' E L.
  exact (weights_least m claim d p said J D epsilon c' E L).
Qed.

(* Accepted weights: a path that some answers and draws take costs at least what is claimed, for all real
   shifts that keep its decisions and outputs (fitting). *)
Theorem cost_for_lists m claim d p said :
  judge_list m (WeightsOf claim d p said) = ListsNeed claim \/
  judge_list m (WeightsOf claim d p said) = ListsCostAtLeast claim ->
  exists w, In w (paths_of m) /\ (exists u z, follows (fun _ => True) u z (snd w) 0 []) /\
    forall g, fitting (snd w) (fun j => Q2R (numbers d j)) g ->
    match claim with Some c => Q2R c <= Q2R (answer_sensitivity m) * cost_from g (snd w) 0 | None => False end.
Proof.
  simpl. destruct (judge_weights m claim d p said) eqn:J; [intros [H | H]; discriminate |].
  intros _. exact (weights_cost m claim d p said J).
Qed.
