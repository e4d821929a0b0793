(* SPDX-License-Identifier: Apache-2.0 *)
(* The checker of `bound` (docs/evidence.md), and that the differences in {-1, 0, 1} that adjacency
   leaves have shifts which cost no more than what it accepts. *)
From Coq Require Import QArith Qabs List Bool Lia Lqa.
From Couplet Require Import Model Trees Take.
Import ListNotations.
Open Scope Q_scope.

(* ---- What is remembered of earlier inputs -------------------------------------------------- *)

Record memory := { change : shift; last_input : shift }.

Definition fresh_memory : memory := {| change := Stay; last_input := Stay |}.

(* The differences that adjacency leaves a private input: the worst ones. *)
Definition left_by (by_ : adjacency) (changed : shift) : list shift :=
  match by_, changed with
  | Any, _ => [Down; Up]
  | _, Stay => [Down; Stay; Up]
  | Monotonic, D => [Stay; D]
  | One, _ => [Stay]
  end.

Definition changed_by (by_ : adjacency) (changed D : shift) : shift :=
  match by_, D with
  | Any, _ => Stay
  | _, Stay => changed
  | Monotonic, _ => D
  | One, _ => Up
  end.

Definition remember (a : automaton) (p : place) (m : memory) (D : shift) : memory :=
  match reads p with
  | Private => {| change := changed_by (adjacent_by a) (change m) D; last_input := D |}
  | _ => m
  end.

Definition may_differ (a : automaton) (p : place) (m : memory) (D : shift) : Prop :=
  match reads p with
  | Public => D = Stay
  | Again => D = last_input m
  | Private => In D (left_by (adjacent_by a) (change m))
  end.

(* ds: differences of a path from q, each left by those before it. *)
Fixpoint possible (a : automaton) (q : state) (m : memory) (ts : list transition)
         (ds : list shift) : Prop :=
  match ts, ds with
  | [], [] => True
  | t :: ts, D :: ds =>
    may_differ a (place_of a q) m D /\
    possible a (target t) (remember a (place_of a q) m D) ts ds
  | _, _ => False
  end.

(* ---- The checker --------------------------------------------------------------------------- *)

(* u is at most v, or less *)
Definition fact := (threshold * threshold * bool)%type.

Record entry := {
  order : list fact; (* of the thresholds' values *)
  changed : shift;
  last_known : option shift; (* None: it holds whatever it is *)
  vectors : list vector }.

(* Why a bound is rejected: where, counting from 0. *)
Inductive reason :=
| Meaningless (* Theorems.meaningful *)
| NoStart
| TooDear (q : state) (entry vector : nat)
| NoEntry (q : state) (entry transition : nat) (D : shift)
| Minimised (q : state) (entry transition : nat) (D : shift) (vector : nat)
| NotBelow (q : state) (entry transition : nat) (D : shift) (vector : nat).

(* The first reason that some member of a list gives. *)
Fixpoint first {A} (f : nat -> A -> option reason) (n : nat) (l : list A) : option reason :=
  match l with
  | [] => None
  | x :: rest => match f n x with Some why => Some why | None => first f (S n) rest end
  end.

Lemma first_none {A} (f : nat -> A -> option reason) n l x :
  first f n l = None -> In x l -> exists i, f i x = None.
Proof.
  revert n. induction l as [| y l IH]; simpl; [tauto |]. intros n.
  destruct (f n y) eqn:E; [congruence |]. intros H [-> | I]; eauto.
Qed.

(* ---- Orders of values ---------------------------------------------------------------------- *)

(* Facts about thresholds and the present draw, None. *)
Definition relation := (option threshold * option threshold * bool)%type.

Definition is_same (u v : option threshold) : bool :=
  match u, v with
  | None, None => true
  | Some u, Some v => Pos.eqb u v
  | _, _ => false
  end.

Definition has (u v : option threshold) (strict : bool) (r : relation) : bool :=
  is_same u (fst (fst r)) && is_same v (snd (fst r)) && implb strict (snd r).

(* What follows by way of m. *)
Definition by_way_of (rs : list relation) (m : option threshold) : list relation :=
  let to := filter (fun r => is_same (snd (fst r)) m) rs in
  let from := filter (fun r => is_same (fst (fst r)) m) rs in
  fold_left (fun found r =>
    fold_left (fun found r' =>
      let '(u, v, b) := (fst (fst r), snd (fst r'), snd r || snd r') in
      if existsb (has u v b) found then found else (u, v, b) :: found) from found) to rs.

Definition closed (ms : list (option threshold)) (rs : list relation) : list relation :=
  fold_left by_way_of ms rs.

Definition contradicts (rs : list relation) : bool :=
  existsb (fun r => is_same (fst (fst r)) (snd (fst r)) && snd r) rs.

(* What a step tells of the order: facts before it, and the guard, if that is a conjunction. *)
Definition told (p : place) (t : transition) (order : list fact) : list relation :=
  let ties := may_tie (sample p 1%positive) in
  map (fun f => (Some (fst (fst f)), Some (snd (fst f)), snd f)) order ++
  match conjunction (condition t) with
  | None => []
  | Some lits => map (fun lit => match snd lit with
                                 | Less => (None, Some (fst lit), true)
                                 | AtLeast => (Some (fst lit), None, negb ties)
                                 end) lits
  end.

Definition named_in (rs : list relation) : list (option threshold) :=
  None :: map Some (distinct (flat_map (fun r => match r with
    | (Some u, Some v, _) => [u; v]
    | (Some u, None, _) | (None, Some u, _) => [u]
    | _ => []
    end) rs)).

Definition known_in (p : place) (t : transition) (order : list fact) : list relation :=
  let rs := told p t order in closed (named_in rs) rs.

(* Whether a fact about the values behind t follows. *)
Definition follows (rs : list relation) (t : transition) (f : fact) : bool :=
  let name v := if among v (assigns t) then None else Some v in
  let u := name (fst (fst f)) in
  let v := name (snd (fst f)) in
  existsb (has u v (snd f)) rs || (is_same u v && negb (snd f)).

(* Whether the order of an entry says all that of another does. *)
Definition says (strong weak : entry) : bool :=
  forallb (fun f => existsb (fun g => Pos.eqb (fst (fst f)) (fst (fst g)) &&
                                      Pos.eqb (snd (fst f)) (snd (fst g)) && implb (snd f) (snd g))
                            (order strong)) (order weak).

(* Without those that say less than another, or the same and stand behind it. *)
Fixpoint strongest (before rest : list entry) : list entry :=
  match rest with
  | [] => []
  | e :: after =>
    if existsb (fun f => says f e) before || existsb (fun f => says f e && negb (says e f)) after
    then strongest (e :: before) after else e :: strongest (e :: before) after
  end.

Section Bound.
(* Whether orders count: if not, all paths are looked at, and no entry has an order. *)
Variable ordered : bool.
Variable a : automaton.
(* Whether the last private input may be read again; forgetting it is right in any case. *)
Variable recalls : state -> bool.
Variable entries : Map.t (list entry).
Variable claimed : Q.

Definition entries_at (q : state) : list entry :=
  match Map.find q entries with Some es => es | None => [] end.

Definition known_last (p : place) (e : entry) (t : transition) (D : shift) : option shift :=
  if recalls (target t) then match reads p with Private => Some D | _ => last_known e end else None.

Definition stands_for (changed' : shift) (last : option shift) (e : entry) : bool :=
  same (changed e) changed' &&
  match last_known e, last with
  | None, _ => true
  | Some D, Some D' => same D D'
  | Some _, None => false
  end.

Definition choices (p : place) (e : entry) : list shift :=
  match reads p with
  | Public => [Stay]
  | Again => match last_known e with Some D => [D] | None => [Down; Stay; Up] end
  | Private => left_by (adjacent_by a) (changed e)
  end.

Definition least_is_at_most (f : vector) (c : Q) : bool :=
  eleb (value (lower_outs (names_of f) f) (fun _ => Stay)) (Fin c).

Definition check_image (why : nat -> reason) (blind : nat -> reason) (es : list event)
           (next : list entry) (i : nat) (f : vector) : option reason :=
  match take es f with
  | None => Some (blind i)
  | Some f' => if existsb (fun e => existsb (is_below f') (vectors e)) next then None else Some (why i)
  end.

Definition check_difference (q : state) (p : place) (n : nat) (e : entry) (i : nat)
           (t : transition) (ss : list draw) (rs : list relation) (D : shift) : option reason :=
  let changed' := match reads p with Private => changed_by (adjacent_by a) (changed e) D
                                   | _ => changed e end in
  let fit e' := stands_for changed' (known_last p e t D) e' && forallb (follows rs t) (order e') in
  match strongest [] (filter fit (entries_at (target t))) with
  | [] => Some (NoEntry q n i D)
  | next => first (check_image (NotBelow q n i D) (Minimised q n i D)
                                    (map (fun s => (s, D)) ss) next) 0 (vectors e)
  end.

Definition check_transition (q : state) (p : place) (n : nat) (e : entry) (i : nat)
           (t : transition) : option reason :=
  let ss := draws a p t in
  let rs := if ordered then known_in p t (order e) else [] in
  if contradicts rs then None
  else first (fun _ => check_difference q p n e i t ss rs) 0 (choices p e).

Definition check_entry (q : state) (p : place) (n : nat) (e : entry) : option reason :=
  match first (fun i f => if least_is_at_most f claimed then None else Some (TooDear q n i))
              0 (vectors e) with
  | Some why => Some why
  | None => first (check_transition q p n e) 0 (leaving p)
  end.

Definition starts (e : entry) : bool :=
  same (changed e) Stay && match last_known e with None => true | _ => false end &&
  match order e with [] => true | _ => false end &&
  existsb (is_below []) (vectors e).

Definition check_bound : option reason :=
  if existsb starts (entries_at (initial a)) then
    first (fun _ here => first (check_entry (fst here) (place_of a (fst here))) 0 (snd here))
          0 (Map.elements entries)
  else Some NoStart.

(* ---- Soundness ----------------------------------------------------------------------------- *)

Hypothesis accepted : check_bound = None.

Definition fact_holds (x : threshold -> Q) (f : fact) : Prop :=
  if snd f then x (fst (fst f)) < x (snd (fst f)) else x (fst (fst f)) <= x (snd (fst f)).

(* e says something true of the runs with samples es that come to q with memory m and values x. *)
Definition covers (es : list event) (q : state) (m : memory) (x : threshold -> Q) (e : entry)
           (f : vector) : Prop :=
  In e (entries_at q) /\ Forall (fact_holds x) (order e) /\ changed e = change m /\
  match last_known e with None => True | Some D => D = last_input m end /\
  In f (vectors e) /\ upper (fun _ => Stay) es f.

Lemma entry_accepted q e : In e (entries_at q) -> exists n, check_entry q (place_of a q) n e = None.
Proof.
  intros I. unfold entries_at in I. destruct (Map.find q entries) as [es |] eqn:F; [| contradiction].
  unfold check_bound in accepted. destruct (existsb starts _); [| congruence].
  destruct (first_none _ _ _ (q, es) accepted) as (n & H).
  - apply Map.elements_correct, F.
  - simpl in H. apply (first_none _ _ _ _ H I).
Qed.

Lemma chosen p m e D :
  may_differ a p m D -> changed e = change m ->
  match last_known e with None => True | Some D => D = last_input m end ->
  In D (choices p e).
Proof.
  unfold may_differ, choices. intros M -> L. destruct (reads p).
  - subst. simpl. auto.
  - exact M.
  - subst. destruct (last_known e) as [D |]; [subst; simpl; auto |].
    destruct (last_input m); simpl; auto.
Qed.

(* values: of the draws; where orders do not count they are nothing. *)
Definition passes (q : state) (x : threshold -> Q) (t : transition) (s : Q) : Prop :=
  ordered = true ->
  holds (condition t) (below s x) = true /\
  (may_tie (sample (place_of a q) 1%positive) = false ->
   forall v, In v (mentioned (condition t)) -> ~ s == x v).

Definition relation_holds (s : Q) (x : threshold -> Q) (r : relation) : Prop :=
  let value u := match u with None => s | Some v => x v end in
  if snd r then value (fst (fst r)) < value (snd (fst r)) else value (fst (fst r)) <= value (snd (fst r)).

Lemma is_same_eq u v : is_same u v = true -> u = v.
Proof. destruct u, v; simpl; try discriminate; auto. intros H. apply Pos.eqb_eq in H. congruence. Qed.

Lemma by_way_of_holds s x m rs :
  Forall (relation_holds s x) rs -> Forall (relation_holds s x) (by_way_of rs m).
Proof.
  intros H. unfold by_way_of.
  assert (F : forall to, (forall r, In r to -> In r rs /\ snd (fst r) = m) ->
              forall found, Forall (relation_holds s x) found -> Forall (relation_holds s x)
    (fold_left (fun found r =>
      fold_left (fun found r' =>
        let '(u, v, b) := (fst (fst r), snd (fst r'), snd r || snd r') in
        if existsb (has u v b) found then found else (u, v, b) :: found)
      (filter (fun r => is_same (fst (fst r)) m) rs) found) to found)).
  { induction to as [| r to IH]; simpl; auto. intros In1 found Hf. apply IH; [auto |].
    destruct (In1 r (or_introl eq_refl)) as [Ir Er].
    assert (G : forall from, (forall r', In r' from -> In r' rs /\ fst (fst r') = m) ->
              forall found, Forall (relation_holds s x) found -> Forall (relation_holds s x)
      (fold_left (fun found r' =>
        let '(u, v, b) := (fst (fst r), snd (fst r'), snd r || snd r') in
        if existsb (has u v b) found then found else (u, v, b) :: found) from found)).
    { induction from as [| r' from IH']; simpl; auto. intros In2 found' Hf'. apply IH'; [auto |].
      destruct (In2 r' (or_introl eq_refl)) as [Ir' Er'].
      destruct (existsb _ found'); auto. constructor; auto.
      rewrite Forall_forall in H. pose proof (H r Ir) as A. pose proof (H r' Ir') as B.
      unfold relation_holds in *. simpl. rewrite Er in A. rewrite Er' in B.
      destruct (snd r), (snd r'); simpl; lra. }
    apply G; auto. intros r' I. apply filter_In in I as [I E]. apply is_same_eq in E. auto. }
  apply F; auto. intros r I. apply filter_In in I as [I E]. apply is_same_eq in E. auto.
Qed.

Lemma closed_holds s x ms : forall rs,
  Forall (relation_holds s x) rs -> Forall (relation_holds s x) (closed ms rs).
Proof. unfold closed. induction ms as [| m ms IH]; simpl; auto using by_way_of_holds. Qed.

Lemma conjunction_holds s x g lits : conjunction g = Some lits -> holds g (below s x) = true ->
  forall lit, In lit lits -> match snd lit with Less => s < x (fst lit) | AtLeast => x (fst lit) <= s end.
Proof.
  revert lits. induction g as [| c v | l IHl r IHr | l IHl r IHr | n IHn]; simpl; intros lits C H lit I;
    try discriminate.
  - injection C as <-. destruct I.
  - injection C as <-. destruct I as [<- | []]. simpl. unfold below in H. destruct c; simpl in H.
    + destruct (Qle_bool (x v) s) eqn:E; [discriminate |].
      destruct (Qlt_le_dec s (x v)) as [L | L]; auto. apply Qle_bool_iff in L. congruence.
    + rewrite negb_involutive in H. apply Qle_bool_iff, H.
  - destruct (conjunction l) as [ls |]; [| discriminate].
    destruct (conjunction r) as [rs |]; [| discriminate].
    destruct (existsb _ rs); [discriminate |]. injection C as <-.
    apply andb_true_iff in H as [Hl Hr]. apply in_app_iff in I as [I | I]; [eapply IHl | eapply IHr]; eauto.
Qed.

Lemma conjunction_mentioned g lits : conjunction g = Some lits ->
  forall lit, In lit lits -> In (fst lit) (mentioned g).
Proof.
  revert lits. induction g as [| c v | l IHl r IHr | l IHl r IHr | n IHn]; simpl; intros lits C lit I;
    try discriminate.
  - injection C as <-. destruct I.
  - injection C as <-. destruct I as [<- | []]. simpl. auto.
  - destruct (conjunction l) as [ls |]; [| discriminate].
    destruct (conjunction r) as [rs |]; [| discriminate].
    destruct (existsb _ rs); [discriminate |]. injection C as <-. apply in_or_app.
    apply in_app_iff in I as [I | I]; [right; eapply IHl | left; eapply IHr]; eauto.
Qed.

Lemma told_holds q x t s e : ordered = true -> passes q x t s -> Forall (fact_holds x) (order e) ->
  Forall (relation_holds s x) (told (place_of a q) t (order e)).
Proof.
  intros O P F. destruct (P O) as [G T]. unfold told. apply Forall_app. split.
  - rewrite Forall_forall in *. intros r I. apply in_map_iff in I as (f & <- & I). apply F in I. exact I.
  - destruct (conjunction (condition t)) as [lits |] eqn:C; [| constructor].
    apply Forall_forall. intros r I. apply in_map_iff in I as (lit & <- & I).
    pose proof (conjunction_holds s x _ _ C G lit I) as H. unfold relation_holds.
    destruct (snd lit); simpl; auto.
    destruct (may_tie _) eqn:M; simpl; auto.
    specialize (T eq_refl (fst lit) (conjunction_mentioned _ _ C lit I)).
    destruct (Qlt_le_dec (x (fst lit)) s) as [L | L]; auto. exfalso. apply T. lra.
Qed.

Definition put (t : transition) (s : Q) (x : threshold -> Q) : threshold -> Q :=
  fun v => if among v (assigns t) then s else x v.

Lemma follows_holds rs t s x f : Forall (relation_holds s x) rs -> follows rs t f = true ->
  fact_holds (put t s x) f.
Proof.
  intros H F. unfold follows in F. apply orb_true_iff in F as [F | F].
  - apply existsb_exists in F as (r & I & F). rewrite Forall_forall in H. specialize (H r I).
    unfold has in F. rewrite !andb_true_iff in F. destruct F as [[A B] C].
    apply is_same_eq in A, B. unfold relation_holds in H. rewrite <- A, <- B in H.
    unfold fact_holds, put.
    destruct (among (fst (fst f)) (assigns t)), (among (snd (fst f)) (assigns t)), (snd f), (snd r);
      simpl in *; try discriminate; try exact H; lra.
  - apply andb_true_iff in F as [A B]. apply is_same_eq in A. unfold fact_holds, put.
    destruct (snd f); [discriminate |].
    destruct (among (fst (fst f)) (assigns t)), (among (snd (fst f)) (assigns t)); try discriminate; try lra.
    injection A as ->. lra.
Qed.

Lemma not_contradicted rs s x : Forall (relation_holds s x) rs -> contradicts rs = false.
Proof.
  intros H. destruct (contradicts rs) eqn:E; auto. exfalso.
  apply existsb_exists in E as (r & I & E). apply andb_true_iff in E as [A B]. apply is_same_eq in A.
  rewrite Forall_forall in H. specialize (H r I). unfold relation_holds in H. rewrite A, B in H. lra.
Qed.

Lemma strongest_in rest : forall before e, In e (strongest before rest) -> In e rest.
Proof.
  induction rest as [| f rest IH]; simpl; [tauto |]. intros before e.
  destruct (_ || _); simpl; intros H; [right; eapply IH; eauto |].
  destruct H as [-> | H]; auto. right. eapply IH; eauto.
Qed.

Lemma step es q m x e f t D s :
  covers es q m x e f -> In t (leaving (place_of a q)) -> may_differ a (place_of a q) m D ->
  passes q x t s ->
  exists e' f',
    covers (es ++ map (fun s => (s, D)) (draws a (place_of a q) t)) (target t)
           (remember a (place_of a q) m D) (put t s x) e' f'.
Proof.
  intros (I & Or & C & L & F & U) T M Ps.
  destruct (entry_accepted q e I) as (n & H). unfold check_entry in H.
  destruct (first _ 0%nat (vectors e)); [congruence |].
  destruct (first_none _ _ _ t H T) as (i & H'). unfold check_transition in H'.
  set (rs := if ordered then known_in (place_of a q) t (order e) else []) in H'.
  assert (R : Forall (relation_holds s x) rs).
  { unfold rs. destruct ordered eqn:O; [| constructor]. apply closed_holds.
    apply told_holds; auto. }
  rewrite (not_contradicted rs s x R) in H'.
  destruct (first_none _ _ _ D H' (chosen _ _ _ _ M C L)) as (j & H''). clear H H'.
  unfold check_difference in H''.
  destruct (strongest _ _) as [| next0 nexts] eqn:Fd; [congruence |].
  destruct (first_none _ _ _ f H'' F) as (k & H). unfold check_image in H.
  destruct (take _ f) as [f' |] eqn:Tk; [| congruence].
  destruct (existsb _ (next0 :: nexts)) eqn:E; [| congruence].
  apply existsb_exists in E as (next & In0 & E). rewrite <- Fd in In0.
  apply strongest_in, filter_In in In0 as [In' S0]. apply andb_true_iff in S0 as [S Fo].
  apply existsb_exists in E as (b & Ib & B).
  exists next, b. unfold stands_for in S. apply andb_true_iff in S as [S1 S2].
  apply same_eq in S1. unfold covers. repeat split; auto.
  - rewrite forallb_forall in Fo. apply Forall_forall. intros g Ig.
    apply (follows_holds rs); auto.
  - rewrite S1. unfold remember. destruct (reads (place_of a q)); simpl; rewrite ?C; auto.
  - unfold known_last in S2. destruct (last_known next) as [D' |]; auto.
    destruct (recalls (target t)); [| congruence].
    unfold remember. destruct (reads (place_of a q)); simpl.
    + destruct (last_known e); [| congruence]. apply same_eq in S2. congruence.
    + apply same_eq in S2. auto.
    + destruct (last_known e); [| congruence]. apply same_eq in S2. congruence.
  - eapply is_below_upper; eauto. eapply take_upper; eauto.
Qed.

Lemma all_covered ts : forall es q m x e f ds values,
  covers es q m x e f -> path a q ts -> possible a q m ts ds ->
  (ordered = true -> takes a q x ts values) ->
  exists q' m' x' e' f', covers (es ++ samples a q ts ds) q' m' x' e' f'.
Proof.
  induction ts as [| t ts IH]; intros es q m x e f ds values C P D Tk.
  - simpl. rewrite app_nil_r. eauto 10.
  - destruct ds as [| d ds]; [simpl in D; contradiction |].
    destruct P as [T P], D as [M D].
    set (s := match values with s :: _ => s | [] => 0 end).
    destruct (step es q m x e f t d s C T M) as (e' & f' & C').
    { intros O. specialize (Tk O). destruct values as [| s' values]; [contradiction |].
      destruct Tk as (A & B & _). auto. }
    cbn [samples]. rewrite app_assoc. eapply (IH _ _ _ _ _ _ _ (tl values)); eauto.
    intros O. specialize (Tk O). destruct values as [| s' values]; [contradiction |].
    destruct Tk as (_ & _ & Tk). exact Tk.
Qed.

Theorem bound_of_choices ts ds values :
  path a (initial a) ts -> possible a (initial a) fresh_memory ts ds ->
  (ordered = true -> takes a (initial a) (fun _ => 0) ts values) ->
  exists zs, valid3 (fun _ => Stay) (samples a (initial a) ts ds) zs /\
             cost3 (samples a (initial a) ts ds) zs <= claimed.
Proof.
  intros P D Tk.
  assert (S : existsb starts (entries_at (initial a)) = true).
  { unfold check_bound in accepted. destruct (existsb starts _); congruence. }
  apply existsb_exists in S as (e & I & S). unfold starts in S.
  rewrite !andb_true_iff in S. destruct S as [[[S1 S2] S4] S3].
  apply existsb_exists in S3 as (f & F & B).
  assert (C : covers [] (initial a) fresh_memory (fun _ => 0) e f).
  { unfold covers. apply same_eq in S1. destruct (last_known e); [congruence |].
    destruct (order e); [| discriminate].
    repeat split; auto. apply is_below_upper with (f := []); auto.
    intros x q H. exists []. simpl in *. repeat split; auto. intros v K. discriminate. }
  destruct (all_covered ts _ _ _ _ _ _ ds values C P D Tk) as (q' & m' & x' & e' & f' & I' & _ & _ & _ & F' & U).
  destruct (entry_accepted q' e' I') as (n & H). unfold check_entry in H.
  destruct (first _ 0%nat (vectors e')) eqn:G; [congruence |].
  destruct (first_none _ _ _ f' G F') as (i & L). unfold least_is_at_most in L.
  destruct (eleb _ _) eqn:Le; [| congruence]. apply eleb_ele in Le.
  destruct (lower_outs_upper _ _ (names_of f') _ U _ _ Le) as (zs & V & K & _).
  exists zs. auto.
Qed.
End Bound.
