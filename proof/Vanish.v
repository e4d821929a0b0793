(* SPDX-License-Identifier: Apache-2.0 *)
(* Continuous noise gives no weight to single values. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Continuity Rbar Lub RInt RInt_analysis.
From Couplet Require Import Model Statement Privacy Noise Taken.
Import ListNotations.
Open Scope R_scope.

Lemma at_zero_vanishing : vanishing at_zero False.
Proof. intros f l [-> | []] H. apply H. auto. Qed.

Lemma sum_vanishing w : vanishing (sum_over_integers w) False.
Proof.
  intros f l [-> | []] H. apply Rbar_le_antisym.
  - apply lub_correct. intros s (ks & _ & ->). unfold finite_sum.
    induction ks as [| k ks IH]; cbn [fold_right]; [apply Rbar_le_refl |].
    rewrite (H (IZR k)) by auto. rewrite Rbar_mult_0_r, Rbar_plus_0_l. exact IH.
  - apply lub_correct. exists []. split; [constructor | reflexivity].
Qed.

Lemma partial_sum_mono t n n' : (forall i, 0 <= t i) -> (n <= n')%nat -> partial_sum t n <= partial_sum t n'.
Proof.
  intros P L. induction L as [| n' L IH]; [lra |]. simpl. specialize (P n'). lra.
Qed.

(* 1 again and again adds up to infinity. *)
Lemma series_infinite t : (forall i, 0 <= t i) -> (forall n, exists i, (n <= i)%nat /\ 1 <= t i) ->
  series t = p_infty.
Proof.
  intros P H.
  assert (G : forall k : nat, exists n, INR k <= partial_sum t n).
  { induction k as [| k (n & IH)]; [exists 0%nat; simpl; lra |].
    destruct (H n) as (i & L & I). exists (S i). rewrite S_INR. simpl.
    pose proof (partial_sum_mono t n i P L). lra. }
  destruct (lub_correct (fun s => exists n, s = Finite (partial_sum t n))) as [U _].
  unfold series. destruct (Rbar_lub _) as [r | |]; auto; exfalso.
  - destruct (G (Z.to_nat (up r))) as [n N]. rewrite INR_IZR_INZ in N.
    pose proof (archimed r) as [K _]. assert (L : IZR (up r) <= IZR (Z.of_nat (Z.to_nat (up r)))) by (apply IZR_le; lia).
    specialize (U _ (ex_intro _ n eq_refl)). simpl in U. lra.
  - apply (U _ (ex_intro _ 0%nat eq_refl)).
Qed.

Lemma halves eta n : 0 < eta -> partial_sum (fun i => eta * (1 / 2) ^ i) n <= 2 * eta.
Proof.
  intros E. assert (G : partial_sum (fun i => eta * (1 / 2) ^ i) n = 2 * eta * (1 - (1 / 2) ^ n)).
  { induction n as [| n IH]; simpl; [ring |]. rewrite IH. field. }
  rewrite G. pose proof (pow_le (1 / 2) n). nra.
Qed.

Lemma some_lower (points : list R) : exists low, forall p, In p points -> low <= p.
Proof.
  induction points as [| q points (low & IH)]; [exists 0; intros p [] |].
  exists (Rmin q low). intros p [<- | I]; [apply Rmin_l |].
  eapply Rle_trans; [apply Rmin_r | apply IH, I].
Qed.

Lemma integral_vanishing density : (forall y, continuous density y) ->
  (forall low, exists bound, 0 < bound /\ forall y, low <= y -> density y <= bound) ->
  vanishing (integral density) True.
Proof.
  intros C Bounded f points _ H. destruct (some_lower (0 :: points)) as (low & Low).
  destruct (Bounded (low - 1)) as (bound & B0 & B). apply Rbar_le_antisym.
  2: { apply glb_correct. intros s (left & right & height & _ & ->). apply series_0. }
  (* Around each point narrow intervals again and again, of any small weight together. *)
  assert (Small : forall eta, 0 < eta <= 2 * bound -> Rbar_le (integral density f) (2 * eta)).
  { intros eta [E E1]. set (m := length points).
    set (p := fun i => nth (Nat.modulo i m) points 0).
    set (r := fun i : nat => eta / (2 * bound) * (1 / 2) ^ i).
    assert (R : forall i, 0 < r i).
    { intros i. unfold r. apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | apply pow_lt; lra]. }
    assert (R1 : forall i, r i <= 1).
    { intros i. assert (Q : eta / (2 * bound) <= 1).
      { apply Rmult_le_reg_r with (2 * bound); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      pose proof (pow_incr (1 / 2) 1 i ltac:(lra)) as W. rewrite pow1 in W.
      assert (W0 : 0 <= (1 / 2) ^ i) by (apply pow_le; lra).
      assert (Q0 : 0 < eta / (2 * bound)) by (apply Rdiv_lt_0_compat; lra).
      unfold r. apply Rle_trans with (1 * 1); [apply Rmult_le_compat |]; lra. }
    assert (Pl : forall i, low <= p i).
    { intros i. apply Low. unfold p. destruct (nth_in_or_default (Nat.modulo i m) points 0) as [I | ->];
        simpl; auto. }
    apply Rbar_le_trans with (series (fun i => 1 * RInt density (p i - r i) (p i + r i))).
    - apply glb_correct. exists (fun i => p i - r i), (fun i => p i + r i), (fun _ => 1). split; auto.
      split; [intros i; specialize (R i); lra |]. intros x.
      assert (P0 : forall i, 0 <= on_interval (p i - r i) (p i + r i) 1 x).
      { intros i. unfold on_interval. destruct (Rlt_dec _ _); [destruct (Rlt_dec _ _) |]; lra. }
      destruct (in_dec Req_EM_T x points) as [I | I]; [| rewrite H by auto; apply series_0].
      rewrite series_infinite; auto; [destruct (f x); simpl; auto |].
      intros n. apply (In_nth _ _ 0) in I as (k & K & I). fold m in K.
      exists (k + n * m)%nat. split; [nia |]. unfold on_interval.
      assert (Px : p (k + n * m)%nat = x).
      { unfold p. rewrite Nat.mod_add, Nat.mod_small by lia. exact I. }
      rewrite Px. specialize (R (k + n * m)%nat).
      destruct (Rlt_dec _ _); [destruct (Rlt_dec _ _) |]; lra.
    - apply lub_correct. intros s (n & ->). simpl.
      eapply Rle_trans; [| apply (halves eta n E)]. apply partial_sum_le. intros i.
      rewrite Rmult_1_l. specialize (R i).
      eapply Rle_trans.
      + apply (RInt_le density (fun _ => bound)); [lra | | apply (ex_RInt_const (V := R_NormedModule)) |].
        * apply integrable, C.
        * intros y Y. apply B. specialize (R1 i). specialize (Pl i). lra.
      + rewrite (RInt_const (V := R_CompleteNormedModule)). unfold scal. simpl. unfold mult. simpl.
        unfold r. right. field. lra. }
  destruct (integral density f) as [r | |]; simpl in *; auto.
  - destruct (Rle_lt_dec r 0) as [L | L]; auto. exfalso.
    specialize (Small (Rmin (r / 4) (2 * bound))). pose proof (Rmin_l (r / 4) (2 * bound)).
    pose proof (Rmin_r (r / 4) (2 * bound)).
    assert (0 < Rmin (r / 4) (2 * bound)) by (apply Rmin_glb_lt; lra). lra.
  - exfalso. apply (Small (2 * bound)). lra.
Qed.

Lemma laplace_vanishing rate : 0 < rate -> vanishing (laplace rate) True.
Proof.
  intros P. apply integral_vanishing; [apply laplace_continuous |]. intros low. exists (rate / 2).
  split; [lra |]. intros y _. assert (exp (- (rate * Rabs y)) <= 1); [| nra].
  rewrite <- exp_0. apply exp_le. pose proof (Rabs_pos y). nra.
Qed.

Lemma exponential_vanishing rate : 0 < rate -> vanishing (exponential rate) True.
Proof.
  intros P f points W H.
  apply (integral_vanishing (fun y => rate * exp (- (rate * y)))) with (points := points); auto.
  - apply exponential_continuous.
  - intros low. exists (rate * exp (- (rate * low))). split.
    + apply Rmult_lt_0_compat; auto. apply exp_pos.
    + intros y Y. apply Rmult_le_compat_l; [lra |]. apply exp_le. nra.
  - intros y Y. rewrite H by auto. destruct (Rle_dec 0 y); auto.
Qed.

Theorem expectation_vanishing epsilon n : 0 < epsilon ->
  (forall d, parameter n = Some d -> (0 < d)%Q) ->
  vanishing (expectation_of epsilon n) (may_tie n = false).
Proof.
  intros E D. unfold expectation_of, may_tie. destruct (parameter n) as [d |].
  - assert (P : 0 < Q2R d * epsilon).
    { apply Rmult_lt_0_compat; auto. rewrite <- RMicromega.Q2R_0. apply Qlt_Rlt, D. auto. }
    intros f l W H. destruct (one_sided n), (whole_numbers n).
    + apply (sum_vanishing _ f l); auto. destruct W; [auto | discriminate].
    + apply (exponential_vanishing _ P f l); auto.
    + apply (sum_vanishing _ f l); auto. destruct W; [auto | discriminate].
    + apply (laplace_vanishing _ P f l); auto.
  - intros f l W H. apply (at_zero_vanishing f l); auto. destruct W; [auto | discriminate].
Qed.
