(* SPDX-License-Identifier: Apache-2.0 *)
(* Walks through an automaton, with loops, as words of samples; and that all their unrollings are
   paths with differences that adjacent inputs may have. *)
From Coq Require Import QArith List Bool Lia Lqa.
From Couplet Require Import Model Trees Take Bound Corners Walk.
Import ListNotations.
Open Scope Q_scope.

(* What evidence says, with hints that change nothing of what is shown. *)
Inductive walk :=
| End
| Step (transition : nat) (D : shift) (position : nat) (rest : walk)
  (* by its number among those leaving; position: that of the sample among the thresholds' values *)
| Drop (v : positive) (rest : walk) (* v is not compared with any more before it is assigned *)
| Blank (rest : walk) (* the last private input is not read again *)
| Turn (body rest : walk).

(* ---- Ranks of values ----------------------------------------------------------------------- *)

(* Groups of thresholds with one value each, the least first. *)
Definition ranks := list (list positive).

Definition minus (vs : list positive) (g : list positive) : list positive :=
  filter (fun v => negb (among v vs)) g.

(* A new value, that of vs, behind p groups. *)
Fixpoint insert (p : nat) (vs : list positive) (gs : ranks) : ranks :=
  match p, gs with
  | S p, g :: rest => minus vs g :: insert p vs rest
  | _, _ => vs :: map (minus vs) gs
  end.

Definition tidy (gs : ranks) : ranks :=
  filter (fun g => match g with [] => false | _ => true end) gs.

Definition above (p : nat) (gs : ranks) : list positive := concat (skipn p gs).

Definition rank_lets (t : transition) (p : nat) (gs : ranks) : bool :=
  forallb (fun v => among v (concat gs)) (mentioned (condition t)) &&
  holds (condition t) (fun v => among v (above p gs)).

(* All values are above low, and those of a group above those of the groups before it. *)
Fixpoint realises (x : threshold -> Q) (low : Q) (gs : ranks) : Prop :=
  match gs with
  | [] => True
  | g :: rest => exists c, low < c /\ (forall v, In v g -> x v == c) /\ realises x c rest
  end.

Lemma realises_low x gs : forall low low', low' <= low -> realises x low gs -> realises x low' gs.
Proof.
  destruct gs as [| g gs]; simpl; auto. intros low low' L (c & A & B). exists c. split; [lra | auto].
Qed.

Lemma realises_tidy x gs : forall low, realises x low gs -> realises x low (tidy gs).
Proof.
  induction gs as [| g gs IH]; simpl; auto. intros low (c & A & B & C). destruct g.
  - apply IH, (realises_low x gs c low); auto. lra.
  - exists c. auto.
Qed.

Lemma realises_above x gs : forall low v, realises x low gs -> In v (concat gs) -> low < x v.
Proof.
  induction gs as [| g gs IH]; simpl; [tauto |]. intros low v (c & A & B & C) I.
  apply in_app_iff in I as [I | I].
  - rewrite (B v I). auto.
  - specialize (IH c v C I). lra.
Qed.

Lemma in_minus v vs g : In v (minus vs g) -> In v g /\ among v vs = false.
Proof. unfold minus. rewrite filter_In, negb_true_iff. auto. Qed.

Definition assigning (vs : list positive) (s : Q) (x : threshold -> Q) : threshold -> Q :=
  fun v => if among v vs then s else x v.

Lemma realises_minus vs s x gs : forall low,
  realises x low gs -> realises (assigning vs s x) low (map (minus vs) gs).
Proof.
  induction gs as [| g gs IH]; simpl; auto. intros low (c & A & B & C). exists c.
  repeat split; auto. intros v I. apply in_minus in I as [I N]. unfold assigning. rewrite N. auto.
Qed.

Lemma insert_value vs x p : forall gs low, realises x low gs ->
  exists s, low < s /\ (forall v, In v (concat (firstn p gs)) -> x v < s) /\
            (forall v, In v (above p gs) -> s < x v) /\
            realises (assigning vs s x) low (insert p vs gs).
Proof.
  assert (Here : forall gs low, realises x low gs ->
            exists s, low < s /\ (forall v, In v (concat gs) -> s < x v) /\
                      realises (assigning vs s x) low (vs :: map (minus vs) gs)).
  { intros gs low R.
    assert (M : exists s, low < s /\ realises x s gs).
    { destruct gs as [| g gs]; [exists (low + 1); simpl; split; [lra | auto] |].
      destruct R as (c & A & B). exists ((low + c) * (1 # 2)). split; [lra |]. exists c. split; [lra | auto]. }
    destruct M as (s & L & R'). exists s. split; auto. split.
    - intros v I. apply (realises_above x gs s v R' I).
    - exists s. split; auto. split; [| apply realises_minus, R'].
      intros v I. unfold assigning. apply among_In in I. rewrite I. lra. }
  induction p as [| p IH]; intros gs low R.
  - destruct (Here gs low R) as (s & A & B & C). exists s. unfold above. simpl.
    split; auto. split; [tauto | split; auto].
  - destruct gs as [| g gs].
    + destruct (Here [] low R) as (s & A & B & C). exists s. unfold above. simpl in *.
      split; auto. split; [tauto | split; auto].
    + destruct R as (c & A & B & C). destruct (IH gs c C) as (s & D & E & F & G).
      exists s. split; [lra |]. unfold above in *. simpl. split; [| split; auto].
      * intros v I. apply in_app_iff in I as [I | I]; auto. rewrite (B v I). auto.
      * exists c. split; [auto | split; auto]. intros v I. apply in_minus in I as [I N].
        unfold assigning. rewrite N. auto.
Qed.

Lemma holds_ext g below1 below2 : (forall v, In v (mentioned g) -> below1 v = below2 v) ->
  holds g below1 = holds g below2.
Proof.
  induction g as [| c v | l IHl r IHr | l IHl r IHr | n IHn]; simpl; intros E; auto.
  - rewrite E by auto. auto.
  - rewrite IHl, IHr; auto; intros v I; apply E, in_or_app; auto.
  - rewrite IHl, IHr; auto; intros v I; apply E, in_or_app; auto.
  - rewrite IHn; auto.
Qed.

Lemma rank_step t p gs x low : rank_lets t p gs = true -> realises x low gs ->
  exists s, holds (condition t) (below s x) = true /\
            (forall v, In v (mentioned (condition t)) -> ~ s == x v) /\
            realises (assigning (assigns t) s x) low (tidy (insert p (assigns t) gs)).
Proof.
  unfold rank_lets. rewrite andb_true_iff, forallb_forall. intros [M H] R.
  destruct (insert_value (assigns t) x p gs low R) as (s & _ & L & U & R').
  assert (Side : forall v, In v (mentioned (condition t)) ->
                 (among v (above p gs) = true /\ s < x v) \/ (among v (above p gs) = false /\ x v < s)).
  { intros v I. destruct (among v (above p gs)) eqn:A.
    - left. split; auto. apply U, among_In, A.
    - right. split; auto. apply L. specialize (M v I). apply among_In in M.
      rewrite <- (firstn_skipn p gs), concat_app in M. apply in_app_iff in M as [M | M]; auto.
      exfalso. apply among_In in M. unfold above in A. congruence. }
  exists s. split; [| split].
  - rewrite <- H. apply holds_ext. intros v I. unfold below.
    destruct (Side v I) as [[-> S] | [-> S]]; destruct (Qle_bool (x v) s) eqn:Q; auto; exfalso.
    + apply Qle_bool_iff in Q. lra.
    + assert (x v <= s) as Le by lra. apply Qle_bool_iff in Le. congruence.
  - intros v I. destruct (Side v I) as [[_ S] | [_ S]]; lra.
  - apply realises_tidy, R'.
Qed.

Fixpoint same_list (us vs : list positive) : bool :=
  match us, vs with
  | [], [] => true
  | u :: us, v :: vs => Pos.eqb u v && same_list us vs
  | _, _ => false
  end.

Fixpoint same_ranks (us vs : ranks) : bool :=
  match us, vs with
  | [], [] => true
  | u :: us, v :: vs => same_list u v && same_ranks us vs
  | _, _ => false
  end.

Lemma same_list_eq us : forall vs, same_list us vs = true -> us = vs.
Proof.
  induction us as [| u us IH]; intros [| v vs]; simpl; try discriminate; auto.
  rewrite andb_true_iff. intros [E S]. apply Pos.eqb_eq in E. rewrite (IH vs S). congruence.
Qed.

Lemma same_ranks_eq us : forall vs, same_ranks us vs = true -> us = vs.
Proof.
  induction us as [| u us IH]; intros [| v vs]; simpl; try discriminate; auto.
  rewrite andb_true_iff. intros [E S]. apply same_list_eq in E. rewrite (IH vs S). congruence.
Qed.

(* ---- What is known along a walk ------------------------------------------------------------ *)

(* What is known of the memory, and of the thresholds' values. *)
Record known := { has_changed : shift; last_is : option shift; values_are : ranks }.

Definition same_known (a b : known) : bool :=
  same (has_changed a) (has_changed b) &&
  match last_is a, last_is b with
  | None, None => true
  | Some D, Some E => same D E
  | _, _ => false
  end && same_ranks (values_are a) (values_are b).

(* Differences that walks may have: with `any` also 0. *)
Definition walk_left (by_ : adjacency) (changed D : shift) : bool :=
  match by_ with
  | Any => true
  | _ => existsb (same D) (left_by by_ changed)
  end.

Definition walk_may (a : automaton) (p : place) (m : known) (D : shift) : bool :=
  match reads p with
  | Public => same D Stay
  | Again => match last_is m with Some E => same D E | None => false end
  | Private => walk_left (adjacent_by a) (has_changed m) D
  end.

Definition note (a : automaton) (p : place) (m : known) (D : shift) (gs : ranks) : known :=
  match reads p with
  | Private => {| has_changed := changed_by (adjacent_by a) (has_changed m) D; last_is := Some D;
                  values_are := gs |}
  | _ => {| has_changed := has_changed m; last_is := last_is m; values_are := gs |}
  end.

Definition ranks_behind (a : automaton) (t : transition) (n : nat) (gs : ranks) : ranks :=
  if shared a then tidy (insert n (assigns t) gs) else gs.

Fixpoint resolve (a : automaton) (q : state) (m : known) (w : walk) : option (word * state * known) :=
  match w with
  | End => Some (Done, q, m)
  | Step i D n rest =>
    let p := place_of a q in
    match nth_error (leaving p) i with
    | None => None
    | Some t =>
      if walk_may a p m D && implb (shared a) (rank_lets t n (values_are m)) then
        match resolve a (target t) (note a p m D (ranks_behind a t n (values_are m))) rest with
        | Some (w, q', m') => Some (Steps (map (fun s => (s, D)) (draws a p t)) w, q', m')
        | None => None
        end
      else None
    end
  | Drop v rest =>
    match resolve a q m rest with Some (w, q', m') => Some (Forget v w, q', m') | None => None end
  | Blank rest => resolve a q {| has_changed := has_changed m; last_is := None;
                                     values_are := values_are m |} rest
  | Turn body rest =>
    match resolve a q m body with
    | Some (b, q1, m1) =>
      if Pos.eqb q1 q && same_known m1 m then
        match resolve a q m rest with Some (w, q', m') => Some (Loop b w, q', m') | None => None end
      else None
    | None => None
    end
  end.

(* ---- Soundness ----------------------------------------------------------------------------- *)

Definition walks_may (a : automaton) (p : place) (m : memory) (D : shift) : Prop :=
  match reads p with
  | Public => D = Stay
  | Again => D = last_input m
  | Private => walk_left (adjacent_by a) (change m) D = true
  end.

Definition value_lets (a : automaton) (q : state) (x : threshold -> Q) (t : transition) (s : Q) : Prop :=
  shared a = true ->
  holds (condition t) (below s x) = true /\
  (forall v, In v (mentioned (condition t)) -> ~ s == x v).

Inductive goes (a : automaton) : state -> memory -> (threshold -> Q) -> list transition ->
                                 list shift -> list Q -> state -> memory -> (threshold -> Q) -> Prop :=
| goes_nil q m x : goes a q m x [] [] [] q m x
| goes_cons q m x t D s ts ds ss q' m' x' :
    In t (leaving (place_of a q)) -> walks_may a (place_of a q) m D -> value_lets a q x t s ->
    goes a (target t) (remember a (place_of a q) m D) (assigning (assigns t) s x) ts ds ss q' m' x' ->
    goes a q m x (t :: ts) (D :: ds) (s :: ss) q' m' x'.

Lemma goes_app a q m x ts ds ss q1 m1 x1 : goes a q m x ts ds ss q1 m1 x1 ->
  forall us es vs q2 m2 x2, goes a q1 m1 x1 us es vs q2 m2 x2 ->
  goes a q m x (ts ++ us) (ds ++ es) (ss ++ vs) q2 m2 x2 /\
  samples a q (ts ++ us) (ds ++ es) = samples a q ts ds ++ samples a q1 us es.
Proof.
  induction 1 as [q m x | q m x t D s ts ds ss q' m' x' I M V G IH]; intros us es vs q2 m2 x2 H; simpl.
  - auto.
  - destruct (IH _ _ _ _ _ _ H) as [A B]. split.
    + econstructor; eauto.
    + rewrite B, app_assoc. auto.
Qed.

Lemma goes_takes a q m x ts ds ss q' m' x' : goes a q m x ts ds ss q' m' x' ->
  shared a = true -> takes a q x ts ss.
Proof.
  induction 1 as [q m x | q m x t D s ts ds ss q' m' x' I M V G IH]; intros S; simpl; auto.
  destruct (V S) as [A B]. auto.
Qed.

Definition knows (a : automaton) (k : known) (m : memory) (x : threshold -> Q) : Prop :=
  has_changed k = change m /\
  match last_is k with Some D => D = last_input m | None => True end /\
  (shared a = true -> exists low, realises x low (values_are k)).

Lemma same_known_eq a b : same_known a b = true -> a = b.
Proof.
  destruct a as [c l gs], b as [d k hs]. unfold same_known. simpl. rewrite !andb_true_iff.
  intros [[C L] R]. apply same_eq in C. apply same_ranks_eq in R. subst.
  destruct l, k; try discriminate; auto. apply same_eq in L. congruence.
Qed.

Lemma note_knows a q k m x D t n :
  knows a k m x -> implb (shared a) (rank_lets t n (values_are k)) = true ->
  exists s, value_lets a q x t s /\
            knows a (note a (place_of a q) k D (ranks_behind a t n (values_are k)))
                  (remember a (place_of a q) m D) (assigning (assigns t) s x).
Proof.
  intros (C & L & R) H.
  assert (S : exists s, value_lets a q x t s /\
                        (shared a = true -> exists low, realises (assigning (assigns t) s x) low
                                              (ranks_behind a t n (values_are k)))).
  { unfold value_lets, ranks_behind. destruct (shared a).
    - destruct (R eq_refl) as (low & Re). destruct (rank_step t n _ x low H Re) as (s & A & B & E).
      exists s. split; eauto.
    - exists 0. split; discriminate. }
  destruct S as (s & V & E). exists s. split; auto. unfold knows, note, remember.
  destruct (reads (place_of a q)); simpl; rewrite ?C; auto.
Qed.

Lemma resolve_sound a n w : forall q k ew q' k', resolve a q k w = Some (ew, q', k') ->
  forall m x, knows a k m x ->
  exists ts ds ss m' x', goes a q m x ts ds ss q' m' x' /\ knows a k' m' x' /\
                         samples a q ts ds = unroll n ew.
Proof.
  induction w as [| i D j rest IH | v rest IH | rest IH | body IHb rest IH];
    intros q k ew q' k' R m x K; cbn [resolve] in R.
  - injection R as <- <- <-. exists [], [], [], m, x. split; [constructor | split; auto].
  - destruct (nth_error _ i) as [t |] eqn:N; [| congruence].
    destruct (walk_may _ _ _ _) eqn:M; [| simpl in R; congruence].
    destruct (implb _ _) eqn:Rk; [| simpl in R; congruence]. cbn [andb] in R.
    destruct (resolve a (target t) _ rest) as [[[w q1] k1] |] eqn:E; [| congruence].
    injection R as <- <- <-.
    destruct (note_knows a q k m x D t j K Rk) as (s & V & K1).
    destruct (IH _ _ _ _ _ E _ _ K1) as (ts & ds & ss & m' & x' & G & K' & S).
    exists (t :: ts), (D :: ds), (s :: ss), m', x'. split; [| split]; auto.
    + econstructor; eauto.
      * eapply nth_error_In; eauto.
      * destruct K as (C & L & _). unfold walk_may in M. unfold walks_may.
        destruct (reads (place_of a q)).
        -- apply same_eq, M.
        -- rewrite <- C. exact M.
        -- destruct (last_is k); [| discriminate]. apply same_eq in M. congruence.
    + simpl. rewrite S. auto.
  - destruct (resolve a q k rest) as [[[w q1] k1] |] eqn:E; [| congruence]. injection R as <- <- <-.
    apply (IH _ _ _ _ _ E _ _ K).
  - apply (IH _ _ _ _ _ R m x). destruct K as (A & B & C). split; [| split]; simpl; auto.
  - destruct (resolve a q k body) as [[[b q1] k1] |] eqn:Eb; [| congruence].
    destruct (Pos.eqb_spec q1 q) as [-> |]; [| simpl in R; congruence].
    destruct (same_known k1 k) eqn:Sk; [| simpl in R; congruence]. apply same_known_eq in Sk. subst k1.
    cbn [andb] in R.
    destruct (resolve a q k rest) as [[[w q2] k2] |] eqn:Er; [| congruence]. injection R as <- <- <-.
    assert (T : forall j, exists ts ds ss m' x', goes a q m x ts ds ss q m' x' /\ knows a k m' x' /\
                          samples a q ts ds = times j (unroll n b)).
    { induction j as [| j (ts & ds & ss & m1 & x1 & G & K1 & S)].
      - exists [], [], [], m, x. split; [constructor | auto].
      - destruct (IHb _ _ _ _ _ Eb m1 x1 K1) as (us & es & vs & m2 & x2 & G2 & K2 & S2).
        exists (ts ++ us), (ds ++ es), (ss ++ vs), m2, x2.
        destruct (goes_app _ _ _ _ _ _ _ _ _ _ G _ _ _ _ _ _ G2) as [A B].
        split; [auto | split; auto]. simpl. rewrite B, S, S2. auto. }
    destruct (T n) as (ts & ds & ss & m1 & x1 & G & K1 & S).
    destruct (IH _ _ _ _ _ Er m1 x1 K1) as (us & es & vs & m2 & x2 & G2 & K2 & S2).
    exists (ts ++ us), (ds ++ es), (ss ++ vs), m2, x2.
    destruct (goes_app _ _ _ _ _ _ _ _ _ _ G _ _ _ _ _ _ G2) as [A B].
    split; [auto | split; auto]. simpl. rewrite B, S, S2. auto.
Qed.

Fixpoint walk_corners (by_ : adjacency) (changed : shift) (ks : list shift) : Prop :=
  match ks with
  | [] => True
  | k :: ks => walk_left by_ changed k = true /\ walk_corners by_ (changed_by by_ changed k) ks
  end.

Lemma goes_path a q m x ts ds ss q' m' x' : goes a q m x ts ds ss q' m' x' ->
  path a q ts /\
  exists ks, length ks = n_private a q ts /\ walk_corners (adjacent_by a) (change m) ks /\
             differences a q ts (number (last_input m)) (map number ks) = map number ds.
Proof.
  induction 1 as [q m x | q m x t D s ts ds ss q' m' x' I M V G (P & ks & L & C & E)]; simpl.
  - split; auto. exists []. simpl. auto.
  - split; auto. unfold walks_may in M. unfold remember in C, E.
    destruct (reads (place_of a q)); simpl in *.
    + subst D. exists ks. rewrite E. auto.
    + exists (D :: ks). simpl. rewrite L, E. auto.
    + subst D. exists ks. rewrite E. auto.
Qed.

Lemma still_corners by_ changed ks : by_ = One -> changed <> Stay -> walk_corners by_ changed ks ->
  map number ks = repeat 0 (length ks).
Proof.
  intros -> N. induction ks as [| k ks IH]; simpl; auto. intros [W C].
  assert (k = Stay) as ->.
  { destruct k, changed; simpl in W; congruence. }
  simpl. rewrite IH; auto.
Qed.

Lemma monotonic_corners changed ks : changed <> Stay -> walk_corners Monotonic changed ks ->
  Forall (fun k => k = Stay \/ k = changed) ks.
Proof.
  intros N. induction ks as [| k ks IH]; simpl; [constructor |]. intros [W C].
  assert (k = Stay \/ k = changed) as K.
  { destruct k, changed; simpl in W; try discriminate; try congruence; auto. }
  constructor; auto. apply IH. destruct K as [-> | ->]; simpl in C; auto.
  destruct changed; simpl in C; auto.
Qed.

Lemma corners_adjacent by_ ks : walk_corners by_ Stay ks -> adjacent by_ (map number ks).
Proof.
  destruct by_; simpl.
  - intros _. unfold between. induction ks as [| k ks IH]; simpl; constructor; auto.
    destruct k; simpl; lra.
  - intros C.
    assert (S : exists c, c <> Stay /\ Forall (fun k => k = Stay \/ k = c) ks).
    { induction ks as [| k ks IH]; simpl in *; [exists Up; split; [congruence | constructor] |].
      destruct C as [_ C]. destruct k.
      - exists Down. split; [congruence |]. constructor; auto. apply monotonic_corners; auto. congruence.
      - destruct (IH C) as (c & N & F). exists c. auto.
      - exists Up. split; [congruence |]. constructor; auto. apply monotonic_corners; auto. congruence. }
    destruct S as (c & N & F). clear C. destruct c; [right | congruence | left]; unfold between;
      induction F as [| k ks [-> | ->] _ IH]; simpl; constructor; auto; simpl; lra.
  - intros C. induction ks as [| k ks IH]; simpl in *.
    + exists O, 0, O. right. auto.
    + destruct C as [_ C]. destruct k; simpl in C.
      * exists O, (number Down), (length ks). left. simpl.
        rewrite (still_corners One Up ks); auto; [split; [auto | lra] | congruence].
      * destruct (IH C) as (n & c & m & [[E B] | E]).
        -- exists (S n), c, m. left. simpl. rewrite E. auto.
        -- exists (S n), c, m. right. simpl. rewrite E. auto.
      * exists O, (number Up), (length ks). left. simpl.
        rewrite (still_corners One Up ks); auto; [split; [auto | lra] | congruence].
Qed.

(* Each unrolling of a walk from the initial state runs, and has the word's samples. *)
Definition unknown (a : automaton) : known :=
  {| has_changed := Stay; last_is := None; values_are := [thresholds a] |}.

Theorem resolve_runs a w ew q k n : resolve a (initial a) (unknown a) w = Some (ew, q, k) ->
  exists ts ks, let cs := map number ks in
    runs a ts cs /\ can_be_taken a ts /\ samples_of a ts cs = as_numbers (unroll n ew).
Proof.
  intros R. destruct (resolve_sound a n w _ _ _ _ _ R fresh_memory (fun _ => 0))
    as (ts & ds & ss & m & x & G & _ & S).
  { split; [auto | split; [simpl; auto |]]. intros _. exists (-1). simpl. exists 0.
    split; [lra | split; auto]. intros; lra. }
  destruct (goes_path _ _ _ _ _ _ _ _ _ _ G) as (P & ks & L & C & E).
  exists ts, ks. split; [split; [exact P | split] | split].
  - rewrite map_length. exact L.
  - apply corners_adjacent, C.
  - intros Sh. exists ss. eapply goes_takes; eauto.
  - unfold samples_of. simpl in E. rewrite E, samples_map, S. reflexivity.
Qed.

Lemma resolve_fine a w : fees_fine a -> forall q k ew q' k', resolve a q k w = Some (ew, q', k') ->
  fine_word ew.
Proof.
  intros F. induction w as [| i D j rest IH | v rest IH | rest IH | body IHb rest IH];
    intros q k ew q' k' R; cbn [resolve] in R.
  - injection R as <- <- <-. simpl. auto.
  - destruct (nth_error _ i) as [t |] eqn:N; [| congruence].
    destruct (_ && _); [| congruence].
    destruct (resolve a (target t) _ rest) as [[[w q1] k1] |] eqn:E; [| congruence].
    injection R as <- <- <-. simpl. split; [| eapply IH; eauto].
    apply Forall_forall. intros e I. apply in_map_iff in I as (s & <- & I). simpl.
    eapply F; eauto. eapply nth_error_In; eauto.
  - destruct (resolve a q k rest) as [[[w q1] k1] |] eqn:E; [| congruence]. injection R as <- <- <-.
    simpl. eapply IH; eauto.
  - eapply IH; eauto.
  - destruct (resolve a q k body) as [[[b q1] k1] |] eqn:Eb; [| congruence].
    destruct (Pos.eqb q1 q && same_known k1 k); [| congruence].
    destruct (resolve a q k rest) as [[[w q2] k2] |] eqn:Er; [| congruence]. injection R as <- <- <-.
    simpl. split; [eapply IHb; eauto | eapply IH; eauto].
Qed.
