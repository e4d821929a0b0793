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

type fields = { what : string; members : (string * Json.t) list }

let members what = function Json.Object members -> { what; members } | _ -> refuse "%s is not an object" what
let has o key = List.mem_assoc key o.members

(* An object with no other keys. *)
let fields what keys json =
  let o = members what json in
  List.iter (fun (k, _) -> if not (List.mem k keys) then refuse "%s: unknown key '%s'" what k) o.members;
  o

let find read o key = Option.map read (List.assoc_opt key o.members)
let get default read o key = Option.value (find read o key) ~default
let need read o key = match find read o key with Some v -> v | None -> refuse "%s: '%s' is missing" o.what key
let text what = function Json.String s -> s | _ -> refuse "%s is not a text" what
let list read what = function Json.List l -> List.map read l | _ -> refuse "%s is not a list" what
let optional read = function Json.Null -> None | v -> Some (read v)

let choice choices o key =
  let read = function
    | Json.String s when List.mem_assoc s choices -> List.assoc s choices
    | _ -> refuse "'%s' is not one of %s" key (String.concat ", " (List.map fst choices)) in
  get (snd (List.hd choices)) read o key

let flag o key = get false (function Json.Bool b -> b | _ -> refuse "'%s' is not true or false" key) o key

let number = function
  | Json.String s -> Numbers.rational s
  | Json.Number s -> Numbers.whole s
  | _ -> raise (Numbers.Wrong "a number is not a text such as \"5/4\"")

(* Not negative: fees may not be. *)
let amount what value =
  let n = number value in
  if qleb Numbers.zero n then n else refuse "'%s' is negative" what

let small what low high = function
  | Json.Number s when Numbers.is_digits (Numbers.without '-' s) && String.length s < 10
                       && int_of_string s >= low && int_of_string s <= high -> int_of_string s
  | _ -> refuse "'%s' is not a whole number from %d to %d" what low high

let shift what v = match small what (-1) 1 v with 0 -> Stay | n -> if n < 0 then Down else Up

(* ---- Guards -------------------------------------------------------------------------------- *)

(* Runs of letters and of signs; what else there is stands alone. *)
let tokens guard =
  let kind = function
    | 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> 'a'
    | '<' | '>' | '=' | '&' | '|' -> '<'
    | ' ' | '\t' | '\n' | '\r' -> ' '
    | _ -> '(' in
  let add (last, found) c =
    match kind c, found with
    | ' ', _ -> ' ', found
    | k, t :: rest when k = last && k <> '(' -> k, (t ^ String.make 1 c) :: rest
    | k, _ -> k, String.make 1 c :: found in
  List.rev (snd (String.fold_left add (' ', []) guard))

let most_in_guard = 12 (* thresholds, where it is no conjunction *)

let guard_of threshold source =
  let fail () = refuse "guard '%s' cannot be read" source in
  let rec chain operator combine operand (g, rest) =
    match rest with
    | o :: rest when o = operator ->
      let h, rest = operand rest in
      chain operator combine operand (combine g h, rest)
    | _ -> g, rest in
  let rec alternatives rest = chain "||" (fun l r -> Or (l, r)) conjunction (conjunction rest)
  and conjunction rest = chain "&&" (fun l r -> And (l, r)) atom (atom rest)
  and atom = function
    | "true" :: rest -> Always, rest
    | "insample" :: "<" :: v :: rest -> Compare (Less, threshold v), rest
    | "insample" :: ">=" :: v :: rest -> Compare (AtLeast, threshold v), rest
    | "!" :: rest -> let g, rest = atom rest in Not g, rest
    | "(" :: rest -> (match alternatives rest with g, ")" :: rest -> g, rest | _ -> fail ())
    | _ -> fail () in
  match alternatives (tokens source) with
  | guard, [] when Checker.conjunction guard <> None || List.length (distinct (mentioned guard)) <= most_in_guard -> guard
  | _, [] -> uncovered "guard '%s' is no conjunction and has more than %d thresholds" source most_in_guard
  | _ -> fail ()

(* ---- Automata ------------------------------------------------------------------------------ *)

type named = {
  name : string;
  automaton : automaton;
  threshold : string -> positive;
  state : string -> positive;
  state_names : string array; (* from 1 on *)
  rows : (positive, (transition * string * string) array) Hashtbl.t; (* with target and output *)
}

let index_of kind names =
  let table = Hashtbl.create 64 in
  let add i name =
    if Hashtbl.mem table name then refuse "two %ss are called '%s'" kind name
    else Hashtbl.add table name (Numbers.positive_of (i + 1)) in
  List.iteri add names;
  fun name -> match Hashtbl.find_opt table name with Some p -> p | None -> refuse "there is no %s '%s'" kind name

let parameter = function
  | Json.String "none" -> None
  | value ->
    let d = amount "a noise parameter" value in
    if qleb d Numbers.zero then refuse "a noise parameter is 0" else Some d

let noises = [ "laplace", (false, false); "discrete-laplace", (false, true); "exponential", (true, false) ]

let noise_of o key parameter =
  let one_sided, whole_numbers = choice noises o key in
  { parameter; one_sided; whole_numbers }

let place_of_state threshold s transitions =
  let noise = noise_of s "noise" in
  let own (v, d) noises = PositiveMap.add (threshold v) (noise (parameter d)) noises in
  let noises, other_noise =
    match find Fun.id s "d" with
    | None -> PositiveMap.empty, noise None
    | Some (Json.Object each) -> List.fold_right own each PositiveMap.empty, noise None
    | Some d -> PositiveMap.empty, noise (parameter d) in
  let snap json =
    let o = fields "'snap'" [ "bound"; "grid"; "floating" ] json in
    ignore (need (amount "grid") o "grid");
    let bound = need (amount "bound") o "bound" in
    if flag o "floating" then Some bound else None in
  List.iter (fun key -> ignore (find number s key)) [ "mu"; "mu_fresh" ];
  { reads = choice [ "private", Private; "public", Public; "again", Again ] s "input";
    noises; other_noise; fresh = noise_of s "noise_fresh" (get None parameter s "d_fresh");
    floating = get None snap s "snap"; leaving = transitions }

(* An output, and its name in evidence: without a threshold where there is no choice. *)
let output_of threshold one sampled_once word =
  let closed v = String.length v > 1 && v.[String.length v - 1] = ')' in
  let inside v = threshold (String.sub v 0 (String.length v - 1)) in
  match String.split_on_char '(' word with
  | [ "insample" ] -> Insample XH, word
  | [ "fresh" ] | [ "insample'" ] -> Fresh, "fresh"
  | [ "gap" ] -> Gap XH, word
  | [ "insample"; v ] when closed v -> Insample (inside v), (if one || sampled_once then "insample" else word)
  | [ "gap"; v ] when closed v -> Gap (inside v), (if one then "gap" else word)
  | _ -> Symbol, word

let adjacency_of o = choice [ "any", Any; "monotonic", Monotonic; "one", One ] o "adjacency"
let sensitivity_of o = get Numbers.one (amount "sensitivity") o "sensitivity"

let transition threshold state one sampled_once json =
  let t = fields "a transition" [ "from"; "to"; "guard"; "output"; "assign" ] json in
  let field key = need (text ("'" ^ key ^ "'")) t key in
  let shows, output_name = output_of threshold one sampled_once (field "output") in
  let assigned = function
    | Json.String v -> [ threshold v ]
    | l -> list (fun v -> threshold (text "'assign'" v)) "'assign'" l in
  state (field "from"),
  ({ target = state (field "to"); shows; assigns = get [] assigned t "assign";
     condition = guard_of threshold (get "true" (text "'guard'") t "guard") }, field "to", output_name)

let automaton_of json =
  let o = fields "the automaton"
      [ "couplet"; "name"; "initial"; "thresholds"; "sampling"; "adjacency"; "sensitivity"; "claim"; "states";
        "transitions" ] json in
  if find Fun.id o "couplet" <> Some (Json.Number "1") then refuse "'couplet' is not 1, the version known here";
  let names = get [ "x" ] (list (text "a threshold") "'thresholds'") o "thresholds" in
  let threshold = index_of "threshold" names and one = List.length names = 1 in
  let sampled_once = choice [ "independent", false; "shared", true ] o "sampling" in
  let state_fields =
    fields "a state" [ "name"; "input"; "d"; "mu"; "mu_fresh"; "d_fresh"; "noise"; "noise_fresh"; "snap" ] in
  let states = need (list state_fields "'states'") o "states" in
  let state_names = List.map (fun s -> need (text "the name of a state") s "name") states in
  let state = index_of "state" state_names in
  let all = need (list (transition threshold state one sampled_once) "'transitions'") o "transitions" in
  let leaving = Hashtbl.create 64 in
  List.iter (fun (q, t) -> Hashtbl.replace leaving q (t :: Option.value (Hashtbl.find_opt leaving q) ~default:[])) (List.rev all);
  let rows = Hashtbl.create 64 in
  Hashtbl.iter (fun q ts -> Hashtbl.add rows q (Array.of_list ts)) leaving;
  let add places name s =
    let ts = Option.value (Hashtbl.find_opt leaving (state name)) ~default:[] in
    PositiveMap.add (state name) (place_of_state threshold s (List.map (fun (t, _, _) -> t) ts)) places in
  ignore (find number o "claim");
  let automaton =
    { initial = state (need (text "'initial'") o "initial"); thresholds = List.map threshold names;
      shared = sampled_once || one; adjacent_by = adjacency_of o; sensitivity = sensitivity_of o;
      places = List.fold_left2 add PositiveMap.empty state_names states } in
  { name = get "" (text "'name'") o "name"; automaton; threshold; state; rows;
    state_names = Array.of_list ("" :: state_names) }

(* ---- Evidence ------------------------------------------------------------------------------ *)

let ext v = match optional number v with None -> Infinite | Some q -> Fin q
let threshold_of a v = a.threshold (text "the name of a threshold" v)

let vector_of a json =
  let factor json =
    let o = fields "a factor" [ "over"; "values" ] json in
    let over = need (list (threshold_of a) "'over'") o "over" and values = need (list ext "'values'") o "values" in
    match table_from over values with
    | Some table -> over, table
    | None -> refuse "a factor over %d thresholds has %d values" (List.length over) (List.length values) in
  let factors = list factor "a vector" json in
  let over = List.concat_map fst factors in
  if List.length (distinct over) <> List.length over then refuse "a threshold stands in two places of a vector";
  List.map snd factors

(* The facts of an entry's order, with all that follows from them. *)
let order_of a o =
  let value = function Json.Null -> uncovered "an order of the last private input" | v -> threshold_of a v in
  let pair key = function
    | Json.List [ u; v ] ->
      let u = value u and v = value v in
      if u = v then refuse "'%s' relates a threshold to itself" key else u, v
    | _ -> refuse "'%s' is not a list of pairs of thresholds" key in
  let pairs key = get [] (list (pair key) ("'" ^ key ^ "'")) o key in
  match order_from (pairs "order") (pairs "equal") (pairs "at_most") with
  | None -> raise (Contradictory "its order says two things of one pair")
  | Some (_ :: _) when not (many_shared a.automaton) ->
    if has_bare_draw a.automaton then uncovered "an order where draws without noise reveal it";
    raise (Contradictory "it has an order, which only shared sampling of several thresholds and draws without noise reveal")
  | Some facts -> facts

let entry_of a json =
  let o = fields "an entry" [ "state"; "order"; "equal"; "at_most"; "change"; "last"; "vectors" ] json in
  a.state (need (text "the name of a state") o "state"),
  { order = order_of a o; changed = get Stay (shift "change") o "change"; last_known = find (shift "last") o "last";
    vectors = need (list (vector_of a) "'vectors'") o "vectors" }

let transition_of a state o =
  let row = Option.value (Hashtbl.find_opt a.rows state) ~default:[||] in
  let says key value = match find Fun.id o key with Some (Json.String s) -> s = value | _ -> true in
  let number = find (small "transition" 0 (Array.length row - 1)) o "transition" in
  let fits (i, (_, target, output)) = says "to" target && says "output" output && (number = None || number = Some i) in
  match List.filter fits (Array.to_list (Array.mapi (fun i t -> i, t) row)) with
  | [ (i, (t, _, _)) ] -> i, t
  | found ->
    refuse "%s such %s state '%s'" (if found = [] then "no" else "several")
      (if found = [] then "transition leaves" else "transitions leave") a.state_names.(Numbers.int_of state)

let shifts_of a o =
  let several = not a.automaton.shared in
  if has o (if several then "shift" else "shifts") then
    refuse "'%s' does not fit the sampling" (if several then "shift" else "shifts");
  match find Fun.id o (if several then "shifts" else "shift") with
  | None | Some Json.Null -> []
  | Some (Json.Object each) when several -> List.map (fun (v, g) -> a.threshold v, shift "shift" g) each
  | Some g when not several -> [ XH, shift "shift" g ]
  | Some _ -> refuse "'shifts' is not an object"

(* An item at a state, and the state behind it. *)
let rec item_of a may_loop depth state json =
  if has (members "a step" json) "loop" then begin
    if not may_loop then refuse "a loop, which only 'attained' and 'unbounded' have";
    if depth >= 16 then refuse "more than 16 loops within loops";
    let o = fields "a loop" [ "loop"; "raises" ] json in
    let raises = find number o "raises" in
    let body, behind = need (items_of a may_loop (depth + 1) state) o "loop" in
    if body = [] then refuse "'loop' is empty" else behind, Repeated (body, raises)
  end
  else begin
    let o = fields "a step" [ "from"; "to"; "output"; "transition"; "difference"; "shift"; "shifts" ] json in
    if get state (fun from -> a.state (text "the name of a state" from)) o "from" <> state then
      refuse "the walk is not at that state";
    let chosen_number, taken = transition_of a state o in
    taken.target, Single { stands_at = state; chosen_number; taken; differs = need (shift "difference") o "difference";
                           given = shifts_of a o }
  end

and items_of a may_loop depth state json =
  let behind, items = List.fold_left_map (item_of a may_loop depth) state (list Fun.id "a walk" json) in
  items, behind

let head = [ "couplet_evidence"; "kind"; "automaton"; "input"; "provenance"; "cost" ]

(* What the evidence was made from is read, and not compared. *)
let check_input json =
  let o = fields "'input'" [ "file"; "sha256"; "parameters" ] json in
  ignore (need (text "'sha256'") o "sha256", find (optional (text "'file'")) o "file");
  Option.iter (fun p -> List.iter (fun (_, v) -> ignore (text "a parameter" v)) p.members)
    (find (members "'parameters'") o "parameters")

(* The members of evidence about what is called name, and its kind. *)
let head_of name json =
  let o = members "the evidence" json in
  ignore (find check_input o "input");
  if find Fun.id o "couplet_evidence" <> Some (Json.Number "1") then
    refuse "'couplet_evidence' is not 1, the version known here";
  let about = get name (text "'automaton'") o "automaton" in
  if about <> name then refuse "it is about automaton '%s', not '%s'" about name;
  o, need (text "'kind'") o "kind"

let cost_of o = Option.join (find (optional number) o "cost")
let needed_cost o = match cost_of o with Some c -> c | None -> refuse "it names no cost"

let evidence_of a json =
  let o, kind = head_of a.name json in
  let only key = ignore (fields o.what (key :: head) json) in
  match kind with
  | "bound" ->
    only "entries";
    BoundOf (needed_cost o, need (list (entry_of a) "'entries'") o "entries")
  | "strategy" -> uncovered "evidence of kind strategy is not covered by the proof"
  | "attained" | "violation" | "unbounded" ->
    only "walk";
    ignore (cost_of o);
    let items, _ = need (items_of a (kind <> "violation") 0 a.automaton.initial) o "walk" in
    if kind = "attained" then AttainedOf (needed_cost o, items) else EndlessOf items
  | kind -> refuse "unknown kind '%s'" kind
