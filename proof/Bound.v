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

Record entry := {
  changed : shift;
  last_known : option shift; (* None: it holds whatever it is *)
  vectors : list vector }.

(* Why a bound is rejected: where, counting from 0. *)
Inductive reason :=
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

Section Bound.
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
           (next : entry) (i : nat) (f : vector) : option reason :=
  match take es f with
  | None => Some (blind i)
  | Some f' => if existsb (is_below f') (vectors next) then None else Some (why i)
  end.

Definition check_difference (q : state) (p : place) (n : nat) (e : entry) (i : nat)
           (t : transition) (ss : list draw) (D : shift) : option reason :=
  let changed' := match reads p with Private => changed_by (adjacent_by a) (changed e) D
                                   | _ => changed e end in
  match find (stands_for changed' (known_last p e t D)) (entries_at (target t)) with
  | None => Some (NoEntry q n i D)
  | Some next => first (check_image (NotBelow q n i D) (Minimised q n i D)
                                    (map (fun s => (s, D)) ss) next) 0 (vectors e)
  end.

Definition check_transition (q : state) (p : place) (n : nat) (e : entry) (i : nat)
           (t : transition) : option reason :=
  let ss := draws a p t in
  first (fun _ => check_difference q p n e i t ss) 0 (choices p e).

Definition check_entry (q : state) (p : place) (n : nat) (e : entry) : option reason :=
  match first (fun i f => if least_is_at_most f claimed then None else Some (TooDear q n i))
              0 (vectors e) with
  | Some why => Some why
  | None => first (check_transition q p n e) 0 (leaving p)
  end.

Definition starts (e : entry) : bool :=
  same (changed e) Stay && match last_known e with None => true | _ => false end &&
  existsb (is_below []) (vectors e).

Definition check_bound : option reason :=
  if existsb starts (entries_at (initial a)) then
    first (fun _ here => first (check_entry (fst here) (place_of a (fst here))) 0 (snd here))
          0 (Map.elements entries)
  else Some NoStart.

(* ---- Soundness ----------------------------------------------------------------------------- *)

Hypothesis accepted : check_bound = None.

(* e says something true of the runs with samples es that come to q with memory m. *)
Definition covers (es : list event) (q : state) (m : memory) (e : entry) (f : vector) : Prop :=
  In e (entries_at q) /\ changed e = change m /\
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

Lemma step es q m e f t D :
  covers es q m e f -> In t (leaving (place_of a q)) -> may_differ a (place_of a q) m D ->
  exists e' f',
    covers (es ++ map (fun s => (s, D)) (draws a (place_of a q) t)) (target t)
           (remember a (place_of a q) m D) e' f'.
Proof.
  intros (I & C & L & F & U) T M.
  destruct (entry_accepted q e I) as (n & H). unfold check_entry in H.
  destruct (first _ 0%nat (vectors e)); [congruence |].
  destruct (first_none _ _ _ t H T) as (i & H'). unfold check_transition in H'.
  destruct (first_none _ _ _ D H' (chosen _ _ _ _ M C L)) as (j & H''). clear H H'.
  unfold check_difference in H''.
  destruct (find _ _) as [next |] eqn:Fd; [| congruence].
  apply find_some in Fd as [In' S].
  destruct (first_none _ _ _ f H'' F) as (k & H). unfold check_image in H.
  destruct (take _ f) as [f' |] eqn:Tk; [| congruence].
  destruct (existsb _ (vectors next)) eqn:E; [| congruence].
  apply existsb_exists in E as (b & Ib & B).
  exists next, b. unfold stands_for in S. apply andb_true_iff in S as [S1 S2].
  apply same_eq in S1. unfold covers. repeat split; auto.
  - rewrite S1. unfold remember. destruct (reads (place_of a q)); simpl; rewrite ?C; auto.
  - unfold known_last in S2. destruct (last_known next) as [D' |]; auto.
    destruct (recalls (target t)); [| congruence].
    unfold remember. destruct (reads (place_of a q)); simpl.
    + destruct (last_known e); [| congruence]. apply same_eq in S2. congruence.
    + apply same_eq in S2. auto.
    + destruct (last_known e); [| congruence]. apply same_eq in S2. congruence.
  - eapply is_below_upper; eauto. eapply take_upper; eauto.
Qed.

Lemma all_covered ts : forall es q m e f ds,
  covers es q m e f -> path a q ts -> possible a q m ts ds ->
  exists q' m' e' f', covers (es ++ samples a q ts ds) q' m' e' f'.
Proof.
  induction ts as [| t ts IH]; intros es q m e f ds C P D.
  - simpl. rewrite app_nil_r. eauto.
  - destruct ds as [| d ds]; [simpl in D; contradiction |].
    destruct P as [T P], D as [M D]. destruct (step es q m e f t d C T M) as (e' & f' & C').
    cbn [samples]. rewrite app_assoc. eapply IH; eauto.
Qed.

Theorem bound_of_choices ts ds :
  path a (initial a) ts -> possible a (initial a) fresh_memory ts ds ->
  exists zs, valid3 (fun _ => Stay) (samples a (initial a) ts ds) zs /\
             cost3 (samples a (initial a) ts ds) zs <= claimed.
Proof.
  intros P D.
  assert (S : existsb starts (entries_at (initial a)) = true).
  { unfold check_bound in accepted. destruct (existsb starts _); congruence. }
  apply existsb_exists in S as (e & I & S). unfold starts in S.
  rewrite !andb_true_iff in S. destruct S as [[S1 S2] S3].
  apply existsb_exists in S3 as (f & F & B).
  assert (C : covers [] (initial a) fresh_memory e f).
  { unfold covers. apply same_eq in S1. destruct (last_known e); [congruence |].
    repeat split; auto. apply is_below_upper with (f := []); auto.
    intros x q H. exists []. simpl in *. repeat split; auto. intros v K. discriminate. }
  destruct (all_covered ts _ _ _ _ _ ds C P D) as (q' & m' & e' & f' & I' & _ & _ & F' & U).
  destruct (entry_accepted q' e' I') as (n & H). unfold check_entry in H.
  destruct (first _ 0%nat (vectors e')) eqn:G; [congruence |].
  destruct (first_none _ _ _ f' G F') as (i & L). unfold least_is_at_most in L.
  destruct (eleb _ _) eqn:Le; [| congruence]. apply eleb_ele in Le.
  destruct (lower_outs_upper _ _ (names_of f') _ U _ _ Le) as (zs & V & K & _).
  exists zs. auto.
Qed.
End Bound.
