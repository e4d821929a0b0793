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
let uncovered text = refuse ("it is not covered by the proof: " ^ text)

let text_of = function Fin q -> Numbers.to_text q | Infinite -> "infinite" | Below -> "nothing"

let why_walk endless = function
  | LeastIs least when endless -> "a way is left on this walk; the least cost is " ^ text_of least
  | LeastIs least -> "the least cost on this walk is " ^ text_of least
  | NotThere -> "the walk is not at that state"
  | CannotFollow ->
    "after those before it, the input cannot differ by that, or the order of the thresholds rules it out"
  | NoReturn -> "a loop does not come back to what was known before it"
  | ComparesBlindly -> "it compares with a threshold that was minimised out"
  | RaisesLess -> "a turn does not always raise the loss by as much as it says"
  | ShiftsInLoop -> "shifts are given, but a loop has others on each turn"
  | ShiftMissing -> "a shift is missing, though others are given"
  | BreaksGuard -> "the shift given breaks a condition of the guard"
  | NotAllowed -> "a shift given is not what it has to be"
  | ShiftsCost sum -> "the shifts given cost " ^ Numbers.to_text sum

let why_not_shown = function
  | ManyThresholds -> "a loop that assigns is about too many thresholds"
  | ManyOrders -> "too many orders of the thresholds are possible"
  | NoOrder -> "no order of the thresholds was found that lets it be taken"
  | NotAccepted None -> "it is no walk for the proved checker, or a certificate of a loop does not hold"
  | NotAccepted (Some least) -> "what is proved of it is a least cost of " ^ text_of least

let say (a : Read.named) evidence =
  match judge a.automaton evidence with
  | EachPath c -> accept ("every path costs at most " ^ Numbers.to_text c)
  | EachTakenPath c -> accept ("every path that can be taken costs at most " ^ Numbers.to_text c)
  | NoLess c -> accept ("no strategy costs less than " ^ Numbers.to_text c)
  | NoCost -> accept "no finite cost is enough"
  | RejectedBound why -> reject (why_bound a why)
  | RejectedWalk why -> reject (why_walk (match evidence with EndlessOf _ -> true | _ -> false) why)
  | NotShown why -> refuse ("it was not shown: " ^ why_not_shown why)
  | NotCovered -> uncovered "draws without noise may not be any values, so that not each path can be taken"

let why_list = function
  | WrongMechanism -> "the sensitivity has to be 1 where noise is discrete, and whole where answers are"
  | MissingDifference -> "a difference is left out"
  | MissingPath e -> Printf.sprintf "path to node %d: it is left out, or something else is said of it" e
  | WrongMultipliers e -> Printf.sprintf "path to node %d: it is not impossible by these multipliers" e
  | WrongShifts (e, i) -> Printf.sprintf "path to node %d, difference %d: the shifts do not fit, or cost more" e (i + 1)
  | TieNotCovered e ->
    Printf.sprintf "path to node %d: it is impossible but for ties, and the last draw of a row is discrete" e
  | WrongDifference -> "adjacent answers have no such difference"
  | NoPoint -> "no path has a point"
  | WrongPoint e -> Printf.sprintf "path to node %d: the point does not take it" e
  | WrongWeights e -> Printf.sprintf "path to node %d: the weights do not fit, or force less" e

let say_list a piece =
  let n, mechanism, evidence = Lists.evidence_of a piece in
  let accept_list text = accept (Printf.sprintf "with lists of %d answers %s" n text) in
  let below = function None -> "" | Some c -> " below " ^ Numbers.to_text c in
  match judge_list mechanism evidence with
  | ListsCostAtMost c -> accept_list ("every path costs at most " ^ Numbers.to_text c)
  | ListsNeed claim -> accept_list ("no d is enough" ^ below claim)
  | ListsCostAtLeast claim -> accept_list ("no cost is enough" ^ below claim)
  | RejectedList (TieNotCovered _ as why) -> uncovered (why_list why)
  | RejectedList why -> reject (why_list why)

type model = Automaton of Read.named | Lists of Lists.named

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
  | Read.Contradictory text -> Error (reject text)
  | Read.Uncovered text -> Error (uncovered text)
  | Stack_overflow -> Error (refuse "it is too long or nested too deeply")

let automaton_of text =
  match Json.parse_all text with
  | [ Json.Object m as one ] when List.mem_assoc "couplet_linear" m -> Lists (Lists.mechanism_of one)
  | [ one ] -> Automaton (Read.automaton_of one)
  | _ -> raise (Read.Malformed "it is not one automaton")

(* The answer to each piece in a text; an exception if it cannot be read. *)
let answers model text =
  let documents = Json.parse_all text in
  let found = List.concat_map pieces documents in
  if found = [] && not (List.exists is_index documents) then raise (Read.Malformed "there is no evidence in it");
  let answer piece =
    match guarded (fun () -> match model with Automaton a -> say a (Read.evidence_of a piece) | Lists a -> say_list a piece) with Ok answer | Error answer -> answer in
  List.map answer found
