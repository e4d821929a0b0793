(* SPDX-License-Identifier: Apache-2.0 *)
(* The proof of the theorem that Private.v states. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Rbar.
From Couplet Require Import Model Trees Take Bound Corners Rounding WholeShifts Theorems.
From Couplet Require Import RealShifts Statement Privacy Noise Taken Vanish.
Import ListNotations.
Open Scope R_scope.

Lemma meaningful_accepted ordered a recalls entries c :
  judge_bound ordered a recalls entries c = None -> meaningful a = true.
Proof. unfold judge_bound. destruct (meaningful a); [auto | discriminate]. Qed.

Lemma whole_sensitivity a : meaningful a = true -> has_discrete_noise a -> is_whole (Q2R (sensitivity a)).
Proof.
  unfold meaningful. rewrite !andb_true_iff. intros [_ M] (q & v & D).
  assert (E : existsb whole_numbers (all_noises a) = true).
  { apply existsb_exists. destruct D as [D | D].
    - exists (sample (place_of a q) v). split; auto.
      destruct (noises_complete a q _ (sample_in (place_of a q) v)) as [E | I]; auto.
      rewrite E in D. discriminate.
    - exists (snapped (place_of a q) (fresh (place_of a q))). rewrite snapped_whole. split; auto.
      destruct (noises_complete a q (snapped (place_of a q) (fresh (place_of a q)))) as [E | I]; auto.
      { simpl. auto. }
      apply (f_equal whole_numbers) in E. rewrite snapped_whole, D in E. discriminate. }
  rewrite E in M. apply Pos.eqb_eq in M. exists (Qnum (Qred (sensitivity a))).
  rewrite <- (Qeq_eqR _ _ (Qred_correct (sensitivity a))). unfold Q2R. rewrite M. field.
Qed.

Lemma bound_real a c ts cs : meaningful a = true ->
  (forall cs, runs a ts cs -> affordable a ts cs c) -> path a (initial a) ts ->
  length cs = n_private a (initial a) ts -> adjacentR (adjacent_by a) cs ->
  affordableR a ts cs (Q2R c).
Proof.
  intros Fine H P Len A. apply real_differences; auto using meaningful_fees.
  intros ks L B. apply affordable_real, H. repeat split; auto.
Qed.

(* ---- Whole shifts -------------------------------------------------------------------------- *)

Lemma Q2R_inj_0 z m : Q2R (z # m) = 0 -> z = 0%Z.
Proof.
  intros E. rewrite <- RMicromega.Q2R_0 in E. apply eqR_Qeq in E. unfold Qeq in E. simpl in E. lia.
Qed.

Lemma Q2R_fraction z m : IZR z / IZR (Zpos m) = Q2R (z # m).
Proof. reflexivity. Qed.

Lemma as_rationals m (l : list R) : (forall e, In e l -> exists z, e = Q2R (z # m)) ->
  exists cs, l = map Q2R cs /\ Forall (fun c => multiple m c /\ (Q2R c = 0 -> c = 0%Q)) cs.
Proof.
  induction l as [| e l IH]; intros H; [exists []; auto |].
  destruct IH as (cs & -> & F); [intros; apply H; simpl; auto |].
  destruct (H e) as [z Z]; [simpl; auto |]. destruct (Z.eq_dec z 0) as [-> | N].
  - exists (0%Q :: cs). simpl. split.
    + rewrite Z. f_equal. apply Qeq_eqR. reflexivity.
    + constructor; auto. split; auto. exists 0%Z. reflexivity.
  - exists (z # m :: cs). simpl. split; [congruence |]. constructor; auto. split; [exists z; reflexivity |].
    intros E0. apply Q2R_inj_0 in E0. contradiction.
Qed.

Lemma zeros cs n : Forall (fun c => Q2R c = 0 -> c = 0%Q) cs -> map Q2R cs = repeat 0 n -> cs = repeat 0%Q n.
Proof.
  intros F. revert n. induction F as [| c cs C F IH]; intros [| n] E; simpl in *; try discriminate; auto.
  injection E as E1 E2. rewrite (C E1), (IH n E2). auto.
Qed.

Lemma adjacent_rationals by_ cs : Forall (fun c => Q2R c = 0 -> c = 0%Q) cs ->
  adjacentR by_ (map Q2R cs) -> adjacent by_ cs.
Proof.
  intros Z A.
  assert (G : forall low high : Q, Forall (fun e => Q2R low <= e <= Q2R high) (map Q2R cs) ->
              Forall (fun c => low <= c <= high)%Q cs).
  { intros low high H. apply Forall_forall. intros c I. rewrite Forall_forall in H.
    specialize (H (Q2R c) (in_map _ _ _ I)). split; apply Rle_Qle; tauto. }
  unfold adjacentR, adjacent, between in *. destruct by_.
  - apply G. rewrite RealShifts.Q2R_1, Q2R_m1. auto.
  - rewrite <- RMicromega.Q2R_0 in A. rewrite <- RealShifts.Q2R_1, <- Q2R_m1 in A. destruct A; auto.
  - destruct A as (n & e & m & [[B E] | E]).
    + assert (S : exists c, cs = repeat 0%Q n ++ c :: repeat 0%Q m /\ Q2R c = e).
      { clear - E Z. revert cs E Z. induction n as [| n IH]; intros [| c cs] E Z; simpl in *; try discriminate.
        - injection E as E1 E2. inversion Z; subst. exists c. split; auto. f_equal. apply zeros; auto.
        - injection E as E1 E2. inversion Z as [| ? ? C Z']; subst. destruct (IH cs E2 Z') as (c' & -> & Ec).
          exists c'. rewrite (C E1). auto. }
      destruct S as (c & -> & <-). exists n, c, m. left. split; auto.
      rewrite <- RealShifts.Q2R_1, <- Q2R_m1 in B. split; apply Rle_Qle; tauto.
    + exists n, 0%Q, 0%nat. right. apply zeros; auto.
Qed.

Lemma bound_whole a c ts m (delta : list transition -> R) : meaningful a = true ->
  (forall cs, runs a ts cs -> affordable a ts cs c) -> path a (initial a) ts ->
  (forall steps, exists z, delta steps = Q2R (z # m)) ->
  let l := along a delta (initial a) [] ts in
  adjacentR (adjacent_by a) l ->
  exists gs, validR (fun _ => 0) (samplesR a ts l) gs /\ costR (samplesR a ts l) gs <= Q2R c /\
             forall g, In g gs -> exists z, g = Q2R (z # m).
Proof.
  intros Fine H P W l A. destruct (as_rationals m l) as (cs & E & F).
  { apply Forall_forall. apply along_all. auto. }
  rewrite E in *.
  assert (R : runs a ts cs).
  { repeat split; auto.
    - apply (f_equal (@length R)) in E. unfold l in E. rewrite map_length, along_length in E. auto.
    - apply adjacent_rationals; auto. eapply Forall_impl; [| exact F]. simpl. tauto. }
  destruct (H cs R) as (gs & V & K).
  assert (Mu : Forall (fun e => multiple m (snd e)) (samples_of a ts cs)).
  { unfold samples_of.
    assert (G : forall ts q last cs, multiple m last -> Forall (multiple m) cs ->
                Forall (multiple m) (differences a q ts last cs)).
    { assert (Z : multiple m 0%Q) by (exists 0%Z; reflexivity).
      clear - Z. induction ts as [| t ts IH]; intros q last cs L C; simpl; [constructor |].
      destruct (reads (place_of a q)).
      - constructor; auto.
      - destruct C; constructor; auto.
      - constructor; auto. }
    assert (G1 : Forall (multiple m) (differences a (initial a) ts 0 cs)).
    { apply G; [exists 0%Z; reflexivity |]. eapply Forall_impl; [| exact F]. simpl. tauto. }
    clear - G1. revert G1. generalize (differences a (initial a) ts 0 cs) as ds. generalize (initial a) as q.
    induction ts as [| t ts IH]; intros q ds G1; simpl; [constructor |].
    destruct G1 as [| d ds M G1]; [constructor |]. apply Forall_app. split; [| apply IH, G1].
    apply Forall_forall. intros e I. apply in_map_iff in I as (s & <- & _). exact M. }
  destruct (whole_shifts m (samples_of a ts cs) gs) as (hs & V' & K' & M); auto.
  { apply samples_fine; auto. apply meaningful_fees, Fine. }
  exists (map Q2R hs). rewrite samples_real. split; [| split].
  - apply valid_real in V'. unfold unshifted in V'. rewrite RMicromega.Q2R_0 in V'. exact V'.
  - rewrite cost_real. apply Qle_Rle. eapply Qle_trans; eauto.
  - intros g I. apply in_map_iff in I as (h & <- & I). rewrite Forall_forall in M.
    destruct (M h I) as [z Z]. exists z. apply Qeq_eqR, Z.
Qed.

(* ---- The theorem --------------------------------------------------------------------------- *)

Theorem private_proved ordered a recalls entries c :
  judge_bound ordered a recalls entries c = None ->
  forall epsilon, 0 < epsilon ->
  forall mean fresh_mean letters finish public u u', neighbours a u u' ->
  forall n wanted,
  let P u := probability a (expectation_of epsilon) mean fresh_mean letters finish u public wanted n in
  Rbar_le (P u) (Rbar_mult (exp (Q2R c * epsilon)) (P u')).
Proof.
  intros H epsilon E mean fresh_mean letters finish public u u' [(difference & N & Differ) Numbers] n wanted P.
  pose proof (meaningful_accepted ordered a recalls entries c H) as Fine.
  pose proof (may_differ_0 a difference N) as S.
  assert (L1 : forall q v d, parameter (sample (place_of a q) v) = Some d -> (0 < d)%Q).
  { intros q v. apply (meaningful_positive a Fine q), sample_in. }
  assert (L2 : forall q d, parameter (snapped (place_of a q) (fresh (place_of a q))) = Some d -> (0 < d)%Q).
  { intros q. apply (meaningful_positive a Fine q). simpl. auto. }
  set (delta := fun steps => difference steps / Q2R (sensitivity a)).
  assert (Du : forall steps seen, u' steps seen = u steps seen + Q2R (sensitivity a) * delta steps).
  { intros steps seen. unfold delta. rewrite <- in_units; auto. }
  assert (Dw : has_discrete_noise a -> forall steps, is_whole (Q2R (sensitivity a) * delta steps)).
  { intros W steps. destruct (Numbers W steps []) as [A B].
    replace (Q2R (sensitivity a) * delta steps) with (u' steps [] - u steps []) by (rewrite Du; ring).
    apply whole_minus; auto. }
  (* Some valid shifts of each path cost at most c, and are whole where they have to be. *)
  assert (Shifts : forall ts, path a (initial a) ts ->
    (forall cs, runs a ts cs -> affordable a ts cs c) ->
    exists gs, let es := samplesR a ts (along a delta (initial a) [] ts) in
      validR (fun _ => 0) es gs /\ costR es gs <= Q2R c /\
      forall g, In g gs -> has_discrete_noise a -> is_whole (Q2R (sensitivity a) * g)).
  { intros ts Pa Af. pose proof (differences_adjacent a difference ts N) as Ad. fold delta in Ad.
    destruct (Classical_Prop.classic (has_discrete_noise a /\ Q2R (sensitivity a) <> 0)) as [[W Sn] | No].
    - destruct (whole_sensitivity a Fine W) as [z Z].
      assert (Zp : (0 < z)%Z). { apply lt_IZR. rewrite <- Z. lra. }
      destruct z as [| m |]; try lia.
      destruct (bound_whole a c ts m delta Fine Af Pa) as (gs & V & K & M); auto.
      { intros steps. destruct (Dw W steps) as [x X]. exists x. rewrite <- Q2R_fraction, <- Z, <- X. field. auto. }
      exists gs. split; [exact V | split; [exact K |]]. intros g I _. destruct (M g I) as [x ->].
      exists x. rewrite <- Q2R_fraction, Z. field. apply not_0_IZR. discriminate.
    - destruct (bound_real a c ts (along a delta (initial a) [] ts) Fine Af Pa) as (gs & V & K); auto.
      { apply along_length. }
      exists gs. split; [exact V | split; [exact K |]]. intros g _ W.
      assert (Z : Q2R (sensitivity a) = 0).
      { destruct (Req_dec (Q2R (sensitivity a)) 0); auto. exfalso. auto. }
      exists 0%Z. rewrite Z. ring. }
  assert (L3 : forall q v, lawful (expectation_of epsilon (sample (place_of a q) v))
                 (rate_of epsilon (sample (place_of a q) v)) (moves (sample (place_of a q) v))).
  { intros q v. apply expectation_lawful; auto. apply L1. }
  assert (L4 : forall q, let n := snapped (place_of a q) (fresh (place_of a q)) in
                 lawful (expectation_of epsilon n) (rate_of epsilon n) (moves n)).
  { intros q. apply expectation_lawful; auto. apply L2. }
  assert (D1 : forall q v, whole_numbers (sample (place_of a q) v) = true -> has_discrete_noise a).
  { intros q v W. exists q, v. auto. }
  assert (D2 : forall q, whole_numbers (fresh (place_of a q)) = true -> has_discrete_noise a).
  { intros q W. exists q, 1%positive. auto. }
  unfold P, probability. apply sum_le; [apply exp_pos | |].
  - intros ts. eapply chance_0; eauto.
  - intros ts I. apply paths_are_paths in I.
    destruct (Classical_Prop.classic (ordered = true /\ ~ can_be_taken a ts)) as [[O Not] | Can].
    + (* No values take it. *)
      assert (Sh : shared a = true).
      { unfold judge_bound in H. rewrite O, Fine in H. destruct (shared a); [auto | discriminate]. }
      assert (V1 : forall q, vanishing (expectation_of epsilon (sample (place_of a q) 1%positive))
                               (may_tie (sample (place_of a q) 1%positive) = false)).
      { intros q. apply expectation_vanishing; auto. apply L1. }
      assert (V2 : forall q, vanishing (expectation_of epsilon (snapped (place_of a q) (fresh (place_of a q)))) False).
      { intros q f l W. apply (expectation_vanishing epsilon (snapped (place_of a q) (fresh (place_of a q))) E).
        - apply L2.
        - destruct W as [W | []]; auto. }
      rewrite !chance_of_not_taken; auto. apply mult_0; [apply exp_pos | apply Rbar_le_refl].
    + destruct (Shifts ts I) as (gs & V & K & W).
      { intros cs R. destruct ordered.
        - apply (bound_in_order a recalls entries c H ts cs R).
          apply Classical_Prop.NNPP. intros Not. apply Can. auto.
        - apply (bound a recalls entries c H ts cs R). }
      eapply (path_le a epsilon E (expectation_of epsilon) mean fresh_mean letters finish public wanted
                L3 L4 S (has_discrete_noise a) D1 D2 u u' delta ts (Q2R c) gs Du Dw); auto.
Qed.
