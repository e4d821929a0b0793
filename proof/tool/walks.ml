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

let most_thresholds = 5 (* of a loop that assigns *)
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
let certify turns f =
  let n = Array.length turns.all in
  let free z = is_zero turns.cost.(z).(z) in
  let any _ = true and paid x = not (free x) in
  let reached = closure n any turns.cost f in
  let from_free = Array.mapi (fun x c -> if free x then c else Infinite) reached in
  let limit = closure n any turns.cost from_free in
  let exact = closure n paid turns.cost f in
  let least = ref one in
  let consider = function Fin q when less zero q && less q !least -> least := q | _ -> () in
  for x = 0 to n - 1 do for y = 0 to n - 1 do if paid x && paid y then consider turns.cost.(x).(y) done done;
  let raise = qred (qdiv !least { qnum = Numbers.z_of n; qden = XH }) in
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

(* The same for a loop that assigns nothing: each turn costs the same again. *)
let certify_still turn t =
  let cost = turn (map_tree (fun _ -> Fin zero) t) in
  let least = ref one in
  let rec consider = function
    | Flat (Fin q) -> if less zero q && less q !least then least := q
    | Flat _ -> ()
    | Split (_, d, s, u) -> consider d; consider s; consider u in
  consider cost;
  let paid = zip (fun f c -> if is_zero c then Infinite else f) t cost in
  { limit = zip (fun f c -> if is_zero c then f else Infinite) t cost; exact = paid; growing = paid;
    raise = !least }

(* What a vector becomes in a loop, and why; still: the loop assigns nothing. *)
let meet still turn t =
  if still then certify_still turn t else
  let behind = turn t in
  let over = union (names t []) (names behind []) in
  let turns = turns_over over turn in
  certify turns (values_of turns.all t)

let oracle still turn t =
  let turn u = match turn u with Some v -> v | None -> beyond "a loop compares with a threshold left out" in
  Some (meet still turn t)

(* ---- What the evidence itself says --------------------------------------------------------- *)

let events a (s : Read.step) on_cycle =
  let own = draws a.Read.automaton (place_of a.automaton s.from) s.taken in
  List.map (fun d -> ((if on_cycle then { d with fee = None } else d), s.difference)) own

let follow graph node (s : Read.step) =
  let fits (e : Graph.edge) = e.number = s.number && List.mem s.difference e.differences in
  if graph.Graph.state_of node <> s.from then wrong "the walk is not at that state";
  match List.find_opt fits (graph.edges node) with
  | None ->
    wrong "after those before it, the input cannot differ by that, or the order of the thresholds rules it out"
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

let rec assigns_nothing items =
  List.for_all
    (function Read.One s -> s.Read.taken.assigns = [] | Read.Many (body, _) -> assigns_nothing body)
    items

let rec turn_of a items t =
  List.fold_left
    (fun f item ->
       match item with
       | Read.One s -> take_or_fail (events a s false) f
       | Read.Many (body, _) -> limit a body f)
    [ t ] items
  |> total eadd

and limit a body f =
  let mine, others = List.partition (meets (thresholds_of body)) f in
  (meet (assigns_nothing body) (turn_of a body) (total eadd mine)).limit :: others

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
      | Read.Many (body, _) -> settled graph node body, limit a body f in
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
  | Take of transition * int * shift
  | Placed of int * shift * int (* with the sample's position among the thresholds' values *)
  | Leave of positive
  | Blanks
  | Round of letter list

let rec walk_of letters rest =
  List.fold_left
    (fun rest letter ->
       match letter with
       | Take (_, i, d) -> Step (i, d, 0, rest)
       | Placed (i, d, p) -> Step (i, d, p, rest)
       | Leave v -> Drop (v, rest)
       | Blanks -> Blank rest
       | Round body -> Turn (walk_of (List.rev body) End, rest))
    rest letters (* these stand in reverse *)

let take_edge a graph (e : Graph.edge) =
  let d = if List.mem Stay e.differences then Stay else List.hd e.differences in
  Take (Graph.transition (Graph.leaving a (graph.Graph.state_of e.leaves)).(e.number), e.number, d)

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
  next, forget next (Take (s.Read.taken, s.number, s.difference) :: found)

and write_loop graph forget node body found =
  let rec turns node found =
    let next, once = write graph forget node body [] in
    if next = node then node, found, once else turns next (once @ found) in
  let node, found, once = turns node found in
  node, Round (List.rev once) :: found

(* A run of steps in one component whose cycles are free by the rules: taken once, and then round and
   round. A loop of the run alone may be enough; others tries more. *)
let write_run a graph forget first node run found =
  let back = Graph.way graph node first in
  let back = List.fold_left (fun f (e : Graph.edge) -> forget e.reaches (take_edge a graph e :: f)) [] back in
  Round (List.rev back @ List.rev run) :: (run @ found)

(* Positions of samples that take the walk where thresholds share them: all ranks of the thresholds'
   values that it can lead to, each with the letters placed so far, in reverse. In a loop the ranks have to
   come back; it may take some turns until they do. *)
let most_ranks = 5000
let most_turns = 4

let rec place letters layer =
  List.fold_left
    (fun layer letter ->
       let next = Hashtbl.create 16 in
       let add gs placed =
         if not (Hashtbl.mem next gs) then Hashtbl.add next gs placed;
         if Hashtbl.length next > most_ranks then beyond "too many orders of the thresholds are possible" in
       let put gs placed =
         match letter with
         | Take (t, i, d) ->
           if t.assigns = [] then begin
             let p = List.find_opt (fun p -> rank_lets t p gs) (List.init (List.length gs + 1) Fun.id) in
             Option.iter (fun p -> add gs (Placed (i, d, p) :: placed)) p
           end
           else
             for p = 0 to List.length gs do
               if rank_lets t p gs then add (tidy (insert p t.assigns gs)) (Placed (i, d, p) :: placed)
             done
         | Round body -> place_loop body gs placed add
         | other -> add gs (other :: placed) in
       Hashtbl.iter put layer;
       next)
    layer letters

and place_loop body gs placed add =
  let alone gs placed = let h = Hashtbl.create 1 in Hashtbl.add h gs placed; h in
  let rec go turn layer =
    let found = ref false in
    Hashtbl.iter
      (fun gs placed ->
         match Hashtbl.find_opt (place body (alone gs [])) gs with
         | Some once -> found := true; add gs (Round (List.rev once) :: placed)
         | None -> ())
      layer;
    if not !found && turn < most_turns then go (turn + 1) (place body layer) in
  go 0 (alone gs placed)

let place_all a letters =
  let start = Hashtbl.create 1 in
  Hashtbl.add start [ a.Read.automaton.thresholds ] [];
  let last = place letters start in
  match Hashtbl.fold (fun _ placed _ -> Some placed) last None with
  | Some placed -> placed
  | None -> beyond "no order of the thresholds was found that lets it be taken"

(* The letters, which stand in reverse, in order, each followed by what it is the last to need. *)
let leave letters =
  let needed = Hashtbl.create 8 in
  let rec touches = function
    | Take (t, _, _) -> touched t, List.map fst (compares t), t.assigns
    | Round body ->
      let each = List.map touches body in
      List.concat_map (fun (all, _, _) -> all) each, List.concat_map (fun (_, read, _) -> read) each, []
    | _ -> [], [], [] in
  List.fold_left
    (fun found letter ->
       let all, read, assigned = touches letter in
       let dead = List.filter (fun v -> not (Hashtbl.mem needed v)) (distinct all) in
       List.iter (Hashtbl.remove needed) assigned;
       List.iter (fun v -> Hashtbl.replace needed v ()) read;
       letter :: (List.map (fun v -> Leave v) dead @ found))
    [] letters

let write_all a graph items =
  let recalls = Graph.recalls a in
  let forget node letters =
    if recalls (graph.Graph.state_of node) then letters else Blanks :: letters in
  let close first node run found =
    if run = [] then found else write_run a graph forget first node run found in
  let rec go node first run found = function
    | [] -> close first node run found
    | Read.One s :: rest when snd (follow graph node s) ->
      let next, letters = write_step graph forget node s [] in
      if run <> [] && graph.component.(first) = graph.component.(node) then
        go next first (letters @ run) found rest
      else go next node letters (close first node run found) rest
    | item :: rest ->
      let node, found = write graph forget node [ item ] (close first node run found) in
      go node node [] found rest in
  let letters = leave (go graph.start graph.start [] [] items) in
  walk_of (if a.Read.automaton.shared then place_all a letters else List.rev letters) End

(* ---- Verdicts ------------------------------------------------------------------------------ *)

(* Whether no loop of a walk assigns anything. *)
let rec still (a : automaton) looping (q : positive) walk =
  match walk with
  | End -> true, q
  | Drop (_, rest) | Blank rest -> still a looping q rest
  | Step (i, _, _, rest) ->
    let t = List.nth (place_of a q).leaving i in
    if looping && t.assigns <> [] then false, q else still a looping t.target rest
  | Turn (body, rest) -> if fst (still a true q body) then still a looping q rest else false, q

let show a walk enough =
  let still = fst (still a.Read.automaton false a.automaton.initial walk) in
  match walk_cost (oracle still) a.automaton walk with
  | NoWalk -> beyond "it is no walk for the proved checker"
  | NotBounded -> beyond "a loop's certificate does not hold"
  | Costs least as found ->
    if not (enough found) then
      beyond "what is proved of it is a cost of at least %s only"
        (match least with Fin q -> Numbers.to_text q | Infinite -> "infinity" | Below -> "nothing")

let text_of = function Fin q -> Numbers.to_text q | Infinite -> "infinite" | Below -> "nothing"

(* Where a draw without noise may not be any value, the proof does not know which paths can be taken. *)
let check_covered a =
  if Graph.partly_free a then
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
