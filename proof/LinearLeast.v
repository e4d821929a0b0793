(* SPDX-License-Identifier: Apache-2.0 *)
(* Where noise is discrete, accepted evidence of kind weights shows that no smaller d is enough, at any
   epsilon: along answers u + n D the probability falls by more than that in some step. *)
From Coq Require Import ZArith QArith Qreals Qabs Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Linear RealShifts Statement Privacy Noise Weights.
From Couplet Require Import LinearStatement LinearPrivate LinearNever LinearShifts LinearWeights.
Import ListNotations.
Open Scope R_scope.

Definition two_sided_discrete (n : noise) : Prop :=
  whole_numbers n = true /\ one_sided n = false /\ exists d, parameter n = Some d /\ (0 < d)%Q.

Lemma discrete_average epsilon n : two_sided_discrete n ->
  expectation_of epsilon n = discrete_laplace (Q2R (rate n) * epsilon).
Proof. intros (W & O & d & P & _). unfold expectation_of, rate. rewrite P, O, W. auto. Qed.

Lemma rate_positive n : two_sided_discrete n -> 0 < Q2R (rate n).
Proof.
  intros (_ & _ & d & P & D). unfold rate. rewrite P. rewrite <- RMicromega.Q2R_0. apply Qlt_Rlt, D.
Qed.

(* ---- Moments ------------------------------------------------------------------------------- *)

Definition level (r : R) : R := (1 - exp (- r)) / (1 + exp (- r)).

Lemma level_positive r : 0 < r -> 0 < level r.
Proof. intros P. pose proof (exp_small r P). apply Rdiv_lt_0_compat; lra. Qed.

Lemma moment r eta : 0 < r -> 0 < eta ->
  Rbar_le (discrete_laplace r (fun y => Finite (exp ((1 - eta) * r * Rabs y)))) (Finite (level r / level (eta * r))).
Proof.
  intros P E. assert (P' : 0 < eta * r) by (apply Rmult_lt_0_compat; auto).
  pose proof (level_positive r P) as L. pose proof (level_positive (eta * r) P') as L'.
  apply lub_correct. intros x (ks & N & ->).
  set (w := fun k => level (eta * r) * exp (- (eta * r * Rabs (IZR k)))).
  assert (S : finite_sum (fun k => level r * exp (- (r * Rabs (IZR k))))
                (fun y => Finite (exp ((1 - eta) * r * Rabs y))) ks = Finite (level r / level (eta * r) * weight w ks)).
  { clear N. unfold finite_sum, weight. induction ks as [| k ks IH]; cbn [fold_right]; [simpl; f_equal; ring |].
    rewrite IH. simpl. f_equal. rewrite Rmult_plus_distr_l. f_equal.
    unfold w. replace (level r / level (eta * r) * (level (eta * r) * exp (- (eta * r * Rabs (IZR k)))))
      with (level r * exp (- (eta * r * Rabs (IZR k)))) by (field; lra).
    rewrite Rmult_assoc, <- exp_plus. do 2 f_equal. ring. }
  unfold level in S at 1. rewrite S. simpl.
  assert (W : weight w ks <= 1).
  { pose proof (discrete_laplace_one (eta * r) P') as One. unfold discrete_laplace, sum_over_integers in One.
    destruct (lub_correct (fun s => exists ks, NoDup ks /\ s = finite_sum w (fun _ => Finite 1) ks)) as [U _].
    assert (G : Rbar_le (Finite (weight w ks)) (Finite 1)).
    { rewrite <- One. apply U. exists ks. split; auto. rewrite finite_sum_weight. auto. }
    exact G. }
  assert (0 <= level r / level (eta * r)) by (left; apply Rdiv_lt_0_compat; auto). nra.
Qed.

Lemma single_term r k f : 0 < r -> (forall y, Rbar_le 0 (f y)) ->
  Rbar_le (Rbar_mult (level r * exp (- (r * Rabs (IZR k)))) (f (IZR k))) (discrete_laplace r f).
Proof.
  intros P F. set (w := fun k => level r * exp (- (r * Rabs (IZR k)))).
  assert (H : Rbar_le (finite_sum w f [k]) (discrete_laplace r f)).
  { apply lub_correct. exists [k]. split; auto. constructor; [intros [] | constructor]. }
  unfold finite_sum in H. cbn [fold_right] in H. rewrite Rbar_plus_0_r in H. exact H.
Qed.

(* ---- Runs ---------------------------------------------------------------------------------- *)

Section Runs.
Variable epsilon : R.
Hypothesis epsilon_positive : 0 < epsilon.
Let average := expectation_of epsilon.
Variable wanted : list item -> Prop.

Definition discrete_events (es : list event) : Prop := forall n, In n (draws_of es) -> two_sided_discrete n.

Lemma discrete_positive es : discrete_events es -> positive_draws es.
Proof. intros D n I. destruct (D n I) as (_ & _ & P). exact P. Qed.

Lemma is_met_ext r strict u z z' : (forall i, z i = z' i) -> is_met r strict u z = is_met r strict u z'.
Proof. intros E. unfold is_met. rewrite (value_ext r u z z' E). auto. Qed.

(* A path that is taken has a positive probability. *)
Lemma some_chance u z es : discrete_events es -> forall k seen,
  (forall i n, nth_error (draws_of es) i = Some n -> exists j, z (k + i)%nat = IZR j) ->
  follows wanted u z es k seen ->
  exists p, 0 < p /\ Rbar_le (Finite p) (chance average u wanted es k (up_toR k z) seen).
Proof.
  induction es as [| e es IH]; intros D k seen W F; cbn [chance follows] in *.
  - exists 1. split; [lra |]. apply lub_correct. auto.
  - destruct e as [n | r strict met | [letter | q | r]]; cbn [draws_of] in *; try (apply IH; auto; fail).
    + assert (D' : discrete_events es) by (intros n' I; apply D; simpl; auto).
      assert (Dn : two_sided_discrete n) by (apply D; simpl; auto).
      destruct (IH D' (S k) seen) as (p & P & L); auto.
      { intros i n' I. replace (S k + i)%nat with (k + S i)%nat by lia. apply (W (S i) n' I). }
      destruct (W O n eq_refl) as (j & J). rewrite Nat.add_0_r in J.
      assert (R0 : 0 < Q2R (rate n) * epsilon) by (apply Rmult_lt_0_compat; auto; apply rate_positive, Dn).
      set (w := level (Q2R (rate n) * epsilon) * exp (- (Q2R (rate n) * epsilon * Rabs (IZR j)))).
      assert (W0 : 0 < w) by (apply Rmult_lt_0_compat; [apply level_positive, R0 | apply exp_pos]).
      exists (w * p). split; [apply Rmult_lt_0_compat; auto |].
      unfold average. rewrite (discrete_average epsilon n Dn).
      eapply Rbar_le_trans; [| apply (single_term _ j); auto].
      * fold w. eapply Rbar_le_trans; [| apply mult_le; [exact W0 |]].
        2: { eapply Rbar_le_trans; [exact L |].
             replace (fun i => if Nat.eqb i k then IZR j else up_toR k z i) with (up_toR (S k) z); [apply Rbar_le_refl |].
             apply FunctionalExtensionality.functional_extensionality. intros i. unfold up_toR.
             destruct (Nat.ltb_spec i (S k)), (Nat.eqb_spec i k), (Nat.ltb_spec i k); subst; try lia; auto. }
        rewrite mult_pos by exact W0. apply Rbar_le_refl.
      * intros y. apply LinearPrivate.chance_0; auto. apply discrete_positive, D'.
    + destruct F as [-> F]. rewrite eqb_reflx. apply IH; auto.
Qed.

(* The noise of all draws that take a path pays at least so much; then its probability is small. *)
Lemma small_chance eta es : 0 < eta < 1 -> discrete_events es -> exists bound, 0 < bound /\
  forall u k z0 seen paid least, (forall i, (k <= i)%nat -> z0 i = 0) ->
  (forall z, (forall i, (i < k)%nat -> z i = z0 i) -> follows wanted u z es k seen -> least <= paid + cost_from z es k) ->
  Rbar_le (chance average u wanted es k z0 seen) (Finite (bound * exp (- ((1 - eta) * epsilon * (least - paid))))).
Proof.
  intros Eta D. assert (T : 0 < (1 - eta) * epsilon) by (apply Rmult_lt_0_compat; lra).
  assert (Same : forall (z z0 : nat -> R) k, (forall i, (k <= i)%nat -> z0 i = 0) ->
                 (forall i, (i < k)%nat -> z i = z0 i) -> forall i, up_toR k z i = z0 i).
  { intros z z0 k Z0 Z i. unfold up_toR. destruct (Nat.ltb_spec i k); auto. symmetry. auto. }
  induction es as [| e es IH].
  - exists 1. split; [lra |]. intros u k z0 seen paid least Z0 H. cbn [chance cost_from follows] in *.
    apply lub_correct. intros x [-> | [Wn ->]]; simpl; rewrite Rmult_1_l.
    + left. apply exp_pos.
    + specialize (H z0 (fun i _ => eq_refl) Wn). rewrite <- exp_0 at 1. apply exp_le.
      assert (0 <= (1 - eta) * epsilon * (paid - least)) by (apply Rmult_le_pos; lra). lra.
  - destruct e as [n | r strict met | o]; cbn [draws_of] in *.
    + assert (Dn : two_sided_discrete n) by (apply D; simpl; auto).
      destruct IH as (bound & B & IH); [intros n' I; apply D; simpl; auto |].
      set (r := Q2R (rate n) * epsilon). assert (R0 : 0 < r) by (apply Rmult_lt_0_compat; auto; apply rate_positive, Dn).
      set (kappa := level r / level (eta * r)).
      assert (K : 0 < kappa).
      { apply Rdiv_lt_0_compat; apply level_positive; auto. apply Rmult_lt_0_compat; lra. }
      exists (bound * kappa). split; [apply Rmult_lt_0_compat; auto |].
      intros u k z0 seen paid least Z0 H. cbn [chance follows] in *. unfold average.
      rewrite (discrete_average epsilon n Dn). fold r.
      pose proof (discrete_laplace_lawful r (fun _ => False) R0 ltac:(tauto)) as Law.
      set (b := bound * exp (- ((1 - eta) * epsilon * (least - paid)))).
      assert (B0 : 0 < b) by (apply Rmult_lt_0_compat; [auto | apply exp_pos]).
      apply Rbar_le_trans with (discrete_laplace r (fun y => Rbar_mult b (Finite (exp ((1 - eta) * r * Rabs y))))).
      * apply (monotone _ _ _ Law).
        -- intros y. apply LinearPrivate.chance_0; auto. apply discrete_positive. intros n' I. apply D. simpl. auto.
        -- intros y. eapply Rbar_le_trans;
             [apply (IH u (S k) _ seen (paid + Q2R (rate n) * Rabs y) least) |].
           ++ intros i L. destruct (Nat.eqb_spec i k); [lia | apply Z0; lia].
           ++ intros z Z F. specialize (H z). cbn [cost_from] in H.
              assert (Zk : z k = y) by (rewrite (Z k) by lia; rewrite Nat.eqb_refl; auto).
              rewrite Zk in H. rewrite Rplus_assoc. apply H; auto.
              intros i L. rewrite (Z i) by lia. destruct (Nat.eqb_spec i k); [lia | auto].
           ++ rewrite mult_pos by exact B0. simpl. right. unfold b. rewrite (Rmult_assoc bound), <- exp_plus.
              do 2 f_equal. unfold r. ring.
      * eapply Rbar_le_trans; [apply (scaling _ _ _ Law b); [exact B0 | intros y; left; apply exp_pos] |].
        eapply Rbar_le_trans; [apply mult_le; [exact B0 | apply moment; auto; lra] |].
        rewrite mult_pos by exact B0. simpl. right. unfold b. fold kappa. ring.
    + destruct IH as (bound & B & IH); auto. exists bound. split; auto.
      intros u k z0 seen paid least Z0 H. cbn [chance follows cost_from] in *.
      destruct (Bool.eqb (is_met r strict u z0) met) eqn:M.
      * apply IH; auto. intros z Z F. apply H; auto. split; auto. apply eqb_prop in M. rewrite <- M.
        apply is_met_ext, Same; auto.
      * simpl. apply Rmult_le_pos; [lra | left; apply exp_pos].
    + destruct IH as (bound & B & IH); auto. exists bound. split; auto.
      intros u k z0 seen paid least Z0 H. destruct o as [letter | q | r]; cbn [chance follows cost_from] in *;
        apply IH; auto. intros z Z F. apply H; auto. rewrite (value_ext r u _ z0) by (apply Same; auto). exact F.
Qed.
End Runs.

(* ---- Falling ------------------------------------------------------------------------------- *)

(* What begins above 0 and is bounded by powers that fall faster than exp(- c') does not keep to exp c'. *)
Lemma some_step (P : nat -> Rbar) first bound low c' : 0 < first -> Rbar_le (Finite first) (P O) ->
  (forall n, Rbar_le 0 (P n)) -> (forall n, Rbar_le (P n) (Finite (bound * exp (- (low * INR n))))) -> c' < low ->
  exists n, Rbar_lt (Rbar_mult (exp c') (P (S n))) (P n).
Proof.
  intros F0 F P0 B L.
  destruct (Classical_Prop.classic (exists n, Rbar_lt (Rbar_mult (exp c') (P (S n))) (P n))) as [H | H]; auto. exfalso.
  assert (N : forall n, Rbar_le (P n) (Rbar_mult (exp c') (P (S n)))).
  { intros n. destruct (Rbar_le_lt_dec (P n) (Rbar_mult (exp c') (P (S n)))); auto. exfalso. eauto. }
  assert (G : forall n, Rbar_le (P O) (Rbar_mult (exp (c' * INR n)) (P n))).
  { induction n as [| n IH]; [simpl INR; rewrite Rmult_0_r, exp_0, mult_1; apply Rbar_le_refl |].
    eapply Rbar_le_trans; [exact IH |]. eapply Rbar_le_trans; [apply mult_le; [apply exp_pos | apply N] |].
    rewrite mult_mult by apply exp_pos. rewrite <- exp_plus, S_INR.
    replace (c' * INR n + c') with (c' * (INR n + 1)) by ring. apply Rbar_le_refl. }
  assert (K : forall n, first <= bound * exp (- ((low - c') * INR n))).
  { intros n. pose proof (Rbar_le_trans _ _ _ F (G n)) as A.
    pose proof (Rbar_le_trans _ _ _ A (mult_le _ _ _ (exp_pos _) (B n))) as A'.
    rewrite mult_pos in A' by apply exp_pos. simpl in A'. eapply Rle_trans; [exact A' |]. right.
    replace (- ((low - c') * INR n)) with (c' * INR n + - (low * INR n)) by ring. rewrite exp_plus. ring. }
  assert (B0 : 0 < bound). { specialize (K O). simpl INR in K. rewrite Rmult_0_r, Ropp_0, exp_0 in K. lra. }
  destruct (power_tail (exp (- (low - c'))) bound (exp_small (low - c') (Rlt_Rminus _ _ L)) B0 first F0) as (n & A).
  specialize (K (S n)). replace (- ((low - c') * INR (S n))) with (- ((low - c') * IZR (Z.of_nat (S n)))) in K
    by (rewrite INR_IZR_INZ; auto).
  rewrite exp_power in K. lra.
Qed.

(* ---- Outputs ------------------------------------------------------------------------------- *)

(* What draws z show. *)
Fixpoint outputs (u z : nat -> R) (es : list event) (k : nat) : list item :=
  match es with
  | [] => []
  | Drawn _ :: es => outputs u z es (S k)
  | Found _ _ _ :: es => outputs u z es k
  | Seen (Text letter) :: es => Letter letter :: outputs u z es k
  | Seen (Written q) :: es => Number (Q2R q) :: outputs u z es k
  | Seen (Real r) :: es => Number (value r u (up_toR k z)) :: outputs u z es k
  end.

Lemma follows_outputs outs u z es : forall k seen,
  follows (fun l => l = outs) u z es k seen -> seen ++ outputs u z es k = outs.
Proof.
  induction es as [| e es IH]; intros k seen F; cbn [follows outputs] in *; [rewrite app_nil_r; auto |].
  destruct e as [n | r strict met | [letter | q | r]]; auto; try (apply IH in F; rewrite <- app_assoc in F; exact F).
  apply IH, F.
Qed.

Definition size (l : list item) : R :=
  fold_right (fun i s => match i with Number x => Rabs x + s | _ => s end) 0 l.

Lemma size_0 l : 0 <= size l.
Proof.
  induction l as [| [i | x] l IH]; cbn [size fold_right]; auto; [lra |]. fold (size l). pose proof (Rabs_pos x). lra.
Qed.

Lemma size_in l x : In (Number x) l -> Rabs x <= size l.
Proof.
  induction l as [| i l IH]; [intros [] |]. cbn [size fold_right]. fold (size l). intros [-> | I].
  - pose proof (size_0 l). lra.
  - specialize (IH I). destruct i as [j | y]; auto. pose proof (Rabs_pos y). lra.
Qed.

(* What rows are of draws that take a path and show outs. *)
Lemma follows_rows outs u z es : forall ns seen,
  follows (fun l => l = outs) u z es (length ns) seen -> forall r, In r (rows_of ns es) ->
  has_signR (row_sign r) (row_value u z r) /\ (row_sign r = Equal0 -> Rabs (row_value u z r) <= size outs).
Proof.
  induction es as [| e es IH]; intros ns seen F r I; [destruct I |].
  pose proof (follows_outputs outs u z (e :: es) (length ns) seen F) as Out.
  destruct e as [n | f strict met | [letter | q | f]]; cbn [follows rows_of outputs] in *.
  - apply (IH (ns ++ [n]) seen); auto. rewrite app_length. simpl. rewrite Nat.add_1_r. exact F.
  - destruct F as [M F]. destruct I as [<- | I]; [| apply (IH ns seen); auto].
    unfold row_value. cbn [row_sign row_form before]. unfold is_met in M.
    split; [| destruct met; discriminate].
    destruct strict, met; simpl; repeat destruct (Rlt_dec _ _); repeat destruct (Rle_dec _ _); try discriminate; lra.
  - eapply IH; eauto.
  - eapply IH; eauto.
  - destruct I as [<- | I]; [| eapply IH; eauto].
    unfold row_value. cbn [row_sign row_form before]. split; [exact Logic.I |]. intros _. apply size_in.
    rewrite <- Out. apply in_or_app. right. simpl. auto.
Qed.

Lemma value_real r u k z : value r (fun j => Q2R (u j)) (up_toR k (fun i => Q2R (z i))) = Q2R (value_q r u (up_to k z)).
Proof.
  unfold value, value_q. rewrite !Q2R_plus, <- !dotR_real. f_equal. apply dotR_ext. intros i.
  unfold up_toR, up_to. destruct (Nat.ltb i k); auto. symmetry. apply RMicromega.Q2R_0.
Qed.

(* A point that meets its rows takes the path. *)
Lemma point_follows outs u z es : forall ns seen, forallb (meets_row u z) (rows_of ns es) = true ->
  let ur := fun j => Q2R (u j) in let zr := fun i => Q2R (z i) in
  seen ++ outputs ur zr es (length ns) = outs -> follows (fun l => l = outs) ur zr es (length ns) seen.
Proof.
  induction es as [| e es IH]; intros ns seen M ur zr O; cbn [follows rows_of outputs] in *.
  - rewrite app_nil_r in O. exact O.
  - destruct e as [n | r strict met | [letter | q | r]].
    + replace (S (length ns)) with (length (ns ++ [n])) in * by (rewrite app_length; simpl; lia). apply IH; auto.
    + cbn [forallb] in M. apply andb_true_iff in M as [M Ms]. split; [| apply IH; auto].
      unfold meets_row in M. cbn [row_form row_sign before strictly] in M.
      unfold is_met, ur, zr. rewrite value_real. set (v := value_q r u (up_to (length ns) z)) in *.
      assert (N : eqb strict met = true -> Q2R v <> 0).
      { intros E. rewrite E in M. destruct met; apply andb_true_iff in M as [_ M]; simpl in M;
          rewrite negb_true_iff in M; apply Q2R_not_zero, M. }
      assert (S : if met then 0 <= Q2R v else Q2R v <= 0).
      { destruct met; apply andb_true_iff in M as [M _]; simpl in M; [apply Q2R_le0 | apply Q2R_ge0]; apply qleb_iff, M. }
      destruct strict, met; simpl in *; repeat destruct (Rlt_dec _ _); repeat destruct (Rle_dec _ _); auto;
        try (specialize (N eq_refl)); lra.
    + apply IH; auto. rewrite <- app_assoc. exact O.
    + apply IH; auto. rewrite <- app_assoc. exact O.
    + cbn [forallb] in M. apply andb_true_iff in M as [_ M]. apply IH; auto. rewrite <- app_assoc. exact O.
Qed.

(* ---- Labels -------------------------------------------------------------------------------- *)

Definition shows_as (open : bool) (a : label) (x : item) : Prop :=
  match a with
  | ALetter i => x = Letter i
  | ANumber q => open = false /\ x = Number (Q2R q)
  | AnyNumber => open = true /\ exists y, x = Number y
  | AReal => False
  end.

Lemma no_terms_dot l x : no_terms l = true -> dotR l x = 0.
Proof.
  unfold no_terms. induction l as [| [i q] l IH]; simpl; auto. rewrite andb_true_iff. intros [A B].
  apply same_q_iff, Q2R_zero in A. rewrite A, (IH B). ring.
Qed.

Lemma labels_show open es : (open = false -> forall r, In (Seen (Real r)) es -> no_terms (of_answers r) && no_terms (of_draws r) = true) ->
  forall ns, (forall n, In n ns -> whole_numbers n = true) -> (forall n, In n (draws_of es) -> whole_numbers n = true) ->
  forall u z, Forall2 (shows_as open) (labels_of open ns es) (outputs u z es (length ns)).
Proof.
  induction es as [| e es IH]; intros O ns Wn W u z; cbn [labels_of outputs]; [constructor |].
  assert (O' : open = false -> forall r, In (Seen (Real r)) es -> no_terms (of_answers r) && no_terms (of_draws r) = true)
    by (intros E r I; apply O; simpl; auto).
  destruct e as [n | r strict met | o]; cbn [draws_of] in W.
  - replace (S (length ns)) with (length (ns ++ [n])) by (rewrite app_length; simpl; lia). apply IH; auto.
    + intros n' I. apply in_app_or in I as [I | [<- | []]]; auto. apply W. simpl. auto.
    + intros n' I. apply W. simpl. auto.
  - apply IH; auto.
  - destruct o as [i | q | r]; constructor; try (apply IH; auto; fail).
    + reflexivity.
    + destruct open; simpl; eauto.
    + assert (C : mentions_continuous ns r = false).
      { unfold mentions_continuous. destruct (existsb _ (of_draws r)) eqn:X; auto. exfalso.
        apply existsb_exists in X as (e & _ & X). apply andb_true_iff in X as [_ X].
        destruct (nth_error ns (fst e)) eqn:N; [| discriminate]. rewrite (Wn _ (nth_error_In _ _ N)) in X. discriminate. }
      rewrite C. destruct (no_terms (of_answers r) && no_terms (of_draws r)) eqn:T.
      * destruct open; simpl; eauto. split; auto. apply andb_true_iff in T as [T1 T2].
        unfold value. rewrite !no_terms_dot by auto. f_equal. ring.
      * destruct open; simpl; eauto. rewrite (O eq_refl r) in T by (simpl; auto). discriminate.
Qed.

Lemma shows_same open k l out : Forall2 (shows_as open) k out -> Forall2 (shows_as open) l out -> same_labels k l = true.
Proof.
  intros K. revert l. induction K as [| a x k out A K IH]; intros l L; inversion L as [| b y l' ? B L']; subst; auto.
  simpl. rewrite (IH _ L'), andb_true_r.
  destruct a as [i | | p |], b as [j | | q |]; simpl in *; try tauto;
    repeat match goal with H : _ /\ _ |- _ => destruct H | H : exists _, _ |- _ => destruct H end; subst;
    try discriminate; auto.
  - match goal with H : Letter _ = Letter _ |- _ => injection H as -> end. apply Nat.eqb_refl.
  - match goal with H : Number _ = Number _ |- _ => injection H as E end. apply same_q_iff, eqR_Qeq. auto.
Qed.

(* ---- The theorems -------------------------------------------------------------------------- *)

Section Judged.
Variable m : mechanism.
Variable claim : option Q.
Variable d : list Q.
Variable p : taken_at.
Variable said : list (nat * vouched).
Hypothesis accepted : judge_weights m claim d p said = None.
Let s := Q2R (answer_sensitivity m).
Let D := fun j => Q2R (numbers d j).

Lemma accepted_parts :
  0 <= s /\ has_positive_rates m = true /\
  implb (answers_whole m || some_discrete m) (is_whole_q (answer_sensitivity m)) = true /\ fair m d = true /\
  exists w, In w (paths_of m) /\ point_is_fine m (snd w) (its_answers p) (its_draws p) = true /\
    forall v, In v (paths_of m) -> weights_of_way (is_open m) m claim (numbers d) said (labels_of (is_open m) [] (snd w)) v = None.
Proof.
  unfold judge_weights in accepted.
  destruct (qleb 0 (answer_sensitivity m) && has_positive_rates m && _) eqn:S; [| discriminate]. cbn [negb] in accepted.
  rewrite !andb_true_iff in S. destruct S as [[S R] W]. apply qleb_iff, Q2R_le0 in S.
  destruct (fair m d) eqn:F; [| discriminate]. cbn [negb] in accepted.
  destruct (find _ (paths_of m)) as [w |] eqn:Fi; [| discriminate]. apply find_some in Fi as [I _]. cbv zeta in accepted.
  destruct (point_is_fine _ _ _ _) eqn:P; [| discriminate].
  repeat split; auto. exists w. split; auto. split; auto. intros v Iv.
  exact (first_some_none _ _ v accepted Iv).
Qed.

Lemma positive_rates w n : In w (paths_of m) -> In n (draws_of (snd w)) -> exists q, parameter n = Some q /\ (0 < q)%Q.
Proof.
  intros I N. destruct accepted_parts as (_ & R & _). unfold has_positive_rates in R. rewrite forallb_forall in R.
  specialize (R w I). rewrite forallb_forall in R. specialize (R n N). destruct (parameter n) as [q |]; [| discriminate].
  exists q. split; auto. rewrite negb_true_iff in R. destruct (Qlt_le_dec 0 q) as [L | L]; auto. apply qleb_iff in L. congruence.
Qed.

Lemma rates_0 w : In w (paths_of m) -> forall n, In n (draws_of (snd w)) -> 0 <= Q2R (rate n).
Proof.
  intros I n N. destruct (positive_rates w n I N) as (q & P & L). unfold rate. rewrite P. apply Q2R_le0, Qlt_le_weak, L.
Qed.

Definition claimed_or_any (c : R) : Prop := match claim with Some q => c = Q2R q | None => True end.

(* What is said of a path with the same outputs: nothing takes it, or so much is forced. *)
Lemma same_outputs (w v : nat * list event) c : claimed_or_any c -> In v (paths_of m) ->
  weights_of_way (is_open m) m claim (numbers d) said (labels_of (is_open m) [] (snd w)) v = None ->
  same_labels (labels_of (is_open m) [] (snd v)) (labels_of (is_open m) [] (snd w)) = true ->
  (exists of_rows of_draws_, is_impossible is_sharp (snd v) of_rows of_draws_ = true) \/ forces m (snd v) D c.
Proof.
  intros C I J L. unfold weights_of_way in J. rewrite L in J.
  destruct (vouched_at said (fst v)) as [[vectors | lambda mu | ws] |]; try discriminate.
  - left. unfold judge_impossible in J. destruct (is_impossible is_sharp (snd v) lambda mu) eqn:Im; [eauto |].
    destruct (is_impossible (fun r => strictly r || has_continuous r) (snd v) lambda mu); discriminate.
  - right. destruct (weights_fit m claim (numbers d) (snd v) ws) eqn:F; [| discriminate].
    pose proof (fit_forces m (snd v) claim (numbers d) ws (rates_0 v I) F) as G. unfold claimed_or_any in C.
    destruct claim; [subst c; exact G | apply G].
Qed.

(* ---- Costs --------------------------------------------------------------------------------- *)

Lemma same_labels_refl l : same_labels l l = true.
Proof.
  induction l as [| a l IH]; simpl; auto. rewrite IH, andb_true_r.
  destruct a; simpl; auto; [apply Nat.eqb_refl | apply same_q_iff, Qeq_refl].
Qed.

Lemma end_mentioned ns r i : continuous_end ns r = Some i -> mentions_continuous ns r = true.
Proof.
  intros C. destruct (continuous_end_some ns r i C) as (L & n & N & Cn). unfold mentions_continuous.
  apply existsb_exists. unfold is_last in L. apply andb_true_iff in L as [_ L]. rewrite negb_true_iff in L.
  assert (X : exists q, In (i, q) (of_draws r) /\ Qeq_bool q 0 = false).
  { unfold coefficient in L. induction (of_draws r) as [| [j q] l IH]; [discriminate |].
    cbn [fold_right fst snd] in L. destruct (Nat.eqb_spec j i) as [-> | J].
    - destruct (Qeq_bool q 0) eqn:Q; [| exists q; simpl; auto]. destruct IH as (q' & I & Q'); [| exists q'; simpl; auto].
      destruct (Qeq_bool (fold_right _ _ l) 0) eqn:Z; auto. exfalso.
      apply Qeq_bool_iff in Q, Z. apply not_true_iff_false in L. apply L, Qeq_bool_iff. rewrite Q, Z. reflexivity.
    - destruct IH as (q' & I & Q'); [| exists q'; simpl; auto].
      destruct (Qeq_bool (fold_right _ _ l) 0) eqn:Z; auto. exfalso.
      apply Qeq_bool_iff in Z. apply not_true_iff_false in L. apply L, Qeq_bool_iff. rewrite Z. reflexivity. }
  destruct X as (q & I & Q). exists (i, q). split; auto. cbn [fst snd]. rewrite Q, N.
  unfold continuous, may_tie in Cn. destruct (parameter n); [exact Cn | discriminate].
Qed.

Lemma rows_end_mentioned es : forall ns r i, In r (rows_of ns es) -> last_continuous r = Some i -> has_continuous r = true.
Proof.
  induction es as [| e es IH]; intros ns r i I L; [destruct I |].
  destruct e as [n | f strict met | [letter | q | f]]; cbn [rows_of] in *; try (eapply IH; eauto; fail).
  - destruct I as [<- | I]; [exact (end_mentioned ns f i L) | eapply IH; eauto].
  - destruct I as [<- | I]; [discriminate | eapply IH; eauto].
Qed.

(* The point takes its path for good. *)
Lemma point_holds es u z : point_is_fine m es u z = true ->
  Forall (row_holds 0 (fun j => Q2R (numbers u j)) (fun i => Q2R (numbers z i))) (rows_of [] es) /\
  (forall i n, nth_error (draws_of es) i = Some n -> above_zero n (Q2R (numbers z i))).
Proof.
  unfold point_is_fine. rewrite !andb_true_iff, !forallb_forall. intros [[[[_ L] _] W] R]. apply Nat.eqb_eq in L. split.
  - apply Forall_forall. intros r I. specialize (R r I). unfold meets_row in R.
    unfold row_holds, row_value. rewrite value_real. set (v := value_q _ _ _) in *.
    assert (N : (strictly r || has_continuous r = true) -> row_sign r <> Equal0 -> Q2R v <> 0).
    { intros S E. rewrite S in R. destruct (row_sign r); try congruence; apply andb_true_iff in R as [_ R];
        simpl in R; rewrite negb_true_iff in R; apply Q2R_not_zero, R. }
    assert (Sg : has_signR (row_sign r) (Q2R v)).
    { destruct (row_sign r); simpl in *; auto; apply andb_true_iff in R as [R _]; [apply Q2R_le0 | apply Q2R_ge0];
        apply qleb_iff, R. }
    assert (Dec : strictly r = true \/ (exists i, last_continuous r = Some i) -> row_sign r <> Equal0).
    { intros H E. assert (X : strictly r = false /\ last_continuous r = None).
      { clear - I E. revert I. generalize (@nil noise) as ns. induction es as [| e es IH]; intros ns I; [destruct I |].
        destruct e as [n | f strict met | [letter | q | f]]; cbn [rows_of] in I; try (eapply IH; eauto; fail).
        - destruct I as [<- | I]; [destruct met; discriminate | eapply IH; eauto].
        - destruct I as [<- | I]; [auto | eapply IH; eauto]. }
      destruct X as [X Y]. destruct H as [H | (i & H)]; congruence. }
    split; [exact Sg | split].
    + intros S. apply N; [rewrite S; auto | apply Dec; auto].
    + intros i S _. apply N; [rewrite (rows_end_mentioned es [] r i I S), orb_true_r; auto | apply Dec; eauto].
  - intros i n N O. specialize (W _ (nth_combine _ _ _ _ L N)). cbn [fst snd] in W. rewrite O in W.
    apply andb_true_iff in W as [_ W]. simpl in W. rewrite negb_true_iff in W.
    assert (P : 0 < Q2R (nth i z 0%Q)).
    { rewrite <- RMicromega.Q2R_0. apply Qlt_Rlt. destruct (Qlt_le_dec 0 (nth i z 0%Q)) as [K | K]; auto.
      apply qleb_iff in K. congruence. }
    unfold numbers. split; [lra | auto].
Qed.

Lemma follows_any outs u z es : forall k seen, follows (fun l => l = outs) u z es k seen -> follows (fun _ => True) u z es k seen.
Proof.
  induction es as [| e es IH]; intros k seen F; cbn [follows] in *; auto.
  destruct e as [n | r strict met | [letter | q | r]]; auto. destruct F. split; auto.
Qed.

(* Some path that can be taken costs at least what is claimed, for all real shifts that fit. *)
Theorem weights_cost : exists w, In w (paths_of m) /\
  (exists u z, follows (fun _ => True) u z (snd w) 0 []) /\
  forall g, fitting (snd w) D g -> match claim with Some c => Q2R c <= s * cost_from g (snd w) 0 | None => False end.
Proof.
  destruct accepted_parts as (S0 & _ & _ & _ & w & Iw & Pt & J). exists w. split; auto. split.
  - exists (fun j => Q2R (numbers (its_answers p) j)), (fun i => Q2R (numbers (its_draws p) i)).
    assert (Mt : forallb (meets_row (numbers (its_answers p)) (numbers (its_draws p))) (rows_of [] (snd w)) = true).
    { unfold point_is_fine in Pt. rewrite !andb_true_iff in Pt. tauto. }
    eapply follows_any. apply (point_follows _ (numbers (its_answers p)) (numbers (its_draws p)) (snd w) [] [] Mt eq_refl).
  - assert (F : forall c, claimed_or_any c -> forces m (snd w) D c).
    { intros c C. destruct (same_outputs w w c C Iw (J w Iw) (same_labels_refl _)) as [(lambda & mu & Im) | Fo]; auto.
      exfalso. destruct (point_holds (snd w) _ _ Pt) as [H A]. exact (never (snd w) lambda mu _ _ Im A H). }
    intros g G. unfold claimed_or_any in F. destruct claim as [c |].
    + exact (forced_cost m (snd w) D (Q2R c) g S0 (F _ eq_refl) G).
    + pose proof (forced_cost m (snd w) D (s * cost_from g (snd w) 0 + 1) g S0 (F _ Logic.I) G) as H. fold s in H. lra.
Qed.

(* ---- Probabilities, where noise is discrete ------------------------------------------------ *)

Hypothesis discrete : all_discrete m = true.

Lemma is_discrete w : In w (paths_of m) -> discrete_events (snd w).
Proof.
  intros I n N. unfold all_discrete in discrete. apply andb_true_iff in discrete as [_ A].
  rewrite forallb_forall in A. specialize (A w I). rewrite forallb_forall in A. specialize (A n N).
  apply andb_true_iff in A as [W O]. rewrite negb_true_iff in O. split; auto. split; auto. apply (positive_rates w n I N).
Qed.

Let u0 := fun j => Q2R (numbers (its_answers p) j).
Definition line (n : nat) : nat -> R := fun j => u0 j + INR n * (s * D j).

Lemma whole_nth l : forallb is_whole_q l = true -> forall j, is_whole (Q2R (numbers l j)).
Proof.
  intros W j. unfold numbers. destruct (Nat.ltb_spec j (length l)) as [L | L].
  - rewrite forallb_forall in W. apply whole_q, W, nth_In, L.
  - rewrite nth_overflow by auto. exists 0%Z. apply RMicromega.Q2R_0.
Qed.

Lemma whole_times x y : is_whole x -> is_whole y -> is_whole (x * y).
Proof. intros (a & ->) (b & ->). exists (a * b)%Z. rewrite mult_IZR. auto. Qed.

Lemma whole_plus x y : is_whole x -> is_whole y -> is_whole (x + y).
Proof. intros (a & ->) (b & ->). exists (a + b)%Z. rewrite plus_IZR. auto. Qed.

Lemma line_neighbours n : LinearStatement.neighbours m (line n) (line (S n)).
Proof.
  destruct accepted_parts as (S0 & _ & Ws & F & w & _ & P & _).
  assert (E : forall j, line (S n) j - line n j = s * D j).
  { intros j. unfold line. rewrite S_INR. ring. }
  unfold fair in F. rewrite !andb_true_iff in F. destruct F as [[Len B] A]. apply Nat.eqb_eq in Len.
  assert (Bd : forall j, -1 <= D j <= 1 /\ is_whole (D j)).
  { intros j. unfold D, numbers. destruct (Nat.ltb_spec j (length d)) as [L | L].
    - rewrite forallb_forall in B. specialize (B _ (nth_In d 0%Q L)). rewrite !andb_true_iff in B.
      destruct B as [[B1 B2] B3]. apply qleb_iff, Qle_Rle in B1, B2.
      rewrite RealShifts.Q2R_1 in B2. rewrite Q2R_m1 in B1. split; [lra | apply whole_q, B3].
    - rewrite nth_overflow, RMicromega.Q2R_0 by auto. split; [lra | exists 0%Z; auto]. }
  split; [| split].
  - fold s. destruct (answers_adjacent m).
    + intros j. rewrite E. destruct (Bd j). nra.
    + apply orb_true_iff in A as [A | A]; rewrite forallb_forall in A; [left | right]; intros j; rewrite E;
        destruct (Bd j) as [Bj _]; unfold D, numbers in *; (destruct (Nat.ltb_spec j (length d)) as [L | L];
          [specialize (A _ (nth_In d 0%Q L)); apply qleb_iff in A |
           rewrite nth_overflow, RMicromega.Q2R_0 by auto; lra]).
      * apply Q2R_le0 in A. nra.
      * apply Q2R_ge0 in A. nra.
    + assert (G : exists j, forall i, i <> j -> D i = 0).
      { unfold D, numbers. clear - A. induction d as [| q l IH]; [exists O; intros [| i] _; apply RMicromega.Q2R_0 |].
        cbn [filter] in A. destruct (same_q q 0) eqn:Z; cbn [negb] in A.
        - destruct (IH A) as (j & H). exists (S j). intros [| i] N; simpl; [apply Q2R_zero, same_q_iff, Z | apply H; congruence].
        - exists O. intros [| i] N; [congruence |]. simpl in A |- *. apply Nat.leb_le in A.
          assert (Em : filter (fun q => negb (same_q q 0)) l = []).
          { destruct (filter (fun q => negb (same_q q 0)) l); [auto | simpl in A; lia]. }
          destruct (Nat.ltb_spec i (length l)) as [L | L].
          + destruct (same_q (nth i l 0%Q) 0) eqn:Zi; [apply Q2R_zero, same_q_iff, Zi |].
            assert (In (nth i l 0%Q) []); [| contradiction]. rewrite <- Em. apply filter_In. split; [apply nth_In, L |].
            rewrite Zi. auto.
          + rewrite nth_overflow by auto. apply RMicromega.Q2R_0. }
      destruct G as (j & G). exists j. split.
      * rewrite E. destruct (Bd j). nra.
      * intros i N. specialize (E i). rewrite (G i N) in E. lra.
  - intros j L. specialize (E j). assert (Z : D j = 0); [| rewrite Z in E; lra].
    unfold D, numbers. rewrite nth_overflow by lia. apply RMicromega.Q2R_0.
  - intros Sd j. rewrite Sd, orb_true_r in Ws. simpl in Ws. apply whole_q in Ws. fold s in Ws.
    unfold point_is_fine in P. rewrite !andb_true_iff in P. destruct P as [[[[_ _] Wu] _] _].
    rewrite Sd, orb_true_r in Wu. simpl in Wu.
    assert (G : forall k, is_whole (line k j)).
    { intros k. unfold line. apply whole_plus; [apply whole_nth, Wu |]. apply whole_times.
      - exists (Z.of_nat k). apply INR_IZR_INZ.
      - apply whole_times; auto. apply Bd. }
    split; apply G.
Qed.

Lemma sum_at_least {A} (f : A -> Rbar) l x : (forall y, In y l -> Rbar_le 0 (f y)) -> In x l ->
  Rbar_le (f x) (fold_right Rbar_plus 0 (map f l)).
Proof.
  intros P I. assert (G : forall l, (forall y, In y l -> Rbar_le 0 (f y)) -> Rbar_le 0 (fold_right Rbar_plus 0 (map f l))).
  { clear. induction l as [| y l IH]; cbn [map fold_right]; intros P; [apply Rbar_le_refl |]. apply plus_0; auto.
    - apply P. simpl. auto.
    - apply IH. intros z Z. apply P. simpl. auto. }
  induction l as [| y l IH]; [destruct I |]. cbn [map fold_right]. destruct I as [-> | I].
  - rewrite <- (Rbar_plus_0_r (f x)) at 1. apply Rbar_plus_le_compat; [apply Rbar_le_refl |].
    apply G. intros z Z. apply P. simpl. auto.
  - rewrite <- (Rbar_plus_0_l (f x)). apply Rbar_plus_le_compat; [apply P; simpl; auto |]. apply IH; auto.
    intros z Z. apply P. simpl. auto.
Qed.

Lemma weighR_lower l f b : (forall e, In e l -> - (Rabs (Q2R (snd e)) * b) <= Q2R (snd e) * f (fst e)) ->
  - (fold_right (fun e t => Rabs (Q2R (snd e)) + t) 0 l * b) <= weighR l f.
Proof.
  induction l as [| [r q] l IH]; intros H; cbn [fold_right weighR fst snd]; [lra |].
  specialize (H (r, q) (or_introl eq_refl)) as H0. simpl in H0.
  specialize (IH (fun e I => H e (or_intror I))). lra.
Qed.

(* Along the line, the noise that takes a path pays ever more. *)
Lemma pays_along (v : nat * list event) outs c : In v (paths_of m) -> forces m (snd v) D c -> exists lost, forall n z,
  follows (fun l => l = outs) (line n) z (snd v) 0 [] -> INR n * c - lost <= cost_from z (snd v) 0.
Proof.
  intros I (l & In_l & Sl & Gl & Fl). fold s in Fl.
  set (weight_of_all := fold_right (fun e t => Rabs (Q2R (snd e)) + t) 0 l).
  set (fixed := weighR l (fun r => Q2R (constant (row_form r))) + weighR l (fun r => dotR (of_answers (row_form r)) u0)).
  exists (weight_of_all * size outs + fixed). intros n z F.
  pose proof (follows_rows outs (line n) z (snd v) [] [] F) as R.
  assert (B : - (weight_of_all * size outs) <= weighR l (row_value (line n) z)).
  { apply weighR_lower. intros e Ie. destruct (R (fst e) (In_l e Ie)) as [Sg Eq]. specialize (Sl e Ie). unfold is_decision in Sl.
    pose proof (Rabs_pos (Q2R (snd e))) as Ap. pose proof (size_0 outs) as Sz.
    assert (N : 0 <= Rabs (Q2R (snd e)) * size outs) by (apply Rmult_le_pos; auto).
    destruct (row_sign (fst e)); simpl in Sg.
    - specialize (Sl Logic.I). apply qleb_iff, Q2R_le0 in Sl. assert (0 <= Q2R (snd e) * row_value (line n) z (fst e)) by (apply Rmult_le_pos; auto). lra.
    - specialize (Sl Logic.I). apply qleb_iff, Q2R_ge0 in Sl. assert (0 <= - Q2R (snd e) * - row_value (line n) z (fst e)) by (apply Rmult_le_pos; lra). lra.
    - specialize (Eq eq_refl). pose proof (Rle_abs (- (Q2R (snd e) * row_value (line n) z (fst e)))) as Q.
      rewrite Rabs_Ropp, Rabs_mult in Q.
      assert (Rabs (Q2R (snd e)) * Rabs (row_value (line n) z (fst e)) <= Rabs (Q2R (snd e)) * size outs)
        by (apply Rmult_le_compat_l; auto). lra. }
  pose proof (weighed_rows (snd v) l (line n) z In_l) as V. cbv zeta in V.
  assert (P : forall i k, nth_error (draws_of (snd v)) i = Some k -> one_sided k = true -> 0 <= z i).
  { intros i k N O. destruct (is_discrete v I k (nth_error_In _ _ N)) as (_ & O' & _). congruence. }
  pose proof (gain_at_most_cost (snd v) l z P Gl) as C.
  assert (A : forall x, weighR l (fun r => dotR (of_answers (row_form r)) x) =
    sumR (largest_index (map (fun r => of_answers (row_form r)) (rows_of [] (snd v))))
         (fun j => weighR l (fun r => Q2R (coefficient (of_answers (row_form r)) j)) * x j)).
  { intros x. rewrite <- weighR_sum. apply weighR_ext. intros e Ie. apply dotR_sum. intros j Lj. right. intros y Y <-.
    apply (Nat.lt_irrefl (fst y)). eapply Nat.lt_le_trans; [| exact Lj].
    eapply largest_index_above; [| exact Y]. apply in_map_iff. exists (fst e). split; auto. }
  rewrite <- A in V.
  assert (Ln : weighR l (fun r => dotR (of_answers (row_form r)) (line n)) =
               weighR l (fun r => dotR (of_answers (row_form r)) u0) +
               INR n * s * weighR l (fun r => dotR (of_answers (row_form r)) D)).
  { clear. induction l as [| [r q] l IH]; simpl; [ring |]. rewrite IH.
    rewrite (dotR_ext (of_answers (row_form r)) (line n) (fun j => u0 j + INR n * s * D j)); [| intros j; unfold line; ring].
    rewrite dotR_plus. ring. }
  rewrite Ln in V. pose proof (pos_INR n) as Np.
  assert (Nc : INR n * c <= INR n * - (s * weighR l (fun r => dotR (of_answers (row_form r)) D))) by (apply Rmult_le_compat_l; auto).
  unfold fixed. lra.
Qed.

Theorem weights_least epsilon c' : 0 < epsilon ->
  match claim with Some c => c' < Q2R c | None => True end ->
  exists u u' wanted, LinearStatement.neighbours m u u' /\
    Rbar_lt (Rbar_mult (exp (c' * epsilon)) (LinearStatement.probability (expectation_of epsilon) u' wanted m))
            (LinearStatement.probability (expectation_of epsilon) u wanted m).
Proof.
  intros E Lc.
  assert (C : exists c, claimed_or_any c /\ c' < c).
  { unfold claimed_or_any. destruct claim as [q |]; [exists (Q2R q); auto | exists (c' + 1); split; [auto | lra]]. }
  destruct C as (c & Cc & Lt).
  destruct accepted_parts as (S0 & _ & _ & _ & w & Iw & Pt & J).
  set (zp := fun i => Q2R (numbers (its_draws p) i)).
  set (outs := outputs u0 zp (snd w) 0).
  set (wanted := fun l => l = outs).
  set (eta := Rmin (1 / 2) ((c - c') / (2 * (Rabs c + 1)))).
  assert (Ap : 0 <= Rabs c) by apply Rabs_pos.
  assert (Eta : 0 < eta < 1).
  { unfold eta. split; [apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra] |].
    eapply Rle_lt_trans; [apply Rmin_l | lra]. }
  assert (Low : c' * epsilon < (1 - eta) * epsilon * c).
  { assert (H : eta * Rabs c <= (c - c') / 2).
    { apply Rle_trans with ((c - c') / (2 * (Rabs c + 1)) * (Rabs c + 1)).
      - apply Rmult_le_compat; try lra. apply Rmin_r.
      - right. field. lra. }
    pose proof (Rle_abs c). assert (eta * c <= eta * Rabs c) by (apply Rmult_le_compat_l; lra). nra. }
  set (P := fun n => LinearStatement.probability (expectation_of epsilon) (line n) wanted m).
  assert (Chance0 : forall n v, In v (paths_of m) ->
            Rbar_le 0 (chance (expectation_of epsilon) (line n) wanted (snd v) 0 (fun _ => 0) [])).
  { intros n v I. apply LinearPrivate.chance_0; auto. apply discrete_positive, is_discrete, I. }
  (* It begins above 0. *)
  assert (First : exists first, 0 < first /\ Rbar_le (Finite first) (P O)).
  { unfold point_is_fine in Pt. rewrite !andb_true_iff in Pt. destruct Pt as [[[[_ Lz] _] Wz] Mt]. apply Nat.eqb_eq in Lz.
    destruct (some_chance epsilon E wanted u0 zp (snd w) (is_discrete w Iw) 0 []) as (q & Q & L).
    - intros i n N. rewrite forallb_forall in Wz. specialize (Wz _ (nth_combine _ _ _ _ Lz N)). cbn [fst snd] in Wz.
      destruct (is_discrete w Iw n (nth_error_In _ _ N)) as (Wn & _). rewrite Wn in Wz. apply andb_true_iff in Wz as [Wz _].
      apply whole_q in Wz. exact Wz.
    - apply (point_follows outs (numbers (its_answers p)) (numbers (its_draws p)) (snd w) [] [] Mt). reflexivity.
    - exists q. split; auto. eapply Rbar_le_trans; [exact L |]. unfold P, LinearStatement.probability.
      assert (L0 : line 0 = u0).
      { apply FunctionalExtensionality.functional_extensionality. intros j. unfold line. simpl. ring. }
      rewrite L0.
      replace (up_toR 0 zp) with (fun _ : nat => 0) by (apply FunctionalExtensionality.functional_extensionality; auto).
      apply (sum_at_least (fun v => chance (expectation_of epsilon) u0 wanted (snd v) 0 (fun _ => 0) [])); auto.
      intros v I. rewrite <- L0. apply Chance0, I. }
  (* It falls. *)
  assert (Each : forall v, In v (paths_of m) -> exists b, 0 <= b /\ forall n,
            Rbar_le (chance (expectation_of epsilon) (line n) wanted (snd v) 0 (fun _ => 0) [])
                    (Finite (b * exp (- ((1 - eta) * epsilon * c * INR n))))).
  { intros v I.
    assert (Bound : forall lost, (forall n z, follows wanted (line n) z (snd v) 0 [] -> INR n * c - lost <= cost_from z (snd v) 0) ->
      exists b, 0 <= b /\ forall n, Rbar_le (chance (expectation_of epsilon) (line n) wanted (snd v) 0 (fun _ => 0) [])
                                         (Finite (b * exp (- ((1 - eta) * epsilon * c * INR n))))).
    { intros lost H. destruct (small_chance epsilon E wanted eta (snd v) Eta (is_discrete v I)) as (bound & B & Small).
      exists (bound * exp ((1 - eta) * epsilon * lost)). split; [apply Rmult_le_pos; [lra | left; apply exp_pos] |].
      intros n. eapply Rbar_le_trans; [apply (Small (line n) O (fun _ => 0) [] 0 (INR n * c - lost)); auto |].
      - intros z _ F. rewrite Rplus_0_l. apply (H n z F).
      - simpl. right. rewrite (Rmult_assoc bound), <- exp_plus. do 2 f_equal. ring. }
    destruct (same_labels (labels_of (is_open m) [] (snd v)) (labels_of (is_open m) [] (snd w))) eqn:Sl.
    - destruct (same_outputs w v c Cc I (J v I) Sl) as [(lambda & mu & Im) | Fo].
      + exists 0. split; [lra |]. intros n.
        assert (Z : chance (expectation_of epsilon) (line n) wanted (snd v) (length (@nil noise)) (fun _ => 0) [] = Finite 0).
        { apply (chance_none epsilon (line n) wanted (snd v) E (discrete_positive _ (is_discrete v I)) [] (fun _ => 0) []); auto.
          intros z _ Ab. apply (never (snd v) lambda mu (line n) z Im Ab). }
        simpl length in Z. rewrite Z, Rmult_0_l. apply Rbar_le_refl.
      + destruct (pays_along v outs c I Fo) as (lost & H). apply (Bound lost H).
    - apply (Bound 0). intros n z F. exfalso.
      apply follows_outputs in F. simpl in F.
      assert (Op : is_open m = false -> forall x, In x (paths_of m) -> forall r, In (Seen (Real r)) (snd x) ->
                   no_terms (of_answers r) && no_terms (of_draws r) = true).
      { intros O x Ix r Ir. destruct (no_terms (of_answers r) && no_terms (of_draws r)) eqn:T; auto. exfalso.
        assert (X : is_open m = true); [| congruence]. unfold is_open. apply existsb_exists. exists x. split; auto.
        apply existsb_exists. exists (Seen (Real r)). split; auto. rewrite T.
        unfold all_discrete in discrete. apply andb_true_iff in discrete as [-> _]. auto. }
      assert (Wd : forall x, In x (paths_of m) -> forall n, In n (draws_of (snd x)) -> whole_numbers n = true).
      { intros x Ix k N. apply (is_discrete x Ix k N). }
      pose proof (labels_show (is_open m) (snd v) (fun O => Op O v I) [] ltac:(intros k []) (Wd v I) (line n) z) as K.
      pose proof (labels_show (is_open m) (snd w) (fun O => Op O w Iw) [] ltac:(intros k []) (Wd w Iw) u0 zp) as L.
      simpl length in K, L. fold outs in L. rewrite F in K.
      rewrite (shows_same _ _ _ _ K L) in Sl. discriminate. }
  assert (Falls : exists bound, 0 <= bound /\ forall n, Rbar_le (P n) (Finite (bound * exp (- ((1 - eta) * epsilon * c * INR n))))).
  { unfold P, LinearStatement.probability. clear J First Iw.
    assert (Sub : forall l, incl l (paths_of m) -> exists bound, 0 <= bound /\ forall n,
      Rbar_le (fold_right Rbar_plus 0 (map (fun v => chance (expectation_of epsilon) (line n) wanted (snd v) 0 (fun _ => 0) []) l))
              (Finite (bound * exp (- ((1 - eta) * epsilon * c * INR n))))).
    { induction l as [| v l IH]; intros In_m.
      - exists 0. split; [lra |]. intros n. cbn [map fold_right]. rewrite Rmult_0_l. apply Rbar_le_refl.
      - destruct IH as (b & B & Hb); [intros x X; apply In_m; simpl; auto |].
        destruct (Each v) as (b' & B' & Hb'); [apply In_m; simpl; auto |].
        exists (b' + b). split; [lra |]. intros n. cbn [map fold_right]. rewrite Rmult_plus_distr_r.
        change (Finite (?x + ?y)) with (Rbar_plus (Finite x) (Finite y)).
        apply (Rbar_plus_le_compat _ (Finite (b' * exp (- ((1 - eta) * epsilon * c * INR n)))) _
                 (Finite (b * exp (- ((1 - eta) * epsilon * c * INR n))))); auto. }
    apply Sub. intros x X. exact X. }
  destruct First as (first & F0 & First). destruct Falls as (bound & B0 & Falls).
  assert (P0 : forall n, Rbar_le 0 (P n)).
  { intros n. unfold P, LinearStatement.probability. eapply Rbar_le_trans; [apply (Chance0 n w Iw) |].
    apply (sum_at_least (fun v => chance (expectation_of epsilon) (line n) wanted (snd v) 0 (fun _ => 0) [])); auto. }
  destruct (some_step P first bound ((1 - eta) * epsilon * c) (c' * epsilon) F0 First P0 Falls Low) as (n & N).
  exists (line n), (line (S n)), wanted. split; [apply line_neighbours | exact N].
Qed.
End Judged.
