(* SPDX-License-Identifier: Apache-2.0 *)
(* Accepted evidence of kind shifts bounds probabilities. *)
From Coq Require Import ZArith QArith Qreals Qabs Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Linear RealShifts Statement Privacy Noise Weights Taken Vanish LinearStatement.
Import ListNotations.
Open Scope R_scope.

(* ---- Sums ---------------------------------------------------------------------------------- *)

Definition up_toR (k : nat) (z : nat -> R) : nat -> R := fun i => if Nat.ltb i k then z i else 0.

Lemma dotR_ext l x y : (forall i, x i = y i) -> dotR l x = dotR l y.
Proof. intros E. induction l as [| [i q] l IH]; simpl; auto. rewrite E, IH. auto. Qed.

Lemma dotR_plus l x y s : dotR l (fun i => x i + s * y i) = dotR l x + s * dotR l y.
Proof. induction l as [| [i q] l IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma dotR_real l (x : nat -> Q) : dotR l (fun i => Q2R (x i)) = Q2R (dot l x).
Proof.
  induction l as [| [i q] l IH]; simpl; [symmetry; apply RMicromega.Q2R_0 |].
  rewrite IH, Q2R_plus, Q2R_mult. auto.
Qed.

Fixpoint sumR (n : nat) (f : nat -> R) : R := match n with O => 0 | S n => sumR n f + f n end.

Lemma sumR_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sumR n f = sumR n g.
Proof. intros E. induction n as [| n IH]; simpl; auto. rewrite IH, E by auto. auto. Qed.

Lemma sumR_plus n f g : sumR n (fun i => f i + g i) = sumR n f + sumR n g.
Proof. induction n as [| n IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma sumR_scal n k f : sumR n (fun i => k * f i) = k * sumR n f.
Proof. induction n as [| n IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma sumR_0 n f : (forall i, (i < n)%nat -> f i = 0) -> sumR n f = 0.
Proof. intros E. induction n as [| n IH]; simpl; auto. rewrite IH, E by auto. ring. Qed.

Lemma sumR_one n j v : sumR n (fun i => if Nat.eqb j i then v i else 0) = if Nat.ltb j n then v j else 0.
Proof.
  induction n as [| n IH]; simpl; [destruct j; auto |]. rewrite IH.
  destruct (Nat.ltb_spec j n), (Nat.ltb_spec j (S n)), (Nat.eqb_spec j n); subst; try lia; lra.
Qed.

(* The sum of a form's multiples, by index. *)
Lemma dotR_sum l N x : (forall i, (N <= i)%nat -> x i = 0 \/ (forall e, In e l -> fst e <> i)) ->
  dotR l x = sumR N (fun i => Q2R (coefficient l i) * x i).
Proof.
  induction l as [| [j q] l IH]; intros H; cbn [dotR].
  - symmetry. apply sumR_0. intros i _. simpl. rewrite RMicromega.Q2R_0. ring.
  - rewrite IH.
    2: { intros i L. destruct (H i L) as [E | E]; auto. right. intros e I. apply E. simpl. auto. }
    assert (E : Q2R q * x j = sumR N (fun i => if Nat.eqb j i then Q2R q * x i else 0)).
    { rewrite (sumR_one N j (fun i => Q2R q * x i)). destruct (Nat.ltb_spec j N) as [L | L]; auto.
      destruct (H j L) as [-> | E]; [ring |]. exfalso. apply (E (j, q)); simpl; auto. }
    rewrite E, <- sumR_plus. apply sumR_ext. intros i _. cbn [coefficient fold_right fst snd].
    rewrite Q2R_plus. unfold coefficient. destruct (Nat.eqb j i); [ring |]. rewrite RMicromega.Q2R_0. ring.
Qed.

(* ---- What a path asks ---------------------------------------------------------------------- *)

Definition signR (s : sign) (x : R) : Prop :=
  match s with AtLeast0 => 0 <= x | AtMost0 => x <= 0 | Equal0 => x = 0 end.

Definition changeR (r : row) (d g : nat -> R) : R :=
  dotR (of_answers (row_form r)) d + dotR (of_draws (row_form r)) (up_toR (before r) g).

Fixpoint cost_from (g : nat -> R) (es : list event) (k : nat) : R :=
  match es with
  | [] => 0
  | Drawn n :: es => Q2R (rate n) * Rabs (g k) + cost_from g es (S k)
  | _ :: es => cost_from g es k
  end.

Lemma up_toR_next k (z : nat -> R) y i : (forall j, (k <= j)%nat -> z j = 0) ->
  (if Nat.eqb i k then y else z i) = up_toR (S k) (fun j => if Nat.eqb j k then y else z j) i.
Proof.
  intros Z. unfold up_toR. destruct (Nat.ltb_spec i (S k)); auto. destruct (Nat.eqb_spec i k); [lia |].
  apply Z. lia.
Qed.

Section Plan.
Variable epsilon : R.
Hypothesis epsilon_positive : 0 < epsilon.
Let average := expectation_of epsilon.
Variable wanted : list item -> Prop.

Definition positive_draws (es : list event) : Prop :=
  forall n, In n (draws_of es) -> exists d, parameter n = Some d /\ (0 < d)%Q.

Lemma positive_lawful n d : parameter n = Some d -> (0 < d)%Q ->
  lawful (average n) (Q2R (rate n) * epsilon) (moves n).
Proof.
  intros E D. pose proof (expectation_lawful epsilon n epsilon_positive) as L.
  unfold rate_of in L. unfold rate. rewrite E in *. apply L. intros e [= <-]. auto.
Qed.

Lemma chance_0 u es : positive_draws es -> forall k z seen, Rbar_le 0 (chance average u wanted es k z seen).
Proof.
  induction es as [| e es IH]; intros P k z seen; cbn [chance].
  - apply one_if_0.
  - destruct e as [n | r strict met | [letter | q | r]].
    + destruct (P n) as (d & E & D); [simpl; auto |]. apply (positive _ _ _ (positive_lawful n d E D)).
      intros y. apply IH. intros n' I. apply P. simpl. auto.
    + destruct (Bool.eqb _ _); [apply IH, P | apply Rbar_le_refl].
    + apply IH, P.
    + apply IH, P.
    + apply IH, P.
Qed.

Section Shifted.
Variable s : R.
Hypothesis s_0 : 0 <= s.
Variable u u' d g : nat -> R.
Hypothesis answers_differ : forall j, u' j = u j + s * d j.

Lemma value_shifted r k z z' : (forall i, z' i = z i + s * up_toR k g i) ->
  value r u' z' = value r u z + s * (dotR (of_answers r) d + dotR (of_draws r) (up_toR k g)).
Proof.
  intros Z. unfold value.
  rewrite (dotR_ext (of_answers r) u' (fun j => u j + s * d j) answers_differ).
  rewrite (dotR_ext (of_draws r) z' (fun i => z i + s * up_toR k g i) Z). rewrite !dotR_plus. ring.
Qed.

Lemma chance_le es : positive_draws es -> forall ns z z' seen,
  (forall i, z' i = z i + s * up_toR (length ns) g i) ->
  Forall (fun r => signR (row_sign r) (changeR r d g)) (rows_of ns es) ->
  (forall i n, nth_error (draws_of es) i = Some n -> moves n (s * g (length ns + i)%nat)) ->
  Rbar_le (chance average u wanted es (length ns) z seen)
    (Rbar_mult (exp (epsilon * (s * cost_from g es (length ns))))
               (chance average u' wanted es (length ns) z' seen)).
Proof.
  induction es as [| e es IH]; intros P ns z z' seen Z Rows M; cbn [chance cost_from].
  - rewrite !Rmult_0_r, exp_0, mult_1. apply Rbar_le_refl.
  - destruct e as [n | r strict met | [letter | q | r]]; cbn [draws_of rows_of] in *.
    + destruct (P n) as (p & E & D); [simpl; auto |].
      assert (P' : positive_draws es) by (intros n' I; apply P; simpl; auto).
      assert (H : moves n (s * g (length ns))). { specialize (M O n eq_refl). rewrite Nat.add_0_r in M. auto. }
      replace (epsilon * (s * (Q2R (rate n) * Rabs (g (length ns)) + cost_from g es (S (length ns)))))
        with (epsilon * (s * cost_from g es (S (length ns))) + Q2R (rate n) * epsilon * Rabs (s * g (length ns)))
        by (rewrite Rabs_mult, (Rabs_pos_eq s) by auto; ring).
      rewrite exp_plus.
      apply (transport _ _ (moves n) _ _ _ _ (positive_lawful n p E D)); auto.
      * apply exp_pos.
      * intros y. apply chance_0, P'.
      * intros y. apply chance_0, P'.
      * intros y. replace (S (length ns)) with (length (ns ++ [n])) by (rewrite app_length; simpl; lia).
        apply IH; auto.
        -- intros i. rewrite app_length. simpl. rewrite Nat.add_1_r. unfold up_toR.
           destruct (Nat.eqb_spec i (length ns)) as [-> | N].
           ++ destruct (Nat.ltb_spec (length ns) (S (length ns))); [ring | lia].
           ++ rewrite Z. unfold up_toR.
              destruct (Nat.ltb_spec i (length ns)), (Nat.ltb_spec i (S (length ns))); try lia; ring.
        -- intros i n' I. rewrite app_length. simpl. replace (length ns + 1 + i)%nat with (length ns + S i)%nat by lia.
           apply M. exact I.
    + inversion Rows as [| ? ? C Rows']; subst. unfold changeR in C. cbn [row_sign row_form before] in C.
      destruct (Bool.eqb (is_met r strict u z) met) eqn:B;
        [| apply mult_0; [apply exp_pos | apply chance_0 with (es := Found r strict met :: es); auto]].
      apply eqb_prop in B.
      assert (B' : is_met r strict u' z' = met).
      { unfold is_met in *. rewrite (value_shifted r (length ns) z z' Z).
        set (v := value r u z) in *. set (w := dotR _ d + _) in *.
        assert (A : if met then 0 <= s * w else s * w <= 0) by (destruct met; simpl in C; nra).
        destruct strict, met; simpl in *; repeat destruct (Rlt_dec _ _); repeat destruct (Rle_dec _ _);
          auto; try discriminate; lra. }
      rewrite B', eqb_reflx. apply IH; auto.
    + apply IH; auto.
    + apply IH; auto.
    + inversion Rows as [| ? ? C Rows']; subst. unfold changeR in C. cbn [row_sign row_form before signR] in C.
      rewrite (value_shifted r (length ns) z z' Z), C, Rmult_0_r, Rplus_0_r. apply IH; auto.
Qed.
End Shifted.
End Plan.
