(* SPDX-License-Identifier: Apache-2.0 *)
(* Evidence by walks. A walk is first held to what it claims by the rules of docs/evidence.md, as the
   other checkers hold it, so that this one is no laxer. Then it is written out for the proved
   checker: that one has no rule for cycles, and is given loops in their place, which it may take as
   often as it likes; and certificates for loops. Nothing in here can make it accept what is false. *)
open Checker

exception Wrong of string
exception Beyond of string (* it may be right, but was not shown *)

let wrong format = Printf.ksprintf (fun text -> raise (Wrong text)) format
let beyond format = Printf.ksprintf (fun text -> raise (Beyond text)) format
let zero = { qnum = Z0; qden = XH }
let one = { qnum = Zpos XH; qden = XH }
let less a b = not (qleb b a)
let finite = function Fin _ -> true | _ -> false
let is_zero = function Fin q -> q.qnum = Z0 | _ -> false
let minus q = { q with qnum = Z.opp q.qnum }

(* ---- Turns of a loop as a matrix over shifts ----------------------------------------------- *)

let most_thresholds = 4
let shifts = [ Down; Stay; Up ]

let rec points = function
  | [] -> [ [] ]
  | v :: rest -> List.concat_map (fun s -> List.map (fun p -> (v, s) :: p) (points rest)) shifts

let lookup point v = match List.assoc_opt v point with Some s -> s | None -> Stay

let point_tree point =
  List.fold_right
    (fun (v, s) t ->
       let leaf h = if h = s then t else Flat Infinite in
       Split (v, leaf Down, leaf Stay, leaf Up))
    point (Flat (Fin zero))

(* The tree of values that stand in the order of points. *)
let tree_of over values =
  let rec build over first size =
    match over with
    | [] -> Flat values.(first)
    | v :: rest ->
      let size = size / 3 in
      Split (v, build rest first size, build rest (first + size) size, build rest (first + (2 * size)) size) in
  build over 0 (Array.length values)

let values_of all t = Array.map (fun p -> eval t (lookup p)) all

let union us vs = us @ List.filter (fun v -> not (List.mem v us)) vs

type turns = { over : positive list; all : (positive * shift) list array; cost : ext array array }

let turns_over over turn =
  if List.length over > most_thresholds then beyond "a loop is about more than %d thresholds" most_thresholds;
  let all = Array.of_list (points over) in
  { over; all; cost = Array.map (fun p -> values_of all (turn (point_tree p))) all }

(* Distances from start by ways that pass only what is allowed. *)
let closure n allowed cost start =
  let best = Array.mapi (fun x c -> if allowed x then c else Infinite) start in
  let changed = ref true in
  while !changed do
    changed := false;
    for x = 0 to n - 1 do
      if finite best.(x) then
        for y = 0 to n - 1 do
          if allowed y then begin
            let c = eadd best.(x) cost.(x).(y) in
            if not (eleb best.(y) c) then (best.(y) <- c; changed := true)
          end
        done
    done
  done;
  best

(* The limit of f, and the certificate that shows it. *)
let certify turns f raises =
  let n = Array.length turns.all in
  let free z = is_zero turns.cost.(z).(z) in
  let any _ = true and paid x = not (free x) in
  let reached = closure n any turns.cost f in
  let from_free = Array.mapi (fun x c -> if free x then c else Infinite) reached in
  let limit = closure n any turns.cost from_free in
  let exact = closure n paid turns.cost f in
  let raise =
    match raises with
    | Some r -> r
    | None ->
      let least = ref one in
      let consider = function Fin q when less zero q && less q !least -> least := q | _ -> () in
      for x = 0 to n - 1 do for y = 0 to n - 1 do if paid x && paid y then consider turns.cost.(x).(y) done done;
      qred (qdiv !least { qnum = Numbers.z_of n; qden = XH }) in
  let lowered = Array.map (Array.map (fun c -> eadd c (Fin (minus raise)))) turns.cost in
  (* distances with each turn less raise: no ring is negative if raise is small enough *)
  let growing = Array.mapi (fun x c -> if paid x then c else Infinite) f in
  let rounds = ref 0 and changed = ref true in
  while !changed && !rounds <= n do
    changed := false;
    incr rounds;
    for x = 0 to n - 1 do
      if finite growing.(x) then
        for y = 0 to n - 1 do
          if paid y then begin
            let c = eadd growing.(x) lowered.(x).(y) in
            if not (eleb growing.(y) c) then (growing.(y) <- c; changed := true)
          end
        done
    done
  done;
  let tree = tree_of turns.over in
  { limit = tree limit; exact = tree exact; growing = tree growing; raise }

(* For every loop: what the walk's vector becomes; raises may be given. *)
let meet raises turn t =
  let behind = turn t in
  let over = union (names t []) (names behind []) in
  let turns = turns_over over turn in
  certify turns (values_of turns.all t) raises

let oracle turn t =
  let turn u = match turn u with Some v -> v | None -> beyond "a loop compares with a threshold left out" in
  Some (meet None turn t)

(* ---- What the evidence itself says --------------------------------------------------------- *)

let events a (s : Read.step) on_cycle =
  let own = draws a.Read.automaton (place_of a.automaton s.from) s.taken in
  List.map (fun d -> ((if on_cycle then { d with fee = None } else d), s.difference)) own

let follow graph node (s : Read.step) =
  let fits (e : Graph.edge) = e.number = s.number && List.mem s.difference e.differences in
  if graph.Graph.state_of node <> s.from then wrong "the walk is not at that state";
  match List.find_opt fits (graph.edges node) with
  | None -> wrong "after those before it, the input cannot differ by that"
  | Some e ->
    e.reaches,
    graph.component.(e.reaches) = graph.component.(node) && not (Hashtbl.mem graph.pays graph.component.(node))

(* Follows the items; loops until a turn leads from a node back to it. *)
let rec follow_all graph node items =
  List.fold_left
    (fun node item ->
       match item with
       | Read.One s -> fst (follow graph node s)
       | Read.Many (body, _) -> settled graph node body)
    node items

and settled graph node items =
  let rec go node turn =
    if turn = 64 then wrong "a loop does not come back to what was known before it";
    let next = follow_all graph node items in
    if next = node then node else go next (turn + 1) in
  go node 0

let take_or_fail es f =
  match take es f with
  | Some f -> f
  | None -> wrong "it compares with a threshold that was minimised out"

let rec thresholds_of items =
  List.fold_left
    (fun found item ->
       match item with
       | Read.One s -> union found (touched s.taken)
       | Read.Many (body, _) -> union found (thresholds_of body))
    [] items

(* The thresholds that a loop compares with before it assigns them. *)
let read_first items =
  let rec go (found, assigned) = function
    | [] -> found, assigned
    | Read.One s :: rest ->
      let more = List.filter (fun v -> not (List.mem v assigned) && not (List.mem v found))
          (distinct (List.map fst (compares s.Read.taken))) in
      go (found @ more, assigned @ s.taken.assigns) rest
    | Read.Many (body, _) :: rest -> go (go (found, assigned) body) rest in
  fst (go ([], []) items)

let rec turn_of a items t =
  List.fold_left
    (fun f item ->
       match item with
       | Read.One s -> take_or_fail (events a s false) f
       | Read.Many (body, raises) -> limit a body raises f)
    [ t ] items
  |> total eadd

and limit a body _ f =
  let mine, others = List.partition (meets (thresholds_of body)) f in
  (meet None (turn_of a body) (total eadd mine)).limit :: others

(* No ring of shifts that no turn repeats freely costs less than it says for each turn. *)
let rec check_raises a item =
  match item with
  | Read.One _ -> ()
  | Read.Many (body, raises) ->
    List.iter (check_raises a) body;
    match raises with
    | None -> ()
    | Some r ->
      let over = read_first body in
      let turn t =
        let behind = turn_of a body t in
        total eadd (lower_outs (List.filter (fun v -> not (List.mem v over)) (names behind [])) [ behind ]) in
      let turns = turns_over over turn in
      let n = Array.length turns.all in
      let paid x = not (is_zero turns.cost.(x).(x)) in
      let least = Array.make n (Fin zero) in
      let lowered = ref true and round = ref 0 in
      while !lowered && !round <= n do
        lowered := false;
        incr round;
        for x = 0 to n - 1 do
          for y = 0 to n - 1 do
            if paid x && paid y then begin
              let c = eadd (eadd least.(x) turns.cost.(x).(y)) (Fin (minus r)) in
              if not (eleb least.(y) c) then (least.(y) <- c; lowered := true)
            end
          done
        done
      done;
      if !lowered || not (less zero r) then
        wrong "a turn does not always raise the loss by as much as it says"

(* For each item the thresholds that it is the last to read or assign. *)
let last_uses items =
  let rec touches item = match item with
    | Read.One s -> touched s.Read.taken, List.map fst (compares s.taken), s.taken.assigns
    | Read.Many (body, _) ->
      let all = thresholds_of body in
      all, List.concat_map (fun i -> let _, r, _ = touches i in r) body, [] in
  let needed = Hashtbl.create 8 in
  List.fold_left
    (fun found item ->
       let all, read, assigned = touches item in
       let dead = List.filter (fun v -> not (Hashtbl.mem needed v)) all in
       List.iter (fun v -> Hashtbl.remove needed v) assigned;
       List.iter (fun v -> Hashtbl.replace needed v ()) read;
       (item, dead) :: found)
    [] (List.rev items)

let least_of f = sum eadd (lower_outs (names_of f) f) (fun _ -> Stay)

let least_by_rules a graph items =
  let step (node, f) (item, dead) =
    let node, f =
      match item with
      | Read.One s ->
        let node, on_cycle = follow graph node s in
        node, take_or_fail (events a s on_cycle) f
      | Read.Many (body, raises) -> settled graph node body, limit a body raises f in
    node, lower_outs dead f in
  least_of (snd (List.fold_left step (graph.Graph.start, []) (last_uses items)))

(* Shifts that are given have to obey the rules and cost what is claimed. *)
let check_shifts a graph items cost =
  let rec given = function
    | Read.One s -> s.Read.shifts <> []
    | Read.Many (body, _) -> List.exists given body in
  if List.exists given items then begin
    let x = Hashtbl.create 8 in
    let of_threshold v = Option.value (Hashtbl.find_opt x v) ~default:Stay in
    let step (node, sum) = function
      | Read.Many _ -> wrong "shifts are given, but a loop has others on each turn"
      | Read.One s ->
        let node, on_cycle = follow graph node s in
        let sum =
          List.fold_left
            (fun sum (d, difference) ->
               let g =
                 if d.compared = [] && d.assigned = [] && d.shown && s.taken.shows = Fresh then Stay
                 else
                   let slot =
                     if a.Read.automaton.shared then XH
                     else match d.compared, d.assigned, s.taken.shows with
                       | (v, _) :: _, _, _ | _, v :: _, _ | _, _, Insample v -> v
                       | _ -> XH in
                   match List.assoc_opt slot s.shifts with
                   | Some g -> g
                   | None -> wrong "a shift is missing, though others are given" in
               if not (List.for_all (fits3 of_threshold g) d.compared) then
                 wrong "the shift given breaks a condition of the guard";
               if not (may d difference g) then wrong "a shift given is not what it has to be";
               List.iter (fun v -> Hashtbl.replace x v g) d.assigned;
               qadd sum (price3 d difference g))
            sum (events a s on_cycle) in
        node, sum in
    let _, sum = List.fold_left step (graph.Graph.start, zero) items in
    if not (qleb sum cost && qleb cost sum) then wrong "the shifts given cost %s" (Numbers.to_text sum)
  end

(* ---- The walk as the proved checker gets it ------------------------------------------------ *)

type letter =
  | Take of int * shift
  | Leave of positive
  | Blanks
  | Round of letter list

let rec walk_of letters rest =
  List.fold_left
    (fun rest letter ->
       match letter with
       | Take (i, d) -> Step (i, d, rest)
       | Leave v -> Drop (v, rest)
       | Blanks -> Blank rest
       | Round body -> Turn (walk_of (List.rev body) End, rest))
    rest letters (* these stand in reverse *)

let take_edge (e : Graph.edge) =
  let d = if List.mem Stay e.differences then Stay else List.hd e.differences in
  Take (e.number, d)

(* Letters in reverse. forget: nothing need be known of the last input at a node. *)
let rec write graph forget node items found =
  List.fold_left
    (fun (node, found) item ->
       match item with
       | Read.One s -> write_step graph forget node s found
       | Read.Many (body, _) -> write_loop graph forget node body found)
    (node, found) items

and write_step graph forget node s found =
  let next, _ = follow graph node s in
  next, forget next (Take (s.Read.number, s.difference) :: found)

and write_loop graph forget node body found =
  let rec turns node found =
    let next, once = write graph forget node body [] in
    if next = node then node, found, once else turns next (once @ found) in
  let node, found, once = turns node found in
  node, Round (List.rev once) :: found

(* A run of steps in one component whose cycles are free by the rules: taken once, and then round and
   round. A loop of the run alone may be enough; others tries more. *)
let write_run graph forget first node run found =
  let back = Graph.way graph node first in
  let back = List.fold_left (fun f (e : Graph.edge) -> forget e.reaches (take_edge e :: f)) [] back in
  Round (List.rev back @ List.rev run) :: (run @ found)

let write_all a graph items =
  let recalls = Graph.recalls a in
  let forget node letters =
    if recalls (graph.Graph.state_of node) then letters else Blanks :: letters in
  let close first node run found =
    if run = [] then found else write_run graph forget first node run found in
  let rec go node first run dead_later found = function
    | [] -> close first node run found
    | (Read.One s, dead) :: rest when snd (follow graph node s) ->
      let next, letters = write_step graph forget node s [] in
      let same = run <> [] && graph.component.(first) = graph.component.(node) in
      let found = if same then found else List.map (fun v -> Leave v) dead_later @ close first node run found in
      go next (if same then first else node) (letters @ if same then run else [])
        (if same then union dead_later dead else dead) found rest
    | (item, dead) :: rest ->
      let found = List.map (fun v -> Leave v) dead_later @ close first node run found in
      let node, found = write graph forget node [ item ] found in
      go node node [] [] (List.map (fun v -> Leave v) dead @ found) rest in
  walk_of (go graph.start graph.start [] [] [] (last_uses items)) End

(* ---- Verdicts ------------------------------------------------------------------------------ *)

let show a walk enough =
  match walk_cost oracle a.Read.automaton walk with
  | NoWalk -> beyond "it is no walk for the proved checker"
  | NotBounded -> beyond "a loop's certificate does not hold"
  | Costs least as found ->
    if not (enough found) then
      beyond "what is proved of it is a cost of at least %s only"
        (match least with Fin q -> Numbers.to_text q | Infinite -> "infinity" | Below -> "nothing")

let text_of = function Fin q -> Numbers.to_text q | Infinite -> "infinite" | Below -> "nothing"

(* Where a path may contradict what is known of an order of values, the proof does not reach. *)
let check_covered a =
  if a.Read.many_shared then
    raise (Read.Uncovered "walks where thresholds share samples, so that not each path can be taken");
  let bare =
    Hashtbl.fold
      (fun q ts found ->
         found || a.reachable q
                  && Array.exists
                       (fun (t, _, _) ->
                          List.exists (fun d -> d.fee = None) (draws a.automaton (place_of a.automaton q) t)) ts)
      a.leaving_of false in
  let again = List.exists (fun q -> Graph.reads a q = Again) (Graph.states a) in
  if bare && (again || List.length a.automaton.thresholds > 1) then
    raise (Read.Uncovered "walks where draws without noise may not be any values, so that not each path can be taken")

let attained a cost items =
  check_covered a;
  let graph = Graph.build a in
  let least = least_by_rules a graph items in
  if not (eleb least (Fin cost) && eleb (Fin cost) least) then
    wrong "the least cost on this walk is %s" (text_of least);
  check_shifts a graph items cost;
  List.iter (check_raises a) items;
  show a (write_all a graph items) (shows_at_least cost)

let endless a items =
  check_covered a;
  let graph = Graph.build a in
  let least = least_by_rules a graph items in
  if least <> Infinite then wrong "a way is left on this walk; the least cost is %s" (text_of least);
  List.iter (check_raises a) items;
  show a (write_all a graph items) shows_no_end
