(* SPDX-License-Identifier: Apache-2.0 *)
(* What the checker is told of the automaton's graph. It is right whatever that is: wrong hints only
   make it reject. *)
open Checker

let reads (a : Read.named) q = (place_of a.automaton q).reads
let leaving (a : Read.named) q = Option.value (Hashtbl.find_opt a.leaving_of q) ~default:[||]
let transition (t, _, _) : transition = t
let states (a : Read.named) = List.init (Array.length a.state_names - 1) (fun i -> Numbers.positive_of (i + 1))

(* Whether the last private input may be read again behind a state, before another private one. *)
let recalls (a : Read.named) =
  let into = Hashtbl.create 64 and found = Hashtbl.create 64 in
  Hashtbl.iter
    (fun q ts -> Array.iter (fun t -> Hashtbl.add into (transition t).target q) ts) a.leaving_of;
  let waiting = Queue.create () in
  let add q = if not (Hashtbl.mem found q) then (Hashtbl.add found q (); Queue.add q waiting) in
  List.iter (fun q -> if reads a q = Again then add q) (states a);
  while not (Queue.is_empty waiting) do
    List.iter (fun q -> if reads a q <> Private then add q) (Hashtbl.find_all into (Queue.pop waiting))
  done;
  fun q -> Hashtbl.mem found q

(* States with what is remembered there, and what is known of the thresholds' order. *)
type node = positive * shift * shift option * fact list
type edge = { leaves : int; number : int; differences : shift list; reaches : int }

type t = {
  nodes : (node, int) Hashtbl.t;
  state_of : int -> positive;
  edges : int -> edge list;
  start : int;
  component : int array;
  pays : (int, unit) Hashtbl.t; (* components where the last turn of a loop may be paid for *)
}

(* Draws without noise that are compared with several thresholds by themselves, or whose inputs are
   read again. *)
let partly_free (a : Read.named) =
  a.bare && (List.exists (fun q -> reads a q = Again) (states a)
             || (List.length a.automaton.thresholds > 1 && not a.many_shared))

let every = [ Stay; Up; Down ]

(* The differences that a walk may have at a state, with what is remembered: 0 first. *)
let differences (a : Read.named) remembers (q, change, last, _) =
  match reads a q with
  | Public -> [ Stay ]
  | Again when remembers -> (match last with None -> every | Some d -> [ d ])
  | Private when remembers -> List.filter (walk_left a.automaton.adjacent_by change) every
  | _ -> every

(* What is known of the order behind a transition; None: that rules it out. *)
let advance (a : Read.named) (q, _, _, order) t =
  if not a.many_shared then Some []
  else
    let rs = known_in (place_of a.automaton q) t order in
    let all = a.automaton.thresholds in
    if contradicts rs then None
    else
      Some
        (List.concat_map
           (fun u ->
              List.filter_map
                (fun v ->
                   if u = v then None
                   else if follows rs t ((u, v), true) then Some ((u, v), true)
                   else if follows rs t ((u, v), false) then Some ((u, v), false)
                   else None) all) all)

let remember (a : Read.named) recalls (q, change, last, _) target order d =
  let change, last =
    match reads a q with
    | Private -> changed_by a.automaton.adjacent_by change d, Some d
    | _ -> change, last in
  target, change, (if recalls target then last else None), order

(* Strongly connected components (Kosaraju), without recursion. *)
let components n targets =
  let seen = Array.make n false and order = ref [] in
  for root = 0 to n - 1 do
    if not seen.(root) then begin
      let stack = Stack.create () in
      seen.(root) <- true;
      Stack.push (root, ref (targets root)) stack;
      while not (Stack.is_empty stack) do
        let v, left = Stack.top stack in
        match !left with
        | [] -> ignore (Stack.pop stack); order := v :: !order
        | w :: rest ->
          left := rest;
          if not seen.(w) then (seen.(w) <- true; Stack.push (w, ref (targets w)) stack)
      done
    end
  done;
  let back = Array.make n [] and component = Array.make n (-1) in
  for v = 0 to n - 1 do List.iter (fun w -> back.(w) <- v :: back.(w)) (targets v) done;
  List.iter
    (fun root ->
       let stack = Stack.create () in
       if component.(root) < 0 then Stack.push root stack;
       while not (Stack.is_empty stack) do
         let v = Stack.pop stack in
         if component.(v) < 0 then begin
           component.(v) <- root;
           List.iter (fun w -> Stack.push w stack) back.(v)
         end
       done)
    !order;
  component

let literal_thresholds t = List.map fst (compares t)

(* With one threshold that is never compared otherwise no loop pays that is ever left. *)
let compares_otherwise (a : Read.named) q t =
  compares t <> [] &&
  (reads a q <> Private || a.automaton.adjacent_by <> Any ||
   (sample (place_of a.automaton q) XH).one_sided ||
   match t.shows with Gap _ -> true | _ -> false)

let find_pays (a : Read.named) n state_of edges component =
  let pays = Hashtbl.create 8 in
  let all = List.concat_map (fun v -> List.map (fun e -> v, transition (leaving a (state_of v)).(e.number), e.reaches) (edges v))
      (List.init n Fun.id) in
  let may = List.length a.automaton.thresholds > 1
            || List.exists (fun (v, t, _) -> a.reachable (state_of v) && compares_otherwise a (state_of v) t) all in
  if may then begin
    let live = Array.make n [] and into = Array.make n [] in
    List.iter
      (fun (v, t, w) ->
         into.(w) <- (v, t) :: into.(w);
         List.iter (fun x -> if not (List.mem x live.(v)) then live.(v) <- x :: live.(v)) (literal_thresholds t))
      all;
    let waiting = Queue.create () in
    for v = 0 to n - 1 do Queue.add v waiting done;
    while not (Queue.is_empty waiting) do
      let w = Queue.pop waiting in
      List.iter
        (fun (v, t) ->
           let more = List.filter (fun x -> not (List.mem x t.assigns) && not (List.mem x live.(v))) live.(w) in
           if more <> [] then (live.(v) <- more @ live.(v); Queue.add v waiting))
        into.(w)
    done;
    List.iter
      (fun (v, t, w) ->
         if component.(v) = component.(w) && List.exists (fun x -> List.mem x live.(w)) t.assigns then
           Hashtbl.replace pays component.(v) ())
      all
  end;
  pays

let build (a : Read.named) =
  let recalls = recalls a in
  let again = List.exists (fun q -> reads a q = Again) (states a) in
  let remembers = again || a.automaton.adjacent_by <> Any in
  let nodes = Hashtbl.create 64 and by_number = Hashtbl.create 64 in
  let waiting = Queue.create () in
  let number node =
    match Hashtbl.find_opt nodes node with
    | Some i -> i
    | None ->
      let i = Hashtbl.length nodes in
      Hashtbl.add nodes node i;
      Hashtbl.add by_number i node;
      Queue.add i waiting;
      i in
  let behind node target order d =
    if remembers then remember a recalls node target order d else (target, Stay, None, order) in
  let start = number (a.automaton.initial, Stay, None, []) in
  if not remembers && not a.many_shared then
    List.iter (fun q -> ignore (number (q, Stay, None, []))) (states a);
  let found = Hashtbl.create 64 in
  while not (Queue.is_empty waiting) do
    let v = Queue.pop waiting in
    let (q, _, _, _) as node = Hashtbl.find by_number v in
    let here = ref [] in
    Array.iteri
      (fun i t ->
         let target = (transition t).target and left = differences a remembers node in
         let edge order differences d =
           here := { leaves = v; number = i; differences; reaches = number (behind node target order d) } :: !here in
         match advance a node (transition t) with
         | None -> ()
         | Some order ->
           if remembers then List.iter (fun d -> edge order [ d ] d) left else edge order left Stay)
      (leaving a q);
    Hashtbl.add found v (List.rev !here)
  done;
  let n = Hashtbl.length nodes in
  let edges v = Hashtbl.find found v in
  let state_of v = let q, _, _, _ = Hashtbl.find by_number v in q in
  let component = components n (fun v -> List.map (fun e -> e.reaches) (edges v)) in
  { nodes; state_of; edges; start; component; pays = find_pays a n state_of edges component }

(* A shortest way inside a component from one node to another, as edges. *)
let way graph from target =
  let before = Hashtbl.create 64 and waiting = Queue.create () in
  Queue.add from waiting;
  Hashtbl.add before from None;
  while not (Queue.is_empty waiting) && not (Hashtbl.mem before target) do
    let v = Queue.pop waiting in
    List.iter
      (fun e ->
         if graph.component.(e.reaches) = graph.component.(v) && not (Hashtbl.mem before e.reaches) then begin
           Hashtbl.add before e.reaches (Some e);
           Queue.add e.reaches waiting
         end)
      (graph.edges v)
  done;
  let rec back v found =
    match Hashtbl.find before v with None -> found | Some e -> back e.leaves (e :: found) in
  if from = target then [] else back target []
