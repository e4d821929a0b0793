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
| Step (transition : nat) (D : shift) (rest : walk) (* by its number among those leaving *)
| Drop (v : positive) (rest : walk) (* v is not compared with any more before it is assigned *)
| Blank (rest : walk) (* the last private input is not read again *)
| Turn (body rest : walk).

(* What is known of the memory. *)
Record known := { has_changed : shift; last_is : option shift }.

Definition same_known (a b : known) : bool :=
  same (has_changed a) (has_changed b) &&
  match last_is a, last_is b with
  | None, None => true
  | Some D, Some E => same D E
  | _, _ => false
  end.

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

Definition note (a : automaton) (p : place) (m : known) (D : shift) : known :=
  match reads p with
  | Private => {| has_changed := changed_by (adjacent_by a) (has_changed m) D; last_is := Some D |}
  | _ => m
  end.

Fixpoint resolve (a : automaton) (q : state) (m : known) (w : walk) : option (word * state * known) :=
  match w with
  | End => Some (Done, q, m)
  | Step i D rest =>
    let p := place_of a q in
    match nth_error (leaving p) i with
    | None => None
    | Some t =>
      if walk_may a p m D then
        match resolve a (target t) (note a p m D) rest with
        | Some (w, q', m') => Some (Steps (map (fun s => (s, D)) (draws a p t)) w, q', m')
        | None => None
        end
      else None
    end
  | Drop v rest =>
    match resolve a q m rest with Some (w, q', m') => Some (Forget v w, q', m') | None => None end
  | Blank rest => resolve a q {| has_changed := has_changed m; last_is := None |} rest
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

Inductive goes (a : automaton) : state -> memory -> list transition -> list shift ->
                                 state -> memory -> Prop :=
| goes_nil q m : goes a q m [] [] q m
| goes_cons q m t D ts ds q' m' :
    In t (leaving (place_of a q)) -> walks_may a (place_of a q) m D ->
    goes a (target t) (remember a (place_of a q) m D) ts ds q' m' ->
    goes a q m (t :: ts) (D :: ds) q' m'.

Lemma goes_app a q m ts ds q1 m1 : goes a q m ts ds q1 m1 ->
  forall us es q2 m2, goes a q1 m1 us es q2 m2 ->
  goes a q m (ts ++ us) (ds ++ es) q2 m2 /\
  samples a q (ts ++ us) (ds ++ es) = samples a q ts ds ++ samples a q1 us es.
Proof.
  induction 1 as [q m | q m t D ts ds q' m' I M G IH]; intros us es q2 m2 H; simpl.
  - auto.
  - destruct (IH _ _ _ _ H) as [A B]. split.
    + econstructor; eauto.
    + rewrite B, app_assoc. auto.
Qed.

Definition knows (k : known) (m : memory) : Prop :=
  has_changed k = change m /\ match last_is k with Some D => D = last_input m | None => True end.

Lemma same_known_eq a b : same_known a b = true -> a = b.
Proof.
  destruct a as [c l], b as [d k]. unfold same_known. simpl. rewrite andb_true_iff. intros [C L].
  apply same_eq in C. subst. destruct l, k; try discriminate; auto. apply same_eq in L. congruence.
Qed.

Lemma note_knows a p k m D : knows k m -> knows (note a p k D) (remember a p m D).
Proof.
  unfold knows, note, remember. intros [C L]. destruct (reads p); simpl; auto.
  rewrite C. auto.
Qed.

Lemma resolve_sound a n w : forall q k ew q' k', resolve a q k w = Some (ew, q', k') ->
  forall m, knows k m ->
  exists ts ds m', goes a q m ts ds q' m' /\ knows k' m' /\ samples a q ts ds = unroll n ew.
Proof.
  induction w as [| i D rest IH | v rest IH | rest IH | body IHb rest IH];
    intros q k ew q' k' R m K; cbn [resolve] in R.
  - injection R as <- <- <-. exists [], [], m. repeat split; auto; [constructor | apply K | apply K].
  - destruct (nth_error _ i) as [t |] eqn:N; [| congruence].
    destruct (walk_may _ _ _ _) eqn:M; [| congruence].
    destruct (resolve a (target t) _ rest) as [[[w q1] k1] |] eqn:E; [| congruence].
    injection R as <- <- <-.
    destruct (IH _ _ _ _ _ E _ (note_knows a _ k m D K)) as (ts & ds & m' & G & K' & S).
    exists (t :: ts), (D :: ds), m'. split; [| split]; auto.
    + econstructor; eauto.
      * eapply nth_error_In; eauto.
      * destruct K as [C L]. unfold walk_may in M. unfold walks_may.
        destruct (reads (place_of a q)).
        -- apply same_eq, M.
        -- rewrite <- C. exact M.
        -- destruct (last_is k); [| discriminate]. apply same_eq in M. congruence.
    + simpl. rewrite S. auto.
  - destruct (resolve a q k rest) as [[[w q1] k1] |] eqn:E; [| congruence]. injection R as <- <- <-.
    apply (IH _ _ _ _ _ E _ K).
  - apply (IH _ _ _ _ _ R m). destruct K. split; simpl; auto.
  - destruct (resolve a q k body) as [[[b q1] k1] |] eqn:Eb; [| congruence].
    destruct (Pos.eqb_spec q1 q) as [-> |]; [| simpl in R; congruence].
    destruct (same_known k1 k) eqn:Sk; [| simpl in R; congruence]. apply same_known_eq in Sk. subst k1.
    cbn [andb] in R.
    destruct (resolve a q k rest) as [[[w q2] k2] |] eqn:Er; [| congruence]. injection R as <- <- <-.
    assert (T : forall j, exists ts ds m', goes a q m ts ds q m' /\ knows k m' /\
                          samples a q ts ds = times j (unroll n b)).
    { induction j as [| j (ts & ds & m1 & G & K1 & S)].
      - exists [], [], m. split; [constructor | auto].
      - destruct (IHb _ _ _ _ _ Eb m1 K1) as (us & es & m2 & G2 & K2 & S2).
        exists (ts ++ us), (ds ++ es), m2. destruct (goes_app _ _ _ _ _ _ _ G _ _ _ _ G2) as [A B].
        split; [auto | split; auto]. simpl. rewrite B, S, S2. auto. }
    destruct (T n) as (ts & ds & m1 & G & K1 & S).
    destruct (IH _ _ _ _ _ Er m1 K1) as (us & es & m2 & G2 & K2 & S2).
    exists (ts ++ us), (ds ++ es), m2. destruct (goes_app _ _ _ _ _ _ _ G _ _ _ _ G2) as [A B].
    split; [auto | split; auto]. simpl. rewrite B, S, S2. auto.
Qed.

Fixpoint walk_corners (by_ : adjacency) (changed : shift) (ks : list shift) : Prop :=
  match ks with
  | [] => True
  | k :: ks => walk_left by_ changed k = true /\ walk_corners by_ (changed_by by_ changed k) ks
  end.

Lemma goes_path a q m ts ds q' m' : goes a q m ts ds q' m' ->
  path a q ts /\
  exists ks, length ks = n_private a q ts /\ walk_corners (adjacent_by a) (change m) ks /\
             differences a q ts (number (last_input m)) (map number ks) = map number ds.
Proof.
  induction 1 as [q m | q m t D ts ds q' m' I M G (P & ks & L & C & E)]; simpl.
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
Definition unknown : known := {| has_changed := Stay; last_is := None |}.

Theorem resolve_runs a w ew q k n : resolve a (initial a) unknown w = Some (ew, q, k) ->
  exists ts cs, runs a ts cs /\ samples_of a ts cs = as_numbers (unroll n ew).
Proof.
  intros R. destruct (resolve_sound a n w _ _ _ _ _ R fresh_memory) as (ts & ds & m & G & _ & S).
  { split; simpl; auto. }
  destruct (goes_path _ _ _ _ _ _ _ G) as (P & ks & L & C & E).
  exists ts, (map number ks). split; [split; [exact P | split] |].
  - rewrite map_length. exact L.
  - apply corners_adjacent, C.
  - unfold samples_of. simpl in E. rewrite E, samples_map, S. reflexivity.
Qed.

Lemma resolve_fine a w : fees_fine a -> forall q k ew q' k', resolve a q k w = Some (ew, q', k') ->
  fine_word ew.
Proof.
  intros F. induction w as [| i D rest IH | v rest IH | rest IH | body IHb rest IH];
    intros q k ew q' k' R; cbn [resolve] in R.
  - injection R as <- <- <-. simpl. auto.
  - destruct (nth_error _ i) as [t |] eqn:N; [| congruence].
    destruct (walk_may _ _ _ _); [| congruence].
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
