(* SPDX-License-Identifier: Apache-2.0 *)
(* Valid shifts that are real numbers, for differences that are real numbers: what is affordable at
   the differences -1 and 1 is so between them. Corners.v has the same for rational numbers. *)
From Coq Require Import QArith Qreals Reals List Bool Lia Lra FunctionalExtensionality.
From Couplet Require Import Model Trees Take Bound Corners.
Import ListNotations.
Open Scope R_scope.

Definition fitsR (x : threshold -> R) (g : R) (literal : threshold * comparison) : Prop :=
  match snd literal with Less => g <= x (fst literal) | AtLeast => x (fst literal) <= g end.

Definition allowsR (s : draw) (D g : R) : Prop :=
  (shown s = true -> g = 0) /\ (fee s = None -> g = D) /\ (upwards s = true -> D <= g).

Fixpoint validR (x : threshold -> R) (es : list (draw * R)) (gs : list R) : Prop :=
  match es, gs with
  | [], [] => True
  | (s, D) :: es, g :: gs =>
    allowsR s D g /\ Forall (fitsR x g) (compared s) /\ validR (assign s g x) es gs
  | _, _ => False
  end.

Definition priceR (s : draw) (D g : R) : R :=
  match fee s with Some d => Q2R d * Rabs (g - D) | None => 0 end.

Fixpoint costR (es : list (draw * R)) (gs : list R) : R :=
  match es, gs with
  | (s, D) :: es, g :: gs => priceR s D g + costR es gs
  | _, _ => 0
  end.

Fixpoint differencesR (a : automaton) (q : state) (ts : list transition) (last : R) (cs : list R)
  : list R :=
  match ts with
  | [] => []
  | t :: rest =>
    match reads (place_of a q), cs with
    | Public, _ => 0 :: differencesR a (target t) rest last cs
    | Again, _ => last :: differencesR a (target t) rest last cs
    | Private, [] => 0 :: differencesR a (target t) rest 0 []
    | Private, c :: more => c :: differencesR a (target t) rest c more
    end
  end.

Definition samplesR (a : automaton) (ts : list transition) (cs : list R) : list (draw * R) :=
  samples a (initial a) ts (differencesR a (initial a) ts 0 cs).

Definition affordableR (a : automaton) (ts : list transition) (cs : list R) (c : R) : Prop :=
  exists gs, validR (fun _ => 0) (samplesR a ts cs) gs /\ costR (samplesR a ts cs) gs <= c.

(* ---- From rational to real shifts ---------------------------------------------------------- *)

Definition to_reals (es : list (draw * Q)) : list (draw * R) :=
  map (fun e => (fst e, Q2R (snd e))) es.

Lemma allows_real s D g : allows s D g -> allowsR s (Q2R D) (Q2R g).
Proof.
  intros (A & B & C). repeat split; intros H.
  - rewrite <- RMicromega.Q2R_0. apply Qeq_eqR, A, H.
  - apply Qeq_eqR, B, H.
  - apply Qle_Rle, C, H.
Qed.

Lemma valid_real es : forall gs x, valid x es gs ->
  validR (fun v => Q2R (x v)) (to_reals es) (map Q2R gs).
Proof.
  induction es as [| [s D] es IH]; intros [| g gs] x; simpl; try tauto. intros (A & F & V).
  split; [apply allows_real, A | split].
  - rewrite Forall_forall in *. intros lit I. specialize (F lit I). unfold fits, fitsR in *.
    destruct (snd lit); apply Qle_Rle, F.
  - apply IH in V. replace (assign s (Q2R g) (fun v => Q2R (x v)))
      with (fun v => Q2R (assign s g x v)); [exact V |].
    apply functional_extensionality. intros v. unfold assign. destruct (among v (assigned s)); auto.
Qed.

Lemma Q2R_abs q : Q2R (Qabs.Qabs q) = Rabs (Q2R q).
Proof.
  destruct (Qlt_le_dec q 0) as [L | L].
  - rewrite (Qeq_eqR _ (- q)) by (apply Qabs.Qabs_neg, Qlt_le_weak, L).
    rewrite Q2R_opp, Rabs_left1; auto. rewrite <- RMicromega.Q2R_0. apply Qle_Rle, Qlt_le_weak, L.
  - rewrite (Qeq_eqR _ q) by (apply Qabs.Qabs_pos, L).
    rewrite Rabs_pos_eq; auto. rewrite <- RMicromega.Q2R_0. apply Qle_Rle, L.
Qed.

Lemma cost_real es : forall gs, costR (to_reals es) (map Q2R gs) = Q2R (cost es gs).
Proof.
  induction es as [| [s D] es IH]; intros [| g gs]; simpl; try (symmetry; apply RMicromega.Q2R_0).
  rewrite IH, Q2R_plus. f_equal. unfold price, priceR. destruct (fee s) as [d |].
  - rewrite Q2R_mult, Q2R_abs, Q2R_minus. auto.
  - symmetry. apply RMicromega.Q2R_0.
Qed.

Lemma differences_real a ts : forall q last cs,
  differencesR a q ts (Q2R last) (map Q2R cs) = map Q2R (differences a q ts last cs).
Proof.
  induction ts as [| t ts IH]; intros q last cs; simpl; auto.
  destruct (reads (place_of a q)); simpl; rewrite ?IH, ?RMicromega.Q2R_0; auto.
  destruct cs as [| c cs]; simpl; rewrite ?RMicromega.Q2R_0.
  - rewrite <- IH. simpl. rewrite RMicromega.Q2R_0. auto.
  - rewrite IH. auto.
Qed.

Lemma samples_real a ts cs : samplesR a ts (map Q2R cs) = to_reals (samples_of a ts cs).
Proof.
  unfold samplesR, samples_of. rewrite <- RMicromega.Q2R_0, differences_real. apply samples_map.
Qed.

Lemma affordable_real a ts cs c : affordable a ts cs c -> affordableR a ts (map Q2R cs) (Q2R c).
Proof.
  intros (gs & V & K). exists (map Q2R gs). rewrite samples_real. split.
  - apply valid_real in V. unfold unshifted in V. rewrite RMicromega.Q2R_0 in V. exact V.
  - rewrite cost_real. apply Qle_Rle, K.
Qed.

(* ---- Mixtures ------------------------------------------------------------------------------ *)

Definition mixR (l p q : R) : R := l * p + (1 - l) * q.

Definition firstsR (es : list (draw * (R * R))) := map (fun e => (fst e, fst (snd e))) es.
Definition secondsR (es : list (draw * (R * R))) := map (fun e => (fst e, snd (snd e))) es.
Definition mixedR l (es : list (draw * (R * R))) :=
  map (fun e => (fst e, mixR l (fst (snd e)) (snd (snd e)))) es.

Lemma mixR_le l a b c d : 0 <= l <= 1 -> a <= c -> b <= d -> mixR l a b <= mixR l c d.
Proof. unfold mixR. intros. nra. Qed.

Lemma priceR_mix l s D E g h :
  0 <= l <= 1 -> fee_fine s ->
  priceR s (mixR l D E) (mixR l g h) <= mixR l (priceR s D g) (priceR s E h).
Proof.
  intros L. unfold fee_fine, priceR. destruct (fee s) as [d |]; unfold mixR; intros F; [| lra].
  replace (l * g + (1 - l) * h - (l * D + (1 - l) * E))
    with (l * (g - D) + (1 - l) * (h - E)) by ring.
  assert (T : Rabs (l * (g - D) + (1 - l) * (h - E)) <= l * Rabs (g - D) + (1 - l) * Rabs (h - E)).
  { eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult, (Rabs_pos_eq l), (Rabs_pos_eq (1 - l)) by lra.
    lra. }
  apply Qle_Rle in F. rewrite RMicromega.Q2R_0 in F. nra.
Qed.

Lemma validR_mix l es : 0 <= l <= 1 -> Forall (fun e => fee_fine (fst e)) es ->
  forall gs hs X Y,
  validR X (firstsR es) gs -> validR Y (secondsR es) hs ->
  exists ks, validR (fun v => mixR l (X v) (Y v)) (mixedR l es) ks /\
             costR (mixedR l es) ks <= mixR l (costR (firstsR es) gs) (costR (secondsR es) hs).
Proof.
  intros L. induction 1 as [| [s [D E]] es F _ IH]; intros [| g gs] [| h hs] X Y; simpl; try tauto.
  - intros _ _. exists []. simpl. split; auto. unfold mixR. lra.
  - intros ((A1 & A2 & A3) & A4 & A5) ((B1 & B2 & B3) & B4 & B5).
    destruct (IH _ _ _ _ A5 B5) as (ks & V & K).
    exists (mixR l g h :: ks). cbn [validR costR]. split.
    + split; [| split].
      * unfold allowsR, mixR. cbn [fst snd]. repeat split; intros H.
        -- rewrite (A1 H), (B1 H). lra.
        -- rewrite (A2 H), (B2 H). lra.
        -- specialize (A3 H). specialize (B3 H). apply (mixR_le l); auto.
      * rewrite Forall_forall in *. intros lit I. specialize (A4 lit I). specialize (B4 lit I).
        unfold fitsR in *. destruct (snd lit); apply mixR_le; auto.
      * replace (assign s (mixR l g h) (fun v => mixR l (X v) (Y v)))
          with (fun v => mixR l (assign s g X v) (assign s h Y v)); [exact V |].
        apply functional_extensionality. intros v. unfold assign.
        destruct (among v (assigned s)); auto.
    + cbn [fst snd] in *. pose proof (priceR_mix l s D E g h L F). unfold mixR in *. lra.
Qed.

Fixpoint mixR_list (l : R) (cs ds : list R) : list R :=
  match cs, ds with c :: cs, d :: ds => mixR l c d :: mixR_list l cs ds | _, _ => [] end.

Lemma differencesR_length a ts : forall q x cs, length (differencesR a q ts x cs) = length ts.
Proof.
  induction ts as [| t ts IH]; intros q x cs; simpl; auto.
  destruct (reads (place_of a q)); simpl; auto. destruct cs; simpl; auto.
Qed.

Lemma differencesR_mix a l ts : forall q x y cs ds, length cs = length ds ->
  differencesR a q ts (mixR l x y) (mixR_list l cs ds) =
  mixR_list l (differencesR a q ts x cs) (differencesR a q ts y ds).
Proof.
  assert (Z : 0 = mixR l 0 0) by (unfold mixR; lra).
  induction ts as [| t ts IH]; intros q x y cs ds E; simpl; auto.
  destruct (reads (place_of a q)).
  - simpl. rewrite IH by auto. congruence.
  - destruct cs as [| c cs], ds as [| d ds]; simpl in *; try discriminate.
    + f_equal; auto. rewrite Z at 1. apply (IH (target t) 0 0 [] []). auto.
    + f_equal. apply IH. congruence.
  - simpl. f_equal. apply IH. auto.
Qed.

Lemma combineR_fst (cs : list R) : forall ds : list R, length cs = length ds -> map fst (combine cs ds) = cs.
Proof. induction cs as [| c cs IH]; intros [| d ds]; simpl; try congruence. intros. rewrite IH; congruence. Qed.

Lemma combineR_snd (cs : list R) : forall ds : list R, length cs = length ds -> map snd (combine cs ds) = ds.
Proof. induction cs as [| c cs IH]; intros [| d ds]; simpl; try congruence. intros. rewrite IH; congruence. Qed.

Lemma combineR_mix l cs : forall ds,
  map (fun e => mixR l (fst e) (snd e)) (combine cs ds) = mixR_list l cs ds.
Proof. induction cs as [| c cs IH]; intros [| d ds]; simpl; auto. rewrite IH. auto. Qed.

Section Path.
Variable a : automaton.
Variable ts : list transition.
Variable c : R.
Hypothesis fine : fees_fine a.
Hypothesis is_path : path a (initial a) ts.

Lemma affordableR_mix l cs ds :
  0 <= l <= 1 -> length cs = length ds ->
  affordableR a ts cs c -> affordableR a ts ds c -> affordableR a ts (mixR_list l cs ds) c.
Proof.
  intros L E (gs & V & K) (hs & W & H). unfold affordableR, samplesR in *.
  set (p := combine (differencesR a (initial a) ts 0 cs) (differencesR a (initial a) ts 0 ds)).
  assert (Len : length (differencesR a (initial a) ts 0 cs) = length (differencesR a (initial a) ts 0 ds))
    by (rewrite !differencesR_length; auto).
  pose proof (samples_map fst a ts (initial a) p) as P1.
  pose proof (samples_map snd a ts (initial a) p) as P2.
  pose proof (samples_map (fun e => mixR l (fst e) (snd e)) a ts (initial a) p) as P3.
  unfold p in P1, P2, P3. rewrite combineR_fst in P1 by exact Len.
  rewrite combineR_snd in P2 by exact Len. rewrite combineR_mix in P3. fold p in P1, P2, P3.
  assert (Z : mixR l 0 0 = 0) by (unfold mixR; lra).
  rewrite <- (differencesR_mix a l ts (initial a) 0 0 cs ds E), Z in P3.
  destruct (validR_mix l (samples a (initial a) ts p) L (samples_fine a ts fine _ p is_path)
              gs hs (fun _ => 0) (fun _ => 0)) as (ks & X & Y).
  - unfold firstsR. rewrite <- P1. auto.
  - unfold secondsR. rewrite <- P2. auto.
  - unfold mixedR, firstsR, secondsR in X, Y. rewrite <- P3 in X, Y. rewrite <- P1, <- P2 in Y.
    rewrite Z in X. exists ks. split; auto. unfold mixR in Y. nra.
Qed.

Lemma mixR_same l cs : mixR_list l cs cs = cs.
Proof. induction cs; simpl; f_equal; auto. unfold mixR. lra. Qed.

Lemma between_mixR (low high : R) t : low < high -> low <= t <= high ->
  exists l, 0 <= l <= 1 /\ mixR l high low = t.
Proof.
  intros L [A B]. exists ((t - low) / (high - low)). unfold mixR. repeat split.
  - apply Rmult_le_reg_r with (high - low); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - apply Rmult_le_reg_r with (high - low); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - field. lra.
Qed.

Definition convexR (P : list R -> Prop) : Prop :=
  forall l cs ds, 0 <= l <= 1 -> length cs = length ds -> P cs -> P ds -> P (mixR_list l cs ds).

Lemma cubeR low high : low < high -> forall n P, convexR P ->
  (forall cs, length cs = n -> Forall (fun e => e = low \/ e = high) cs -> P cs) ->
  forall cs, length cs = n -> Forall (fun e => low <= e <= high) cs -> P cs.
Proof.
  intros L. induction n as [| n IH]; intros P Mix C cs Len B.
  - destruct cs; [| discriminate]. apply C; auto.
  - destruct cs as [| t cs]; [discriminate |]. inversion B as [| ? ? Bt Bs]; subst.
    simpl in Len. injection Len as Len.
    assert (Sub : forall e, e = low \/ e = high -> P (e :: cs)).
    { intros e E. apply (IH (fun cs => P (e :: cs))); auto.
      - intros l ds fs Ll Lf Pd Pf.
        replace (e :: mixR_list l ds fs) with (mixR_list l (e :: ds) (e :: fs))
          by (simpl; f_equal; unfold mixR; lra).
        apply Mix; auto. simpl. congruence.
      - intros ds Ld F. apply C; simpl; auto. }
    destruct (between_mixR low high t L Bt) as (l & Ll & E).
    replace (t :: cs) with (mixR_list l (high :: cs) (low :: cs))
      by (simpl; rewrite E, mixR_same; auto).
    apply Mix; auto.
Qed.

Definition adjacentR (by_ : adjacency) (cs : list R) : Prop :=
  match by_ with
  | Any => Forall (fun e => -1 <= e <= 1) cs
  | Monotonic => Forall (fun e => 0 <= e <= 1) cs \/ Forall (fun e => -1 <= e <= 0) cs
  | One => exists n e m, -1 <= e <= 1 /\ cs = repeat 0 n ++ e :: repeat 0 m \/ cs = repeat 0 n
  end.

Lemma rational_list p q cs : Forall (fun e => e = Q2R p \/ e = Q2R q) cs ->
  exists ks, cs = map Q2R ks /\ Forall (fun e => e = p \/ e = q) ks.
Proof.
  induction 1 as [| e es [E | E] _ (ks & -> & F)].
  - exists []. auto.
  - exists (p :: ks). subst. auto.
  - exists (q :: ks). subst. auto.
Qed.

Lemma Q2R_1 : Q2R 1 = 1. Proof. apply RMicromega.Q2R_1. Qed.
Lemma Q2R_m1 : Q2R (-1) = -1. Proof. unfold Q2R. simpl. lra. Qed.

(* What is affordable at all rational differences is so at all real ones. *)
Theorem real_differences :
  (forall cs, length cs = n_private a (initial a) ts -> adjacent (adjacent_by a) cs ->
              affordableR a ts (map Q2R cs) c) ->
  forall cs, length cs = n_private a (initial a) ts -> adjacentR (adjacent_by a) cs ->
             affordableR a ts cs c.
Proof.
  intros C cs Len A.
  assert (G : forall p q : Q, (p < q)%Q ->
    (forall ks, length ks = length cs -> Forall (fun e => e = p \/ e = q) ks -> affordableR a ts (map Q2R ks) c) ->
    Forall (fun e => Q2R p <= e <= Q2R q) cs -> affordableR a ts cs c).
  { intros p q Lt H B. apply (cubeR (Q2R p) (Q2R q) (Qlt_Rlt _ _ Lt) (length cs) (fun cs => affordableR a ts cs c)); auto.
    - intros l ds es. apply affordableR_mix.
    - intros ds L F. apply rational_list in F as (ks & -> & F). apply H; auto.
      rewrite map_length in L. auto. }
  destruct (adjacent_by a); simpl in A.
  - apply (G (-1)%Q 1%Q); [reflexivity | | rewrite Q2R_1, Q2R_m1; auto].
    intros ks L F. apply C; [congruence |]. simpl. unfold between. eapply Forall_impl; [| exact F].
    intros e [-> | ->]; split; discriminate.
  - destruct A as [A | A].
    + apply (G 0%Q 1%Q); [reflexivity | | rewrite Q2R_1, RMicromega.Q2R_0; auto].
      intros ks L F. apply C; [congruence |]. simpl. left. unfold between.
      eapply Forall_impl; [| exact F]. intros e [-> | ->]; split; discriminate.
    + apply (G (-1)%Q 0%Q); [reflexivity | | rewrite Q2R_m1, RMicromega.Q2R_0; auto].
      intros ks L F. apply C; [congruence |]. simpl. right. unfold between.
      eapply Forall_impl; [| exact F]. intros e [-> | ->]; split; discriminate.
  - assert (Z : forall n, repeat 0 n = map Q2R (repeat 0%Q n)).
    { induction n; simpl; [auto |]. rewrite RMicromega.Q2R_0. congruence. }
    destruct A as (n & e & m & [[B E] | E]).
    + assert (K : forall k : Q, k = 1%Q \/ k = (-1)%Q ->
                 affordableR a ts (repeat 0 n ++ Q2R k :: repeat 0 m) c).
      { intros k Hk. rewrite !Z. change (Q2R k :: map Q2R (repeat 0%Q m)) with (map Q2R (k :: repeat 0%Q m)).
        rewrite <- map_app. apply C.
        - rewrite <- Len, E, !app_length. simpl. rewrite !repeat_length. auto.
        - simpl. exists n, k, m. left. split; auto. destruct Hk as [-> | ->]; split; discriminate. }
      destruct (between_mixR (-1) 1 e) as (l & Ll & Eq); [lra | auto |].
      rewrite E. replace (repeat 0 n ++ e :: repeat 0 m)
        with (mixR_list l (repeat 0 n ++ Q2R 1 :: repeat 0 m) (repeat 0 n ++ Q2R (-1) :: repeat 0 m)).
      * apply affordableR_mix; auto. rewrite !app_length. auto.
      * rewrite Q2R_1, Q2R_m1. clear - Eq. induction n; simpl.
        -- rewrite Eq, mixR_same. auto.
        -- f_equal; auto. unfold mixR. lra.
    + rewrite E, Z. apply C.
      * rewrite <- Len, E, !repeat_length. auto.
      * simpl. exists n, 0%Q, O. right. auto.
Qed.
End Path.
