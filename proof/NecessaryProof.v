(* SPDX-License-Identifier: Apache-2.0 *)
(* The proof of the theorems that Necessary.v states. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Rbar.
From Couplet Require Import Model Trees Corners Paths Theorems Rules Judge RealShifts Statement LinearShifts LinearLeast LeastChance Least.
Import ListNotations.
Open Scope R_scope.

Lemma plain_noise_discrete n : plain_noise n = true -> two_sided_discrete n.
Proof.
  unfold plain_noise. rewrite !andb_true_iff, negb_true_iff. intros [[W O] P]. split; auto. split; auto.
  destruct (parameter n) as [d |]; [| discriminate]. exists d. split; auto. rewrite negb_true_iff in P.
  destruct (Qlt_le_dec 0 d) as [L | L]; auto. apply Qle_bool_iff in L. congruence.
Qed.

Lemma plain_parts a : is_plain a = true ->
  (0 < sensitivity a)%Q /\ is_whole (Q2R (sensitivity a)) /\
  forall q t, In t (leaving (place_of a q)) -> plain_step a (place_of a q) t.
Proof.
  unfold is_plain. rewrite !andb_true_iff, negb_true_iff. intros [[P W] H]. split; [| split].
  - destruct (Qlt_le_dec 0 (sensitivity a)) as [L | L]; auto. apply Qle_bool_iff in L. congruence.
  - apply whole_q, W.
  - intros q t I. unfold place_of in *. destruct (Map.find q (places a)) as [p |] eqn:F; [| destruct I].
    apply Map.elements_correct in F. rewrite forallb_forall in H. specialize (H _ F). cbn [snd] in H.
    rewrite forallb_forall in H. specialize (H t I). unfold is_plain_step in H. rewrite !andb_true_iff in H.
    destruct H as [[[N C] Fl] Sh]. unfold plain_step. split; [| split; [| split]].
    + intros v V. rewrite forallb_forall in N. apply plain_noise_discrete, N, V.
    + destruct (conjunction (condition t)); [eauto | discriminate].
    + destruct (floating p); [discriminate | auto].
    + unfold shows_fresh. destruct (shows t); try discriminate. intros _. apply plain_noise_discrete, Sh.
Qed.

Lemma walk_needs a ts ks c c' : is_plain a = true -> c' < Q2R c ->
  let cs := map number ks in runs a ts cs -> can_be_taken a ts -> costs_at_least a ts cs c -> needs_more_than a c'.
Proof.
  intros Pl Lt cs R T C epsilon E mean fresh_mean Wm letters Tells public Wp.
  destruct (plain_parts a Pl) as (P & W & Steps). exists (length ts).
  exact (necessary a ts ks c Steps P W R T C epsilon c' E Lt mean fresh_mean Wm letters Tells public Wp).
Qed.

Lemma attained_needs a items c : judge a (AttainedOf c items) = NoLess c -> is_plain a = true ->
  forall c', c' < Q2R c -> needs_more_than a c'.
Proof.
  intros J Pl c' Lt. pose proof (judged a (AttainedOf c items)) as M. rewrite J in M. simpl in M.
  destruct M as (ts & ks & R & T & C). exact (walk_needs a ts ks c c' Pl Lt R T C).
Qed.

Lemma endless_needs a items : judge a (EndlessOf items) = NoCost -> is_plain a = true -> forall c', needs_more_than a c'.
Proof.
  intros J Pl c'. pose proof (judged a (EndlessOf items)) as M. rewrite J in M. simpl in M.
  destruct (M (inject_Z (up c'))) as (ts & ks & R & T & C).
  apply (walk_needs a ts ks (inject_Z (up c')) c' Pl); auto. rewrite Q2R_IZR. apply archimed.
Qed.
