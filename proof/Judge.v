(* SPDX-License-Identifier: Apache-2.0 *)
(* What couplet-check-proved answers to a piece of evidence, and what each answer that accepts means. *)
From Coq Require Import QArith List Bool Lqa.
From Couplet Require Import Model Trees Take Bound Walk Paths Theorems Graph Loops Rules Written.
Import ListNotations.

Inductive evidence :=
| BoundOf (c : Q) (entries : list (state * entry)) (* in their order *)
| AttainedOf (c : Q) (items : list item)
| EndlessOf (items : list item). (* violation and unbounded *)

Inductive answer :=
(* accepted *)
| EachPath (c : Q) (* costs at most c *)
| EachTakenPath (c : Q) (* each path that can be taken *)
| NoLess (c : Q) (* no strategy costs less *)
| NoCost (* no finite cost is enough *)
(* not accepted *)
| RejectedBound (why : reason)
| RejectedWalk (why : wrong)
| NotShown (why : beyond)
| NotCovered. (* draws without noise, so that Model.v does not know which paths can be taken *)

Definition entries_by_state (entries : list (state * entry)) : Map.t (list entry) :=
  fold_left (fun m e => add_at (fst e) (snd e) m) (rev entries) (Map.empty _).

(* First as if all paths could be taken, which shows more. *)
Definition judge_entries (a : automaton) (c : Q) (entries : list (state * entry)) : answer :=
  let recalls := recalled a in
  let by_state := entries_by_state entries in
  let judged ordered := judge_bound ordered a (fun q => found q recalls) by_state c in
  let refused why := if partly_free a then NotCovered else RejectedBound why in
  let plain := forallb (fun e => match order (snd e) with [] => true | _ => false end) entries in
  match (if plain then judged false else Some NoStart) with
  | None => EachPath c
  | Some why =>
    if many_shared a then match judged true with None => EachTakenPath c | Some why => refused why end
    else refused why
  end.

(* cost: what a walk claims; None: that no finite cost is enough. *)
Definition judge_walk (a : automaton) (claim : option Q) (items : list item) : answer :=
  let g := graph_of a in
  let cost := match claim with Some c => Fin c | None => Infinite end in
  let checked :=
    let* least := least_by_rules a g items in
    if negb (eleb least cost && eleb cost least) then Wrong (LeastIs least)
    else
      let* _ := match claim with Some c => check_shifts a g items c | None => Right tt end in
      let* _ := fold_result (check_raises a) items tt in
      walk_of a g items in
  match checked with
  | Wrong why => RejectedWalk why
  | Beyond why => NotShown why
  | Right w =>
    let shown := cost_of a w in
    match claim with
    | Some c => if shows_at_least c shown then NoLess c
                else NotShown (NotAccepted match shown with Costs least => Some least | _ => None end)
    | None => if shows_no_end shown then NoCost
              else NotShown (NotAccepted match shown with Costs least => Some least | _ => None end)
    end
  end.

Definition judge (a : automaton) (e : evidence) : answer :=
  if negb (meaningful a) then RejectedBound Meaningless
  else match e with
       | BoundOf c entries => judge_entries a c entries
       | AttainedOf c items => if partly_free a then NotCovered else judge_walk a (Some c) items
       | EndlessOf items => if partly_free a then NotCovered else judge_walk a None items
       end.

(* Automata of which it is proved that less than what a walk costs is not enough (Necessary.v): discrete noise,
   and guards that are conjunctions. *)
Definition plain_noise (n : noise) : bool :=
  whole_numbers n && negb (one_sided n) && match parameter n with Some d => negb (Qle_bool d 0) | None => false end.

(* The thresholds that a step draws samples for: one for all is that of threshold 1. *)
Definition drawn (a : automaton) (t : transition) : list threshold := if shared a then [1%positive] else touched t.

Definition is_plain_step (a : automaton) (p : Model.place) (t : transition) : bool :=
  forallb (fun v => plain_noise (sample p v)) (drawn a t) && match conjunction (condition t) with Some _ => true | None => false end &&
  match floating p with None => true | Some _ => false end &&
  match shows t with Fresh => plain_noise (fresh p) | _ => true end.

Definition is_plain (a : automaton) : bool :=
  negb (Qle_bool (sensitivity a) 0) && is_whole_number (sensitivity a) &&
  forallb (fun here => forallb (is_plain_step a (snd here)) (leaving (snd here))) (Map.elements (places a)).

(* ---- What is accepted ---------------------------------------------------------------------- *)

Definition means (a : automaton) (e : evidence) (found : answer) : Prop :=
  match found with
  | EachPath c => forall ts cs, runs a ts cs -> affordable a ts cs c
  | EachTakenPath c => forall ts cs, runs a ts cs -> can_be_taken a ts -> affordable a ts cs c
  | NoLess c => exists ts ks, let cs := map number ks in
                runs a ts cs /\ can_be_taken a ts /\ costs_at_least a ts cs c
  | NoCost => forall c, exists ts ks, let cs := map number ks in
                runs a ts cs /\ can_be_taken a ts /\ costs_at_least a ts cs c
  | _ => True
  end.

Theorem judged a e : means a e (judge a e).
Proof.
  unfold judge. destruct (meaningful a); [| exact I]. cbn [negb].
  assert (W : forall claim items, means a e (judge_walk a claim items)).
  { intros claim items. unfold judge_walk. destruct (let* _ := _ in _) as [w | |]; try exact I.
    destruct claim as [c |].
    - destruct (shows_at_least c (cost_of a w)) eqn:H; [| exact I]. exact (attained _ a w c H).
    - destruct (shows_no_end (cost_of a w)) eqn:H; [| exact I]. exact (no_end _ a w H). }
  destruct e as [c entries | c items | items]; [| destruct (partly_free a); [exact I | apply W] ..].
  unfold judge_entries. destruct (if forallb _ entries then _ else _) as [why |] eqn:H.
  - destruct (many_shared a); [| destruct (partly_free a); exact I].
    destruct (judge_bound true a _ _ c) eqn:J; [destruct (partly_free a); exact I |].
    exact (bound_in_order _ _ _ _ J).
  - destruct (forallb _ entries); [| discriminate]. exact (bound _ _ _ _ H).
Qed.

(* What the theorem about probabilities goes on from. *)
Lemma judged_bound a entries c :
  judge a (BoundOf c entries) = EachPath c \/ judge a (BoundOf c entries) = EachTakenPath c ->
  exists ordered recalls by_state, judge_bound ordered a recalls by_state c = None.
Proof.
  unfold judge, judge_entries. destruct (meaningful a); cbn [negb]; [| intros [H | H]; discriminate].
  destruct (if forallb _ entries then _ else _) as [why |] eqn:H.
  - destruct (many_shared a); [| destruct (partly_free a); intros [E | E]; discriminate].
    destruct (judge_bound true a _ _ c) eqn:J; [destruct (partly_free a); intros [E | E]; discriminate |]. eauto.
  - destruct (forallb _ entries); [eauto | discriminate].
Qed.
