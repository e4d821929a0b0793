(* SPDX-License-Identifier: Apache-2.0 *)
(* From texts to answers: what the program and the page share. *)
open Checker

(* Of a file, or of a piece of evidence in it: an exit status, and the text. *)
type answer = { status : int; text : string }

let accepted = 0
let unreadable = 4
let rejected = 7
let refused = 12

let number_of = function Down -> "-1" | Stay -> "0" | Up -> "+1"

let why_bound (a : Read.named) reason =
  let state q = a.state_names.(Numbers.int_of q) in
  match reason with
  | Meaningless -> "noise is discrete, and the sensitivity is not a whole number"
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

let accept text = { status = accepted; text = "accepted: " ^ text }
let reject text = { status = rejected; text = "rejected: " ^ text }
let refuse text = { status = refused; text = "refused: " ^ text }

let judge (a : Read.named) = function
  | _ when not (meaningful a.automaton) -> reject (why_bound a Meaningless)
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
      | None when all = None -> accept ("every path costs at most " ^ Numbers.to_text c)
      | None -> accept ("every path that can be taken costs at most " ^ Numbers.to_text c)
      | Some _ when Graph.partly_free a ->
        raise (Read.Uncovered "bounds where draws without noise may not be any values, so that not each path can be taken")
      | Some why -> reject (why_bound a why))
  | Read.Attained (c, items) ->
    Walks.attained a c items;
    accept ("no strategy costs less than " ^ Numbers.to_text c)
  | Read.Endless items ->
    Walks.endless a items;
    accept "no finite cost is enough"

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

(* What work gives, or the answer that an exception stands for. *)
let guarded work =
  let wrong text = Error { status = unreadable; text } in
  try Ok (work ()) with
  | Json.Wrong (line, text) -> wrong (Printf.sprintf "line %d: %s" line text)
  | Numbers.Wrong text | Read.Malformed text | Sys_error text -> wrong text
  | Walks.Wrong text | Read.Contradictory text -> Error (reject text)
  | Read.Uncovered text -> Error (refuse ("it is not covered by the proof: " ^ text))
  | Walks.Beyond text -> Error (refuse ("it was not shown: " ^ text))
  | Stack_overflow -> Error (refuse "it is too long or nested too deeply")

let automaton_of text =
  match Json.parse_all text with
  | [ one ] -> Read.automaton_of one
  | _ -> raise (Read.Malformed "it is not one automaton")

(* The answer to each piece in a text; an exception if it cannot be read. *)
let answers a text =
  let documents = Json.parse_all text in
  let found = List.concat_map pieces documents in
  if found = [] && not (List.exists is_index documents) then raise (Read.Malformed "there is no evidence in it");
  let answer piece =
    match guarded (fun () -> judge a (Read.evidence_of a piece)) with Ok answer | Error answer -> answer in
  List.map answer found
