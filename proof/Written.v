(* SPDX-License-Identifier: Apache-2.0 *)
(* Evidence by walks as Theorems.walk_cost gets it: that one has no rule for cycles, and is given loops in
   their place, which it may take as often as it likes; samples with positions where thresholds share them;
   and what may be forgotten. Nothing in here can make it accept what is false. *)
From Coq Require Import QArith List Bool.
From Couplet Require Import Model Trees Take Bound Walk Paths Theorems Graph Loops Rules.
Import ListNotations.

Inductive letter :=
| Taking (t : transition) (i : nat) (D : shift)
| Placed (i : nat) (D : shift) (position : nat) (* of the sample among the thresholds' values *)
| Leaving (v : threshold)
| Blanking
| Round (body : list letter).

(* ---- Loops for steps on cycles ------------------------------------------------------------- *)

(* Letters in reverse, with the number of the node behind them. *)
Definition written := (positive * list letter)%type.

Section Write.
Variable a : automaton.
Variable g : graph.
Variable recalls : Map.t unit.

(* Behind v nothing need be known of the last input. *)
Definition forget (v : positive) (letters : list letter) : list letter :=
  if found (state_at (node_at g) v) recalls then letters else Blanking :: letters.

Definition write_step (w : written) (s : said) : result written :=
  let* next := follow g (fst w) s in
  Right (fst next, forget (fst next) (Taking (taken s) (chosen_number s) (differs s) :: snd w)).

Section Turns.
Variable once : written -> result written.

(* Turns until one leads back, and that one as a loop. *)
Fixpoint write_turns (most : nat) (w : written) : result written :=
  match most with
  | O => Wrong NoReturn
  | S most =>
    let* turn := once (fst w, []) in
    if Pos.eqb (fst turn) (fst w) then Right (fst w, Round (rev (snd turn)) :: snd w)
    else write_turns most (fst turn, snd turn ++ snd w)
  end.
End Turns.

Fixpoint write_item (most : nat) (w : written) (i : item) : result written :=
  match i with
  | Single s => write_step w s
  | Repeated body _ => write_turns (fold_result (write_item most) body) most w
  end.

Definition letter_of_edge (e : edge) : list letter :=
  match nth_error (leaving_at a (state_at (node_at g) (leaves e))) (numbered e) with
  | Some t => [Taking t (numbered e) (hd Stay (if existsb (same Stay) (allowed e) then [Stay] else allowed e))]
  | None => []
  end.

(* A run of steps in one component whose cycles are free by the rules: taken once, and then round and
   round, with a way back. *)
Record run := { first_node : positive; steps_in : list letter }.

Definition close (r : option run) (w : written) : list letter :=
  match r with
  | None => snd w
  | Some r =>
    let back := fold_left (fun l e => forget (reaches e) (letter_of_edge e ++ l)) (way g (fst w) (first_node r)) [] in
    Round (rev back ++ rev (steps_in r)) :: steps_in r ++ snd w
  end.

Definition write_free (s : option run * written) (i : item) : result (option run * written) :=
  let (r, w) := s in
  match i with
  | Single said =>
    let* next := follow g (fst w) said in
    if snd next then
      let* step := write_step (fst w, []) said in
      match r with
      | Some open =>
        if same_component g (first_node open) (fst w)
        then Right (Some {| first_node := first_node open; steps_in := snd step ++ steps_in open |}, (fst step, snd w))
        else Right (Some {| first_node := fst w; steps_in := snd step |}, (fst step, close r w))
      | None => Right (Some {| first_node := fst w; steps_in := snd step |}, (fst step, snd w))
      end
    else let* w := write_step (fst w, close r w) said in Right (None, w)
  | Repeated _ _ => let* w := write_item most_turns_to_settle (fst w, close r w) i in Right (None, w)
  end.

Definition write_all (items : list item) : result (list letter) :=
  let* last := fold_result write_free items (None, (start_number, [])) in
  Right (close (fst last) (snd last)).
End Write.

(* ---- Positions of samples ------------------------------------------------------------------ *)

(* All ranks of the thresholds' values that letters can lead to, each with the letters placed so far, in
   reverse. In a loop the ranks have to come back. *)
Definition layer := Map.t (ranks * list letter).

Definition spell_ranks (gs : ranks) : positive :=
  fold_left (fun p group => fold_left (fun p v => spell (Pos.succ v) p) group (spell 1 p)) gs xH.

Definition add_ranks (l : layer) (gs : ranks) (placed : list letter) : layer :=
  let key := spell_ranks gs in
  if Map.mem key l then l else Map.add key (gs, placed) l.

Definition most_ranks : nat := 50 * 100.
Definition most_turns : nat := 4.

Definition place_step (t : transition) (i : nat) (D : shift) (gs : ranks) (placed : list letter) (next : layer)
  : layer :=
  let fitting := filter (fun p => rank_lets t p gs) (seq 0 (S (length gs))) in
  match assigns t, fitting with
  | [], p :: _ => add_ranks next gs (Placed i D p :: placed)
  | [], [] => next
  | vs, _ => fold_left (fun next p => add_ranks next (tidy (insert p vs gs)) (Placed i D p :: placed)) fitting next
  end.

Section Round.
Variable once : layer -> result layer.

Fixpoint place_round (most : nat) (now : layer) (next : layer) : result layer :=
  let* closed := fold_result (fun s here =>
      let '(next, ever) := s in
      let '(gs, placed) := snd here in
      let* behind := once (add_ranks (Map.empty _) gs []) in
      match Map.find (spell_ranks gs) behind with
      | Some (_, turn) => Right (add_ranks next gs (Round (rev turn) :: placed), true)
      | None => Right (next, ever)
      end) (Map.elements now) (next, false) in
  match most with
  | S most => if snd closed then Right (fst closed)
              else let* later := once now in place_round most later (fst closed)
  | O => Right (fst closed)
  end.
End Round.

Fixpoint place (turns limit : nat) (now : layer) (l : letter) : result layer :=
  let* next := fold_result (fun next here =>
      let '(gs, placed) := snd here in
      match l with
      | Taking t i D => Right (place_step t i D gs placed next)
      | Round body =>
        place_round (fold_result (place turns limit) body) turns (add_ranks (Map.empty _) gs placed) next
      | other => Right (add_ranks next gs (other :: placed))
      end) (Map.elements now) (Map.empty _) in
  if Nat.ltb limit (Map.cardinal next) then Beyond ManyOrders else Right next.

Definition place_all (a : automaton) (letters : list letter) : result (list letter) :=
  let* last := fold_result (place most_turns most_ranks) letters (add_ranks (Map.empty _) [thresholds a] []) in
  match Map.elements last with
  | (_, (_, placed)) :: _ => Right placed
  | [] => Beyond NoOrder
  end.

(* ---- The walk ------------------------------------------------------------------------------ *)

Fixpoint read_by (l : letter) : list threshold :=
  match l with Taking t _ _ => compared_in t | Round body => flat_map read_by body | _ => [] end.

Fixpoint touched_by (l : letter) : list threshold :=
  match l with Taking t _ _ => touched t | Round body => flat_map touched_by body | _ => [] end.

Definition uses_of_letter (l : letter) : list threshold * list threshold * list threshold :=
  (touched_by l, read_by l, match l with Taking t _ _ => assigns t | _ => [] end).

(* The letters in order, each followed by what it is the last to need. *)
Definition with_leaving (letters : list letter) : list letter :=
  flat_map (fun x => fst x :: map Leaving (snd x)) (last_uses uses_of_letter letters).

Fixpoint add_letter (l : letter) (rest : walk) : walk :=
  match l with
  | Taking _ i D => Step i D 0 rest
  | Placed i D p => Step i D p rest
  | Leaving v => Drop v rest
  | Blanking => Blank rest
  | Round body => Turn (fold_right add_letter End body) rest
  end.

Definition walk_of (a : automaton) (g : graph) (items : list item) : result walk :=
  let* letters := write_all a g (recalled a) items in
  let letters := with_leaving (rev letters) in
  let* reversed := if shared a then place_all a letters else Right (rev letters) in
  Right (fold_left (fun rest l => add_letter l rest) reversed End).

(* Whether no loop of a walk assigns anything. *)
Fixpoint still (a : automaton) (looping : bool) (q : state) (w : walk) : bool * state :=
  match w with
  | End => (true, q)
  | Drop _ rest | Blank rest => still a looping q rest
  | Step i _ _ rest =>
    match nth_error (leaving_at a q) i with
    | Some t => if looping && match assigns t with [] => false | _ => true end then (false, q)
                else still a looping (target t) rest
    | None => (false, q)
    end
  | Turn body rest => if fst (still a true q body) then still a looping q rest else (false, q)
  end.

Definition cost_of (a : automaton) (w : walk) : walked :=
  walk_cost (oracle (fst (still a false (initial a) w))) a w.
