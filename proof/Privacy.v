(* SPDX-License-Identifier: Apache-2.0 *)
(* Valid shifts bound probabilities: for any family of expectations that is monotone, lets factors
   through, and changes by no more than exp(rate |h|) when its argument is shifted by h. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Take Bound Corners RealShifts Statement.
Import ListNotations.
Open Scope R_scope.

(* ---- [0, oo] ------------------------------------------------------------------------------- *)

Lemma mult_pos k x : 0 < k ->
  Rbar_mult (Finite k) x = match x with Finite r => Finite (k * r) | o => o end.
Proof.
  intros K. destruct x as [r | |]; auto; unfold Rbar_mult, Rbar_mult'; destruct (Rle_dec 0 k); try lra;
    destruct (Rle_lt_or_eq_dec 0 k r); auto; lra.
Qed.

Lemma mult_le k x y : 0 < k -> Rbar_le x y -> Rbar_le (Rbar_mult k x) (Rbar_mult k y).
Proof.
  intros K. rewrite !mult_pos by auto. destruct x, y; simpl; auto. intros. apply Rmult_le_compat_l; lra.
Qed.

Lemma mult_mult k l x : 0 < k -> 0 < l -> Rbar_mult k (Rbar_mult l x) = Rbar_mult (k * l) x.
Proof.
  intros K L. rewrite (mult_pos l), (mult_pos (k * l)), mult_pos by (auto using Rmult_lt_0_compat).
  destruct x; auto. f_equal. ring.
Qed.

Lemma mult_0 k x : 0 < k -> Rbar_le 0 x -> Rbar_le 0 (Rbar_mult k x).
Proof.
  intros K. rewrite mult_pos by auto. destruct x; simpl; auto. intros. apply Rmult_le_pos; lra.
Qed.

Lemma mult_1 x : Rbar_mult 1 x = x.
Proof. rewrite mult_pos by lra. destruct x; auto. f_equal. ring. Qed.

Lemma mult_plus k x y : 0 < k -> Rbar_le 0 x -> Rbar_le 0 y ->
  Rbar_plus (Rbar_mult k x) (Rbar_mult k y) = Rbar_mult k (Rbar_plus x y).
Proof.
  intros K X Y. rewrite !mult_pos by auto. destruct x, y; simpl in *; try tauto. f_equal. ring.
Qed.

Lemma plus_0 x y : Rbar_le 0 x -> Rbar_le 0 y -> Rbar_le 0 (Rbar_plus x y).
Proof. destruct x, y; simpl; auto; lra. Qed.

Lemma lub_correct A : Rbar_is_lub A (Rbar_lub A).
Proof. exact (proj2_sig (Rbar_ex_lub A)). Qed.

Lemma glb_correct A : Rbar_is_glb A (Rbar_glb A).
Proof. exact (proj2_sig (Rbar_ex_glb A)). Qed.

Lemma one_if_0 A : Rbar_le 0 (one_if A).
Proof. apply lub_correct. auto. Qed.

(* ---- The laws ------------------------------------------------------------------------------ *)

Definition nonnegative (f : R -> Rbar) : Prop := forall y, Rbar_le 0 (f y).

(* moves: the shifts for which the last law holds. *)
Record lawful (E : expectation) (rate : R) (moves : R -> Prop) : Prop := {
  positive : forall f, nonnegative f -> Rbar_le 0 (E f);
  monotone : forall f g, nonnegative f -> (forall y, Rbar_le (f y) (g y)) -> Rbar_le (E f) (E g);
  scaling : forall k f, 0 < k -> nonnegative f ->
    Rbar_le (E (fun y => Rbar_mult k (f y))) (Rbar_mult k (E f));
  shifting : forall h f, moves h -> nonnegative f ->
    Rbar_le (E (fun y => f (y + h))) (Rbar_mult (exp (rate * Rabs h)) (E f)) }.

Lemma transport E rate moves K h f g : lawful E rate moves -> 0 < K -> moves h ->
  nonnegative f -> nonnegative g -> (forall y, Rbar_le (f y) (Rbar_mult K (g (y + h)))) ->
  Rbar_le (E f) (Rbar_mult (K * exp (rate * Rabs h)) (E g)).
Proof.
  intros L K0 M F G H. eapply Rbar_le_trans; [apply (monotone _ _ _ L); [exact F | exact H] |].
  eapply Rbar_le_trans; [apply (scaling _ _ _ L K (fun y => g (y + h))); auto; intros y; apply G |].
  rewrite <- mult_mult by (auto using exp_pos). apply mult_le; auto. apply (shifting _ _ _ L); auto.
Qed.

(* What a noise may be shifted by, and what it costs. *)
Definition moves (n : noise) (h : R) : Prop :=
  (parameter n = None -> h = 0) /\ (one_sided n = true -> 0 <= h) /\
  (whole_numbers n = true -> is_whole h).

Definition rate_of (epsilon : R) (n : noise) : R :=
  match parameter n with Some d => Q2R d * epsilon | None => 0 end.

(* ---- Guards -------------------------------------------------------------------------------- *)

Lemma in_distinct v vs : In v (distinct vs) <-> In v vs.
Proof.
  induction vs as [| w vs IH]; simpl; [tauto |].
  destruct (among w vs) eqn:A.
  - rewrite IH. apply among_In in A. intuition congruence.
  - simpl. rewrite IH. tauto.
Qed.

Lemma distinct_nodup vs : NoDup (distinct vs).
Proof.
  induction vs as [| w vs IH]; simpl; [constructor |].
  destruct (among w vs) eqn:A; auto. constructor; auto. rewrite in_distinct. intros I.
  apply among_In in I. congruence.
Qed.

Lemma holds_agree g : forall b b', (forall v, In v (mentioned g) -> b v = b' v) -> holds g b = holds g b'.
Proof.
  induction g as [| c v | l IHl r IHr | l IHl r IHr | n IHn]; simpl; intros b b' A; auto.
  - destruct c; rewrite (A v) by auto; auto.
  - rewrite (IHl b b'), (IHr b b'); auto; intros w I; apply A, in_or_app; auto.
  - rewrite (IHl b b'), (IHr b b'); auto; intros w I; apply A, in_or_app; auto.
  - rewrite (IHn b b'); auto.
Qed.

Lemma all_sides_complete vs : forall b, exists b', In b' (all_sides vs) /\ forall v, In v vs -> b' v = b v.
Proof.
  induction vs as [| w vs IH]; intros b; simpl.
  - exists (fun _ => false). split; auto. tauto.
  - destruct (IH b) as (b' & I & A). destruct (in_dec Pos.eq_dec w vs) as [D | D].
    + exists b'. split.
      * apply in_flat_map. exists b'. simpl. auto.
      * intros v [<- | J]; auto.
    + destruct (bool_dec (b w) true) as [T | T].
      * exists (fun u => if Pos.eqb u w then true else b' u). split.
        -- apply in_flat_map. exists b'. simpl. auto.
        -- intros v J. destruct (Pos.eqb_spec v w); [congruence |]. destruct J; [congruence | auto].
      * destruct (bool_dec (b' w) false) as [F | F].
        -- exists b'. split; [apply in_flat_map; exists b'; simpl; auto |].
           intros v [<- | J]; auto. rewrite F. destruct (b w); congruence.
        -- destruct (IH (fun _ => false)) as (b0 & I0 & A0).
           exfalso. clear - I D F. revert b' I F. induction vs as [| u vs IH]; simpl; intros b' I F.
           ++ destruct I as [<- | []]. congruence.
           ++ apply in_flat_map in I as (b1 & I1 & [<- | [<- | []]]).
              ** apply (IH (fun J => D (or_intror J)) b1 I1 F).
              ** destruct (Pos.eqb_spec w u); [subst; apply D; simpl; auto |].
                 apply (IH (fun J => D (or_intror J)) b1 I1 F).
Qed.

Definition kept (b b' : threshold -> bool) (lit : threshold * comparison) : Prop :=
  match snd lit with
  | Less => b (fst lit) = true -> b' (fst lit) = true
  | AtLeast => b (fst lit) = false -> b' (fst lit) = false
  end.

Lemma conjunction_kept g b b' : forall lits, conjunction g = Some lits ->
  Forall (kept b b') lits -> holds g b = true -> holds g b' = true.
Proof.
  induction g as [| c v | l IHl r IHr | l IHl r IHr | n IHn]; simpl; intros lits C F H;
    try discriminate; auto.
  - injection C as <-. inversion F as [| ? ? K _]; subst. unfold kept in K. simpl in K.
    destruct c; auto. rewrite negb_true_iff in *. auto.
  - destruct (conjunction l) as [ls |]; [| discriminate].
    destruct (conjunction r) as [rs |]; [| discriminate].
    destruct (existsb _ rs); [discriminate |]. injection C as <-.
    apply Forall_app in F as [Fl Fr]. apply andb_true_iff in H as [Hl Hr].
    apply andb_true_iff. eauto.
Qed.

Lemma counted g v c b :
  holds g b = true -> b v = (match c with Less => true | AtLeast => false end) ->
  holds g (fun w => if Pos.eqb w v then negb (b v) else b w) = false -> counts g v c = true.
Proof.
  intros H S N. unfold counts. apply existsb_exists.
  destruct (all_sides_complete (distinct (mentioned g)) b) as (b' & I & A).
  assert (A' : forall w, In w (mentioned g) -> b' w = b w) by (intros w J; apply A, in_distinct, J).
  assert (V : In v (mentioned g)).
  { destruct (in_dec Pos.eq_dec v (mentioned g)) as [J | J]; auto. exfalso.
    rewrite (holds_agree g _ b) in N; [congruence |]. intros w Jw.
    destruct (Pos.eqb_spec w v); congruence. }
  exists b'. split; auto. rewrite (holds_agree g b' b A'), H.
  rewrite (holds_agree g _ (fun w => if Pos.eqb w v then negb (b v) else b w)).
  - rewrite N, (A' v V), S. destruct c; auto.
  - intros w J. destruct (Pos.eqb w v); [rewrite S; auto | auto].
Qed.

Lemma guard_kept g b b' : Forall (kept b b') (literals g) -> holds g b = true -> holds g b' = true.
Proof.
  unfold literals. destruct (conjunction g) as [lits |] eqn:C; [apply conjunction_kept; auto |].
  intros F H.
  (* One threshold after the other is turned to its side in b'. *)
  assert (G : forall vs, (forall v, In v vs -> In v (mentioned g)) -> exists b1, holds g b1 = true /\
             (forall v, b1 v = b' v \/ (b1 v = b v /\ ~ In v vs)) ).
  { induction vs as [| v vs IH]; intros M.
    - exists b. auto.
    - destruct IH as (b1 & H1 & A); [intros w J; apply M; simpl; auto |].
      destruct (bool_dec (b1 v) (b' v)) as [E | E].
      + exists b1. split; auto. intros w. destruct (A w) as [| [B D]]; auto.
        destruct (Pos.eq_dec w v) as [-> | N]; [left; congruence |].
        right. split; auto. intros [J | J]; auto.
      + destruct (A v) as [| [B D]]; [congruence |].
        exists (fun w => if Pos.eqb w v then negb (b1 v) else b1 w). split.
        * destruct (holds g (fun w => if Pos.eqb w v then negb (b1 v) else b1 w)) eqn:N; [reflexivity |]. exfalso. apply E.
          pose proof (counted g v (if b1 v then Less else AtLeast) b1 H1) as K.
          specialize (K ltac:(destruct (b1 v); auto) N).
          rewrite Forall_forall in F.
          assert (L : kept b b' (v, if b1 v then Less else AtLeast)).
          { apply F. apply in_flat_map. exists v. split; [apply in_distinct, M; simpl; auto |].
            apply in_or_app. destruct (b1 v); rewrite K; simpl; auto. }
          unfold kept in L. destruct (b1 v) eqn:Eb; simpl in L; symmetry; apply L; congruence.
        * intros w. destruct (Pos.eqb_spec w v) as [-> | N].
          -- left. destruct (b1 v), (b' v); simpl; congruence.
          -- destruct (A w) as [| [Bw Dw]]; auto. right. split; auto. intros [J | J]; auto. }
  destruct (G (mentioned g)) as (b1 & H1 & A); auto.
  rewrite <- H1. apply holds_agree. intros v J. destruct (A v) as [E | [_ N]]; [auto | contradiction].
Qed.

(* ---- One step ------------------------------------------------------------------------------ *)

Section Mechanism.
Variable a : automaton.
Variable epsilon : R.
Hypothesis epsilon_positive : 0 < epsilon.
Variable average : noise -> expectation.
Variable mean : state -> threshold -> R.
Variable fresh_mean : state -> R.
Variable letters : transition -> list item.
Variable finish : state -> R -> R.
Variable public : list transition -> list item -> R.
Variable wanted : list item -> Prop.

Hypothesis sample_lawful : forall q v,
  lawful (average (sample (place_of a q) v)) (rate_of epsilon (sample (place_of a q) v))
         (moves (sample (place_of a q) v)).
Hypothesis fresh_lawful : forall q,
  lawful (average (snapped (place_of a q) (fresh (place_of a q))))
         (rate_of epsilon (snapped (place_of a q) (fresh (place_of a q))))
         (moves (snapped (place_of a q) (fresh (place_of a q)))).

Let s := Q2R (sensitivity a).
Hypothesis s_0 : 0 <= s.

(* Whether shifts have to be whole numbers. *)
Variable discrete : Prop.
Hypothesis discrete_samples : forall q v, whole_numbers (sample (place_of a q) v) = true -> discrete.
Hypothesis discrete_fresh : forall q, whole_numbers (fresh (place_of a q)) = true -> discrete.

Definition whole_shift (g : R) : Prop := discrete -> is_whole (s * g).

Lemma whole_minus x y : is_whole x -> is_whole y -> is_whole (x - y).
Proof. intros (m & ->) (n & ->). exists (m - n)%Z. rewrite minus_IZR. auto. Qed.

Lemma draw_moves n e D g :
  fee e = fee_of a n -> upwards e = one_sided n -> (whole_numbers n = true -> discrete) ->
  allowsR e D g -> whole_shift D -> whole_shift g ->
  moves n (s * g - s * D) /\ rate_of epsilon n * Rabs (s * g - s * D) = epsilon * priceR e D g.
Proof.
  intros F U W (A & B & C) WD Wg. unfold moves, rate_of, priceR. rewrite F in *. rewrite U in *.
  unfold fee_of in *. split.
  - split; [| split].
    + intros N. rewrite N in B. rewrite B by auto. ring.
    + intros N. specialize (C N). nra.
    + intros N. apply whole_minus; auto.
  - destruct (parameter n) as [d |]; [| ring].
    replace (s * g - s * D) with (s * (g - D)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq s), Q2R_mult by auto. fold s. ring.
Qed.

Fixpoint total (f : threshold -> R) (vs : list threshold) : R :=
  match vs with [] => 0 | v :: vs => f v + total f vs end.

Lemma each_sample_0 q input rest : (forall z, Rbar_le 0 (rest z)) -> forall vs z,
  Rbar_le 0 (each_sample a average mean q input vs z rest).
Proof.
  intros P. induction vs as [| v vs IH]; intros z; cbn [each_sample]; auto.
  apply (positive _ _ _ (sample_lawful q v)). intros y. apply IH.
Qed.

Lemma each_sample_le q input input' (G : threshold -> R) rest rest' K :
  0 < K -> (forall z, Rbar_le 0 (rest z)) -> (forall z, Rbar_le 0 (rest' z)) ->
  forall vs, (forall v, In v vs -> moves (sample (place_of a q) v) (G v - (input' - input))) ->
  forall (done : list threshold) z z', (forall v, In v done -> z' v = z v + G v) ->
  (forall z z', (forall v, In v (vs ++ done) -> z' v = z v + G v) ->
                Rbar_le (rest z) (Rbar_mult K (rest' z'))) ->
  Rbar_le (each_sample a average mean q input vs z rest)
    (Rbar_mult (K * exp (total (fun v => rate_of epsilon (sample (place_of a q) v) *
                                         Rabs (G v - (input' - input))) vs))
               (each_sample a average mean q input' vs z' rest')).
Proof.
  intros K0 P P'. induction vs as [| v vs IH]; intros M done z z' A R; cbn [each_sample total].
  - rewrite exp_0, Rmult_1_r. apply R. auto.
  - rewrite (Rplus_comm _ (total _ vs)), exp_plus, <- Rmult_assoc.
    apply (transport _ _ (moves (sample (place_of a q) v))); auto.
    + apply Rmult_lt_0_compat; auto. apply exp_pos.
    + apply M. simpl. auto.
    + intros y. apply each_sample_0, P.
    + intros y. apply each_sample_0, P'.
    + intros y. apply (IH (fun w I => M w (or_intror I)) (v :: done)).
      * intros w I. destruct (Pos.eqb_spec w v) as [-> | N]; [ring |].
        destruct I as [<- | I]; [congruence | auto].
      * intros z1 z1' A1. apply R. intros w I. apply A1. apply in_or_app. simpl in *.
        destruct I as [I | I]; auto. apply in_app_or in I as [I | I]; auto.
Qed.

Lemma validR_ext X Y es gs : (forall v, X v = Y v) -> validR X es gs -> validR Y es gs.
Proof. intros E. apply FunctionalExtensionality.functional_extensionality in E. congruence. Qed.

Lemma own_split p t D : forall vs X es gs, NoDup vs ->
  validR X (map (fun e => (e, D)) (map (own_draw a p t) vs) ++ es) gs ->
  exists G gs2,
    (forall v, In v vs -> allowsR (own_draw a p t v) D (G v) /\ In (G v) gs) /\
    (forall lit, In lit (compares t) -> In (fst lit) vs -> fitsR X (G (fst lit)) lit) /\
    validR (fun v => if among v (assigns t) && among v vs then G v else X v) es gs2 /\
    (forall g, In g gs2 -> In g gs) /\
    costR (map (fun e => (e, D)) (map (own_draw a p t) vs) ++ es) gs =
    total (fun v => priceR (own_draw a p t v) D (G v)) vs + costR es gs2.
Proof.
  induction vs as [| v vs IH]; intros X es gs N V.
  - exists (fun _ => 0), gs. simpl in *. split; [tauto |]. split; [tauto |]. split; [| split; auto; lra].
    replace (fun v => _) with X; auto. apply FunctionalExtensionality.functional_extensionality.
    intros v. rewrite andb_false_r. auto.
  - inversion N as [| ? ? Nv Nvs]; subst. destruct gs as [| g gs]; [simpl in V; tauto |].
    cbn [map app validR] in V. destruct V as (A & F & V).
    destruct (IH _ _ _ Nvs V) as (G & gs2 & H1 & H2 & H3 & H4 & H5). clear IH.
    exists (fun w => if Pos.eqb w v then g else G w), gs2. split; [| split; [| split; [| split]]].
    + intros w [<- | I].
      * rewrite Pos.eqb_refl. simpl. auto.
      * destruct (Pos.eqb_spec w v); [congruence |]. destruct (H1 w I). simpl. auto.
    + intros lit I J. destruct (Pos.eqb_spec (fst lit) v) as [E | E].
      * rewrite Forall_forall in F. apply F. unfold own_draw. cbn [compared].
        apply filter_In. split; auto. apply Pos.eqb_eq, E.
      * destruct J as [J | J]; [congruence |]. specialize (H2 lit I J). unfold fitsR, assign in *.
        replace (among (fst lit) (assigned (own_draw a p t v))) with false in H2; auto.
        symmetry. destruct (among _ _) eqn:Am; auto. apply among_In in Am. unfold own_draw in Am.
        cbn [assigned] in Am. apply filter_In in Am as [_ Am]. apply Pos.eqb_eq in Am. congruence.
    + eapply validR_ext; [| exact H3]. intros w. unfold assign.
      assert (E : among w (assigned (own_draw a p t v)) = Pos.eqb w v && among w (assigns t)).
      { apply eq_true_iff_eq. rewrite andb_true_iff, !among_In. unfold own_draw. cbn [assigned].
        rewrite filter_In, Pos.eqb_eq, Pos.eqb_eq. intuition congruence. }
      rewrite E. change (among w (v :: vs)) with (Pos.eqb w v || among w vs).
      destruct (Pos.eqb_spec w v) as [Ew | Nw]; simpl.
      * rewrite Ew. replace (among v vs) with false; [rewrite andb_false_r; destruct (among v (assigns t)); auto |].
        symmetry. destruct (among v vs) eqn:Am; auto. apply among_In in Am. contradiction.
      * destruct (among w (assigns t)); auto.
    + intros h I. simpl. auto.
    + cbn [map app costR total]. rewrite Pos.eqb_refl, H5, Rplus_assoc. f_equal. f_equal.
      clear - Nv. induction vs as [| w vs IH]; simpl; auto.
      destruct (Pos.eqb_spec w v); [subst; exfalso; apply Nv; simpl; auto |].
      rewrite IH; auto. intros I. apply Nv. simpl. auto.
Qed.

(* The thresholds that the samples of a step have to do with. *)
Definition relevant (t : transition) (v : threshold) : Prop := shared a = true \/ In v (touched t).

Definition fresh_price (p : place) (t : transition) (D : R) : R :=
  match shows t with Fresh => priceR (fresh_draw a p) D 0 | _ => 0 end.

Lemma touched_lit t lit : In lit (compares t) -> In (fst lit) (touched t).
Proof. intros I. apply in_distinct, in_or_app. left. apply in_map, I. Qed.

Lemma touched_assigned t v : among v (assigns t) = true -> among v (touched t) = true.
Proof.
  rewrite !among_In. intros I. apply in_distinct, in_or_app. right. apply in_or_app. auto.
Qed.

Lemma touched_shown t v : shows t = Insample v -> In v (touched t).
Proof. intros E. apply in_distinct. rewrite E. rewrite !in_app_iff. simpl. auto. Qed.

Lemma fresh_split q t D X es gs : 
  validR X (map (fun e => (e, D)) match shows t with Fresh => [fresh_draw a (place_of a q)] | _ => [] end ++ es) gs ->
  exists gs2, validR X es gs2 /\ (forall g, In g gs2 -> In g gs) /\
    (shows t = Fresh -> allowsR (fresh_draw a (place_of a q)) D 0) /\
    costR (map (fun e => (e, D)) match shows t with Fresh => [fresh_draw a (place_of a q)] | _ => [] end ++ es) gs =
    fresh_price (place_of a q) t D + costR es gs2.
Proof.
  unfold fresh_price. intros V. destruct (shows t); simpl in *;
    try (exists gs; repeat split; auto; [discriminate .. | lra]).
  destruct gs as [| g gs]; [tauto |]. destruct V as (A & _ & V). exists gs.
  assert (E : g = 0) by (apply A; auto). subst g.
  split; [exact V |]. split; [intros h I; right; exact I |]. split; [intros _; exact A | reflexivity].
Qed.

Lemma step_split q t D X es gs :
  validR X (map (fun e => (e, D)) (draws a (place_of a q) t) ++ es) gs ->
  (forall g, In g gs -> whole_shift g) -> whole_shift D ->
  exists G C gs2,
    (forall input input' rest rest' K, input' = input + s * D ->
       0 < K -> (forall z, Rbar_le 0 (rest z)) -> (forall z, Rbar_le 0 (rest' z)) ->
       (forall z z', (forall v, relevant t v -> z' v = z v + s * G v) ->
                     Rbar_le (rest z) (Rbar_mult K (rest' z'))) ->
       Rbar_le (samples_at a average mean q t input rest)
         (Rbar_mult (K * exp (epsilon * C)) (samples_at a average mean q t input' rest'))) /\
    Forall (fun lit => fitsR X (G (fst lit)) lit) (compares t) /\
    (forall v, shows t = Insample v -> G v = 0) /\
    (shows t = Fresh -> allowsR (fresh_draw a (place_of a q)) D 0) /\
    validR (fun v => if among v (assigns t) then G v else X v) es gs2 /\
    (forall g, In g gs2 -> In g gs) /\
    costR (map (fun e => (e, D)) (draws a (place_of a q) t) ++ es) gs =
    C + fresh_price (place_of a q) t D + costR es gs2.
Proof.
  unfold draws. rewrite map_app, <- app_assoc. intros V Wg WD. destruct (shared a) eqn:Sh.
  - set (e := common_draw a (place_of a q) t) in *.
    assert (T : forall g, allowsR e D g -> whole_shift g ->
      forall input input' rest rest' K, input' = input + s * D ->
        0 < K -> (forall z, Rbar_le 0 (rest z)) -> (forall z, Rbar_le 0 (rest' z)) ->
        (forall z z', (forall v, relevant t v -> z' v = z v + s * g) ->
                      Rbar_le (rest z) (Rbar_mult K (rest' z'))) ->
        Rbar_le (samples_at a average mean q t input rest)
          (Rbar_mult (K * exp (epsilon * priceR e D g)) (samples_at a average mean q t input' rest'))).
    { intros g A Wh input input' rest rest' K -> K0 P P' R. unfold samples_at. rewrite Sh.
      destruct (draw_moves (sample (place_of a q) 1%positive) e D g eq_refl eq_refl
                  (discrete_samples q 1%positive) A WD Wh) as [M E].
      rewrite <- E.
      apply (transport _ _ (moves (sample (place_of a q) 1%positive))); auto;
        try (intros y; auto).
      apply R. intros v _. ring. }
    cbn [filter] in V |- *. destruct (used e) eqn:U.
    + cbn [map app validR] in V |- *. destruct gs as [| g gs]; [tauto |]. destruct V as (A & F & V).
      apply fresh_split in V as (gs2 & V & I2 & Fr & Co).
      exists (fun _ => g), (priceR e D g), gs2.
      split; [apply T; auto; apply Wg; simpl; auto |]. split; [| split; [| split; [| split; [| split]]]]; auto.
      * intros v E. apply A. unfold e, common_draw. cbn [shown]. rewrite E. auto.
      * intros h I. simpl. auto.
      * cbn [costR]. rewrite Co. ring.
    + apply fresh_split in V as (gs2 & V & I2 & Fr & Co).
      unfold used in U. unfold e, common_draw in U. cbn [compared assigned shown] in U.
      destruct (compares t) as [| lit lits] eqn:Cm; [| discriminate].
      destruct (assigns t) as [| w ws] eqn:As; [| discriminate].
      exists (fun _ => D), 0, gs2.
      split; [| split; [| split; [| split; [| split; [| split]]]]]; auto.
      * intros input input' rest rest' K -> K0 P P' R. rewrite Rmult_0_r, exp_0, Rmult_1_r.
        unfold samples_at. rewrite Sh.
        replace K with (K * exp (rate_of epsilon (sample (place_of a q) 1%positive) * Rabs 0))
          by (rewrite Rabs_R0, Rmult_0_r, exp_0; ring).
        apply (transport _ _ (moves (sample (place_of a q) 1%positive))); auto; try (intros y; auto).
        -- repeat split; intros; try lra. exists 0%Z. auto.
        -- apply R. intros v _. ring.
      * intros v E. rewrite E in U. discriminate.
      * change (map (fun e => (e, D)) [] ++ ?l) with l. cbn [map app]. rewrite Co. ring.
  - apply own_split in V as (G & gs1 & H1 & H2 & H3 & H4 & H5); [| apply distinct_nodup].
    rewrite H5. clear H5.
    apply fresh_split in H3 as (gs2 & V & I2 & Fr & Co).
    exists G, (total (fun v => priceR (own_draw a (place_of a q) t v) D (G v)) (touched t)), gs2.
    split; [| split; [| split; [| split; [| split; [| split]]]]]; auto.
    + intros input input' rest rest' K -> K0 P P' R. unfold samples_at. rewrite Sh.
      assert (M : forall v, In v (touched t) ->
        moves (sample (place_of a q) v) (s * G v - (input + s * D - input)) /\
        rate_of epsilon (sample (place_of a q) v) * Rabs (s * G v - (input + s * D - input)) =
        epsilon * priceR (own_draw a (place_of a q) t v) D (G v)).
      { intros v I. replace (input + s * D - input) with (s * D) by ring.
        destruct (H1 v I) as [A J]. exact (draw_moves (sample (place_of a q) v)
          (own_draw a (place_of a q) t v) D (G v) eq_refl eq_refl (discrete_samples q v) A WD (Wg _ J)). }
      replace (epsilon * total _ (touched t)) with
        (total (fun v => rate_of epsilon (sample (place_of a q) v) *
                         Rabs (s * G v - (input + s * D - input))) (touched t)).
      * apply each_sample_le with (done := []); auto.
        -- intros v I. apply M, I.
        -- simpl. tauto.
        -- intros z z' A. apply R. intros v [E | I]; [congruence |]. apply A. rewrite app_nil_r. auto.
      * assert (Z : forall vs, (forall v, In v vs -> In v (touched t)) ->
          total (fun v => rate_of epsilon (sample (place_of a q) v) *
                         Rabs (s * G v - (input + s * D - input))) vs =
          epsilon * total (fun v => priceR (own_draw a (place_of a q) t v) D (G v)) vs).
        { induction vs as [| v vs IH]; intros I; simpl; [ring |].
          rewrite IH by (intros w J; apply I; simpl; auto).
          destruct (M v) as [_ ->]; [apply I; simpl; auto |]. ring. }
        apply Z. auto.
    + apply Forall_forall. intros lit I. apply H2; auto. apply touched_lit, I.
    + intros v E. destruct (H1 v (touched_shown t v E)) as [(A & _) _]. apply A.
      unfold own_draw. cbn [shown]. rewrite E. apply Pos.eqb_refl.
    + apply (fun E => validR_ext _ _ _ _ E V). intros v.
      destruct (among v (assigns t)) eqn:Am; [rewrite (touched_assigned t v Am) |]; reflexivity.
    + rewrite Co. ring.
Qed.

(* ---- Paths --------------------------------------------------------------------------------- *)

Let chance_of u := chance a average mean fresh_mean letters finish u public wanted.

Lemma samples_at_0 q t input rest : (forall z, Rbar_le 0 (rest z)) ->
  Rbar_le 0 (samples_at a average mean q t input rest).
Proof.
  intros P. unfold samples_at. destruct (shared a); [| apply each_sample_0, P].
  apply (positive _ _ _ (sample_lawful q 1%positive)). intros y. apply P.
Qed.

Lemma le_0_0 : Rbar_le 0 0.
Proof. apply Rbar_le_refl. Qed.

Lemma chance_0 u ts : forall q x last steps seen, Rbar_le 0 (chance_of u ts q x last steps seen).
Proof.
  unfold chance_of. induction ts as [| t ts IH]; intros q x last steps seen; cbn [chance].
  - apply one_if_0.
  - apply samples_at_0. intros z. destruct (holds _ _); [| apply le_0_0].
    destruct (shows t); try apply IH. apply (positive _ _ _ (fresh_lawful q)). intros y. apply IH.
Qed.

Lemma snapped_whole p n : whole_numbers (snapped p n) = whole_numbers n.
Proof. unfold snapped. destruct (floating p), (parameter n); reflexivity. Qed.

Lemma guard_shifted t (z z' x x' G X : threshold -> R) :
  Forall (fun lit => fitsR X (G (fst lit)) lit) (compares t) ->
  (forall v, relevant t v -> z' v = z v + s * G v) ->
  (forall v, x' v = x v + s * X v) ->
  holds (condition t) (is_below z x) = true -> holds (condition t) (is_below z' x') = true.
Proof.
  intros F Z A. apply guard_kept. apply Forall_forall. intros lit I.
  assert (J : In lit (compares t)) by (apply in_or_app; auto).
  rewrite Forall_forall in F. specialize (F lit J). unfold kept, is_below, fitsR in *.
  rewrite A, Z by (right; apply touched_lit, J).
  destruct (snd lit).
  - destruct (Rlt_dec (z (fst lit)) _); [| discriminate].
    destruct (Rlt_dec (z (fst lit) + _) _); auto. nra.
  - destruct (Rlt_dec (z (fst lit)) _); [discriminate |].
    destruct (Rlt_dec (z (fst lit) + _) _); auto. nra.
Qed.

(* The differences of the private inputs that ts reads after steps. *)
Fixpoint along (delta : list transition -> R) (q : state) (steps ts : list transition) : list R :=
  match ts with
  | [] => []
  | t :: rest =>
    let more := along delta (target t) (steps ++ [t]) rest in
    match reads (place_of a q) with Private => delta steps :: more | _ => more end
  end.

Lemma chance_le u u' delta :
  (forall steps seen, u' steps seen = u steps seen + s * delta steps) ->
  (discrete -> forall steps, is_whole (s * delta steps)) ->
  forall ts q x x' X last last' L steps seen gs,
  (forall v, x' v = x v + s * X v) -> last' = last + s * L -> whole_shift L ->
  (forall g, In g gs -> whole_shift g) ->
  validR X (samples a q ts (differencesR a q ts L (along delta q steps ts))) gs ->
  Rbar_le (chance_of u ts q x last steps seen)
    (Rbar_mult (exp (epsilon * costR (samples a q ts (differencesR a q ts L
                  (along delta q steps ts))) gs))
               (chance_of u' ts q x' last' steps seen)).
Proof.
  intros Du Dw. induction ts as [| t ts IH]; intros q x x' X last last' L steps seen gs A Al WL Wg V.
  - cbn [samples] in *. destruct gs; [| simpl in V; tauto]. cbn [costR].
    rewrite Rmult_0_r, exp_0, mult_1. apply Rbar_le_refl.
  - cbn [chance_of chance].
    set (D := match reads (place_of a q) with Public => 0 | Private => delta steps | Again => L end).
    set (L' := match reads (place_of a q) with Private => D | _ => L end).
    assert (E : samples a q (t :: ts) (differencesR a q (t :: ts) L (along delta q steps (t :: ts))) =
                map (fun e => (e, D)) (draws a (place_of a q) t) ++
                samples a (target t) ts (differencesR a (target t) ts L' (along delta (target t) (steps ++ [t]) ts))).
    { unfold D, L'. cbn [differencesR along]. destruct (reads (place_of a q)); reflexivity. }
    rewrite E in *. clear E.
    assert (WD : whole_shift D).
    { unfold D. destruct (reads (place_of a q)); auto; intros W; auto. exists 0%Z. ring. }
    destruct (step_split q t D X _ gs V Wg WD) as (G & C & gs2 & T & F & In0 & Fr & V2 & Sub & Co).
    rewrite Co. rewrite !Rmult_plus_distr_l.
    set (es := samples a (target t) ts _) in *.
    replace (epsilon * C + epsilon * fresh_price (place_of a q) t D + epsilon * costR es gs2)
      with ((epsilon * costR es gs2 + epsilon * fresh_price (place_of a q) t D) + epsilon * C) by ring.
    rewrite exp_plus.
    assert (Inp : input_at a u' public q steps seen last' = input_at a u public q steps seen last + s * D).
    { unfold input_at, D. destruct (reads (place_of a q)); auto; ring. }
    assert (Pos : forall w input x0 l z, Rbar_le 0
      (if holds (condition t) (is_below z x0) then
         match shows t with
         | Symbol => chance a average mean fresh_mean letters finish w public wanted ts (target t)
             (fun v => if among v (assigns t) then z v else x0 v) l (steps ++ [t]) (seen ++ letters t)
         | Insample v => chance a average mean fresh_mean letters finish w public wanted ts (target t)
             (fun v => if among v (assigns t) then z v else x0 v) l (steps ++ [t]) (seen ++ [Number (z v)])
         | Gap v => chance a average mean fresh_mean letters finish w public wanted ts (target t)
             (fun v => if among v (assigns t) then z v else x0 v) l (steps ++ [t]) (seen ++ [Number (z v - x0 v)])
         | Fresh => average (snapped (place_of a q) (fresh (place_of a q))) (fun n =>
             chance a average mean fresh_mean letters finish w public wanted ts (target t)
             (fun v => if among v (assigns t) then z v else x0 v) l (steps ++ [t])
             (seen ++ [Number (finish q (input + fresh_mean q + n))]))
         end else 0)).
    { intros w input x0 l z. destruct (holds _ _); [| apply le_0_0].
      destruct (shows t); try apply chance_0. apply (positive _ _ _ (fresh_lawful q)).
      intros n. apply chance_0. }
    apply T; auto.
    + apply exp_pos.
    + intros z. apply Pos.
    + intros z. apply Pos.
    + intros z z' Z. destruct (holds (condition t) (is_below z x)) eqn:H.
      2: { apply mult_0; [apply exp_pos | apply Pos]. }
      clear Pos.
      rewrite (guard_shifted t z z' x x' G X F Z A H).
      assert (Go : forall shown,
        Rbar_le
          (chance_of u ts (target t) (fun v => if among v (assigns t) then z v else x v)
             (match reads (place_of a q) with Private => input_at a u public q steps seen last | _ => last end)
             (steps ++ [t]) (seen ++ shown))
          (Rbar_mult (exp (epsilon * costR es gs2))
          (chance_of u' ts (target t) (fun v => if among v (assigns t) then z' v else x' v)
             (match reads (place_of a q) with Private => input_at a u' public q steps seen last' | _ => last' end)
             (steps ++ [t]) (seen ++ shown)))).
      { intros shown. apply (IH (target t) _ _ (fun v => if among v (assigns t) then G v else X v)).
        - intros v. destruct (among v (assigns t)) eqn:Am; auto. apply Z. right.
          apply among_In, touched_assigned, Am.
        - unfold L'. destruct (reads (place_of a q)); auto.
        - unfold L'. destruct (reads (place_of a q)); auto.
        - auto.
        - exact V2. }
      unfold fresh_price. destruct (shows t) as [| v | | v] eqn:Sh.
      * rewrite Rmult_0_r, Rplus_0_r. apply Go.
      * rewrite Rmult_0_r, Rplus_0_r.
        replace (z' v) with (z v); [apply Go |].
        rewrite Z by (right; apply touched_shown, Sh). rewrite (In0 v eq_refl). ring.
      * rewrite exp_plus.
        set (n := snapped (place_of a q) (fresh (place_of a q))) in *.
        assert (Wn : whole_numbers n = true -> discrete).
        { intros W. apply (discrete_fresh q). unfold n in W. rewrite snapped_whole in W. exact W. }
        assert (W0 : whole_shift 0) by (intros _; exists 0%Z; ring).
        destruct (draw_moves n (fresh_draw a (place_of a q)) D 0 eq_refl eq_refl Wn (Fr eq_refl) WD W0)
          as [M Pr].
        rewrite <- Pr.
        apply (transport _ _ (moves n) _ _ _ _ (fresh_lawful q)); auto.
        -- apply exp_pos.
        -- intros y. apply chance_0.
        -- intros y. apply chance_0.
        -- intros y. rewrite Inp.
           replace (input_at a u public q steps seen last + s * D + fresh_mean q + (y + (s * 0 - s * D)))
             with (input_at a u public q steps seen last + fresh_mean q + y) by ring.
           rewrite <- Inp. apply Go.
      * rewrite Rmult_0_r, Rplus_0_r.
        replace (z' v - x' v) with (z v - x v); [apply Go |].
        assert (Li : forall c, In (v, c) (compares t) \/ c = c) by auto.
        assert (I1 : In (v, Less) (compares t)).
        { unfold compares. rewrite Sh. apply in_or_app. simpl. auto. }
        assert (I2 : In (v, AtLeast) (compares t)).
        { unfold compares. rewrite Sh. apply in_or_app. simpl. auto. }
        rewrite Forall_forall in F. pose proof (F _ I1) as F1. pose proof (F _ I2) as F2.
        unfold fitsR in F1, F2. cbn [fst snd] in F1, F2.
        rewrite Z by (right; apply (touched_lit t _ I1)). rewrite A.
        replace (G v) with (X v) by lra. ring.
Qed.

(* Real shifts that are affordable bound the chance of a path. *)
Lemma path_le u u' delta ts c gs :
  (forall steps seen, u' steps seen = u steps seen + s * delta steps) ->
  (discrete -> forall steps, is_whole (s * delta steps)) ->
  (forall g, In g gs -> whole_shift g) ->
  let es := samplesR a ts (along delta (initial a) [] ts) in
  validR (fun _ => 0) es gs -> costR es gs <= c ->
  Rbar_le (chance_of u ts (initial a) (fun _ => 0) 0 [] [])
    (Rbar_mult (exp (c * epsilon)) (chance_of u' ts (initial a) (fun _ => 0) 0 [] [])).
Proof.
  intros Du Dw Wg es V K.
  eapply Rbar_le_trans.
  - apply (chance_le u u' delta Du Dw ts (initial a) (fun _ => 0) (fun _ => 0) (fun _ => 0) 0 0 0 [] [] gs); auto.
    + intros v. ring.
    + ring.
    + intros _. exists 0%Z. ring.
  - fold es. pose proof (chance_0 u' ts (initial a) (fun _ => 0) 0 [] []) as P.
    set (r := chance_of u' ts (initial a) (fun _ => 0) 0 [] []) in *.
    rewrite !mult_pos by apply exp_pos. destruct r as [r | |]; simpl in *; auto.
    apply Rmult_le_compat_r; auto.
    assert (Q : exp (epsilon * costR es gs) <= exp (c * epsilon)); [| exact Q].
    destruct (Rle_lt_or_eq_dec _ _ K) as [Lt | Eq].
    + left. apply exp_increasing. nra.
    + right. rewrite Eq. f_equal. ring.
Qed.

Lemma paths_are_paths n : forall q ts, In ts (paths a n q) -> path a q ts.
Proof.
  induction n as [| n IH]; intros q ts I; cbn [paths] in I.
  - destruct I as [<- | []]. simpl. auto.
  - destruct (leaving (place_of a q)) as [| t0 l] eqn:E.
    + destruct I as [<- | []]. simpl. auto.
    + apply in_flat_map in I as (t & T & I). apply in_map_iff in I as (rest & <- & I).
      simpl. rewrite E. split; auto.
Qed.

Lemma sum_le (f g : list transition -> Rbar) k tss : 0 < k ->
  (forall ts, Rbar_le 0 (g ts)) -> (forall ts, In ts tss -> Rbar_le (f ts) (Rbar_mult k (g ts))) ->
  Rbar_le 0 (fold_right Rbar_plus 0 (map g tss)) /\
  Rbar_le (fold_right Rbar_plus 0 (map f tss)) (Rbar_mult k (fold_right Rbar_plus 0 (map g tss))).
Proof.
  intros K G. induction tss as [| ts tss IH]; intros H; cbn [map fold_right].
  - split; [apply le_0_0 | apply mult_0; auto; apply le_0_0].
  - destruct IH as [P IH]; [intros ts' I; apply H; simpl; auto |]. split.
    + apply plus_0; auto.
    + rewrite <- mult_plus by auto. apply Rbar_plus_le_compat; auto. apply H. simpl. auto.
Qed.
End Mechanism.

(* ---- The theorem for any family ------------------------------------------------------------ *)

Lemma Q2R_0 : Q2R 0 = 0. Proof. apply RMicromega.Q2R_0. Qed.

Lemma may_differ_0 a difference : may_differ_by a difference -> 0 <= Q2R (sensitivity a).
Proof.
  unfold may_differ_by. destruct (adjacent_by a).
  - intros H. specialize (H []). lra.
  - intros [H | H]; specialize (H []); lra.
  - intros [H _]. specialize (H []). lra.
Qed.

Lemma unit_le s x : 0 <= s -> x <= s -> x / s <= 1.
Proof.
  intros S X. destruct (Rle_lt_or_eq_dec 0 s S) as [P | E].
  - apply Rmult_le_reg_r with s; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - subst s. unfold Rdiv. rewrite Rinv_0. lra.
Qed.

Lemma unit_0 s x : 0 <= s -> 0 <= x -> 0 <= x / s.
Proof.
  intros S X. destruct (Rle_lt_or_eq_dec 0 s S) as [P | E].
  - apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat, P.
  - subst s. unfold Rdiv. rewrite Rinv_0. lra.
Qed.

Lemma unit_between s x low high : 0 <= s -> (low = -1 /\ - s <= x \/ low = 0 /\ 0 <= x) ->
  (high = 1 /\ x <= s \/ high = 0 /\ x <= 0) -> low <= x / s <= high.
Proof.
  intros S L H. split.
  - destruct L as [[-> L] | [-> L]]; [| apply unit_0; auto].
    assert (K : - x / s <= 1) by (apply unit_le; auto; lra). unfold Rdiv in *. lra.
  - destruct H as [[-> H] | [-> H]]; [apply unit_le; auto |].
    assert (K : 0 <= - x / s) by (apply unit_0; auto; lra). unfold Rdiv in *. lra.
Qed.

Lemma in_units a difference steps : may_differ_by a difference ->
  difference steps = Q2R (sensitivity a) * (difference steps / Q2R (sensitivity a)).
Proof.
  intros N. pose proof (may_differ_0 a difference N) as P.
  destruct (Rle_lt_or_eq_dec 0 _ P) as [S | E]; [field; lra |].
  rewrite <- E, Rmult_0_l. unfold may_differ_by in N. rewrite <- E in N.
  destruct (adjacent_by a).
  - specialize (N steps). lra.
  - destruct N as [N | N]; specialize (N steps); lra.
  - destruct N as [N _]. specialize (N steps). lra.
Qed.

Lemma along_length a delta ts : forall q steps, length (along a delta q steps ts) = n_private a q ts.
Proof.
  induction ts as [| t ts IH]; intros q steps; cbn [along n_private]; auto.
  destruct (reads (place_of a q)); simpl; rewrite IH; auto.
Qed.

Lemma along_all a (delta : list transition -> R) (P : R -> Prop) ts : forall q steps,
  (forall more, P (delta (steps ++ more))) -> Forall P (along a delta q steps ts).
Proof.
  induction ts as [| t ts IH]; intros q steps H; cbn [along]; [constructor |].
  assert (N : Forall P (along a delta (target t) (steps ++ [t]) ts)).
  { apply IH. intros more. rewrite <- app_assoc. apply H. }
  destruct (reads (place_of a q)); auto. constructor; auto. specialize (H []). rewrite app_nil_r in H. auto.
Qed.

Lemma all_zero (l : list R) : Forall (fun e => e = 0) l -> l = repeat 0 (length l).
Proof. induction 1 as [| e l -> _ IH]; simpl; congruence. Qed.

Lemma along_one a delta ts :
  (forall steps t more, delta steps = 0 \/ delta (steps ++ t :: more) = 0) -> forall q steps,
  (exists n, along a delta q steps ts = repeat 0 n) \/
  exists m s l, along a delta q steps ts = repeat 0 m ++ delta s :: repeat 0 l.
Proof.
  intros One. induction ts as [| t ts IH]; intros q steps; cbn [along]; [left; exists 0%nat; auto |].
  destruct (reads (place_of a q)); auto.
  destruct (Req_dec (delta steps) 0) as [-> | D].
  - destruct (IH (target t) (steps ++ [t])) as [(n & ->) | (m & s & l & ->)].
    + left. exists (S n). auto.
    + right. exists (S m), s, l. auto.
  - right. exists 0%nat, steps, (length (along a delta (target t) (steps ++ [t]) ts)). simpl. f_equal.
    apply all_zero, along_all. intros more. destruct (One steps t more) as [E | E]; [contradiction |].
    rewrite <- app_assoc. exact E.
Qed.

Lemma differences_adjacent a difference ts : may_differ_by a difference ->
  adjacentR (adjacent_by a)
    (along a (fun steps => difference steps / Q2R (sensitivity a)) (initial a) [] ts).
Proof.
  intros N. pose proof (may_differ_0 a difference N) as P. unfold may_differ_by, adjacentR in *.
  destruct (adjacent_by a).
  - apply along_all. intros more. specialize (N ([] ++ more)). apply unit_between; auto; left; split; auto; lra.
  - destruct N as [N | N]; [left | right]; apply along_all; intros more; specialize (N ([] ++ more));
      apply unit_between; auto; lra.
  - destruct N as [N One].
    destruct (along_one a (fun steps => difference steps / Q2R (sensitivity a)) ts) with (q := initial a)
      (steps := @nil transition) as [(n & ->) | (m & s & l & ->)].
    + intros steps t more. destruct (One steps t more) as [-> | ->]; unfold Rdiv; [left | right]; ring.
    + exists n, 0, 0%nat. auto.
    + exists m, (difference s / Q2R (sensitivity a)), l. left. split; auto. specialize (N s).
      apply unit_between; auto; lra.
Qed.
