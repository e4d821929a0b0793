(* SPDX-License-Identifier: Apache-2.0 *)
(* Linear mechanisms and their evidence out of JSON (docs/formats.md, docs/evidence.md). *)
open Checker
open Read

type named = { name : string; lists : (int * mechanism) list }

let index most text =
  match int_of_string_opt text with
  | Some i when Numbers.is_digits text && i < most -> i
  | _ -> refuse "'%s' is not an index below %d" text most

let form_of answers draws json =
  let m = members "a form" json in
  check_keys "a form" [ "c"; "a"; "z" ] m;
  let terms key most =
    match find m key with
    | None -> []
    | Some l ->
      List.map (fun (i, k) -> index most i, number k) (members key l)
      |> List.filter (fun (_, k) -> k.qnum <> Z0) |> List.sort compare in
  { constant = Option.fold ~none:zero ~some:number (find m "c"); of_answers = terms "a" answers; of_draws = terms "z" draws }

let noise_of m =
  let kind whole_numbers one_sided = { parameter = parameter_of (need m "a draw" "rate"); one_sided; whole_numbers } in
  match need m "a draw" "draw" with
  | Json.String "laplace" -> kind false false
  | Json.String "discrete-laplace" -> kind true false
  | Json.String "exponential" -> kind false true
  | _ -> refuse "'draw' is not a noise of linear mechanisms"

let text_output letters word =
  match Numbers.rational word with
  | q -> Written q
  | exception Numbers.Wrong _ ->
    if not (Hashtbl.mem letters word) then Hashtbl.add letters word (Hashtbl.length letters);
    Text (Hashtbl.find letters word)

(* The nodes stand in preorder: a plan behind a node is there when it is asked for. *)
let plan_of letters answers nodes =
  let nodes = Array.of_list (List.map (members "a node") (list "'nodes'" nodes)) in
  let n = Array.length nodes in
  (* how many draws there are before a node, by the way to it *)
  let before = Array.make (n + 1) 0 and plans = Array.make (n + 1) None in
  let other m i =
    match need m "a decision" "otherwise" with
    | Json.Null -> None
    | j -> Some (small "otherwise" (i + 1) (n - 1) j) in
  Array.iteri
    (fun i m ->
       if not (List.mem_assoc "end" m) then before.(i + 1) <- before.(i) + Bool.to_int (List.mem_assoc "draw" m);
       if List.mem_assoc "decide" m then Option.iter (fun j -> before.(j) <- before.(i)) (other m i))
    nodes;
  let plan i = match plans.(i) with Some p -> p | None -> refuse "the nodes do not end with an end" in
  for i = n - 1 downto 0 do
    let m = nodes.(i) in
    let keys l = check_keys "a node" ("line" :: l) m in
    let form = form_of answers before.(i) in
    plans.(i) <- Some (
      match m with
      | _ when List.mem_assoc "end" m -> keys [ "end" ]; Stop i
      | _ when List.mem_assoc "draw" m -> keys [ "draw"; "rate" ]; Draw (noise_of m, plan (i + 1))
      | _ when List.mem_assoc "output" m ->
        keys [ "output" ];
        let o = match need m "" "output" with Json.String s -> text_output letters s | f -> Real (form f) in
        Show (o, plan (i + 1))
      | _ ->
        keys [ "decide"; "otherwise"; "strict" ];
        let strict = find m "strict" = Some (Json.Bool true) in
        match other m i with
        | None -> plan (i + 1)
        | Some j -> Decide (form (need m "a node" "decide"), strict, plan (i + 1), plan j))
  done;
  plan 0

let is_draw_of kind node = List.assoc_opt "draw" (members "a node" node) = Some (Json.String kind)

let mechanism_of json =
  let m = members "the mechanism" json in
  check_keys "the mechanism"
    [ "couplet_linear"; "name"; "adjacency"; "sensitivity"; "claim"; "whole"; "reason"; "answers"; "lists" ] m;
  let lists = List.map (members "a list") (list "'lists'" (need m "the mechanism" "lists")) in
  let nodes l = need l "a list" "nodes" in
  let discrete l = List.exists (is_draw_of "discrete-laplace") (list "'nodes'" (nodes l)) in
  let answers_whole = find m "whole" = Some (Json.Bool true) || List.exists discrete lists in
  let letters = Hashtbl.create 16 in
  let one l =
    check_keys "a list" [ "answers"; "nodes" ] l;
    let n_answers = small "answers" 0 1000 (need l "a list" "answers") in
    n_answers,
    { n_answers; answers_whole; answers_adjacent = adjacency_of m; answer_sensitivity = sensitivity_of m;
      what_it_does = plan_of letters n_answers (nodes l) } in
  { name = Option.fold ~none:"" ~some:(text "'name'") (find m "name"); lists = List.map one lists }

let evidence_of a json =
  let m = head_of a.name json in
  check_keys "the evidence" ("answers" :: "differences" :: "paths" :: head) m;
  let n = small "answers" 0 1000 (need m "the evidence" "answers") in
  let mechanism = match List.assoc_opt n a.lists with Some l -> l | None -> refuse "there is no list of %d answers" n in
  let numbers what l = List.map number (list what l) in
  let difference d =
    let d = List.map (fun v -> number_of_shift (shift_of (small "a difference" (-1) 1 v))) (list "a difference" d) in
    if List.length d <> n then refuse "a difference is not of %d answers" n;
    d in
  let differences = List.map difference (list "'differences'" (need m "the evidence" "differences")) in
  let cost = match find m "cost" with None | Some Json.Null -> None | Some c -> Some (number c) in
  let points = ref [] and ways = paths_of mechanism in
  let vouched path =
    let p = members "a path" path in
    check_keys "a path" [ "end"; "shifts"; "weights"; "impossible"; "point" ] p;
    let its_end = small "end" 0 max_int (need p "a path" "end") in
    let es = match List.assoc_opt its_end ways with Some es -> es | None -> [] in
    let rec split k l = if k = 0 then [], l else match l with [] -> [], [] | x :: l -> let a, b = split (k - 1) l in x :: a, b in
    Option.iter
      (fun at -> let its_answers, its_draws = split n (numbers "'point'" at) in
        points := { its_end; its_answers; its_draws } :: !points) (find p "point");
    let says =
      match find p "impossible", find p "shifts", find p "weights" with
      | Some l, _, _ -> let rows, draws = split (List.length (rows_of [] es)) (numbers "'impossible'" l) in Impossible (rows, draws)
      | _, Some l, _ -> ByShifts (List.map (numbers "'shifts'") (list "'shifts'" l))
      | _, _, Some l -> ByWeights (numbers "'weights'" l)
      | _ -> refuse "nothing is said of the path to node %d" its_end in
    its_end, says in
  let said = List.map vouched (list "'paths'" (need m "the evidence" "paths")) in
  if List.length (List.sort_uniq compare (List.map fst said)) <> List.length said then
    raise (Contradictory "a path is there twice");
  let evidence =
    match need m "the evidence" "kind", differences, List.rev !points with
    | Json.String "shifts", _, _ ->
      ShiftsOf ((match cost with Some c -> c | None -> raise (Contradictory "it names no cost")), differences, said)
    | Json.String "weights", [ d ], p :: _ -> WeightsOf (cost, d, p, said)
    | Json.String "weights", [ _ ], [] -> raise (Contradictory "no path has a point")
    | Json.String "weights", _, _ -> raise (Contradictory "it has not one difference")
    | _ -> refuse "it is not about a linear mechanism" in
  n, mechanism, evidence
