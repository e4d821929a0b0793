(* SPDX-License-Identifier: Apache-2.0 *)
(* Accepted evidence of kind shifts bounds probabilities of a linear mechanism. *)
From Coq Require Import ZArith QArith Qreals Qabs Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Linear RealShifts Statement Privacy Noise.
From Couplet Require Import LinearStatement LinearPrivate LinearNever.
Import ListNotations.
Open Scope R_scope.

(* ---- Real shifts --------------------------------------------------------------------------- *)

Definition at_ (l : list R) : nat -> R := fun i => nth i l 0.

Section Path.
Variable m : mechanism.
Variable c : Q.
Variable es : list event.
Let s := Q2R (answer_sensitivity m).

(* Some shifts that fit cost at most c when answers differ by cs. *)
Definition payable (cs : list R) : Prop :=
  exists g, Forall (fun r => signR (row_sign r) (changeR r (at_ cs) g)) (rows_of [] es) /\
    (forall i n, nth_error (draws_of es) i = Some n ->
                 (one_sided n = true -> 0 <= g i) /\ (whole_numbers n = true -> is_whole (g i))) /\
    s * cost_from g es 0 <= Q2R c.

Lemma changeR_ext r d d' g g' : (forall j, d j = d' j) -> (forall i, g i = g' i) -> changeR r d g = changeR r d' g'.
Proof.
  intros D G. unfold changeR. rewrite (dotR_ext _ d d' D).
  rewrite (dotR_ext _ (up_toR (before r) g) (up_toR (before r) g')); auto.
  intros i. unfold up_toR. rewrite G. auto.
Qed.

Lemma change_real r d g : changeR r (fun j => Q2R (d j)) (fun i => Q2R (g i)) = Q2R (change r d g).
Proof.
  unfold changeR, change. rewrite Q2R_plus, <- !dotR_real. f_equal. apply dotR_ext. intros i.
  unfold up_toR, up_to. destruct (Nat.ltb i (before r)); auto. symmetry. apply RMicromega.Q2R_0.
Qed.

Lemma shift_cost_real g l : forall k gs, (forall i, g (k + i)%nat = Q2R (nth i gs 0%Q)) ->
  length gs = length (draws_of l) -> cost_from g l k = Q2R (shift_cost (draws_of l) gs).
Proof.
  induction l as [| e l IH]; intros k gs G L; cbn [cost_from draws_of] in *.
  - destruct gs; [| discriminate]. simpl. symmetry. apply RMicromega.Q2R_0.
  - destruct e as [n | r strict met | o]; auto. destruct gs as [| q gs]; [discriminate |].
    cbn [shift_cost]. rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult, Q2R_abs.
    rewrite (IH (S k) gs).
    + specialize (G O). rewrite Nat.add_0_r in G. rewrite G. auto.
    + intros i. specialize (G (S i)). simpl in G. rewrite <- G. f_equal. lia.
    + simpl in L. lia.
Qed.

Lemma whole_q q : is_whole_q q = true -> is_whole (Q2R q).
Proof.
  unfold is_whole_q. intros E. apply Pos.eqb_eq in E. exists (Qnum (Qred q)).
  rewrite <- (Qeq_eqR _ _ (Qred_correct q)). unfold Q2R. rewrite E. field.
Qed.

Lemma same_list_nth k : forall l i, same_list k l = true -> Q2R (nth i k 0%Q) = Q2R (nth i l 0%Q).
Proof.
  induction k as [| p k IH]; intros [| q l] i; simpl; try discriminate; auto.
  rewrite andb_true_iff. intros [A B]. destruct i; auto. apply Qeq_eqR, same_q_iff, A.
Qed.

Lemma has_sign_real a q : has_sign a q = true -> signR a (Q2R q).
Proof.
  destruct a; simpl; intros H.
  - apply Q2R_le0, qleb_iff, H.
  - apply Q2R_ge0, qleb_iff, H.
  - apply Q2R_zero, same_q_iff, H.
Qed.

Lemma fit_payable ks d gs : same_list ks d = true -> shifts_fit m c es d gs = true -> payable (map Q2R ks).
Proof.
  unfold shifts_fit. rewrite !andb_true_iff, !forallb_forall. intros S [[[L D] R] C].
  apply Nat.eqb_eq in L. apply qleb_iff, Qle_Rle in C.
  exists (fun i => Q2R (nth i gs 0%Q)). split; [| split].
  - apply Forall_forall. intros r I. specialize (R r I). apply has_sign_real in R.
    rewrite <- change_real in R. erewrite changeR_ext; [exact R | | reflexivity].
    intros j. unfold at_, numbers. rewrite <- (same_list_nth ks d j S), <- (map_nth Q2R ks 0%Q j).
    rewrite RMicromega.Q2R_0. auto.
  - intros i n N. specialize (D _ (nth_combine (draws_of es) gs i n L N)). unfold shift_is_fine in D.
    rewrite !andb_true_iff in D. destruct D as [[A B] _]. split; intros E.
    + rewrite E in A. apply Q2R_le0, qleb_iff, A.
    + rewrite E in B. apply whole_q, B.
  - rewrite (shift_cost_real _ es O gs); auto. rewrite Q2R_mult in C. exact C.
Qed.

(* ---- Mixtures ------------------------------------------------------------------------------ *)

Lemma at_mix l cs : forall ds i, length cs = length ds -> at_ (mixR_list l cs ds) i = mixR l (at_ cs i) (at_ ds i).
Proof.
  unfold at_. induction cs as [| x cs IH]; intros [| y ds] i L; try discriminate; simpl.
  - destruct i; unfold mixR; ring.
  - destruct i; auto.
Qed.

Lemma dotR_mix l x y k : dotR k (fun i => mixR l (x i) (y i)) = mixR l (dotR k x) (dotR k y).
Proof. unfold mixR. induction k as [| [i q] k IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma changeR_mix l r d e g h :
  changeR r (fun j => mixR l (d j) (e j)) (fun i => mixR l (g i) (h i)) = mixR l (changeR r d g) (changeR r e h).
Proof.
  unfold changeR. rewrite dotR_mix.
  rewrite (dotR_ext (of_draws (row_form r)) _
             (fun i => mixR l (up_toR (before r) g i) (up_toR (before r) h i))).
  - rewrite dotR_mix. unfold mixR. ring.
  - intros i. unfold up_toR, mixR. destruct (Nat.ltb i (before r)); ring.
Qed.

Lemma cost_mix l g h k : 0 <= l <= 1 -> (forall n, In n (draws_of k) -> 0 <= Q2R (rate n)) -> forall i,
  cost_from (fun i => mixR l (g i) (h i)) k i <= mixR l (cost_from g k i) (cost_from h k i).
Proof.
  intros L. induction k as [| e k IH]; intros P i; cbn [cost_from]; [unfold mixR; lra |].
  destruct e as [n | r strict met | o]; cbn [draws_of] in P; auto.
  specialize (IH (fun n' I => P n' (or_intror I)) (S i)). specialize (P n (or_introl eq_refl)).
  assert (T : Rabs (mixR l (g i) (h i)) <= mixR l (Rabs (g i)) (Rabs (h i))).
  { unfold mixR. eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult, (Rabs_pos_eq l), (Rabs_pos_eq (1 - l)) by lra.
    lra. }
  unfold mixR in *. nra.
Qed.

Hypothesis s_0 : 0 <= s.
Hypothesis rates_0 : forall n, In n (draws_of es) -> 0 <= Q2R (rate n).

Lemma payable_convex : (forall n, In n (draws_of es) -> whole_numbers n = false) -> convexR payable.
Proof.
  intros W l cs ds L E (g & G1 & G2 & G3) (h & H1 & H2 & H3).
  exists (fun i => mixR l (g i) (h i)). split; [| split].
  - rewrite Forall_forall in *. intros r I. specialize (G1 r I). specialize (H1 r I).
    rewrite (changeR_ext r _ (fun j => mixR l (at_ cs j) (at_ ds j)) _ (fun i => mixR l (g i) (h i)));
      [| intros j; apply at_mix, E | reflexivity].
    rewrite changeR_mix. unfold mixR. destruct (row_sign r); simpl in *; nra.
  - intros i n N. specialize (G2 i n N). specialize (H2 i n N). split.
    + intros O. destruct G2 as [G2 _], H2 as [H2 _]. specialize (G2 O). specialize (H2 O). unfold mixR. nra.
    + intros O. rewrite W in O by (eapply nth_error_In; eauto). discriminate.
  - pose proof (cost_mix l g h es L rates_0 0%nat) as C. apply (Rmult_le_compat_l s) in C; auto.
    unfold mixR in *. nra.
Qed.

Lemma payable_0 n : 0 <= Q2R c -> payable (repeat 0 n).
Proof.
  intros C. exists (fun _ => 0). split; [| split].
  - apply Forall_forall. intros r _. assert (Z : changeR r (at_ (repeat 0 n)) (fun _ => 0) = 0).
    { unfold changeR. assert (G : forall k x, (forall i, x i = 0) -> dotR k x = 0).
      { intros k x X. induction k as [| [i q] k IH]; simpl; auto. rewrite X, IH. ring. }
      rewrite !G; [ring | |].
      - intros i. unfold up_toR. destruct (Nat.ltb i (before r)); auto.
      - intros i. unfold at_. clear. revert i. induction n as [| n IH]; intros [| i]; simpl; auto. }
    rewrite Z. destruct (row_sign r); simpl; lra.
  - intros i k _. split; intros _; [lra | exists 0%Z; auto].
  - assert (Z : forall k i, cost_from (fun _ => 0) k i = 0).
    { induction k as [| e k IH]; intros i; cbn [cost_from]; auto. destruct e; auto. rewrite Rabs_R0, IH. ring. }
    rewrite Z, Rmult_0_r. exact C.
Qed.
End Path.

(* ---- Differences --------------------------------------------------------------------------- *)

Lemma as_rational_list qs cs : Forall (fun e => exists q, In q qs /\ e = Q2R q) cs ->
  exists ks, cs = map Q2R ks /\ Forall (fun k => In k qs) ks.
Proof.
  induction 1 as [| e cs (q & I & ->) _ (ks & -> & F)]; [exists []; auto |].
  exists (q :: ks). auto.
Qed.

Lemma in_lists_of qs n : forall ks, length ks = n -> Forall (fun k => In k qs) ks -> In ks (lists_of qs n).
Proof.
  induction n as [| n IH]; intros [| k ks] L F; try discriminate; simpl; auto.
  inversion F; subst. apply in_flat_map. exists k. split; auto. apply in_map, IH; auto.
Qed.

Lemma in_with_one qs a q b : In q qs -> In (repeat 0%Q a ++ q :: repeat 0%Q b) (with_one qs (a + S b)).
Proof.
  intros I. induction a as [| a IH]; simpl.
  - apply in_or_app. left. apply in_map_iff. exists q. auto.
  - apply in_or_app. right. apply in_map, IH.
Qed.

Lemma repeat_real n : repeat 0 n = map Q2R (repeat 0%Q n).
Proof. induction n; simpl; [auto |]. rewrite RMicromega.Q2R_0. congruence. Qed.

Lemma one_real a (q : Q) b : repeat 0 a ++ Q2R q :: repeat 0 b = map Q2R (repeat 0%Q a ++ q :: repeat 0%Q b).
Proof. rewrite map_app. simpl. rewrite <- !repeat_real. auto. Qed.

Lemma whole_between e low high : is_whole e -> IZR low <= e <= IZR high -> exists z, e = IZR z /\ (low <= z <= high)%Z.
Proof. intros (z & ->) [A B]. exists z. split; auto. split; apply le_IZR; auto. Qed.

Lemma whole_shift_list low high (qs : list Q) cs : Forall is_whole cs -> Forall (fun e => IZR low <= e <= IZR high) cs ->
  (forall z, (low <= z <= high)%Z -> exists q, In q qs /\ IZR z = Q2R q) ->
  exists ks, cs = map Q2R ks /\ Forall (fun k => In k qs) ks.
Proof.
  intros W B Q. apply as_rational_list. rewrite Forall_forall in *. intros e I.
  destruct (whole_between e low high (W e I) (B e I)) as (z & -> & L). apply Q, L.
Qed.

Lemma Q2R_IZR z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R. simpl. field. Qed.

(* What can be paid for at the worst differences can be at all of them. *)
Theorem all_differences m c es cs :
  0 <= Q2R (answer_sensitivity m) -> 0 <= Q2R c -> (forall n, In n (draws_of es) -> 0 <= Q2R (rate n)) ->
  (some_discrete m = false -> forall n, In n (draws_of es) -> whole_numbers n = false) ->
  (forall ks, In ks (worst m) -> payable m c es (map Q2R ks)) ->
  length cs = n_answers m -> adjacentR (answers_adjacent m) cs ->
  (some_discrete m = true -> Forall is_whole cs) -> payable m c es cs.
Proof.
  intros S C Rt NoD W Len A Wh. unfold worst in W.
  destruct (some_discrete m) eqn:Sd.
  - specialize (Wh eq_refl). unfold adjacentR in A. destruct (answers_adjacent m).
    + destruct (whole_shift_list (-1) 1 [(-1)%Q; 0%Q; 1%Q] cs Wh) as (ks & -> & F); auto.
      { intros z Z. exists (inject_Z z). rewrite Q2R_IZR. split; auto.
        assert (z = -1 \/ z = 0 \/ z = 1)%Z as [-> | [-> | ->]] by lia; simpl; auto. }
      apply W, in_lists_of; auto. rewrite map_length in Len. auto.
    + destruct A as [A | A].
      * destruct (whole_shift_list 0 1 [0%Q; 1%Q] cs Wh) as (ks & -> & F); auto.
        { intros z Z. exists (inject_Z z). rewrite Q2R_IZR. split; auto.
          assert (z = 0 \/ z = 1)%Z as [-> | ->] by lia; simpl; auto. }
        apply W, in_or_app. left. apply in_lists_of; auto. rewrite map_length in Len. auto.
      * destruct (whole_shift_list (-1) 0 [0%Q; (-1)%Q] cs Wh) as (ks & -> & F); auto.
        { intros z Z. exists (inject_Z z). rewrite Q2R_IZR. split; auto.
          assert (z = 0 \/ z = -1)%Z as [-> | ->] by lia; simpl; auto. }
        apply W, in_or_app. right. apply in_lists_of; auto. rewrite map_length in Len. auto.
    + destruct A as (a & e & b & [[B ->] | ->]); [| apply payable_0; auto].
      assert (We : is_whole e).
      { rewrite Forall_forall in Wh. apply Wh, in_or_app. simpl. auto. }
      destruct (whole_between e (-1) 1 We B) as (z & -> & Z).
      assert (z = -1 \/ z = 0 \/ z = 1)%Z as Cs by lia. rewrite app_length in Len. simpl in Len. rewrite !repeat_length in Len.
      destruct Cs as [-> | [-> | ->]].
      * rewrite <- (Q2R_IZR (-1)), one_real. apply W. rewrite <- Len. apply in_with_one. simpl. auto.
      * change (IZR 0 :: repeat 0 b) with (repeat 0 (1 + b)). rewrite <- repeat_app. apply payable_0; auto.
      * rewrite <- (Q2R_IZR 1), one_real. apply W. rewrite <- Len. apply in_with_one. simpl. auto.
  - pose proof (payable_convex m c es S Rt (NoD eq_refl)) as Convex.
    assert (G : forall p q : Q, (p < q)%Q ->
      (forall ks, length ks = n_answers m -> Forall (fun k => In k [p; q]) ks -> payable m c es (map Q2R ks)) ->
      Forall (fun e => Q2R p <= e <= Q2R q) cs -> payable m c es cs).
    { intros p q Lt H B. apply (cubeR (Q2R p) (Q2R q) (Qlt_Rlt _ _ Lt) (length cs) (payable m c es)); auto.
      intros es' L F. destruct (as_rational_list [p; q] es') as (ks & -> & F').
      - eapply Forall_impl; [| exact F]. intros e [-> | ->]; [exists p | exists q]; simpl; auto.
      - apply H; auto. rewrite map_length in L. congruence. }
    unfold adjacentR in A. destruct (answers_adjacent m).
    + apply (G (-1)%Q 1%Q); [reflexivity | | rewrite RealShifts.Q2R_1, Q2R_m1; auto].
      intros ks L F. apply W, in_lists_of; auto.
    + destruct A as [A | A].
      * apply (G 0%Q 1%Q); [reflexivity | | rewrite RealShifts.Q2R_1, RMicromega.Q2R_0; auto].
        intros ks L F. apply W, in_or_app. left. apply in_lists_of; auto.
      * apply (G (-1)%Q 0%Q); [reflexivity | | rewrite Q2R_m1, RMicromega.Q2R_0; auto].
        intros ks L F. apply W, in_or_app. right. apply in_lists_of; auto.
        eapply Forall_impl; [| exact F]. simpl. tauto.
    + destruct A as (a & e & b & [[B E] | ->]); [| apply payable_0; auto].
      assert (K : forall q : Q, q = 1%Q \/ q = (-1)%Q -> payable m c es (repeat 0 a ++ Q2R q :: repeat 0 b)).
      { intros q Hq. rewrite one_real. apply W. rewrite E, app_length in Len. simpl in Len. rewrite !repeat_length in Len.
        rewrite <- Len. apply in_with_one. destruct Hq as [-> | ->]; simpl; auto. }
      destruct (between_mixR (-1) 1 e) as (l & Ll & Eq); [lra | auto |]. rewrite E.
      replace (repeat 0 a ++ e :: repeat 0 b)
        with (mixR_list l (repeat 0 a ++ Q2R 1 :: repeat 0 b) (repeat 0 a ++ Q2R (-1) :: repeat 0 b)).
      * apply Convex; auto. rewrite !app_length. auto.
      * rewrite RealShifts.Q2R_1, Q2R_m1. clear - Eq. induction a; simpl.
        -- rewrite Eq, mixR_same. auto.
        -- f_equal; auto. unfold mixR. lra.
Qed.

(* ---- The theorem --------------------------------------------------------------------------- *)

Lemma split_one (delta : nat -> R) j : (forall k, k <> j -> delta k = 0) -> forall n i,
  map delta (seq i n) = repeat 0 n \/
  exists a b, map delta (seq i n) = repeat 0 a ++ delta j :: repeat 0 b.
Proof.
  intros Z. induction n as [| n IH]; intros i; simpl; auto.
  destruct (Nat.eq_dec i j) as [-> | D].
  - right. exists 0%nat, n. simpl. f_equal.
    assert (G : forall n i, (j < i)%nat -> map delta (seq i n) = repeat 0 n).
    { clear - Z. induction n as [| n IH]; intros i L; simpl; auto. rewrite Z, IH by lia. auto. }
    apply G. lia.
  - rewrite (Z i D). destruct (IH (S i)) as [-> | (a & b & ->)]; auto. right. exists (S a), b. auto.
Qed.

Lemma units_adjacent m u u' : LinearStatement.neighbours m u u' ->
  adjacentR (answers_adjacent m)
    (map (fun j => (u' j - u j) / Q2R (answer_sensitivity m)) (seq 0 (n_answers m))).
Proof.
  intros (N & _). unfold adjacentR. set (s := Q2R (answer_sensitivity m)) in *. cbv zeta in N.
  assert (G : forall low high (f : nat -> R), (forall j, low <= f j <= high) ->
              Forall (fun e => low <= e <= high) (map f (seq 0 (n_answers m)))).
  { intros low high f F. apply Forall_forall. intros e I. apply in_map_iff in I as (j & <- & _). auto. }
  destruct (answers_adjacent m).
  - apply G. intros j. specialize (N j). apply unit_between; try lra; left; split; auto; lra.
  - destruct N as [N | N]; [left | right]; apply G; intros j; specialize (N j); apply unit_between; auto; lra.
  - destruct N as (j & N & M).
    destruct (split_one (fun j => (u' j - u j) / s) j) with (n := n_answers m) (i := 0%nat) as [-> | (a & b & ->)].
    + intros i D. rewrite M by auto. unfold Rdiv. ring.
    + exists (n_answers m), 0, 0%nat. auto.
    + exists a, ((u' j - u j) / s), b. left. split; auto. apply unit_between; try lra; left; split; auto; lra.
Qed.

Lemma first_some_none {A B} (f : A -> option B) l x : first_some f l = None -> In x l -> f x = None.
Proof.
  induction l as [| y l IH]; simpl; [tauto |]. destruct (f y) eqn:E; [discriminate |].
  intros H [<- | I]; auto.
Qed.

Lemma find_none_all {A} (f : A -> bool) l x : find f l = None -> In x l -> f x = false.
Proof. intros F I. exact (find_none f l F x I). Qed.

Lemma In_combine_seq (ds vectors : list (list Q)) i d : length vectors = length ds -> (i < length ds)%nat ->
  nth i ds [] = d -> In (i, (d, nth i vectors [])) (combine (seq 0 (length ds)) (combine ds vectors)).
Proof.
  intros L Li <-.
  replace (i, (nth i ds [], nth i vectors [])) with (nth i (combine (seq 0 (length ds)) (combine ds vectors)) (0%nat, ([], []))).
  - apply nth_In. rewrite !combine_length, seq_length. lia.
  - rewrite combine_nth by (rewrite combine_length, seq_length; lia). rewrite combine_nth, seq_nth by lia. auto.
Qed.

Lemma sum_le_any {A} (f g : A -> Rbar) k l : 0 < k ->
  (forall x, In x l -> Rbar_le 0 (g x)) -> (forall x, In x l -> Rbar_le (f x) (Rbar_mult k (g x))) ->
  Rbar_le 0 (fold_right Rbar_plus 0 (map g l)) /\
  Rbar_le (fold_right Rbar_plus 0 (map f l)) (Rbar_mult k (fold_right Rbar_plus 0 (map g l))).
Proof.
  intros K G H. induction l as [| x l IH]; cbn [map fold_right].
  - split; [apply Rbar_le_refl | apply mult_0; auto; apply Rbar_le_refl].
  - destruct IH as [P IH]; [intros y I; apply G; simpl; auto | intros y I; apply H; simpl; auto |].
    specialize (G x (or_introl eq_refl)) as Gx. split.
    + apply plus_0; auto.
    + rewrite <- mult_plus by auto. apply Rbar_plus_le_compat; auto. apply H. simpl. auto.
Qed.

Theorem shifts_bound m c ds said : judge_shifts m c ds said = None ->
  forall epsilon, 0 < epsilon -> forall u u' wanted, LinearStatement.neighbours m u u' ->
  Rbar_le (LinearStatement.probability (expectation_of epsilon) u wanted m)
    (Rbar_mult (exp (Q2R c * epsilon)) (LinearStatement.probability (expectation_of epsilon) u' wanted m)).
Proof.
  intros J epsilon E u u' wanted Nb. unfold judge_shifts in J.
  destruct (fit_for_shifts m c) eqn:F; [| discriminate].
  destruct (forallb _ (worst m)) eqn:Wo; [| discriminate]. cbn [negb] in J.
  unfold fit_for_shifts in F. rewrite !andb_true_iff in F. destruct F as [[[S0 C0] Di] Po].
  apply qleb_iff, Q2R_le0 in S0, C0. unfold has_positive_rates in Po. rewrite forallb_forall in Po, Wo.
  set (s := Q2R (answer_sensitivity m)) in *.
  assert (Pos : forall w, In w (paths_of m) -> positive_draws (snd w)).
  { intros w I n N. specialize (Po w I). rewrite forallb_forall in Po. specialize (Po n N).
    destruct (parameter n) as [d |]; [| discriminate]. exists d. split; auto.
    rewrite negb_true_iff in Po. destruct (Qlt_le_dec 0 d) as [L | L]; auto. apply qleb_iff in L. congruence. }
  set (delta := fun j => (u' j - u j) / s).
  set (cs := map delta (seq 0 (n_answers m))).
  pose proof (units_adjacent m u u' Nb) as Ad. fold s delta cs in Ad.
  destruct Nb as (Nb & Beyond & Whole).
  assert (Du : forall j, u' j = u j + s * at_ cs j).
  { intros j. unfold at_, cs. destruct (Nat.ltb_spec j (n_answers m)) as [L | L].
    - rewrite (nth_indep _ 0 (delta (n_answers m))) by (rewrite map_length, seq_length; auto).
      rewrite (nth_indep _ _ (delta O)) by (rewrite map_length, seq_length; auto).
      rewrite map_nth, seq_nth by auto. simpl. unfold delta.
      destruct (Rle_lt_or_eq_dec 0 s S0) as [P | Z]; [field; lra |]. rewrite <- Z, Rmult_0_l, Rplus_0_r.
      fold s in Nb. rewrite <- Z in Nb. destruct (answers_adjacent m).
      + specialize (Nb j). lra.
      + destruct Nb as [Nb | Nb]; specialize (Nb j); lra.
      + destruct Nb as (i & Nb & M). destruct (Nat.eq_dec j i) as [-> | D]; [lra | auto].
    - rewrite nth_overflow by (rewrite map_length, seq_length; auto). rewrite Beyond by auto. ring. }
  assert (S1 : some_discrete m = true -> s = 1).
  { intros D. rewrite D in Di. apply same_q_iff, Qeq_eqR in Di. rewrite RealShifts.Q2R_1 in Di. exact Di. }
  assert (Wc : some_discrete m = true -> Forall is_whole cs).
  { intros D. apply Forall_forall. intros e I. apply in_map_iff in I as (j & <- & _). unfold delta.
    rewrite (S1 D). unfold Rdiv. rewrite Rinv_1, Rmult_1_r. destruct (Whole D j). apply whole_minus; auto. }
  unfold LinearStatement.probability.
  apply (fun G H => proj2 (sum_le_any (fun w => chance (expectation_of epsilon) u wanted (snd w) 0 (fun _ => 0) [])
           (fun w => chance (expectation_of epsilon) u' wanted (snd w) 0 (fun _ => 0) []) _ (paths_of m) (exp_pos _) G H)).
  - intros w I. apply chance_0; auto.
  - intros w I. pose proof (first_some_none _ _ w J I) as Jw. unfold shifts_of_way in Jw.
    pose proof (Pos w I) as Pw.
    destruct (vouched_at said (fst w)) as [[vectors | lambda mu | ws] |] eqn:V; [| | discriminate | discriminate].
    + destruct (Nat.eqb (length vectors) (length ds)) eqn:Lv; [| discriminate]. apply Nat.eqb_eq in Lv.
      destruct (find _ _) eqn:Fi; [discriminate |].
      assert (Pay : payable m c (snd w) cs).
      { apply all_differences; auto.
        - intros n N. destruct (Pw n N) as (d & Pd & D). unfold rate. rewrite Pd. apply Q2R_le0, Qlt_le_weak, D.
        - intros Nd n N. destruct (whole_numbers n) eqn:Wn; auto. exfalso. unfold some_discrete in Nd.
          assert (X : existsb (fun w => has_discrete (snd w)) (paths_of m) = true); [| congruence].
          apply existsb_exists. exists w. split; auto. apply existsb_exists. exists n. auto.
        - intros ks K. specialize (Wo ks K). apply existsb_exists in Wo as (d & Id & Sl).
          destruct (In_nth ds d [] Id) as (i & Li & Ni).
          set (gs := nth i vectors []).
          assert (Ic : In (i, (d, gs)) (combine (seq 0 (length ds)) (combine ds vectors))).
          { apply (In_combine_seq ds vectors i d); auto. }
          pose proof (find_none_all _ _ _ Fi Ic) as Fit. cbn [fst snd] in Fit. rewrite negb_false_iff in Fit.
          apply (fit_payable m c (snd w) ks d gs Sl Fit).
        - unfold cs. rewrite map_length, seq_length. auto. }
      destruct Pay as (g & Rows & Dr & Cost).
      pose proof (LinearPrivate.chance_le epsilon E wanted s S0 u u' (at_ cs) g Du (snd w) Pw [] (fun _ => 0) (fun _ => 0) []) as L.
      simpl length in L. eapply Rbar_le_trans; [apply L |].
      * intros i. unfold up_toR. simpl. ring.
      * exact Rows.
      * intros i n N. simpl. destruct (Dr i n N) as [D1 D2]. destruct (Pw n (nth_error_In _ _ N)) as (d & Pd & _).
        split; [congruence | split].
        -- intros O. apply Rmult_le_pos; auto.
        -- intros Wn. destruct (some_discrete m) eqn:Sd.
           ++ rewrite (S1 eq_refl), Rmult_1_l. auto.
           ++ exfalso. unfold some_discrete in Sd.
              assert (X : existsb (fun w => has_discrete (snd w)) (paths_of m) = true); [| congruence].
              apply existsb_exists. exists w. split; auto. apply existsb_exists. exists n. split; auto.
              eapply nth_error_In; eauto.
      * pose proof (LinearPrivate.chance_0 epsilon E wanted u' (snd w) Pw 0%nat (fun _ => 0) []) as P0.
        set (r := chance _ u' wanted (snd w) 0 (fun _ => 0) []) in *.
        rewrite !mult_pos by apply exp_pos. destruct r as [r | |]; simpl in *; auto.
        apply Rmult_le_compat_r; auto. apply exp_le.
        rewrite (Rmult_comm (Q2R c)). apply Rmult_le_compat_l; [lra | exact Cost].
    + unfold judge_impossible in Jw. destruct (is_impossible is_sharp (snd w) lambda mu) eqn:Im;
        [| destruct (is_impossible (fun r => strictly r || has_continuous r) (snd w) lambda mu); discriminate].
      assert (Z : forall v, chance (expectation_of epsilon) v wanted (snd w) 0 (fun _ => 0) [] = Finite 0).
      { intros v. apply (chance_none epsilon v wanted (snd w) E Pw [] (fun _ => 0) []); auto.
        intros z _ Ab. apply (never (snd w) lambda mu v z Im). exact Ab. }
      rewrite !Z. apply mult_0; [apply exp_pos | apply Rbar_le_refl].
Qed.
