(* SPDX-License-Identifier: Apache-2.0 *)
(* The weights of discrete noise add up to 1. *)
From Coq Require Import ZArith Reals List Bool Lia Lra.
From Coquelicot Require Import Rbar Lub.
From Couplet Require Import Model Statement Privacy Noise.
Import ListNotations.
Open Scope R_scope.

Definition weight (w : Z -> R) (ks : list Z) : R := fold_right (fun k s => w k + s) 0 ks.

Lemma finite_sum_weight w ks : finite_sum w (fun _ => Finite 1) ks = Finite (weight w ks).
Proof.
  unfold finite_sum, weight. induction ks as [| k ks IH]; cbn [fold_right]; auto. rewrite IH. simpl. f_equal. ring.
Qed.

Lemma weight_app w ks ls : weight w (ks ++ ls) = weight w ks + weight w ls.
Proof. unfold weight. induction ks as [| k ks IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma weight_incl w : (forall k, 0 <= w k) -> forall ks ls, NoDup ks -> incl ks ls -> weight w ks <= weight w ls.
Proof.
  intros P. induction ks as [| k ks IH]; intros ls N I.
  - unfold weight at 1. simpl. clear I. induction ls as [| l ls IHl]; simpl; [lra |]. specialize (P l).
    change (0 <= w l + weight w ls). lra.
  - inversion N as [| ? ? Nk Nks]; subst.
    destruct (in_split k ls) as (l1 & l2 & ->); [apply I; simpl; auto |].
    rewrite weight_app. change (weight w (k :: ks)) with (w k + weight w ks).
    change (weight w (k :: l2)) with (w k + weight w l2).
    assert (L : weight w ks <= weight w (l1 ++ l2)).
    { apply IH; auto. intros j J. specialize (I j (or_intror J)). apply in_app_or in I.
      apply in_or_app. destruct I as [I | [I | I]]; auto. congruence. }
    rewrite weight_app in L. lra.
Qed.

(* -n .. n *)
Fixpoint around (n : nat) : list Z :=
  match n with O => [0%Z] | S n' => Z.of_nat n :: (- Z.of_nat n)%Z :: around n' end.

Lemma in_around n k : In k (around n) <-> (Z.abs k <= Z.of_nat n)%Z.
Proof.
  induction n as [| n IH]; [simpl; lia |].
  cbn [around]. cbn [In]. rewrite IH. lia.
Qed.

Lemma around_nodup n : NoDup (around n).
Proof.
  induction n as [| n IH]; [simpl; repeat constructor; simpl; tauto |].
  cbn [around]. constructor; [| constructor; auto].
  - intros [E | I]; [lia |]. apply in_around in I. lia.
  - intros I. apply in_around in I. lia.
Qed.

Lemma weights_one w tail : (forall k, 0 <= w k) ->
  (forall n, weight w (around n) = 1 - tail n) -> (forall n, 0 <= tail n) ->
  (forall e, 0 < e -> exists n, tail n < e) ->
  sum_over_integers w (fun _ => Finite 1) = Finite 1.
Proof.
  intros P W T0 T. unfold sum_over_integers. apply Rbar_le_antisym.
  - apply lub_correct. intros s (ks & N & ->). rewrite finite_sum_weight. simpl.
    assert (B : exists n, forall k, In k ks -> (Z.abs k <= Z.of_nat n)%Z).
    { clear N. induction ks as [| k ks (n & B)]; [exists 0%nat; intros k [] |].
      exists (Nat.max n (Z.abs_nat k)). intros j [<- | J]; [lia |]. specialize (B j J). lia. }
    destruct B as (n & B). eapply Rle_trans; [apply (weight_incl w P ks (around n) N) |].
    + intros k I. apply in_around, B, I.
    + rewrite W. specialize (T0 n). lra.
  - destruct (lub_correct (fun s => exists ks, NoDup ks /\ s = finite_sum w (fun _ => Finite 1) ks)) as [U _].
    assert (G : forall n, Rbar_le (Finite (1 - tail n)) (Rbar_lub (fun s => exists ks, NoDup ks /\ s = finite_sum w (fun _ => Finite 1) ks))).
    { intros n. apply U. exists (around n). split; [apply around_nodup |]. rewrite finite_sum_weight, W. auto. }
    destruct (Rbar_lub _) as [r | |]; simpl in *; auto.
    + destruct (Rle_lt_dec 1 r) as [L | L]; auto. exfalso.
      destruct (T (1 - r)) as [n N]; [lra |]. specialize (G n). lra.
    + apply (G 0%nat).
Qed.

Lemma exp_power rate n : exp (- (rate * IZR (Z.of_nat n))) = exp (- rate) ^ n.
Proof.
  rewrite <- INR_IZR_INZ. induction n as [| n IH].
  - simpl. rewrite Rmult_0_r, Ropp_0. apply exp_0.
  - rewrite S_INR. cbn [pow]. rewrite <- IH, <- exp_plus. f_equal. ring.
Qed.

Lemma power_tail q c : 0 < q < 1 -> 0 < c -> forall e, 0 < e -> exists n : nat, c * q ^ S n < e.
Proof.
  intros Q C e E. destruct (pow_lt_1_zero q) with (y := e / c) as (n & N).
  - rewrite Rabs_pos_eq; lra.
  - apply Rdiv_lt_0_compat; auto.
  - exists n. specialize (N (S n) ltac:(lia)). rewrite Rabs_pos_eq in N by (apply pow_le; lra).
    apply (Rmult_lt_compat_l c) in N; auto. replace (c * (e / c)) with e in N by (field; lra). exact N.
Qed.

Lemma exp_small rate : 0 < rate -> 0 < exp (- rate) < 1.
Proof. intros P. split; [apply exp_pos |]. rewrite <- exp_0. apply exp_increasing. lra. Qed.

Theorem discrete_laplace_one rate : 0 < rate -> discrete_laplace rate (fun _ => Finite 1) = Finite 1.
Proof.
  intros P. pose proof (exp_small rate P) as Q. unfold discrete_laplace. set (q := exp (- rate)) in *.
  assert (C : 0 < (1 - q) / (1 + q)) by (apply Rdiv_lt_0_compat; lra).
  apply (weights_one _ (fun n => 2 / (1 + q) * q ^ S n)).
  - intros k. apply Rmult_le_pos; [lra | left; apply exp_pos].
  - induction n as [| n IH].
    + unfold weight. simpl. rewrite Rabs_R0, Rmult_0_r, Ropp_0, exp_0. field. lra.
    + cbn [around]. unfold weight in *. cbn [fold_right]. rewrite IH.
      assert (A : Rabs (IZR (Z.of_nat (S n))) = IZR (Z.of_nat (S n))) by (apply Rabs_pos_eq, IZR_le; lia).
      rewrite opp_IZR, Rabs_Ropp, A, exp_power. fold q. cbn [pow]. field. lra.
  - intros n. apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | apply pow_le; lra].
  - apply power_tail; auto. apply Rdiv_lt_0_compat; lra.
Qed.

Theorem geometric_one rate : 0 < rate -> geometric rate (fun _ => Finite 1) = Finite 1.
Proof.
  intros P. pose proof (exp_small rate P) as Q. unfold geometric. set (q := exp (- rate)) in *.
  apply (weights_one _ (fun n => 1 * q ^ S n)).
  - intros k. destruct (0 <=? k)%Z; [| lra]. apply Rmult_le_pos; [lra | left; apply exp_pos].
  - induction n as [| n IH].
    + unfold weight. simpl. rewrite Rmult_0_r, Ropp_0, exp_0. ring.
    + cbn [around]. unfold weight in *. cbn [fold_right]. rewrite IH.
      destruct (Z.leb_spec 0 (Z.of_nat (S n))); [| lia].
      destruct (Z.leb_spec 0 (- Z.of_nat (S n))); [lia |].
      rewrite exp_power. fold q. cbn [pow]. ring.
  - intros n. apply Rmult_le_pos; [lra | apply pow_le; lra].
  - apply power_tail; auto. lra.
Qed.
