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
  let o = fields "a form" [ "c"; "a"; "z" ] json in
  let terms key most =
    List.map (fun (i, k) -> index most i, number k) (get [] (fun t -> (members key t).members) o key)
    |> List.filter (fun (_, k) -> k.qnum <> Z0) |> List.sort compare in
  { constant = get Numbers.zero number o "c"; of_answers = terms "a" answers; of_draws = terms "z" draws }

let draw_of o =
  let d = need parameter o "rate" in
  if d = None then refuse "a draw has no rate" else noise_of o "draw" d

let text_output letters word =
  match Numbers.rational word with
  | q -> Written q
  | exception Numbers.Wrong _ ->
    if not (Hashtbl.mem letters word) then Hashtbl.add letters word (Hashtbl.length letters);
    Text (Hashtbl.find letters word)

(* The nodes stand in preorder: from the last to the first each finds the plans behind it. *)
let plan_of letters answers nodes =
  let n = Array.length nodes in
  let other i = need (optional (small "otherwise" (i + 1) (n - 1))) nodes.(i) "otherwise" in
  (* draws before a node, on the way to it *)
  let before = Array.make (n + 1) 0 and plans = Array.make (n + 1) None in
  let count i o =
    if not (has o "end") then before.(i + 1) <- before.(i) + Bool.to_int (has o "draw");
    if has o "decide" then Option.iter (fun j -> before.(j) <- before.(i)) (other i) in
  Array.iteri count nodes;
  let plan i = match plans.(i) with Some p -> p | None -> refuse "the nodes do not end with an end" in
  let node i o =
    let form = form_of answers before.(i) and only keys = ignore (fields "a node" ("line" :: keys) (Json.Object o.members)) in
    if has o "end" then (only [ "end" ]; Stop i)
    else if has o "draw" then (only [ "draw"; "rate" ]; Draw (draw_of o, plan (i + 1)))
    else if has o "output" then begin
      only [ "output" ];
      Show (need (function Json.String s -> text_output letters s | f -> Real (form f)) o "output", plan (i + 1))
    end
    else begin
      only [ "decide"; "otherwise"; "strict" ];
      let r = need form o "decide" and strict = flag o "strict" in
      match other i with None -> plan (i + 1) | Some j -> Decide (r, strict, plan (i + 1), plan j)
    end in
  for i = n - 1 downto 0 do plans.(i) <- Some (node i nodes.(i)) done;
  plan 0

let mechanism_of json =
  let o = fields "the mechanism"
      [ "couplet_linear"; "name"; "adjacency"; "sensitivity"; "claim"; "whole"; "reason"; "answers"; "lists" ] json in
  let one json =
    let l = fields "a list" [ "answers"; "nodes" ] json in
    need (small "answers" 0 1000) l "answers", Array.of_list (need (list (members "a node") "'nodes'") l "nodes") in
  let lists = need (list one "'lists'") o "lists" and letters = Hashtbl.create 16 in
  let is_discrete node = find Fun.id node "draw" = Some (Json.String "discrete-laplace") in
  let answers_whole = flag o "whole" || List.exists (fun (_, nodes) -> Array.exists is_discrete nodes) lists in
  let mechanism (n_answers, nodes) =
    n_answers, { n_answers; answers_whole; answers_adjacent = adjacency_of o; answer_sensitivity = sensitivity_of o;
                 what_it_does = plan_of letters n_answers nodes } in
  { name = get "" (text "'name'") o "name"; lists = List.map mechanism lists }

let rec split k l =
  match l with x :: l when k > 0 -> let a, b = split (k - 1) l in x :: a, b | l -> [], l

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
    let p = fields "a path" [ "end"; "shifts"; "weights"; "impossible"; "point" ] json in
    let its_end = need (small "end" 0 max_int) p "end" in
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
