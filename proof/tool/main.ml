(* SPDX-License-Identifier: Apache-2.0 *)
(* couplet-check-proved AUTOMATON EVIDENCE...: reads, asks the checker whose soundness is proved, and
   prints. Status 0: all accepted; 7: one is rejected; 12: one is not covered by the proof, and so
   refused; 4: one cannot be read. *)
open Checker

let read_file path =
  let channel = if path = "-" then stdin else open_in_bin path in
  let buffer = Buffer.create 65536 and block = Bytes.create 65536 in
  let rec go () =
    let n = input channel block 0 (Bytes.length block) in
    if n > 0 then (Buffer.add_subbytes buffer block 0 n; go ()) in
  go ();
  if path <> "-" then close_in channel;
  Buffer.contents buffer

let number_of = function Down -> "-1" | Stay -> "0" | Up -> "+1"

let why_bound (a : Read.named) reason =
  let rec int = function XH -> 1 | XO p -> 2 * int p | XI p -> (2 * int p) + 1 in
  let state q = a.state_names.(int q) in
  match reason with
  | NoStart -> "the initial state has no entry whose vectors cover the start"
  | TooDear (q, n, i) ->
    Printf.sprintf "state %s, entry %d, vector %d: its least value is above the cost" (state q) (n + 1) (i + 1)
  | NoEntry (q, n, t, d) ->
    Printf.sprintf "state %s, entry %d, transition %d, D = %s: no entry there for what is known"
      (state q) (n + 1) t (number_of d)
  | Minimised (q, n, t, d, i) ->
    Printf.sprintf "state %s, entry %d, transition %d, D = %s, vector %d: it compares with a threshold \
                    that was minimised out" (state q) (n + 1) t (number_of d) (i + 1)
  | NotBelow (q, n, t, d, i) ->
    Printf.sprintf "state %s, entry %d, transition %d, D = %s, vector %d: what it leads to is not below \
                    any vector kept there" (state q) (n + 1) t (number_of d) (i + 1)

type verdict = Accepted of string | Rejected of string

let judge (a : Read.named) = function
  | Read.Bound (c, entries) -> (
      let add map (q, e) =
        let before = Option.value (PositiveMap.find q map) ~default:[] in
        PositiveMap.add q (e :: before) map in
      let by_state = List.fold_left add PositiveMap.empty (List.rev entries) in
      let recalls = Graph.recalls a in
      (* first as if all paths could be taken, which shows more *)
      let plain = List.for_all (fun (_, e) -> e.order = []) entries in
      let all = if plain then judge_bound false a.automaton recalls by_state c else Some NoStart in
      let why = if all = None || not a.many_shared then all else judge_bound true a.automaton recalls by_state c in
      match why with
      | None when all = None -> Accepted ("every path costs at most " ^ Numbers.to_text c)
      | None -> Accepted ("every path that can be taken costs at most " ^ Numbers.to_text c)
      | Some _ when Graph.partly_free a ->
        raise (Read.Uncovered "bounds where draws without noise may not be any values, so that not each path can be taken")
      | Some why -> Rejected (why_bound a why))
  | Read.Attained (c, items) ->
    Walks.attained a c items;
    Accepted ("no strategy costs less than " ^ Numbers.to_text c)
  | Read.Endless items ->
    Walks.endless a items;
    Accepted "no finite cost is enough"

(* The pieces of a document: one, an array of them, or those of a JSON report. *)
let pieces = function
  | Json.List l -> l
  | Json.Object m as one -> (
      match List.assoc_opt "stages" m with
      | Some (Json.List stages) ->
        List.concat_map
          (function
            | Json.Object s -> (match List.assoc_opt "evidence" s with Some (Json.List l) -> l | _ -> [])
            | _ -> []) stages
      | _ -> if List.mem_assoc "couplet_evidence_index" m then [] else [ one ])
  | other -> [ other ]

let is_index = function Json.Object m -> List.mem_assoc "couplet_evidence_index" m | _ -> false

let () =
  let status = ref 0 in
  let say file text = Printf.printf "%s: %s\n" file text in
  let worse s = if !status <> 4 && (s = 4 || !status <> 7) then status := s in
  let guarded file work =
    let wrong s text = say file text; worse s in
    try work () with
    | Json.Wrong (line, text) -> wrong 4 (Printf.sprintf "line %d: %s" line text)
    | Numbers.Wrong text -> wrong 4 text
    | Read.Malformed text -> wrong 4 text
    | Read.Uncovered text -> wrong 12 ("refused: it is not covered by the proof: " ^ text)
    | Walks.Beyond text -> wrong 12 ("refused: it was not shown: " ^ text)
    | Sys_error text -> wrong 4 text
    | Stack_overflow -> wrong 12 "refused: it is nested too deeply" in
  match List.tl (Array.to_list Sys.argv) with
  | file :: (_ :: _ as evidence) ->
    guarded file (fun () ->
        let a = match Json.parse_all (read_file file) with
          | [ one ] -> Read.automaton_of one
          | _ -> raise (Read.Malformed "it is not one automaton") in
        List.iter
          (fun path ->
             guarded path (fun () ->
                 let documents = Json.parse_all (read_file path) in
                 let found = List.concat_map pieces documents in
                 if found = [] && not (List.exists is_index documents) then raise (Read.Malformed "there is no evidence in it");
                 List.iter
                   (fun piece ->
                      guarded path (fun () ->
                          match
                            try judge a (Read.evidence_of a piece) with Walks.Wrong text | Read.Contradictory text -> Rejected text
                          with
                          | Accepted text -> say path ("accepted: " ^ text)
                          | Rejected text -> say path ("rejected: " ^ text); worse 7))
                   found))
          evidence);
    exit !status
  | _ ->
    prerr_endline "usage: couplet-check-proved AUTOMATON.json EVIDENCE...";
    exit 2
