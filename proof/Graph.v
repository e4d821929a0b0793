(* SPDX-License-Identifier: Apache-2.0 *)
(* States with what is remembered there (docs/evidence.md, "Cycles"): what walks are held to, and the ways
   back that make loops of steps on cycles. No theorem needs it: a wrong graph only makes the checker
   reject. *)
From Coq Require Import QArith List Bool.
From Couplet Require Import Model Trees Take Bound Paths.
Import ListNotations.

(* ---- Loops that end when there is nothing left to do --------------------------------------- *)

Fixpoint steps_of {S} (depth : nat) (step : S -> option S) (s : S) : S * bool :=
  match depth with
  | O => match step s with Some s' => (s', false) | None => (s, true) end
  | S d => let (s', ended) := steps_of d step s in if ended then (s', true) else steps_of d step s'
  end.

(* Until step gives nothing: up to 2^40 times. *)
Definition until_none {S} (step : S -> option S) (s : S) : S := fst (steps_of 40 step s).

Definition found {A} (k : positive) (m : Map.t A) : bool := Map.mem k m.
Definition all_at {A} (k : positive) (m : Map.t (list A)) : list A :=
  match Map.find k m with Some l => l | None => [] end.
Definition add_at {A} (k : positive) (x : A) (m : Map.t (list A)) : Map.t (list A) :=
  Map.add k (x :: all_at k m) m.

(* What is reached from starts; next: what a member leads to. *)
Definition reached (next : positive -> list positive) (starts : list positive) : Map.t unit :=
  let add found v := if Map.mem v (fst found) then found else (Map.add v tt (fst found), v :: snd found) in
  fst (until_none (fun s : Map.t unit * list positive =>
         match snd s with
         | [] => None
         | v :: rest => Some (fold_left add (next v) (fst s, rest))
         end) (fold_left add starts (Map.empty _, []))).

(* ---- Automata ------------------------------------------------------------------------------ *)

Definition leaving_at (a : automaton) (q : state) : list transition := leaving (place_of a q).

Definition states (a : automaton) : list state := map fst (Map.elements (places a)).

Definition reachable (a : automaton) : Map.t unit :=
  reached (fun q => map target (leaving_at a q)) [initial a].

Definition reads_at (a : automaton) (q : state) : input := reads (place_of a q).
Definition is_again (a : automaton) (q : state) : bool := match reads_at a q with Again => true | _ => false end.

(* Where the last private input may be read again before another private one. *)
Definition recalled (a : automaton) : Map.t unit :=
  let into := fold_left (fun into q =>
                match reads_at a q with
                | Private => into
                | _ => fold_left (fun into t => add_at (target t) q into) (leaving_at a q) into
                end) (states a) (Map.empty _) in
  reached (fun q => all_at q into) (filter (is_again a) (states a)).

(* One sample for several thresholds: paths may contradict an order. *)
Definition many_shared (a : automaton) : bool := shared a && Nat.ltb 1 (length (thresholds a)).

(* Some draw that runs reach has no noise. *)
Definition has_bare_draw (a : automaton) : bool :=
  existsb (fun q => existsb (fun t => existsb (fun d => match fee d with None => true | Some _ => false end)
                                              (draws a (place_of a q) t)) (leaving_at a q))
          (map fst (Map.elements (reachable a))).

(* Draws without noise that are compared with several thresholds by themselves, or whose inputs are read
   again: Model.v does not know which paths can be taken there. *)
Definition partly_free (a : automaton) : bool :=
  has_bare_draw a &&
  (existsb (is_again a) (states a) || (Nat.ltb 1 (length (thresholds a)) && negb (many_shared a))).

(* What follows from pairs of thresholds that are less, equal, and at most; None: two things are said of one. *)
Definition order_from (less equal at_most : list (threshold * threshold)) : option (list fact) :=
  let swapped := map (fun e : threshold * threshold => (snd e, fst e)) in
  let meet (k l : list (threshold * threshold)) :=
    existsb (fun e => existsb (fun f => Pos.eqb (fst e) (fst f) && Pos.eqb (snd e) (snd f)) l) k in
  if meet less (equal ++ swapped equal) || meet less (at_most ++ swapped at_most) ||
     meet at_most (equal ++ swapped equal) || meet less (swapped less) || meet at_most (swapped at_most) then None
  else
    let say strict := map (fun e : threshold * threshold => (Some (fst e), Some (snd e), strict)) in
    let all := say true less ++ say false (equal ++ swapped equal) ++ say false at_most in
    Some (flat_map (fun r => match r with
                             | (Some u, Some v, strict) => if Pos.eqb u v && negb strict then [] else [(u, v, strict)]
                             | _ => []
                             end) (closed (named_in all) all)).

(* ---- Nodes --------------------------------------------------------------------------------- *)

Record node := { at_state : state; changed_here : shift; last_here : option shift; order_here : list fact }.

(* A node as one number: each part in digits that tell where it ends. *)
Fixpoint spell (p rest : positive) : positive :=
  match p with
  | xH => xO (xO rest)
  | xO p => xO (xI (spell p rest))
  | xI p => xI (spell p rest)
  end.

Definition of_shift (s : shift) : positive := match s with Down => 1 | Stay => 2 | Up => 3 end%positive.

Definition spell_node (n : node) : positive :=
  let facts := fold_left (fun (p : positive) (f : fact) => spell (fst (fst f)) (spell (snd (fst f)) (if snd f then xI p else xO p)))
                         (order_here n) xH in
  spell (at_state n) (spell (of_shift (changed_here n))
    (spell (match last_here n with None => 4 | Some D => of_shift D end) facts)).

Record edge := { leaves : positive; numbered : nat; allowed : list shift; reaches : positive }.

Record graph := {
  node_at : Map.t node;
  edges_at : Map.t (list edge);
  component : Map.t positive;
  pays : Map.t unit (* components where the last turn of a loop may be paid for *) }.

Definition start_number : positive := 1.
Definition edges (g : graph) (v : positive) : list edge := all_at v (edges_at g).
Definition state_at (nodes : Map.t node) (v : positive) : state :=
  match Map.find v nodes with Some n => at_state n | None => 1%positive end.

Definition every_shift : list shift := [Stay; Up; Down].

(* Whether what was changed, or the last input, counts at all. *)
Definition remembers (a : automaton) : bool :=
  existsb (is_again a) (states a) || match adjacent_by a with Any => false | _ => true end.

(* The differences that a walk may have at a node: 0 first. *)
Definition differences_at (a : automaton) (memory : bool) (n : node) : list shift :=
  match reads_at a (at_state n), memory with
  | Public, _ => [Stay]
  | _, false => every_shift
  | Again, true => match last_here n with None => every_shift | Some D => [D] end
  | Private, true => filter (walk_left (adjacent_by a) (changed_here n)) every_shift
  end.

(* What is known of the order behind a transition; None: that rules it out. *)
Definition order_behind (a : automaton) (n : node) (t : transition) : option (list fact) :=
  if many_shared a then
    let rs := known_in (place_of a (at_state n)) t (order_here n) in
    if contradicts rs then None
    else Some (flat_map (fun u => flat_map (fun v =>
           if Pos.eqb u v then []
           else if follows rs t (u, v, true) then [(u, v, true)]
           else if follows rs t (u, v, false) then [(u, v, false)] else []) (thresholds a)) (thresholds a))
  else Some [].

Definition node_behind (a : automaton) (memory : bool) (recalls : Map.t unit) (n : node) (q : state)
           (order : list fact) (D : shift) : node :=
  if memory then
    let is_private := match reads_at a (at_state n) with Private => true | _ => false end in
    {| at_state := q; order_here := order;
       changed_here := if is_private then changed_by (adjacent_by a) (changed_here n) D else changed_here n;
       last_here := if found q recalls then (if is_private then Some D else last_here n) else None |}
  else {| at_state := q; changed_here := Stay; last_here := None; order_here := order |}.

(* ---- Components: one after the other, each from a root ------------------------------------- *)

(* Depth first; nodes in the order in which they are done, the last first. *)
Definition done_order (next : positive -> list positive) (roots : list positive) : list positive :=
  let '(_, order, _, _) := until_none (fun s : Map.t unit * list positive *
                                               list (positive * list positive) * list positive =>
    match s with
    | (seen, order, [], []) => None
    | (seen, order, [], r :: roots) =>
      Some (if found r seen then (seen, order, [], roots)
            else (Map.add r tt seen, order, [(r, next r)], roots))
    | (seen, order, (v, []) :: stack, roots) => Some (seen, v :: order, stack, roots)
    | (seen, order, (v, w :: rest) :: stack, roots) =>
      Some (if found w seen then (seen, order, (v, rest) :: stack, roots)
            else (Map.add w tt seen, order, (w, next w) :: (v, rest) :: stack, roots))
    end) (Map.empty _, [], [], roots) in
  order.

Definition components (back : positive -> list positive) (order : list positive) : Map.t positive :=
  fold_left (fun found root =>
    if Map.mem root found then found
    else fst (until_none (fun s : Map.t positive * list positive =>
           match snd s with
           | [] => None
           | v :: rest => Some (if Map.mem v (fst s) then (fst s, rest)
                                else (Map.add v root (fst s), back v ++ rest))
           end) (found, [root]))) order (Map.empty _).

(* ---- Where loops may be paid for ----------------------------------------------------------- *)

Definition compared_in (t : transition) : list threshold := map fst (compares t).

(* With one threshold that is never compared otherwise no loop pays that is ever left. *)
Definition compares_otherwise (a : automaton) (q : state) (t : transition) : bool :=
  match compares t with [] => false | _ => true end &&
  (match reads_at a q with Private => false | _ => true end ||
   match adjacent_by a with Any => false | _ => true end ||
   one_sided (sample (place_of a q) 1%positive) ||
   match shows t with Gap _ => true | _ => false end).

(* The thresholds that may be compared with behind a node before they are assigned. *)
Definition live_at (all : list (positive * transition * positive)) (vs : list positive)
  : Map.t (list threshold) :=
  let into := fold_left (fun m e => add_at (snd e) (fst e) m) all (Map.empty _) in
  let more (had news : list threshold) := filter (fun x => negb (among x had)) news in
  let first := fold_left (fun m e =>
                 let '(v, t, _) := e in Map.add v (distinct (more (all_at v m) (compared_in t)) ++ all_at v m) m)
                 all (Map.empty _) in
  fst (until_none (fun s : Map.t (list threshold) * list positive =>
    match snd s with
    | [] => None
    | w :: waiting =>
      Some (fold_left (fun s e =>
        let '(v, t) := e in
        let news := more (all_at v (fst s)) (filter (fun x => negb (among x (assigns t))) (all_at w (fst s))) in
        match news with
        | [] => s
        | _ => (Map.add v (news ++ all_at v (fst s)) (fst s), v :: snd s)
        end) (all_at w into) (fst s, waiting))
    end) (first, vs)).

Definition find_pays (a : automaton) (nodes : Map.t node) (edges : list edge) (component : Map.t positive)
  : Map.t unit :=
  let transition_of e := nth_error (leaving_at a (state_at nodes (leaves e))) (numbered e) in
  let all := flat_map (fun e => match transition_of e with
                                | Some t => [(leaves e, t, reaches e)]
                                | None => []
                                end) edges in
  if Nat.ltb 1 (length (thresholds a)) ||
     existsb (fun e => compares_otherwise a (state_at nodes (fst (fst e))) (snd (fst e))) all then
    let live := live_at all (map fst (Map.elements nodes)) in
    fold_left (fun pays e =>
      let '(v, t, w) := e in
      match Map.find v component, Map.find w component with
      | Some c, Some c' =>
        if Pos.eqb c c' && existsb (fun x => among x (all_at w live)) (assigns t) then Map.add c tt pays else pays
      | _, _ => pays
      end) all (Map.empty _)
  else Map.empty _.

(* ---- The graph ----------------------------------------------------------------------------- *)

Record growing_graph := {
  nodes : Map.t node; by_spelling : Map.t positive; next_number : positive; waiting : list positive;
  ends : Map.t (list edge) }.

Definition number_node (g : growing_graph) (n : node) : growing_graph * positive :=
  let key := spell_node n in
  match Map.find key (by_spelling g) with
  | Some v => (g, v)
  | None =>
    let v := next_number g in
    ({| nodes := Map.add v n (nodes g); by_spelling := Map.add key v (by_spelling g);
        next_number := Pos.succ v; waiting := v :: waiting g; ends := ends g |}, v)
  end.

Definition numbers_from {A} (l : list A) : list (nat * A) := combine (seq 0 (length l)) l.

Definition expand (a : automaton) (memory : bool) (recalls : Map.t unit) (v : positive) (n : node)
           (g : growing_graph) : growing_graph :=
  let lead (s : growing_graph * list edge) i (q : state) order allowed D :=
    let (g, w) := number_node (fst s) (node_behind a memory recalls n q order D) in
    (g, {| leaves := v; numbered := i; allowed := allowed; reaches := w |} :: snd s) in
  let left := differences_at a memory n in
  let (g, found) := fold_left (fun s it =>
    let '(i, t) := it in
    match order_behind a n t with
    | None => s
    | Some order =>
      if memory then fold_left (fun s D => lead s i (target t) order [D] D) left s
      else lead s i (target t) order left Stay
    end) (numbers_from (leaving_at a (at_state n))) (g, []) in
  {| nodes := nodes g; by_spelling := by_spelling g; next_number := next_number g; waiting := waiting g;
     ends := Map.add v (rev found) (ends g) |}.

Definition graph_of (a : automaton) : graph :=
  let memory := remembers a in
  let recalls := recalled a in
  let start := {| at_state := initial a; changed_here := Stay; last_here := None; order_here := [] |} in
  let empty := {| nodes := Map.empty _; by_spelling := Map.empty _; next_number := start_number; waiting := [];
                  ends := Map.empty _ |} in
  let g := until_none (fun g =>
    match waiting g with
    | [] => None
    | v :: rest =>
      let g := {| nodes := nodes g; by_spelling := by_spelling g; next_number := next_number g; waiting := rest;
                  ends := ends g |} in
      Some match Map.find v (nodes g) with Some n => expand a memory recalls v n g | None => g end
    end) (fst (number_node empty start)) in
  let all := flat_map snd (Map.elements (ends g)) in
  let back := fold_left (fun m e => add_at (reaches e) (leaves e) m) all (Map.empty _) in
  let order := done_order (fun v => map reaches (all_at v (ends g))) (map fst (Map.elements (nodes g))) in
  let component := components (fun v => all_at v back) order in
  {| node_at := nodes g; edges_at := ends g; component := component;
     pays := find_pays a (nodes g) all component |}.

Definition same_component (g : graph) (v w : positive) : bool :=
  match Map.find v (component g), Map.find w (component g) with
  | Some c, Some c' => Pos.eqb c c'
  | _, _ => false
  end.

Definition may_be_paid (g : graph) (v : positive) : bool :=
  match Map.find v (component g) with Some c => found c (pays g) | None => false end.

(* A shortest way inside a component from one node to another. *)
Definition way (g : graph) (from to : positive) : list edge :=
  if Pos.eqb from to then []
  else
    let '(before, _, _) := until_none (fun s : Map.t edge * list positive * list positive =>
      match s with
      | (before, [], []) => None
      | (before, [], next) => Some (before, rev next, [])
      | (before, v :: now, next) =>
        if found to before then None
        else Some (fold_left (fun s e =>
          let '(before, now, next) := s in
          if same_component g v (reaches e) && negb (found (reaches e) before)
          then (Map.add (reaches e) e before, now, reaches e :: next) else s) (edges g v) (before, now, next))
      end) (Map.empty _, [from], []) in
    snd (until_none (fun s : positive * list edge =>
      match Map.find (fst s) before with
      | Some e => if Pos.eqb (fst s) from then None else Some (leaves e, e :: snd s)
      | None => None
      end) (to, [])).
