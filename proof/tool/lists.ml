(* SPDX-License-Identifier: Apache-2.0 *)
(* Linear mechanisms and their evidence out of JSON (docs/formats.md, docs/evidence.md). *)
open Checker
open Read

type named = { name : string; lists : (int * mechanism) list }

let form_of json =
  let o = fields "a form" [ "c"; "a"; "z" ] json in
  let term (i, k) = small "an index" 0 99999 (Json.Number i), number k in
  let terms key =
    List.map term (get [] (fun t -> (members key t).members) o key)
    |> List.filter (fun (_, k) -> k.qnum <> Z0) |> List.sort compare in
  { constant = get Numbers.zero number o "c"; of_answers = terms "a"; of_draws = terms "z" }

let text_output letters word =
  match Numbers.rational word with
  | q -> Written q
  | exception Numbers.Wrong _ ->
    if not (Hashtbl.mem letters word) then Hashtbl.add letters word (Hashtbl.length letters);
    Text (Hashtbl.find letters word)

let node_of letters json =
  let o = members "a node" json in
  let only keys = ignore (fields "a node" ("line" :: keys) json) in
  if has o "end" then (only [ "end" ]; SaidEnd)
  else if has o "draw" then
    (only [ "draw"; "rate" ];
     match need parameter o "rate" with None -> refuse "a draw has no rate" | d -> SaidDraw (noise_of o "draw" d))
  else if has o "output" then
    (only [ "output" ];
     SaidShow (need (function Json.String s -> text_output letters s | r -> Real (form_of r)) o "output"))
  else
    (only [ "decide"; "otherwise"; "strict" ];
     SaidDecide (need form_of o "decide", flag o "strict", need (optional (small "otherwise" 0 max_int)) o "otherwise"))

let mechanism_of json =
  let o = fields "the mechanism"
      [ "couplet_linear"; "name"; "adjacency"; "sensitivity"; "claim"; "whole"; "reason"; "answers"; "lists" ] json in
  let letters = Hashtbl.create 16 in
  let one json =
    let l = fields "a list" [ "answers"; "nodes" ] json in
    need (small "answers" 0 1000) l "answers", need (list (node_of letters) "'nodes'") l "nodes" in
  let lists = need (list one "'lists'") o "lists" in
  let is_discrete = function SaidDraw n -> n.whole_numbers | _ -> false in
  let answers_whole = flag o "whole" || List.exists (fun (_, nodes) -> List.exists is_discrete nodes) lists in
  let mechanism (n, nodes) =
    match plan_from n nodes with
    | None -> refuse "the nodes are no tree in preorder, or a form is about what is not there"
    | Some what_it_does ->
      n, { n_answers = n; answers_whole; answers_adjacent = adjacency_of o; answer_sensitivity = sensitivity_of o;
           what_it_does } in
  { name = get "" (text "'name'") o "name"; lists = List.map mechanism lists }

let rec split k = function x :: l when k > 0 -> let a, b = split (k - 1) l in x :: a, b | l -> [], l

let evidence_of a json =
  let o, kind = head_of a.name json in
  ignore (fields o.what ("answers" :: "differences" :: "paths" :: head) json);
  let n = need (small "answers" 0 1000) o "answers" in
  let mechanism = match List.assoc_opt n a.lists with Some l -> l | None -> refuse "there is no list of %d answers" n in
  let numbers = list number and ways = paths_of mechanism and points = ref [] in
  let difference json =
    let d = list (fun v -> Checker.number (shift "a difference" v)) "a difference" json in
    if List.length d <> n then refuse "a difference is not of %d answers" n else d in
  let vouched json =
    let p = fields "a path" [ "end"; "shifts"; "weights"; "impossible"; "point"; "with"; "met"; "not_met"; "within"; "apart" ] json in
    let its_end = need (small "end" 0 max_int) p "end" in
    if has p "with" then uncovered "an event of several paths, as at node %d" its_end;
    let rows = List.length (rows_of [] (Option.value (List.assoc_opt its_end ways) ~default:[])) in
    let point at =
      let its_answers, its_draws = split n (numbers "'point'" at) in
      points := { its_end; its_answers; its_draws } :: !points in
    ignore (find point p "point");
    let impossible l = let of_rows, of_draws = split rows (numbers "'impossible'" l) in Impossible (of_rows, of_draws) in
    let shifts l = ByShifts (list (numbers "shifts") "'shifts'" l) and weights l = ByWeights (numbers "'weights'" l) in
    match List.filter_map (fun (key, read) -> find read p key)
            [ "impossible", impossible; "shifts", shifts; "weights", weights ] with
    | says :: _ -> its_end, says
    | [] -> refuse "nothing is said of the path to node %d" its_end in
  let differences = need (list difference "'differences'") o "differences" in
  let said = need (list vouched "'paths'") o "paths" in
  let wrong text = raise (Contradictory text) in
  if List.length (List.sort_uniq compare (List.map fst said)) <> List.length said then wrong "a path is there twice";
  n, mechanism,
  match kind, cost_of o, differences, List.rev !points with
  | "shifts", Some c, _, _ -> ShiftsOf (c, differences, said)
  | "shifts", None, _, _ -> wrong "it names no cost"
  | "weights", claim, [ d ], p :: _ -> WeightsOf (claim, d, p, said)
  | "weights", _, [ _ ], [] -> wrong "no path has a point"
  | "weights", _, _, _ -> wrong "it has not one difference"
  | _ -> refuse "it is not about a linear mechanism"
