(* SPDX-License-Identifier: Apache-2.0 *)
(* Automata and evidence out of JSON (docs/formats.md, docs/evidence.md). What the model of Model.v
   does not have is refused. *)
open Checker

exception Malformed of string (* it cannot be read *)
exception Contradictory of string (* it is wrong by itself *)
exception Uncovered of string (* it can, but the proof is not about it *)

let refuse format = Printf.ksprintf (fun text -> raise (Malformed text)) format
let uncovered format = Printf.ksprintf (fun text -> raise (Uncovered text)) format

(* ---- Members of objects -------------------------------------------------------------------- *)

let members what = function Json.Object m -> m | _ -> refuse "%s is not an object" what

let check_keys what known m =
  List.iter (fun (k, _) -> if not (List.mem k known) then refuse "%s: unknown key '%s'" what k) m

let find m key = List.assoc_opt key m

let text what = function Json.String s -> s | _ -> refuse "%s is not a text" what

let need m what key =
  match find m key with Some v -> v | None -> refuse "%s: '%s' is missing" what key

let list what = function Json.List l -> l | _ -> refuse "%s is not a list" what

let number = function
  | Json.String s -> Numbers.rational s
  | Json.Number s -> Numbers.whole s
  | _ -> raise (Numbers.Wrong "a number is not a text such as \"5/4\"")

(* Not negative: fees may not be. *)
let amount what value =
  let n = number value in
  if not (qleb { qnum = Z0; qden = XH } n) then refuse "'%s' is negative" what;
  n

let small what low high = function
  | Json.Number s -> (
      match int_of_string_opt s with
      | Some n when Numbers.is_digits (if s.[0] = '-' then String.sub s 1 (String.length s - 1) else s)
                    && n >= low && n <= high -> n
      | _ -> refuse "'%s' is not a whole number from %d to %d" what low high)
  | _ -> refuse "'%s' is not a whole number from %d to %d" what low high

let zero = { qnum = Z0; qden = XH }
let number_of_shift = function Down -> { qnum = Zneg XH; qden = XH } | Stay -> zero | Up -> { qnum = Zpos XH; qden = XH }
let shift_of n = if n < 0 then Down else if n = 0 then Stay else Up

(* ---- Guards -------------------------------------------------------------------------------- *)

let tokens guard =
  let n = String.length guard in
  let is_word c = match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> true | _ -> false in
  let rec go i found =
    if i >= n then List.rev found
    else
      match guard.[i] with
      | ' ' | '\t' | '\n' | '\r' -> go (i + 1) found
      | '(' | ')' | '!' | '<' -> go (i + 1) (String.make 1 guard.[i] :: found)
      | ('>' | '&' | '|') when i + 1 < n -> go (i + 2) (String.sub guard i 2 :: found)
      | c when is_word c ->
        let j = ref i in
        while !j < n && is_word guard.[!j] do incr j done;
        go !j (String.sub guard i (!j - i) :: found)
      | _ -> refuse "guard '%s' cannot be read" guard in
  go 0 []

let most_in_guard = 12 (* thresholds, where it is no conjunction *)

let guard_of threshold source =
  let left = ref (tokens source) in
  let fail () = refuse "guard '%s' cannot be read" source in
  let peek () = match !left with t :: _ -> t | [] -> "" in
  let next () = match !left with t :: rest -> left := rest; t | [] -> fail () in
  let depth = ref 0 in
  let rec chain operator combine operand =
    let first = operand () in
    let value = ref first in
    while peek () = operator do
      ignore (next ());
      value := combine !value (operand ())
    done;
    !value
  and alternatives () = chain "||" (fun l r -> Or (l, r)) conjunction
  and conjunction () = chain "&&" (fun l r -> And (l, r)) atom
  and atom () =
    incr depth;
    if !depth > 10000 then fail ();
    match next () with
    | "!" -> Not (atom ())
    | "(" ->
      let inner = alternatives () in
      if next () <> ")" then fail ();
      inner
    | "true" -> Always
    | "insample" -> (
        let operator = next () in
        let v = threshold (next ()) in
        match operator with
        | "<" -> Compare (Less, v)
        | ">=" -> Compare (AtLeast, v)
        | _ -> fail ())
    | _ -> fail () in
  let guard = alternatives () in
  if !left <> [] then fail ();
  if Checker.conjunction guard = None && List.length (distinct (mentioned guard)) > most_in_guard then
    uncovered "guard '%s' is no conjunction and has more than %d thresholds" source most_in_guard;
  guard

(* ---- Automata ------------------------------------------------------------------------------ *)

type named = {
  name : string;
  automaton : automaton;
  one : bool; (* one threshold: outputs do not name it *)
  threshold : string -> positive;
  state : string -> positive;
  state_names : string array; (* from 1 on *)
  leaving_of : (positive, (transition * string * string) array) Hashtbl.t; (* with target and output *)
}

let index_of kind names =
  let table = Hashtbl.create 64 in
  List.iteri
    (fun i name ->
       if Hashtbl.mem table name then refuse "two %ss are called '%s'" kind name;
       Hashtbl.add table name (Numbers.positive_of (i + 1)))
    names;
  fun name ->
    match Hashtbl.find_opt table name with
    | Some p -> p
    | None -> refuse "there is no %s '%s'" kind name

let parameter_of = function
  | Json.String "none" -> None
  | value ->
    let d = amount "a noise parameter" value in
    if qleb d { qnum = Z0; qden = XH } then refuse "a noise parameter is 0";
    Some d

let noise_of m key parameter =
  match find m key with
  | None | Some (Json.String "laplace") -> { parameter; one_sided = false; whole_numbers = false }
  | Some (Json.String "discrete-laplace") -> { parameter; one_sided = false; whole_numbers = true }
  | Some (Json.String "exponential") -> { parameter; one_sided = true; whole_numbers = false }
  | Some _ -> refuse "'%s' is not a noise of the model" key

let place_of_state threshold m transitions =
  let noise = noise_of m "noise" in
  let own (v, d) noises = PositiveMap.add (threshold v) (noise (parameter_of d)) noises in
  let noises, other_noise =
    match find m "d" with
    | None -> PositiveMap.empty, noise None
    | Some (Json.Object each) -> List.fold_right own each PositiveMap.empty, noise None
    | Some d -> PositiveMap.empty, noise (parameter_of d) in
  let reads =
    match find m "input" with
    | None | Some (Json.String "private") -> Private
    | Some (Json.String "public") -> Public
    | Some (Json.String "again") -> Again
    | Some _ -> refuse "'input' is not private, public or again" in
  let floating =
    match find m "snap" with
    | None -> None
    | Some snap ->
      let snap = members "'snap'" snap in
      check_keys "'snap'" [ "bound"; "grid"; "floating" ] snap;
      ignore (amount "grid" (need snap "'snap'" "grid"));
      let bound = amount "bound" (need snap "'snap'" "bound") in
      match find snap "floating" with
      | None | Some (Json.Bool false) -> None
      | Some (Json.Bool true) -> Some bound
      | Some _ -> refuse "'floating' is not true or false" in
  List.iter (fun key -> ignore (Option.map number (find m key))) [ "mu"; "mu_fresh" ];
  let fresh = noise_of m "noise_fresh" (Option.bind (find m "d_fresh") parameter_of) in
  { reads; noises; other_noise; fresh; floating; leaving = transitions }

(* An output, and its name in evidence: without a threshold where there is no choice. *)
let output_of threshold one shared word =
  let n = String.length word in
  let inside prefix =
    let k = String.length prefix in
    if n > k + 2 && String.sub word 0 (k + 1) = prefix ^ "(" && word.[n - 1] = ')' then
      Some (threshold (String.sub word (k + 1) (n - k - 2)))
    else None in
  match word with
  | "insample" -> Insample XH, word
  | "fresh" | "insample'" -> Fresh, "fresh"
  | "gap" -> Gap XH, word
  | _ -> (
      match inside "insample", inside "gap" with
      | Some v, _ -> Insample v, (if one || shared then "insample" else word)
      | _, Some v -> Gap v, (if one then "gap" else word)
      | _ -> Symbol, word)

let adjacency_of m =
  match find m "adjacency" with
  | None | Some (Json.String "any") -> Any
  | Some (Json.String "monotonic") -> Monotonic
  | Some (Json.String "one") -> One
  | Some _ -> refuse "'adjacency' is not any, monotonic or one"

let sensitivity_of m =
  match find m "sensitivity" with None -> { qnum = Zpos XH; qden = XH } | Some s -> amount "sensitivity" s

let automaton_of json =
  let m = members "the automaton" json in
  check_keys "the automaton"
    [ "couplet"; "name"; "initial"; "thresholds"; "sampling"; "adjacency"; "sensitivity"; "claim";
      "states"; "transitions" ] m;
  if find m "couplet" <> Some (Json.Number "1") then refuse "'couplet' is not 1, the version known here";
  let names = match find m "thresholds" with
    | None -> [ "x" ] | Some l -> List.map (text "a threshold") (list "'thresholds'" l) in
  let threshold = index_of "threshold" names in
  let one = List.length names = 1 in
  let sampled_once =
    match find m "sampling" with
    | None | Some (Json.String "independent") -> false
    | Some (Json.String "shared") -> true
    | Some _ -> refuse "'sampling' is not independent or shared" in
  let shared = sampled_once || one in
  let states = List.map (members "a state") (list "'states'" (need m "the automaton" "states")) in
  List.iter
    (check_keys "a state"
       [ "name"; "input"; "d"; "mu"; "mu_fresh"; "d_fresh"; "noise"; "noise_fresh"; "snap" ]) states;
  let state_names = List.map (fun s -> text "the name of a state" (need s "a state" "name")) states in
  let state = index_of "state" state_names in
  let leaving_of = Hashtbl.create 64 in
  List.iter
    (fun t ->
       let t = members "a transition" t in
       check_keys "a transition" [ "from"; "to"; "guard"; "output"; "assign" ] t;
       let field key = text ("'" ^ key ^ "'") (need t "a transition" key) in
       let shows, output_name = output_of threshold one sampled_once (field "output") in
       let assigns =
         match find t "assign" with
         | None -> []
         | Some (Json.String v) -> [ threshold v ]
         | Some l -> List.map (fun v -> threshold (text "'assign'" v)) (list "'assign'" l) in
       let guard = match find t "guard" with None -> "true" | Some g -> text "'guard'" g in
       let target = state (field "to") in
       let one =
         { target; condition = guard_of threshold guard; shows; assigns }, field "to", output_name in
       let from = state (field "from") in
       let before = Option.value (Hashtbl.find_opt leaving_of from) ~default:[] in
       Hashtbl.replace leaving_of from (one :: before))
    (list "'transitions'" (need m "the automaton" "transitions"));
  let rows = Hashtbl.create 64 in
  Hashtbl.iter (fun q ts -> Hashtbl.add rows q (Array.of_list (List.rev ts))) leaving_of;
  let places =
    List.fold_left2
      (fun places name s ->
         let q = state name in
         let ts = match Hashtbl.find_opt rows q with None -> [||] | Some ts -> ts in
         PositiveMap.add q
           (place_of_state threshold s (List.map (fun (t, _, _) -> t) (Array.to_list ts))) places)
      PositiveMap.empty state_names states in
  let adjacent_by = adjacency_of m and sensitivity = sensitivity_of m in
  ignore (Option.map number (find m "claim"));
  let automaton =
    { initial = state (text "'initial'" (need m "the automaton" "initial"));
      thresholds = List.map threshold names; shared; adjacent_by; sensitivity; places } in
  { name = (match find m "name" with None -> "" | Some n -> text "'name'" n);
    automaton; one; threshold; state; state_names = Array.of_list ("" :: state_names); leaving_of = rows }

(* ---- Evidence ------------------------------------------------------------------------------ *)

let rec power3 n = if n = 0 then 1 else 3 * power3 (n - 1)

let vector_of a json =
  let used = Hashtbl.create 8 in
  List.map
    (fun factor ->
       let m = members "a factor" factor in
       check_keys "a factor" [ "over"; "values" ] m;
       let over =
         List.map
           (fun v ->
              let v = a.threshold (text "the name of a threshold" v) in
              if Hashtbl.mem used v then refuse "a threshold stands in two places of a vector";
              Hashtbl.add used v ();
              v)
           (list "'over'" (need m "a factor" "over")) in
       if List.length over > 10 then refuse "a factor over more than 10 thresholds";
       let values = list "'values'" (need m "a factor" "values") in
       if List.length values <> power3 (List.length over) then
         refuse "a factor over %d thresholds has %d values" (List.length over) (List.length values);
       fst (tree_from over (List.map (function Json.Null -> Infinite | v -> Fin (number v)) values)))
    (list "a vector" json)

(* The facts of an entry's order, with all that follows from them. *)
let order_of a m =
  let said = Hashtbl.create 8 in
  let value = function
    | Json.Null -> uncovered "an order of the last private input"
    | v -> a.threshold (text "the name of a threshold" v) in
  let twice () = raise (Contradictory "its order says two things of one pair") in
  let add key strict both pair =
    match pair with
    | Json.List [ u; v ] ->
      let u = value u and v = value v in
      if u = v then refuse "'%s' relates a threshold to itself" key;
      (match Hashtbl.find_opt said (u, v) with Some k when k <> key -> twice () | _ -> ());
      (match Hashtbl.find_opt said (v, u) with Some k when k <> "equal" -> twice () | _ -> ());
      (* what is equal is so both ways *)
      Hashtbl.replace said (u, v) key;
      if both then Hashtbl.replace said (v, u) key else Hashtbl.remove said (v, u);
      ((Some u, Some v), strict) :: (if both then [ (Some v, Some u), strict ] else [])
    | _ -> refuse "'%s' is not a list of pairs of thresholds" key in
  let facts key strict both =
    match find m key with
    | None -> []
    | Some l -> List.concat_map (add key strict both) (list ("'" ^ key ^ "'") l) in
  let less = facts "order" true false in
  let equal = facts "equal" false true in
  let at_most = facts "at_most" false false in
  let all = less @ equal @ at_most in
  if all <> [] && not (many_shared a.automaton) then begin
    if has_bare_draw a.automaton then uncovered "an order where draws without noise reveal it";
    raise (Contradictory "it has an order, which only shared sampling of several thresholds and draws \
                          without noise reveal")
  end;
  let closed = closed (named_in all) all in
  List.filter_map
    (fun ((u, v), strict) ->
       match u, v with
       | Some u, Some v when u <> v || strict -> Some ((u, v), strict)
       | _ -> None) closed

let entry_of a json =
  let m = members "an entry" json in
  check_keys "an entry" [ "state"; "order"; "equal"; "at_most"; "change"; "last"; "vectors" ] m;
  let order = order_of a m in
  let memory key = Option.map (fun v -> shift_of (small key (-1) 1 v)) (find m key) in
  a.state (text "the name of a state" (need m "an entry" "state")),
  { order; changed = Option.value (memory "change") ~default:Stay;
    last_known = memory "last";
    vectors = List.map (vector_of a) (list "'vectors'" (need m "an entry" "vectors")) }

let steps_keys = [ "from"; "to"; "output"; "transition"; "difference"; "shift"; "shifts" ]

let transition_of a state m =
  let row = Option.value (Hashtbl.find_opt a.leaving_of state) ~default:[||] in
  let wanted key = match find m key with Some (Json.String s) -> Some s | _ -> None in
  let fits i (_, target, output) =
    (match wanted "to" with None -> true | Some t -> t = target)
    && (match wanted "output" with None -> true | Some o -> o = output)
    && match find m "transition" with None -> true | Some n -> small "transition" 0 (Array.length row - 1) n = i in
  let found = ref [] in
  Array.iteri (fun i t -> if fits i t then found := (i, t) :: !found) row;
  match !found with
  | [ (i, (t, _, _)) ] -> i, t
  | [] -> refuse "no such transition leaves state '%s'" a.state_names.(Numbers.int_of state)
  | _ -> refuse "several such transitions leave state '%s'" a.state_names.(Numbers.int_of state)

let shifts_of a m =
  let several = not a.automaton.shared in
  if List.mem_assoc (if several then "shift" else "shifts") m then
    refuse "'%s' does not fit the sampling" (if several then "shift" else "shifts");
  let one v = shift_of (small "shift" (-1) 1 v) in
  match find m (if several then "shifts" else "shift") with
  | None | Some Json.Null -> []
  | Some (Json.Object each) when several -> List.map (fun (v, g) -> a.threshold v, one g) each
  | Some g when not several -> [ XH, one g ]
  | Some _ -> refuse "'shifts' is not an object"

(* The items of a list, and the state behind them. *)
let rec items_of a may_loop depth state found = function
  | [] -> List.rev found, state
  | json :: rest ->
    let m = members "a step" json in
    if List.mem_assoc "loop" m then begin
      if not may_loop then refuse "a loop, which only 'attained' and 'unbounded' have";
      if depth >= 16 then refuse "more than 16 loops within loops";
      check_keys "a loop" [ "loop"; "raises" ] m;
      let raises = Option.map number (find m "raises") in
      let body = list "'loop'" (need m "a loop" "loop") in
      if body = [] then refuse "'loop' is empty";
      let body, state = items_of a may_loop (depth + 1) state [] body in
      items_of a may_loop depth state (Repeated (body, raises) :: found) rest
    end
    else begin
      check_keys "a step" steps_keys m;
      (match find m "from" with
       | None -> ()
       | Some from ->
         if a.state (text "the name of a state" from) <> state then
           refuse "the walk is not at that state");
      let number, taken = transition_of a state m in
      let difference = shift_of (small "difference" (-1) 1 (need m "a step" "difference")) in
      let step = { stands_at = state; chosen_number = number; taken; differs = difference; given = shifts_of a m } in
      items_of a may_loop depth taken.target (Single step :: found) rest
    end

let head = [ "couplet_evidence"; "kind"; "automaton"; "input"; "provenance"; "cost" ]

(* What the evidence was made from is read, and not compared. *)
let check_input json =
  let what = "'input'" in
  let m = members what json in
  check_keys what [ "file"; "sha256"; "parameters" ] m;
  ignore (text "'sha256'" (need m what "sha256"));
  (match find m "file" with None | Some Json.Null -> () | Some f -> ignore (text "'file'" f));
  List.iter (fun (_, v) -> ignore (text "a parameter" v))
    (match find m "parameters" with None -> [] | Some p -> members "'parameters'" p)

(* The members of evidence about what is called name. *)
let head_of name json =
  let m = members "the evidence" json in
  Option.iter check_input (find m "input");
  if find m "couplet_evidence" <> Some (Json.Number "1") then
    refuse "'couplet_evidence' is not 1, the version known here";
  (match find m "automaton" with
   | None -> ()
   | Some n -> if text "'automaton'" n <> name then refuse "it is about automaton '%s', not '%s'" (text "" n) name);
  m

let evidence_of a json =
  let m = head_of a.name json and what = "the evidence" in
  let cost () =
    match find m "cost" with
    | None | Some Json.Null -> refuse "it names no cost"
    | Some c -> number c in
  match text "'kind'" (need m what "kind") with
  | "bound" ->
    check_keys what ("entries" :: head) m;
    let c = cost () in
    BoundOf (c, List.map (entry_of a) (list "'entries'" (need m what "entries")))
  | "strategy" -> uncovered "evidence of kind strategy is not covered by the proof"
  | ("attained" | "violation" | "unbounded") as kind ->
    check_keys what ("walk" :: head) m;
    (match find m "cost" with None | Some Json.Null -> () | Some c -> ignore (number c));
    let items, _ =
      items_of a (kind <> "violation") 0 a.automaton.initial [] (list "'walk'" (need m what "walk")) in
    if kind = "attained" then AttainedOf (cost (), items) else EndlessOf items
  | kind -> refuse "unknown kind '%s'" kind
