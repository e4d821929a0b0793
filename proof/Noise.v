(* SPDX-License-Identifier: Apache-2.0 *)
(* The noise of Statement.v obeys the laws of Privacy.v. *)
From Coq Require Import ZArith QArith Qreals Reals FinFun List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Continuity Rbar Lub RInt RInt_analysis.
From Couplet Require Import Model Statement Privacy.
Import ListNotations.
Open Scope R_scope.

(* ---- None ---------------------------------------------------------------------------------- *)

Lemma at_zero_lawful (moves : R -> Prop) : (forall h, moves h -> h = 0) -> lawful at_zero 0 moves.
Proof.
  intros M. unfold at_zero. split.
  - intros f F. apply F.
  - intros f g _ H. apply H.
  - intros k f _ _. apply Rbar_le_refl.
  - intros h f H _. rewrite (M h H), Rplus_0_l, Rmult_0_l, exp_0, mult_1. apply Rbar_le_refl.
Qed.

(* ---- Sums over the integers ---------------------------------------------------------------- *)

Section Sum.
Variable w : Z -> R.
Hypothesis w_0 : forall k, 0 <= w k.

Lemma weigh_0 r x : 0 <= r -> Rbar_le 0 x -> Rbar_le 0 (Rbar_mult r x).
Proof.
  intros W X. destruct (Rle_lt_or_eq_dec 0 r W) as [P | E]; [apply mult_0; auto |].
  rewrite <- E, Rbar_mult_0_l. apply Rbar_le_refl.
Qed.

Lemma weigh_le r x y : 0 <= r -> Rbar_le x y -> Rbar_le (Rbar_mult r x) (Rbar_mult r y).
Proof.
  intros W X. destruct (Rle_lt_or_eq_dec 0 r W) as [P | E]; [apply mult_le; auto |].
  rewrite <- E, !Rbar_mult_0_l. apply Rbar_le_refl.
Qed.

Lemma finite_sum_0 f ks : nonnegative f -> Rbar_le 0 (finite_sum w f ks).
Proof.
  intros F. induction ks as [| k ks IH]; cbn [finite_sum fold_right]; [apply Rbar_le_refl |].
  apply plus_0; auto. apply weigh_0; auto.
Qed.

(* A sum is at most K times another where finite parts are. *)
Lemma sum_le_parts f g K : 0 < K ->
  (forall ks, NoDup ks -> exists ks', NoDup ks' /\ Rbar_le (finite_sum w f ks) (Rbar_mult K (finite_sum w g ks'))) ->
  Rbar_le (sum_over_integers w f) (Rbar_mult K (sum_over_integers w g)).
Proof.
  intros K0 H. apply lub_correct. intros s (ks & N & ->). destruct (H ks N) as (ks' & N' & L).
  eapply Rbar_le_trans; [exact L |]. apply mult_le; auto. apply lub_correct. eauto.
Qed.

Lemma sum_lawful rate (moves : R -> Prop) :
  (forall h, moves h -> exists n, h = IZR n) ->
  (forall n k, moves (IZR n) -> w k <= exp (rate * Rabs (IZR n)) * w (k + n)%Z) ->
  lawful (sum_over_integers w) rate moves.
Proof.
  intros Whole Ratio. split.
  - intros f F. apply lub_correct. exists []. split; [constructor | reflexivity].
  - intros f g F H. rewrite <- (mult_1 (sum_over_integers w g)). apply sum_le_parts; [lra |].
    intros ks N. exists ks. split; auto. rewrite mult_1.
    induction ks as [| k ks IH]; cbn [finite_sum fold_right]; [apply Rbar_le_refl |].
    inversion N; subst. apply Rbar_plus_le_compat; [apply weigh_le; auto | apply IH; auto].
  - intros k f K F. apply sum_le_parts; auto. intros ks N. exists ks. split; auto.
    clear N. induction ks as [| j ks IH]; cbn [finite_sum fold_right]; [apply mult_0; auto; apply Rbar_le_refl |].
    rewrite <- mult_plus; [| auto | apply weigh_0; auto | apply finite_sum_0; auto].
    apply Rbar_plus_le_compat; [| apply IH].
    specialize (F (IZR j)). specialize (w_0 j).
    destruct (Rle_lt_or_eq_dec 0 _ w_0) as [P | E].
    + rewrite !mult_mult by auto. rewrite Rmult_comm. apply Rbar_le_refl.
    + rewrite <- E, !Rbar_mult_0_l, Rbar_mult_0_r. apply Rbar_le_refl.
  - intros h f M F. destruct (Whole h M) as (n & ->). apply sum_le_parts; [apply exp_pos |].
    intros ks N. exists (map (fun k => k + n)%Z ks). split.
    + apply FinFun.Injective_map_NoDup; auto. intros x y E. lia.
    + clear N. induction ks as [| k ks IH]; cbn [finite_sum fold_right map];
        [apply mult_0; [apply exp_pos | apply Rbar_le_refl] |].
      rewrite <- mult_plus; [| apply exp_pos | apply weigh_0; auto | apply finite_sum_0; auto].
      apply Rbar_plus_le_compat; [| apply IH].
      rewrite plus_IZR. specialize (F (IZR k + IZR n)). specialize (Ratio n k M).
      set (e := exp _) in *. assert (P : 0 < e) by apply exp_pos.
      destruct (Rle_lt_or_eq_dec 0 _ (w_0 (k + n)%Z)) as [Q | E].
      * rewrite mult_mult by auto. assert (Q' : 0 < e * w (k + n)%Z) by (apply Rmult_lt_0_compat; auto).
        rewrite (mult_pos (e * w (k + n)%Z)) by auto.
        destruct (Rle_lt_or_eq_dec 0 _ (w_0 k)) as [Q1 | E].
        -- rewrite mult_pos by auto. destruct (f _); simpl in *; auto.
           apply Rmult_le_compat_r; auto.
        -- rewrite <- E, Rbar_mult_0_l. destruct (f _); simpl in *; auto. apply Rmult_le_pos; lra.
      * rewrite <- E in Ratio. assert (E' : w k = 0) by (specialize (w_0 k); lra).
        rewrite E', <- E, !Rbar_mult_0_l, Rbar_mult_0_r. apply Rbar_le_refl.
Qed.
End Sum.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [L | ->]; [left; apply exp_increasing, L | right; auto]. Qed.

Lemma discrete_laplace_lawful rate (moves : R -> Prop) : 0 < rate -> (forall h, moves h -> is_whole h) ->
  lawful (discrete_laplace rate) rate moves.
Proof.
  intros P W.
  assert (C : 0 < (1 - exp (- rate)) / (1 + exp (- rate))).
  { pose proof (exp_pos (- rate)). apply Rdiv_lt_0_compat; [| lra].
    assert (exp (- rate) < 1) by (rewrite <- exp_0; apply exp_increasing; lra). lra. }
  apply sum_lawful; auto.
  - intros k. pose proof (exp_pos (- (rate * Rabs (IZR k)))). nra.
  - intros n k _. rewrite <- Rmult_assoc, (Rmult_comm (exp _)), Rmult_assoc, <- exp_plus.
    apply Rmult_le_compat_l; [lra |]. apply exp_le.
    rewrite plus_IZR. pose proof (Rabs_triang (IZR k + IZR n) (- IZR n)) as T.
    replace (IZR k + IZR n + - IZR n) with (IZR k) in T by ring. rewrite Rabs_Ropp in T.
    pose proof (Rabs_triang (IZR k) (IZR n)). nra.
Qed.

Lemma geometric_lawful rate (moves : R -> Prop) : 0 < rate -> (forall h, moves h -> is_whole h /\ 0 <= h) ->
  lawful (geometric rate) rate moves.
Proof.
  intros P W.
  assert (C : 0 < 1 - exp (- rate)).
  { assert (exp (- rate) < 1) by (rewrite <- exp_0; apply exp_increasing; lra). lra. }
  apply sum_lawful.
  - intros k. destruct (0 <=? k)%Z; [| lra]. pose proof (exp_pos (- (rate * IZR k))). nra.
  - intros h M. apply W, M.
  - intros n k M. destruct (W _ M) as [_ N]. apply le_IZR in N.
    destruct (Z.leb_spec 0 k) as [K | K].
    + destruct (Z.leb_spec 0 (k + n)) as [K' | K']; [| lia].
      rewrite <- Rmult_assoc, (Rmult_comm (exp _)), Rmult_assoc, <- exp_plus.
      apply Rmult_le_compat_l; [lra |]. apply exp_le. rewrite plus_IZR.
      rewrite Rabs_pos_eq by (apply IZR_le; auto). lra.
    + destruct (Z.leb_spec 0 (k + n)); [| lra].
      pose proof (exp_pos (rate * Rabs (IZR n))). pose proof (exp_pos (- (rate * IZR (k + n)))).
      assert (0 < (1 - exp (- rate)) * exp (- (rate * IZR (k + n)))) by (apply Rmult_lt_0_compat; auto). nra.
Qed.

(* ---- Integrals ----------------------------------------------------------------------------- *)

Lemma partial_sum_scal k t n : partial_sum (fun i => k * t i) n = k * partial_sum t n.
Proof. induction n as [| n IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma partial_sum_le t t' n : (forall i, t i <= t' i) -> partial_sum t n <= partial_sum t' n.
Proof. intros H. induction n as [| n IH]; simpl; [lra |]. specialize (H n). lra. Qed.

Lemma series_le k t t' : 0 < k -> (forall i, t i <= k * t' i) ->
  Rbar_le (series t) (Rbar_mult k (series t')).
Proof.
  intros K H. apply lub_correct. intros s (n & ->).
  apply Rbar_le_trans with (Rbar_mult k (partial_sum t' n)).
  - rewrite mult_pos by auto. simpl. rewrite <- partial_sum_scal. apply partial_sum_le, H.
  - apply mult_le; auto. apply lub_correct. eauto.
Qed.

Lemma series_0 t : Rbar_le 0 (series t).
Proof. apply lub_correct. exists 0%nat. auto. Qed.

Section Integral.
Variable density : R -> R.
Hypothesis density_continuous : forall y, continuous density y.

Lemma integrable a b : ex_RInt density a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros. apply density_continuous. Qed.

(* An integral is at most K times another where each cover of the one gives a cover of the other. *)
Lemma integral_le f g K : 0 < K ->
  (forall left right height, covers g left right height ->
   exists left' right' height', covers f left' right' height' /\
     Rbar_le (series (fun i => height' i * RInt density (left' i) (right' i)))
       (Rbar_mult K (series (fun i => height i * RInt density (left i) (right i))))) ->
  Rbar_le (integral density f) (Rbar_mult K (integral density g)).
Proof.
  intros K0 H.
  assert (G : Rbar_le (Rbar_mult (/ K) (integral density f)) (integral density g)).
  { apply glb_correct. intros s (left & right & height & C & ->).
    destruct (H _ _ _ C) as (left' & right' & height' & C' & L).
    rewrite <- (mult_1 (series _)). replace 1 with (/ K * K) by (field; lra).
    rewrite <- mult_mult by (auto using Rinv_0_lt_compat).
    apply mult_le; [apply Rinv_0_lt_compat, K0 |].
    eapply Rbar_le_trans; [| exact L]. apply glb_correct. eauto 6. }
  apply (mult_le K) in G; auto. rewrite mult_mult in G by (auto using Rinv_0_lt_compat).
  rewrite Rinv_r, mult_1 in G by lra. exact G.
Qed.

Lemma integral_lawful rate (moves : R -> Prop) :
  (forall h y, moves h -> density (y - h) <= exp (rate * Rabs h) * density y) ->
  lawful (integral density) rate moves.
Proof.
  intros Ratio. split.
  - intros f F. apply glb_correct. intros s (left & right & height & C & ->). apply series_0.
  - intros f g F H. rewrite <- (mult_1 (integral density g)). apply integral_le; [lra |].
    intros left right height [A B]. exists left, right, height. split.
    + split; auto. intros x. eapply Rbar_le_trans; [apply H | apply B].
    + rewrite mult_1. apply Rbar_le_refl.
  - intros k f K F. apply integral_le; auto.
    intros left right height [A B]. exists left, right, (fun i => k * height i). split.
    + split.
      * intros i. destruct (A i). split; auto. apply Rmult_le_pos; lra.
      * intros x. eapply Rbar_le_trans; [apply mult_le; [exact K | apply B] |].
        assert (L : Rbar_le (series (fun i => on_interval (left i) (right i) (height i) x))
                (Rbar_mult (/ k) (series (fun i => on_interval (left i) (right i) (k * height i) x)))).
        { apply series_le; [apply Rinv_0_lt_compat, K |]. intros i. unfold on_interval.
          destruct (Rlt_dec _ _); [destruct (Rlt_dec _ _) |]; right; field; lra. }
        apply (mult_le k) in L; auto. rewrite mult_mult in L by (auto using Rinv_0_lt_compat).
        rewrite Rinv_r, mult_1 in L by lra. exact L.
    + apply series_le; auto. intros i. right. ring.
  - intros h f M F. apply integral_le; [apply exp_pos |].
    intros left right height [A B].
    exists (fun i => left i - h), (fun i => right i - h), height. split.
    + split.
      * intros i. destruct (A i). split; auto. lra.
      * intros x. eapply Rbar_le_trans; [apply B |]. rewrite <- (mult_1 (series (fun i => on_interval (left i - h) _ _ x))).
        apply series_le; [lra |]. intros i. unfold on_interval.
        destruct (Rlt_dec (left i) (x + h)), (Rlt_dec (left i - h) x); try lra;
          destruct (Rlt_dec (x + h) (right i)), (Rlt_dec x (right i - h)); lra.
    + apply series_le; [apply exp_pos |]. intros i. destruct (A i) as [L H0].
      rewrite <- Rmult_assoc, (Rmult_comm (exp _)), Rmult_assoc. apply Rmult_le_compat_l; auto.
      assert (E : RInt density (left i - h) (right i - h) = RInt (fun y => density (y - h)) (left i) (right i)).
      { pose proof (RInt_comp_lin density 1 (- h) (left i) (right i)) as C.
        rewrite !Rmult_1_l in C. unfold Rminus. rewrite <- C by apply integrable.
        apply RInt_ext. intros y _. unfold scal. simpl. unfold mult. simpl. rewrite !Rmult_1_l. auto. }
      rewrite E.
      assert (S : RInt (fun y => exp (rate * Rabs h) * density y) (left i) (right i) =
                  exp (rate * Rabs h) * RInt density (left i) (right i)).
      { exact (RInt_scal density (left i) (right i) (exp (rate * Rabs h)) (integrable _ _)). }
      rewrite <- S. apply RInt_le; auto.
      * apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros y _.
        apply (continuous_comp (fun y => y - h) density); [| apply density_continuous].
        apply (continuous_minus (fun y => y) (fun _ => h)); [apply continuous_id | apply continuous_const].
      * apply (ex_RInt_scal density (left i) (right i) (exp (rate * Rabs h)) (integrable _ _)).
Qed.
End Integral.

Lemma exp_continuous (f : R -> R) (y : R) : continuous f y -> continuous (fun y : R => exp (f y)) y.
Proof.
  intros F. apply (continuous_comp f exp); auto. apply continuity_pt_filterlim.
  apply derivable_continuous_pt, derivable_pt_exp.
Qed.

Lemma laplace_continuous rate (y : R) : continuous (fun y : R => rate / 2 * exp (- (rate * Rabs y))) y.
Proof.
  apply (continuous_scal_r (V := R_NormedModule) (rate / 2) (fun y => exp (- (rate * Rabs y)))).
  apply exp_continuous. apply (continuous_opp (fun y => rate * Rabs y)).
  apply (continuous_scal_r (V := R_NormedModule) rate Rabs). apply continuity_pt_filterlim, Rcontinuity_abs.
Qed.

Lemma exponential_continuous rate (y : R) : continuous (fun y : R => rate * exp (- (rate * y))) y.
Proof.
  apply (continuous_scal_r (V := R_NormedModule) rate (fun y => exp (- (rate * y)))).
  apply exp_continuous. apply (continuous_opp (fun y => rate * y)).
  apply (continuous_scal_r (V := R_NormedModule) rate (fun y => y)). apply continuous_id.
Qed.

Lemma laplace_lawful rate (moves : R -> Prop) : 0 < rate -> lawful (laplace rate) rate moves.
Proof.
  intros P. apply integral_lawful.
  - intros y. apply laplace_continuous.
  - intros h y _. rewrite <- Rmult_assoc, (Rmult_comm (exp _)), Rmult_assoc, <- exp_plus.
    apply Rmult_le_compat_l; [lra |]. apply exp_le.
    pose proof (Rabs_triang (y - h) h) as T. replace (y - h + h) with y in T by ring.
    apply (Rmult_le_compat_l rate) in T; lra.
Qed.

Lemma exponential_lawful rate (moves : R -> Prop) : 0 < rate -> (forall h, moves h -> 0 <= h) ->
  lawful (exponential rate) rate moves.
Proof.
  intros P W. unfold exponential.
  assert (L : lawful (integral (fun y => rate * exp (- (rate * y)))) rate moves).
  { apply integral_lawful.
      - intros y. apply exponential_continuous.
    - intros h y M. specialize (W h M). rewrite <- Rmult_assoc, (Rmult_comm (exp _)), Rmult_assoc, <- exp_plus.
      apply Rmult_le_compat_l; [lra |]. apply exp_le. rewrite Rabs_pos_eq by auto. lra. }
  assert (N : forall f, nonnegative f -> nonnegative (fun y => if Rle_dec 0 y then f y else 0)).
  { intros f F y. destruct (Rle_dec 0 y); [apply F | apply Rbar_le_refl]. }
  split.
  - intros f F. apply (positive _ _ _ L). apply N, F.
  - intros f g F H. apply (monotone _ _ _ L); [apply N, F |].
    intros y. destruct (Rle_dec 0 y); [apply H | apply Rbar_le_refl].
  - intros k f K F. eapply Rbar_le_trans; [| apply (scaling _ _ _ L); auto].
    apply (monotone _ _ _ L).
    + apply (N (fun y => Rbar_mult k (f y))). intros y. apply mult_0; auto.
    + intros y. destruct (Rle_dec 0 y); [apply Rbar_le_refl |]. apply mult_0; auto. apply Rbar_le_refl.
  - intros h f M F. eapply Rbar_le_trans; [| apply (shifting _ _ _ L h _ M); auto].
    apply (monotone _ _ _ L).
    + apply (N (fun y => f (y + h))). intros y. apply F.
    + intros y. specialize (W h M). destruct (Rle_dec 0 y), (Rle_dec 0 (y + h)); try lra; try apply Rbar_le_refl.
      apply F.
Qed.

Theorem expectation_lawful epsilon n : 0 < epsilon ->
  (forall d, parameter n = Some d -> (0 < d)%Q) ->
  lawful (expectation_of epsilon n) (rate_of epsilon n) (moves n).
Proof.
  intros E D. unfold expectation_of, rate_of, moves. destruct (parameter n) as [d |].
  - assert (P : 0 < Q2R d * epsilon).
    { apply Rmult_lt_0_compat; auto. rewrite <- RMicromega.Q2R_0. apply Qlt_Rlt, D. auto. }
    destruct (one_sided n), (whole_numbers n).
    + apply geometric_lawful; auto. intros h (_ & A & B). auto.
    + apply exponential_lawful; auto. intros h (_ & A & B). auto.
    + apply discrete_laplace_lawful; auto. intros h (_ & A & B). auto.
    + apply laplace_lawful; auto.
  - apply at_zero_lawful. intros h (A & _). auto.
Qed.
