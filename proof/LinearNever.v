(* SPDX-License-Identifier: Apache-2.0 *)
(* Paths of linear mechanisms that evidence calls impossible have the probability 0. *)
From Coq Require Import ZArith QArith Qreals Qabs Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Linear RealShifts Statement Privacy Noise Taken Vanish.
From Couplet Require Import LinearStatement LinearPrivate.
Import ListNotations.
Open Scope R_scope.

Definition has_signR (s : sign) (x : R) : Prop :=
  match s with AtLeast0 => 0 <= x | AtMost0 => x <= 0 | Equal0 => True end.

Definition row_value (u z : nat -> R) (r : row) : R := value (row_form r) u (up_toR (before r) z).

(* What draws from the first-th on that take a path make of a row, but for values with probability 0. *)
Definition row_holds (first : nat) (u z : nat -> R) (r : row) : Prop :=
  has_signR (row_sign r) (row_value u z r) /\ (strictly r = true -> row_value u z r <> 0) /\
  (forall i, last_continuous r = Some i -> (first <= i)%nat -> row_value u z r <> 0).

(* Exponential draws are positive, or 0 where they are whole numbers. *)
Definition above_zero (n : noise) (y : R) : Prop :=
  one_sided n = true -> 0 <= y /\ (whole_numbers n = false -> 0 < y).

(* ---- Draws --------------------------------------------------------------------------------- *)

Lemma nothing_drawn epsilon n d f points : 0 < epsilon -> parameter n = Some d -> (0 < d)%Q ->
  (points = [] \/ continuous n = true) ->
  (forall y, ~ In y points -> above_zero n y -> f y = Finite 0) -> expectation_of epsilon n f = Finite 0.
Proof.
  intros E P D W H. unfold expectation_of, above_zero, continuous, may_tie in *. rewrite P in *.
  assert (D' : 0 < Q2R d * epsilon).
  { apply Rmult_lt_0_compat; auto. rewrite <- RMicromega.Q2R_0. apply Qlt_Rlt, D. }
  destruct (one_sided n), (whole_numbers n); simpl in W.
  - assert (points = []) as -> by (destruct W; [auto | discriminate]).
    apply Rbar_le_antisym.
    + apply lub_correct. intros s (ks & _ & ->). unfold finite_sum.
      induction ks as [| k ks IH]; cbn [fold_right]; [apply Rbar_le_refl |].
      destruct (Z.leb_spec 0 k) as [K | K].
      * rewrite (H (IZR k)); [| simpl; tauto |].
        -- rewrite Rbar_mult_0_r, Rbar_plus_0_l. exact IH.
        -- intros _. split; [apply IZR_le, K | discriminate].
      * rewrite Rbar_mult_0_l, Rbar_plus_0_l. exact IH.
    + apply lub_correct. exists []. split; [constructor | reflexivity].
  - unfold exponential. apply (integral_vanishing (fun y => Q2R d * epsilon * exp (- (Q2R d * epsilon * y))))
      with (points := 0 :: points); auto.
    + apply exponential_continuous.
    + intros low. exists (Q2R d * epsilon * exp (- (Q2R d * epsilon * low))). split.
      * apply Rmult_lt_0_compat; auto. apply exp_pos.
      * intros y Y. apply Rmult_le_compat_l; [lra |]. apply exp_le. nra.
    + intros y Y. destruct (Rle_dec 0 y); auto. apply H.
      * intros I. apply Y. simpl. auto.
      * intros _. split; auto. intros _. destruct (Req_dec y 0) as [-> | N]; [exfalso; apply Y; simpl; auto | lra].
  - assert (points = []) as -> by (destruct W; [auto | discriminate]).
    apply (sum_vanishing _ f []); auto. intros y Y. apply H; auto. discriminate.
  - apply (laplace_vanishing _ D' f points); auto. intros y Y. apply H; auto. discriminate.
Qed.

(* ---- Rows ---------------------------------------------------------------------------------- *)

Lemma continuous_end_some ns r i : continuous_end ns r = Some i ->
  is_last (of_draws r) i = true /\ exists n, nth_error ns i = Some n /\ continuous n = true.
Proof.
  unfold continuous_end. intros F. apply find_some in F as [_ F]. apply andb_true_iff in F as [A B].
  split; auto. destruct (nth_error ns i) as [n |]; [eauto | discriminate].
Qed.

Lemma row_end es : forall ns r i, In r (rows_of ns es) -> last_continuous r = Some i ->
  is_last (of_draws (row_form r)) i = true /\ (i < before r)%nat /\
  exists n, nth_error (ns ++ draws_of es) i = Some n /\ continuous n = true.
Proof.
  induction es as [| e es IH]; intros ns r i I L; [destruct I |].
  destruct e as [n | f strict met | [letter | q | f]]; cbn [rows_of draws_of] in *.
  - destruct (IH (ns ++ [n]) r i I L) as (A & B & C). rewrite <- app_assoc in C. auto.
  - destruct I as [<- | I]; [| apply IH; auto]. cbn [last_continuous row_form before] in *.
    destruct (continuous_end_some ns f i L) as (A & n & N & C). split; auto.
    assert (J : (i < length ns)%nat) by (apply nth_error_Some; congruence).
    split; auto. exists n. rewrite nth_error_app1; auto.
  - apply IH; auto.
  - apply IH; auto.
  - destruct I as [<- | I]; [discriminate | apply IH; auto].
Qed.

Lemma is_last_dot l i x x' : is_last l i = true -> (forall j, (j < i)%nat -> x j = x' j) ->
  dotR l x = dotR l (fun j => if Nat.ltb j i then x' j else 0) + Q2R (coefficient l i) * x i.
Proof.
  intros L E. unfold is_last in L. apply andb_true_iff in L as [L _]. rewrite forallb_forall in L.
  assert (G : forall l, (forall e, In e l -> (fst e <= i)%nat) ->
    dotR l x = dotR l (fun j => if Nat.ltb j i then x' j else 0) + Q2R (coefficient l i) * x i).
  { clear L l. induction l as [| [j q] l IH]; intros L; cbn [dotR].
    - simpl. rewrite RMicromega.Q2R_0. ring.
    - rewrite IH by (intros e I; apply L; simpl; auto). unfold coefficient. cbn [fold_right fst snd].
      rewrite Q2R_plus. specialize (L (j, q) (or_introl eq_refl)). simpl in L.
      destruct (Nat.ltb_spec j i), (Nat.eqb_spec j i); try lia.
      + rewrite (E j), RMicromega.Q2R_0 by auto. ring.
      + subst. ring. }
  apply G. intros e I. apply Nat.leb_le, L, I.
Qed.

(* Where a row whose last draw is the k-th is 0, given those before. *)
Definition zero_of (u z : nat -> R) (k : nat) (r : row) : R :=
  - (Q2R (constant (row_form r)) + dotR (of_answers (row_form r)) u +
     dotR (of_draws (row_form r)) (fun j => if Nat.ltb j k then z j else 0)) /
  Q2R (coefficient (of_draws (row_form r)) k).

Lemma not_zero u z z' k r : is_last (of_draws (row_form r)) k = true -> (k < before r)%nat ->
  (forall j, (j < k)%nat -> z' j = z j) -> z' k <> zero_of u z k r -> row_value u z' r <> 0.
Proof.
  intros L K E N V. apply N. unfold zero_of, row_value, value in *.
  rewrite (is_last_dot _ k _ z L) in V.
  2: { intros j J. unfold up_toR. destruct (Nat.ltb_spec j (before r)); [auto | lia]. }
  unfold up_toR in V. destruct (Nat.ltb_spec k (before r)); [| lia].
  unfold is_last in L. apply andb_true_iff in L as [_ L]. rewrite negb_true_iff in L.
  assert (C : Q2R (coefficient (of_draws (row_form r)) k) <> 0).
  { intros C. rewrite <- RMicromega.Q2R_0 in C. apply eqR_Qeq, Qeq_bool_iff in C. congruence. }
  apply Rmult_eq_reg_r with (Q2R (coefficient (of_draws (row_form r)) k)); auto.
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by auto. lra.
Qed.

(* ---- Paths --------------------------------------------------------------------------------- *)

Lemma value_ext r u z z' : (forall i, z i = z' i) -> value r u z = value r u z'.
Proof. intros E. unfold value. rewrite (dotR_ext _ z z' E). auto. Qed.

Theorem chance_none epsilon u wanted es : 0 < epsilon -> positive_draws es -> forall ns z0 seen,
  (forall i, (length ns <= i)%nat -> z0 i = 0) ->
  (forall z, (forall i, (i < length ns)%nat -> z i = z0 i) ->
             (forall i n, nth_error (draws_of es) i = Some n -> above_zero n (z (length ns + i)%nat)) ->
             ~ Forall (row_holds (length ns) u z) (rows_of ns es)) ->
  chance (expectation_of epsilon) u wanted es (length ns) z0 seen = Finite 0.
Proof.
  intros E. induction es as [| e es IH]; intros P ns z0 seen Z0 N.
  - exfalso. apply (N z0); [auto | intros [| i] n I; discriminate | constructor].
  - assert (Same : forall (z : nat -> R), (forall i, (i < length ns)%nat -> z i = z0 i) ->
                   forall i, up_toR (length ns) z i = z0 i).
    { intros z Z i. unfold up_toR. destruct (Nat.ltb_spec i (length ns)); auto. symmetry. auto. }
    destruct e as [n | r strict met | [letter | q | r]]; cbn [chance draws_of rows_of] in *.
    + destruct (P n) as (d & Pd & D); [simpl; auto |].
      set (k := length ns) in *.
      set (rows := rows_of (ns ++ [n]) es) in *.
      set (ends_here := fun r => match last_continuous r with Some i => Nat.eqb i k | None => false end).
      apply (nothing_drawn epsilon n d _ (map (zero_of u z0 k) (filter ends_here rows)) E Pd D).
      * destruct (filter ends_here rows) as [| r rest] eqn:F; [simpl; auto |]. right.
        assert (I : In r (filter ends_here rows)) by (rewrite F; simpl; auto).
        apply filter_In in I as [I H]. unfold ends_here in H.
        destruct (last_continuous r) as [i |] eqn:L; [| discriminate]. apply Nat.eqb_eq in H. subst i.
        destruct (row_end es (ns ++ [n]) r k I L) as (_ & _ & n' & Nn & C).
        rewrite <- app_assoc, nth_error_app2 in Nn by (unfold k; lia). unfold k in Nn. rewrite Nat.sub_diag in Nn.
        simpl in Nn. congruence.
      * intros y Y A. replace (S k) with (length (ns ++ [n])) by (rewrite app_length; simpl; unfold k; lia).
        assert (Len : length (ns ++ [n]) = S k) by (rewrite app_length; simpl; unfold k; lia).
        apply IH.
        -- intros n' I. apply P. simpl. auto.
        -- intros i L. rewrite Len in L. destruct (Nat.eqb_spec i k); [lia |]. apply Z0. lia.
        -- intros z Zk Pos H. rewrite Len in *.
           assert (Zy : z k = y) by (rewrite (Zk k) by lia; rewrite Nat.eqb_refl; auto).
           assert (Zb : forall i, (i < k)%nat -> z i = z0 i).
           { intros i L. rewrite (Zk i) by lia. destruct (Nat.eqb_spec i k); [lia | auto]. }
           apply (N z).
           ++ exact Zb.
           ++ intros [| i] n' I; simpl in I.
              ** injection I as <-. rewrite Nat.add_0_r, Zy. exact A.
              ** replace (k + S i)%nat with (S k + i)%nat by lia. apply Pos, I.
           ++ rewrite Forall_forall in *. intros r I. destruct (H r I) as (Sg & St & Sh).
              split; [auto | split; [auto |]]. intros i L Li. destruct (Nat.eq_dec i k) as [-> | Ni].
              ** destruct (row_end es (ns ++ [n]) r k I L) as (Last & B & _).
                 apply (not_zero u z0 z k r Last B Zb). rewrite Zy. intros ->. apply Y.
                 apply in_map, filter_In. split; auto. unfold ends_here. rewrite L. apply Nat.eqb_refl.
              ** apply (Sh i L). lia.
    + destruct (Bool.eqb (is_met r strict u z0) met) eqn:B; auto. apply eqb_prop in B.
      apply IH; auto. intros z Z Pos H. apply (N z Z Pos). constructor; auto.
      assert (V : value r u (up_toR (length ns) z) = value r u z0) by (apply value_ext, Same, Z).
      unfold row_holds, row_value. cbn [row_sign row_form before strictly last_continuous]. rewrite V.
      unfold is_met in B. split; [| split].
      * destruct strict, met; simpl; repeat destruct (Rlt_dec _ _); repeat destruct (Rle_dec _ _);
          try discriminate; lra.
      * intros K. destruct strict, met; simpl in K; try discriminate; repeat destruct (Rlt_dec _ _);
          repeat destruct (Rle_dec _ _); try discriminate; lra.
      * intros i L Li. exfalso. destruct (continuous_end_some ns r i L) as (_ & n & Nn & _).
        assert (i < length ns)%nat by (apply nth_error_Some; congruence). lia.
    + apply IH; auto.
    + apply IH; auto.
    + apply IH; auto. intros z Z Pos H. apply (N z Z Pos). constructor; auto.
      split; [exact I | split]; [discriminate | intros i; discriminate].
Qed.

(* ---- Multipliers --------------------------------------------------------------------------- *)

Fixpoint weighR (l : list (row * Q)) (f : row -> R) : R :=
  match l with [] => 0 | (r, q) :: l => Q2R q * f r + weighR l f end.

Lemma weighR_real l f : weighR l (fun r => Q2R (f r)) = Q2R (fold_right (fun e s => (snd e * f (fst e) + s)%Q) 0%Q l).
Proof.
  induction l as [| [r q] l IH]; simpl; [symmetry; apply RMicromega.Q2R_0 |].
  rewrite Q2R_plus, Q2R_mult, IH. auto.
Qed.

Lemma weighR_ext l f g : (forall e, In e l -> f (fst e) = g (fst e)) -> weighR l f = weighR l g.
Proof.
  induction l as [| [r q] l IH]; simpl; auto. intros E. specialize (E (r, q) (or_introl eq_refl)) as E0.
  simpl in E0. rewrite E0, IH; auto.
Qed.

Lemma weighR_plus l f g : weighR l (fun r => f r + g r) = weighR l f + weighR l g.
Proof. induction l as [| [r q] l IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma weighR_sum l n (f : row -> nat -> R) x :
  weighR l (fun r => sumR n (fun i => f r i * x i)) = sumR n (fun i => weighR l (fun r => f r i) * x i).
Proof.
  induction l as [| [r q] l IH]; cbn [weighR].
  - symmetry. apply sumR_0. intros i _. ring.
  - rewrite IH, <- sumR_scal, <- sumR_plus. apply sumR_ext. intros i _. ring.
Qed.

Lemma before_draws es : forall ns r, In r (rows_of ns es) -> (before r <= length ns + length (draws_of es))%nat.
Proof.
  induction es as [| e es IH]; intros ns r I; [destruct I |].
  destruct e as [n | f strict met | [letter | q | f]]; cbn [rows_of draws_of length] in *.
  - apply IH in I. rewrite app_length in I. simpl in I. lia.
  - destruct I as [<- | I]; [simpl; lia | apply IH, I].
  - apply IH, I.
  - apply IH, I.
  - destruct I as [<- | I]; [simpl; lia | apply IH, I].
Qed.

Definition draw_term (i : nat) (r : row) : Q :=
  if Nat.ltb i (before r) then coefficient (of_draws (row_form r)) i else 0%Q.

Lemma largest_index_above ls l e : In l ls -> In e l -> (fst e < largest_index ls)%nat.
Proof.
  intros L E. unfold largest_index. assert (I : In e (concat ls)) by (apply in_concat; eauto).
  clear L E. induction (concat ls) as [| x k IH]; [destruct I |]. cbn [fold_right].
  destruct I as [-> | I]; [lia | specialize (IH I); lia].
Qed.

(* The rows of a path, times multipliers, as multiples of answers and draws. *)
Lemma weighed_rows es l u z : (forall e, In e l -> In (fst e) (rows_of [] es)) ->
  let J := largest_index (map (fun r => of_answers (row_form r)) (rows_of [] es)) in
  let K := length (draws_of es) in
  weighR l (row_value u z) =
    weighR l (fun r => Q2R (constant (row_form r))) +
    sumR J (fun j => weighR l (fun r => Q2R (coefficient (of_answers (row_form r)) j)) * u j) +
    sumR K (fun i => weighR l (fun r => Q2R (draw_term i r)) * z i).
Proof.
  intros In_ J K. rewrite <- !weighR_sum, <- !weighR_plus. apply weighR_ext. intros e I.
  unfold row_value, value. apply In_ in I. f_equal; [f_equal |].
  - apply dotR_sum. intros j L. right. intros x X <-.
    apply (Nat.lt_irrefl (fst x)). eapply Nat.lt_le_trans; [| exact L].
    eapply largest_index_above; [| exact X]. apply in_map_iff. eauto.
  - pose proof (before_draws es [] (fst e) I) as B. simpl in B. fold K in B.
    rewrite (dotR_sum _ K).
    + apply sumR_ext. intros i _. unfold up_toR, draw_term.
      destruct (Nat.ltb i (before (fst e))); [auto |]. rewrite RMicromega.Q2R_0. ring.
    + intros i L. left. unfold up_toR. destruct (Nat.ltb_spec i (before (fst e))); [lia | auto].
Qed.

Lemma weighR_0 l f : (forall e, In e l -> 0 <= Q2R (snd e) * f (fst e)) ->
  0 <= weighR l f /\ (weighR l f <= 0 -> forall e, In e l -> Q2R (snd e) * f (fst e) = 0).
Proof.
  induction l as [| [r q] l IH]; intros H; cbn [weighR].
  - split; [lra | intros _ e []].
  - destruct IH as [A B]; [intros e I; apply H; simpl; auto |].
    specialize (H (r, q) (or_introl eq_refl)) as H0. simpl in H0. split; [lra |].
    intros L e [<- | I]; [simpl; lra | apply B; auto; lra].
Qed.

Lemma sumR_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) ->
  0 <= sumR n f /\ (sumR n f <= 0 -> forall i, (i < n)%nat -> f i = 0).
Proof.
  induction n as [| n IH]; intros H; simpl.
  - split; [lra | intros _ i L; lia].
  - destruct IH as [A B]; [auto |]. specialize (H n (Nat.lt_succ_diag_r n)) as H0. split; [lra |].
    intros L i I. destruct (Nat.eq_dec i n) as [-> | N]; [lra | apply B; [lra | lia]].
Qed.

Lemma same_q_iff p q : same_q p q = true <-> (p == q)%Q.
Proof.
  unfold same_q. rewrite andb_true_iff, !qleb_iff. split; [intros []; apply Qle_antisym; auto |].
  intros ->. split; apply Qle_refl.
Qed.

Lemma Q2R_zero q : (q == 0)%Q -> Q2R q = 0.
Proof. intros ->%Qeq_eqR. apply RMicromega.Q2R_0. Qed.

Lemma Q2R_not_zero q : same_q q 0 = false -> Q2R q <> 0.
Proof.
  intros S E. rewrite <- RMicromega.Q2R_0 in E. apply eqR_Qeq, same_q_iff in E. congruence.
Qed.

Lemma Q2R_le0 q : (0 <= q)%Q -> 0 <= Q2R q.
Proof. intros L. rewrite <- RMicromega.Q2R_0. apply Qle_Rle, L. Qed.

Lemma Q2R_ge0 q : (q <= 0)%Q -> Q2R q <= 0.
Proof. intros L. rewrite <- RMicromega.Q2R_0. apply Qle_Rle, L. Qed.

(* A multiplier with the sign of its row. *)
Lemma sign_times s q x : has_sign s q = true -> has_signR s x -> 0 <= Q2R q * x.
Proof.
  destruct s; simpl; intros H X.
  - apply qleb_iff, Q2R_le0 in H. nra.
  - apply qleb_iff, Q2R_ge0 in H. nra.
  - apply same_q_iff, Q2R_zero in H. rewrite H. lra.
Qed.

Lemma nth_combine {A} (l : list A) (qs : list Q) i x : length qs = length l -> nth_error l i = Some x ->
  In (x, nth i qs 0%Q) (combine l qs).
Proof.
  revert qs i. induction l as [| y l IH]; intros [| q qs] [| i] L E; try discriminate; simpl in *.
  - injection E as ->. auto.
  - right. apply IH; auto.
Qed.

Theorem never es of_rows of_draws_ u z : is_impossible is_sharp es of_rows of_draws_ = true ->
  (forall i n, nth_error (draws_of es) i = Some n -> above_zero n (z i)) ->
  ~ Forall (row_holds 0 u z) (rows_of [] es).
Proof.
  unfold is_impossible. set (rows := rows_of [] es). set (ns := draws_of es). rewrite !andb_true_iff.
  intros ((((((Lr & Ld) & Sr) & Sd) & Aj) & Ai) & End) Pos H. apply Nat.eqb_eq in Lr, Ld.
  rewrite forallb_forall in Sr, Sd, Aj, Ai. rewrite Forall_forall in H.
  set (l := combine rows of_rows) in *.
  assert (In_l : forall e, In e l -> In (fst e) rows).
  { intros [r q] I. apply in_combine_l in I. exact I. }
  pose proof (weighed_rows es l u z In_l) as W. cbv zeta in W. fold rows ns in W.
  assert (Real : forall f, weighR l (fun r => Q2R (f r)) = Q2R (weigh rows of_rows f)).
  { intros f. apply weighR_real. }
  rewrite Real in W.
  set (sum := weigh rows of_rows (fun r => constant (row_form r))) in *.
  rewrite (sumR_0 (largest_index _)) in W.
  2: { intros j J. rewrite Real, (Q2R_zero _ (proj1 (same_q_iff _ _) (Aj j ltac:(apply in_seq; lia)))). ring. }
  assert (D : sumR (length ns) (fun i => weighR l (fun r => Q2R (draw_term i r)) * z i) =
              - sumR (length ns) (fun i => Q2R (nth i of_draws_ 0%Q) * z i)).
  { replace (- sumR (length ns) (fun i => Q2R (nth i of_draws_ 0%Q) * z i))
      with (-1 * sumR (length ns) (fun i => Q2R (nth i of_draws_ 0%Q) * z i)) by ring.
    rewrite <- sumR_scal. apply sumR_ext. intros i L. rewrite Real.
    specialize (Ai i ltac:(apply in_seq; lia)). apply same_q_iff, Q2R_zero in Ai. rewrite Q2R_plus in Ai.
    unfold draw_term. nra. }
  rewrite D in W.
  destruct (weighR_0 l (row_value u z)) as [Rp Rz].
  { intros [r q] I. apply (sign_times (row_sign r)); [apply (Sr (r, q) I) | apply H, (In_l _ I)]. }
  destruct (sumR_nonneg (length ns) (fun i => Q2R (nth i of_draws_ 0%Q) * z i)) as [Dp Dz].
  { intros i L. destruct (nth_error ns i) as [n |] eqn:N; [| apply nth_error_None in N; lia].
    specialize (Sd _ (nth_combine ns of_draws_ i n Ld N)). simpl in Sd. specialize (Pos i n N).
    unfold above_zero in Pos. destruct (one_sided n).
    - apply qleb_iff, Q2R_le0 in Sd. destruct (Pos eq_refl). apply Rmult_le_pos; auto.
    - apply same_q_iff, Q2R_zero in Sd. rewrite Sd. lra. }
  assert (S0 : 0 <= Q2R sum) by lra.
  apply orb_true_iff in End as [End | End].
  - rewrite negb_true_iff in End. destruct (Qlt_le_dec sum 0) as [L | L].
    + apply Qlt_Rlt in L. rewrite RMicromega.Q2R_0 in L. lra.
    + apply qleb_iff in L. congruence.
  - apply andb_true_iff in End as [Z End]. apply qleb_iff, Q2R_ge0 in Z.
    apply orb_true_iff in End as [End | End]; apply existsb_exists in End as ([x q] & I & X);
      apply andb_true_iff in X as [X Nq]; rewrite negb_true_iff in Nq; apply Q2R_not_zero in Nq; simpl in *.
    + specialize (Rz ltac:(lra) _ I). simpl in Rz. destruct (H x (In_l _ I)) as (_ & St & Sh).
      assert (V : row_value u z x <> 0).
      { unfold is_sharp in X. destruct (strictly x); auto. simpl in X.
        destruct (last_continuous x) as [i |]; [apply (Sh i); auto; lia | discriminate]. }
      apply Rmult_integral in Rz as [|]; contradiction.
    + destruct (In_nth _ _ (x, q) I) as (i & L & E). rewrite combine_length in L.
      assert (N : nth_error ns i = Some x /\ nth i of_draws_ 0%Q = q).
      { clear - E L Ld. revert i of_draws_ Ld L E. induction ns as [| n ns IH]; intros i [| p ps] Ld L E; simpl in *; try lia.
        destruct i as [| i]; simpl in *; [injection E as -> ->; auto |]. apply IH; auto. lia. }
      destruct N as [N E']. specialize (Dz ltac:(lra) i ltac:(lia)). simpl in Dz. rewrite E' in Dz.
      specialize (Sd _ I). simpl in Sd. specialize (Pos i x N). unfold above_zero in Pos.
      destruct (one_sided x); [| apply same_q_iff, Q2R_zero in Sd; contradiction].
      destruct (Pos eq_refl) as [_ Pz]. rewrite negb_true_iff in X. specialize (Pz X).
      apply Rmult_integral in Dz as [|]; [contradiction | lra].
Qed.
