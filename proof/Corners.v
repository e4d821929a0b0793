(* SPDX-License-Identifier: Apache-2.0 *)
(* Differences at corners are worst: what is affordable there is affordable between them
   (docs/theory.md, section 3: the cost is convex). *)
From Coq Require Import QArith Qabs List Bool Lia Lqa.
From Couplet Require Import Model Trees Take Bound.
Import ListNotations.
Open Scope Q_scope.

(* ---- What valid shifts depend on ----------------------------------------------------------- *)

Definition like (e f : draw * Q) : Prop := fst e = fst f /\ snd e == snd f.

Lemma Qabs_eq p q : p == q -> Qabs p == Qabs q.
Proof. intros ->. apply Qeq_refl. Qed.

Lemma valid_like es fs : Forall2 like es fs -> forall gs X Y,
  (forall v, X v == Y v) -> valid X es gs -> valid Y fs gs /\ cost es gs == cost fs gs.
Proof.
  induction 1 as [| [s D] [s' D'] es fs [E F] H IH]; intros [| g gs] X Y A; simpl in *; try tauto.
  - split; [tauto | lra].
  - subst s'. intros ((M1 & M2 & M3) & L & V).
    destruct (IH gs (assign s g X) (assign s g Y)) as [V' K]; auto.
    { intros v. unfold assign. destruct (among v (assigned s)); [apply Qeq_refl | apply A]. }
    split; [split; [| split] |]; auto.
    + unfold allows. rewrite <- F. auto.
    + rewrite Forall_forall in *. intros lit I. specialize (L lit I). unfold fits in *.
      destruct (snd lit); rewrite <- A; auto.
    + rewrite K. unfold price. destruct (fee s); [| lra].
      rewrite (Qabs_eq (g - D) (g - D')) by lra. lra.
Qed.

(* ---- Mixtures ------------------------------------------------------------------------------ *)

Definition mix (l p q : Q) : Q := l * p + (1 - l) * q.

Definition fee_fine (s : draw) : Prop := match fee s with Some d => 0 <= d | None => True end.

Definition firsts (es : list (draw * (Q * Q))) := map (fun e => (fst e, fst (snd e))) es.
Definition seconds (es : list (draw * (Q * Q))) := map (fun e => (fst e, snd (snd e))) es.
Definition mixed l (es : list (draw * (Q * Q))) :=
  map (fun e => (fst e, mix l (fst (snd e)) (snd (snd e)))) es.

Lemma Qabs_mix l a b : 0 <= l <= 1 -> Qabs (l * a + (1 - l) * b) <= l * Qabs a + (1 - l) * Qabs b.
Proof.
  intros [L M]. eapply Qle_trans; [apply Qabs_triangle |].
  rewrite !Qabs_Qmult, (Qabs_pos l), (Qabs_pos (1 - l)) by lra. lra.
Qed.

Lemma mix_le l a b c d : 0 <= l <= 1 -> a <= c -> b <= d -> mix l a b <= mix l c d.
Proof. unfold mix. intros. nra. Qed.

Lemma price_mix l s D E g h :
  0 <= l <= 1 -> fee_fine s ->
  price s (mix l D E) (mix l g h) <= mix l (price s D g) (price s E h).
Proof.
  intros L. unfold fee_fine, price. destruct (fee s) as [d |]; unfold mix; intros F; [| lra].
  rewrite (Qabs_eq _ (l * (g - D) + (1 - l) * (h - E))) by ring.
  pose proof (Qabs_mix l (g - D) (h - E) L). nra.
Qed.

Lemma valid_mix l es : 0 <= l <= 1 -> Forall (fun e => fee_fine (fst e)) es ->
  forall gs hs X Y,
  valid X (firsts es) gs -> valid Y (seconds es) hs ->
  exists ks, valid (fun v => mix l (X v) (Y v)) (mixed l es) ks /\
             cost (mixed l es) ks <= mix l (cost (firsts es) gs) (cost (seconds es) hs).
Proof.
  intros L. induction 1 as [| [s [D E]] es F _ IH]; intros [| g gs] [| h hs] X Y; simpl; try tauto.
  - intros _ _. exists []. simpl. split; auto. unfold mix. lra.
  - intros ((A1 & A2 & A3) & A4 & A5) ((B1 & B2 & B3) & B4 & B5).
    destruct (IH _ _ _ _ A5 B5) as (ks & V & K).
    exists (mix l g h :: ks). cbn [valid cost]. split.
    + assert (V' : valid (assign s (mix l g h) (fun v => mix l (X v) (Y v))) (mixed l es) ks).
      { apply (valid_like (mixed l es) (mixed l es)) with
          (X := fun v => mix l (assign s g X v) (assign s h Y v)); auto.
        - clear. induction (mixed l es) as [| e fs]; constructor; auto. split; auto with qarith.
        - intros v. unfold assign. destruct (among v (assigned s)); apply Qeq_refl. }
      split; [| split]; auto.
      * unfold allows, mix. cbn [fst snd]. repeat split; intros H.
        -- rewrite (A1 H), (B1 H). lra.
        -- rewrite (A2 H), (B2 H). lra.
        -- specialize (A3 H). specialize (B3 H). apply (mix_le l); auto.
      * rewrite Forall_forall in *. intros lit I. specialize (A4 lit I). specialize (B4 lit I).
        unfold fits in *. destruct (snd lit); apply mix_le; auto.
    + cbn [fst snd] in *. pose proof (price_mix l s D E g h L F). unfold mix in *. lra.
Qed.

(* ---- Differences of a path are linear in those of its private inputs ----------------------- *)

Fixpoint mix_list (l : Q) (cs ds : list Q) : list Q :=
  match cs, ds with c :: cs, d :: ds => mix l c d :: mix_list l cs ds | _, _ => [] end.

Definition eqs := Forall2 Qeq.

Lemma eqs_refl cs : eqs cs cs.
Proof. induction cs; constructor; auto with qarith. Qed.

Lemma eqs_sym cs ds : eqs cs ds -> eqs ds cs.
Proof. induction 1; constructor; auto with qarith. Qed.

Lemma eqs_trans cs ds es : eqs cs ds -> eqs ds es -> eqs cs es.
Proof.
  intros A. revert es. induction A as [| c d cs ds E A IH]; intros es B; inversion B; subst;
    constructor; [rewrite E; auto | apply IH; auto].
Qed.

Lemma differences_eqs a ts : forall q x y cs ds, x == y -> eqs cs ds ->
  eqs (differences a q ts x cs) (differences a q ts y ds).
Proof.
  induction ts as [| t ts IH]; intros q x y cs ds E F; simpl; [constructor |].
  destruct (reads (place_of a q)).
  - constructor; [apply Qeq_refl | apply IH; auto].
  - destruct F as [| c d cs ds G F].
    + constructor; [apply Qeq_refl | apply eqs_refl].
    + constructor; auto. apply IH; auto.
  - constructor; auto. apply IH; auto.
Qed.

Lemma differences_length a ts : forall q x cs, length (differences a q ts x cs) = length ts.
Proof.
  induction ts as [| t ts IH]; intros q x cs; simpl; auto.
  destruct (reads (place_of a q)); simpl; auto. destruct cs; simpl; auto.
Qed.

Lemma differences_mix a l ts : forall q x y cs ds, length cs = length ds ->
  eqs (differences a q ts (mix l x y) (mix_list l cs ds))
      (mix_list l (differences a q ts x cs) (differences a q ts y ds)).
Proof.
  induction ts as [| t ts IH]; intros q x y cs ds E; simpl; [constructor |].
  destruct (reads (place_of a q)).
  - constructor; [unfold mix; lra | apply IH; auto].
  - destruct cs as [| c cs], ds as [| d ds]; simpl in *; try discriminate.
    + constructor; [unfold mix; lra |].
      assert (Z : eqs (differences a (target t) ts 0 []) (differences a (target t) ts (mix l 0 0) [])).
      { apply differences_eqs; [unfold mix; lra | constructor]. }
      exact (eqs_trans _ _ _ Z (IH (target t) 0 0 [] [] eq_refl)).
    + constructor; [apply Qeq_refl |]. apply IH. congruence.
  - constructor; [apply Qeq_refl |]. apply IH; auto.
Qed.

Lemma samples_map {D E} (f : D -> E) a ts : forall q ds,
  samples a q ts (map f ds) = map (fun e => (fst e, f (snd e))) (samples a q ts ds).
Proof.
  induction ts as [| t ts IH]; intros q [| d ds]; simpl; auto.
  rewrite map_app, map_map, IH. auto.
Qed.

Lemma samples_like a ts : forall q cs ds, eqs cs ds ->
  Forall2 like (samples a q ts cs) (samples a q ts ds).
Proof.
  induction ts as [| t ts IH]; intros q cs ds E; simpl; [constructor |].
  destruct E as [| c d cs ds E F]; [constructor |]. apply Forall2_app; [| apply IH, F].
  induction (draws a (place_of a q) t); simpl; constructor; auto. split; auto.
Qed.

Definition fees_fine (a : automaton) : Prop :=
  forall q t s, In t (leaving (place_of a q)) -> In s (draws a (place_of a q) t) -> fee_fine s.

Lemma samples_fine {D} a ts : fees_fine a -> forall q (ds : list D), path a q ts ->
  Forall (fun e => fee_fine (fst e)) (samples a q ts ds).
Proof.
  intros F. induction ts as [| t ts IH]; intros q ds P; simpl; [constructor |].
  destruct ds as [| d ds]; [constructor |]. destruct P as [T P].
  apply Forall_app. split; [| apply IH, P].
  apply Forall_forall. intros e I. apply in_map_iff in I as (s & <- & I). simpl. eauto.
Qed.

Lemma combine_fst (cs : list Q) : forall ds : list Q, length cs = length ds -> map fst (combine cs ds) = cs.
Proof. induction cs as [| c cs IH]; intros [| d ds]; simpl; try congruence. intros. rewrite IH; congruence. Qed.

Lemma combine_snd (cs : list Q) : forall ds : list Q, length cs = length ds -> map snd (combine cs ds) = ds.
Proof. induction cs as [| c cs IH]; intros [| d ds]; simpl; try congruence. intros. rewrite IH; congruence. Qed.

Lemma combine_mix l cs : forall ds,
  map (fun e => mix l (fst e) (snd e)) (combine cs ds) = mix_list l cs ds.
Proof. induction cs as [| c cs IH]; intros [| d ds]; simpl; auto. rewrite IH. auto. Qed.

Section Path.
Variable a : automaton.
Variable ts : list transition.
Variable c : Q.
Hypothesis fine : fees_fine a.
Hypothesis is_path : path a (initial a) ts.

Lemma affordable_eqs cs ds : eqs cs ds -> affordable a ts cs c -> affordable a ts ds c.
Proof.
  unfold affordable, samples_of. intros E (gs & V & K).
  destruct (valid_like _ _ (samples_like a ts (initial a) _ _
             (differences_eqs a ts (initial a) 0 0 cs ds (Qeq_refl 0) E))
             gs unshifted unshifted) as [V' K']; auto with qarith.
  exists gs. split; auto. rewrite <- K'. auto.
Qed.

Lemma affordable_mix l cs ds :
  0 <= l <= 1 -> length cs = length ds ->
  affordable a ts cs c -> affordable a ts ds c -> affordable a ts (mix_list l cs ds) c.
Proof.
  intros L E (gs & V & K) (hs & W & H). unfold affordable, samples_of in *.
  set (p := combine (differences a (initial a) ts 0 cs) (differences a (initial a) ts 0 ds)).
  assert (Len : length (differences a (initial a) ts 0 cs) = length (differences a (initial a) ts 0 ds))
    by (rewrite !differences_length; auto).
  pose proof (samples_map fst a ts (initial a) p) as P1.
  pose proof (samples_map snd a ts (initial a) p) as P2.
  pose proof (samples_map (fun e => mix l (fst e) (snd e)) a ts (initial a) p) as P3.
  unfold p in P1, P2, P3. rewrite combine_fst in P1 by exact Len.
  rewrite combine_snd in P2 by exact Len. rewrite combine_mix in P3. fold p in P1, P2, P3.
  destruct (valid_mix l (samples a (initial a) ts p) L (samples_fine a ts fine _ p is_path)
              gs hs unshifted unshifted) as (ks & X & Y).
  - unfold firsts. rewrite <- P1. auto.
  - unfold seconds. rewrite <- P2. auto.
  - unfold mixed, firsts, seconds in X, Y. rewrite <- P3 in X, Y. rewrite <- P1, <- P2 in Y.
    exists ks.
    assert (Sim : Forall2 like
              (samples a (initial a) ts
                 (mix_list l (differences a (initial a) ts 0 cs) (differences a (initial a) ts 0 ds)))
              (samples a (initial a) ts (differences a (initial a) ts 0 (mix_list l cs ds)))).
    { apply samples_like.
      eapply eqs_trans; [apply eqs_sym, differences_mix, E |].
      apply differences_eqs; [unfold mix; lra | apply eqs_refl]. }
    destruct (valid_like _ _ Sim ks (fun v => mix l (unshifted v) (unshifted v)) unshifted)
      as [X' Y']; auto.
    { intros v. unfold mix, unshifted. lra. }
    split; auto. rewrite <- Y'. unfold mix in Y. nra.
Qed.

(* ---- Cubes --------------------------------------------------------------------------------- *)

Definition convex (P : list Q -> Prop) : Prop :=
  (forall cs ds, eqs cs ds -> P cs -> P ds) /\
  (forall l cs ds, 0 <= l <= 1 -> length cs = length ds -> P cs -> P ds -> P (mix_list l cs ds)).

Lemma mix_same l cs : eqs (mix_list l cs cs) cs.
Proof. induction cs; constructor; auto. unfold mix. lra. Qed.

Lemma between_mix (low high : Q) t : low < high -> low <= t <= high ->
  exists l, 0 <= l <= 1 /\ mix l high low == t.
Proof.
  intros L [A B]. exists ((t - low) / (high - low)). unfold mix. repeat split.
  - apply Qle_shift_div_l; lra.
  - apply Qle_shift_div_r; lra.
  - field. lra.
Qed.

Lemma cube low high : low < high -> forall n P, convex P ->
  (forall cs, length cs = n -> Forall (fun e => e = low \/ e = high) cs -> P cs) ->
  forall cs, length cs = n -> between low high cs -> P cs.
Proof.
  intros L. induction n as [| n IH]; intros P [Same Mix] C cs Len B.
  - destruct cs; [| discriminate]. apply C; auto.
  - destruct cs as [| t cs]; [discriminate |]. inversion B as [| ? ? Bt Bs]; subst.
    simpl in Len. injection Len as Len.
    assert (Sub : forall e, e = low \/ e = high -> P (e :: cs)).
    { intros e E. apply (IH (fun cs => P (e :: cs))); auto.
      - split.
        + intros ds fs F. apply Same. constructor; auto with qarith.
        + intros l ds fs Ll Lf Pd Pf.
          apply (Same (mix_list l (e :: ds) (e :: fs))).
          * simpl. constructor; [unfold mix; lra | apply eqs_refl].
          * apply Mix; auto. simpl. congruence.
      - intros ds Ld F. apply C; simpl; auto. }
    destruct (between_mix low high t L Bt) as (l & Ll & E).
    apply (Same (mix_list l (high :: cs) (low :: cs))).
    + simpl. constructor; auto. apply mix_same.
    + apply Mix; auto.
Qed.

(* ---- The corners of what adjacency allows -------------------------------------------------- *)

(* Differences in {-1, 0, 1} of private inputs, each left by those before it. *)
Fixpoint corners (by_ : adjacency) (changed : shift) (ks : list shift) : Prop :=
  match ks with
  | [] => True
  | k :: ks => In k (left_by by_ changed) /\ corners by_ (changed_by by_ changed k) ks
  end.

Lemma pick_numbers low high ks' :
  Forall (fun e => e = number low \/ e = number high) ks' ->
  exists ks, ks' = map number ks /\ Forall (fun k => k = low \/ k = high) ks.
Proof.
  induction 1 as [| e es [E | E] _ (ks & -> & F)].
  - exists []. auto.
  - exists (low :: ks). subst. auto.
  - exists (high :: ks). subst. auto.
Qed.

Lemma corners_still by_ changed n : by_ <> Any -> corners by_ changed (repeat Stay n).
Proof.
  intros N. induction n; simpl; auto. destruct by_, changed; simpl; tauto.
Qed.

Lemma numbers_still n : map number (repeat Stay n) = repeat 0 n.
Proof. induction n; simpl; congruence. Qed.

Lemma affordable_convex : convex (fun cs => affordable a ts cs c).
Proof.
  split.
  - intros cs ds. apply affordable_eqs.
  - intros l cs ds. apply affordable_mix.
Qed.

Theorem worst_at_corners :
  (forall ks, length ks = n_private a (initial a) ts -> corners (adjacent_by a) Stay ks ->
              affordable a ts (map number ks) c) ->
  forall cs, runs a ts cs -> affordable a ts cs c.
Proof.
  intros C cs (_ & Len & A).
  destruct (adjacent_by a); simpl in A.
  - apply (cube (-1) 1 eq_refl (length cs) _ affordable_convex); auto.
    intros ks' L F. apply (pick_numbers Down Up) in F as (ks & -> & F).
    apply C; [rewrite map_length in L; congruence |].
    clear - F. induction F as [| k ks [-> | ->] _ IH]; simpl; auto.
  - destruct A as [A | A].
    + apply (cube 0 1 eq_refl (length cs) _ affordable_convex); auto.
      intros ks' L F. apply (pick_numbers Stay Up) in F as (ks & -> & F).
      apply C; [rewrite map_length in L; congruence |].
      clear - F.
      assert (G : forall ch, ch = Stay \/ ch = Up -> corners Monotonic ch ks); [| auto].
      induction F as [| k ks [-> | ->] _ IH]; simpl; auto; intros ch [-> | ->]; simpl; auto.
    + apply (cube (-1) 0 eq_refl (length cs) _ affordable_convex); auto.
      intros ks' L F. apply (pick_numbers Down Stay) in F as (ks & -> & F).
      apply C; [rewrite map_length in L; congruence |].
      clear - F.
      assert (G : forall ch, ch = Stay \/ ch = Down -> corners Monotonic ch ks); [| auto].
      induction F as [| k ks [-> | ->] _ IH]; simpl; auto; intros ch [-> | ->]; simpl; auto.
  - destruct A as (n & e & m & [[E B] | E]).
    + subst cs.
      assert (K : forall k, length (repeat 0 n ++ number k :: repeat 0 m) = n_private a (initial a) ts ->
                            affordable a ts (repeat 0 n ++ number k :: repeat 0 m) c).
      { intros k L. rewrite <- !numbers_still in *.
        change (number k :: map number (repeat Stay m)) with (map number (k :: repeat Stay m)) in *.
        rewrite <- map_app in *. apply C; [rewrite map_length in L; auto |].
        clear. induction n; simpl; auto.
        split; [destruct k; simpl; auto |]. apply corners_still. congruence. }
      destruct (between_mix (-1) 1 e eq_refl B) as (l & Ll & Eq).
      rewrite app_length in Len. simpl in Len.
      apply (affordable_eqs (mix_list l (repeat 0 n ++ number Up :: repeat 0 m)
                                        (repeat 0 n ++ number Down :: repeat 0 m))).
      * clear - Eq. induction n; simpl.
        -- constructor; auto. apply mix_same.
        -- constructor; auto. unfold mix. lra.
      * apply affordable_mix; auto; [rewrite !app_length; auto | |]; apply K; rewrite app_length; auto.
    + subst cs. rewrite <- numbers_still. apply C; [| apply corners_still; congruence].
      rewrite repeat_length in *. auto.
Qed.
End Path.

(* ---- Corners are what the checker of bounds goes through ----------------------------------- *)

Lemma corners_possible a ts : forall q m ks,
  length ks = n_private a q ts -> corners (adjacent_by a) (change m) ks ->
  exists ds, differences a q ts (number (last_input m)) (map number ks) = map number ds /\
             possible a q m ts ds.
Proof.
  induction ts as [| t ts IH]; intros q m ks L C; simpl in *.
  - exists []. simpl. auto.
  - unfold may_differ, remember. destruct (reads (place_of a q)).
    + destruct (IH (target t) m ks L C) as (ds & E & P). exists (Stay :: ds). simpl. rewrite E. auto.
    + destruct ks as [| k ks]; [discriminate |]. simpl in L, C. injection L as L. destruct C as [I C].
      destruct (IH (target t) {| change := changed_by (adjacent_by a) (change m) k; last_input := k |}
                   ks L C) as (ds & E & P).
      exists (k :: ds). simpl in *. rewrite E. auto.
    + destruct (IH (target t) m ks L C) as (ds & E & P). exists (last_input m :: ds). simpl.
      rewrite E. auto.
Qed.

Lemma affordable_of_choices a ts c :
  path a (initial a) ts ->
  (forall ds, possible a (initial a) fresh_memory ts ds ->
              exists zs, valid3 (fun _ => Stay) (samples a (initial a) ts ds) zs /\
                         cost3 (samples a (initial a) ts ds) zs <= c) ->
  forall ks, length ks = n_private a (initial a) ts -> corners (adjacent_by a) Stay ks ->
             affordable a ts (map number ks) c.
Proof.
  intros P H ks L C. destruct (corners_possible a ts (initial a) fresh_memory ks L C) as (ds & E & D).
  destruct (H ds D) as (zs & V & K). exists (map number zs). unfold samples_of.
  simpl in E. rewrite E. rewrite samples_map. fold (as_numbers (samples a (initial a) ts ds)).
  rewrite <- cost3_cost. split; auto. apply (valid3_valid _ _ (fun _ => Stay)); auto.
  intros v. unfold unshifted. simpl. lra.
Qed.
