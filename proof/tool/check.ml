(* SPDX-License-Identifier: Apache-2.0 *)
(* From texts to answers: what the program and the page share. *)
open Checker

(* Of a file, or of a piece of evidence in it: an exit status, and the text. *)
type answer = { status : int; text : string }

let accepted = 0
let unreadable = 4
let rejected = 7
let refused = 12

let why_bound (a : Read.named) reason =
  let place q n = Printf.sprintf "state %s, entry %d, " a.state_names.(Numbers.int_of q) (n + 1) in
  let step q n t d =
    Printf.sprintf "%stransition %d, D = %s" (place q n) t (match d with Down -> "-1" | Stay -> "0" | Up -> "+1") in
  let vector i what = Printf.sprintf "vector %d: %s" (i + 1) what in
  match reason with
  | Meaningless -> "noise is discrete, and the sensitivity is not a whole number"
  | NoStart -> "the initial state has no entry whose vectors cover the start"
  | TooDear (q, n, i) -> place q n ^ vector i "its least value is above the cost"
  | NoEntry (q, n, t, d) -> step q n t d ^ ": no entry there for what is known"
  | Minimised (q, n, t, d, i) -> step q n t d ^ ", " ^ vector i "it compares with a threshold that was minimised out"
  | NotBelow (q, n, t, d, i) -> step q n t d ^ ", " ^ vector i "what it leads to is not below any vector kept there"

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

(* What Necessary.v says of walks through some automata. *)
let necessary (a : Read.named) what =
  if is_plain a.automaton then Printf.sprintf ", and no d%s is enough where outputs tell the path" what else ""

let say (a : Read.named) evidence =
  match judge a.automaton evidence with
  | EachPath c -> accept ("every path costs at most " ^ Numbers.to_text c)
  | EachTakenPath c -> accept ("every path that can be taken costs at most " ^ Numbers.to_text c)
  | NoLess c -> accept ("no strategy costs less than " ^ Numbers.to_text c ^ necessary a " below that")
  | NoCost -> accept ("no finite cost is enough" ^ necessary a "")
  | RejectedBound why -> reject (why_bound a why)
  | RejectedWalk why -> reject (why_walk (match evidence with EndlessOf _ -> true | _ -> false) why)
  | NotShown why -> refuse ("it was not shown: " ^ why_not_shown why)
  | NotCovered -> uncovered "draws without noise may not be any values, so that not each path can be taken"

let why_list reason =
  let path e what = Printf.sprintf "path to node %d: %s" e what in
  match reason with
  | WrongMechanism -> "the sensitivity has to be 1 where noise is discrete, and whole where answers are"
  | MissingDifference -> "a difference is left out"
  | MissingPath e -> path e "it is left out, or something else is said of it"
  | WrongMultipliers e -> path e "it is not impossible by these multipliers"
  | WrongShifts (e, i) -> path e (Printf.sprintf "the shifts for difference %d do not fit, or cost more" (i + 1))
  | TieNotCovered e -> path e "it is impossible but for ties, and the last draw of a row is discrete"
  | WrongDifference -> "adjacent answers have no such difference"
  | NoPoint -> "no path has a point"
  | WrongPoint e -> path e "the point does not take it"
  | WrongWeights e -> path e "the weights do not fit, or force less"

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

(* The pieces of a document: one, an array of them, or those of a JSON report; an index has none. *)
let pieces document =
  let listed key m = match List.assoc_opt key m with Some (Json.List l) -> Some l | _ -> None in
  match document with
  | Json.List l -> l
  | Json.Object m when List.mem_assoc "couplet_evidence_index" m -> []
  | Json.Object m as one ->
    let of_stage = function Json.Object s -> Option.value (listed "evidence" s) ~default:[] | _ -> [] in
    Option.fold ~none:[ one ] ~some:(List.concat_map of_stage) (listed "stages" m)
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

let model_of read =
  guarded (fun () ->
    match Json.parse_all (read ()) with
    | [ Json.Object m as one ] when List.mem_assoc "couplet_linear" m -> Lists (Lists.mechanism_of one)
    | [ one ] -> Automaton (Read.automaton_of one)
    | _ -> raise (Read.Malformed "it is not one automaton"))

(* The answer to each piece in a text, or that it cannot be read. *)
let answers_of model read =
  let judged piece () =
    match model with Automaton a -> say a (Read.evidence_of a piece) | Lists a -> say_list a piece in
  let answer piece = Result.fold ~ok:Fun.id ~error:Fun.id (guarded (judged piece)) in
  let all () =
    let documents = Json.parse_all (read ()) in
    let found = List.concat_map pieces documents in
    if found = [] && not (List.exists is_index documents) then raise (Read.Malformed "there is no evidence in it");
    List.map answer found in
  Result.fold ~ok:Fun.id ~error:(fun answer -> [ answer ]) (guarded all)
