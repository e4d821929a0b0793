(* SPDX-License-Identifier: Apache-2.0 *)
(* For the page: globalThis.coupletCheck(automaton, evidence) gives an array of [status, text], one for
   each piece of evidence; with undefined evidence one for the automaton, empty if it can be read. *)
open Js_of_ocaml

let answers automaton evidence =
  match Check.guarded (fun () -> Check.automaton_of automaton) with
  | Error answer -> [ answer ]
  | Ok a ->
    match evidence with
    | None -> []
    | Some text ->
      match Check.guarded (fun () -> Check.answers a text) with Ok answers -> answers | Error answer -> [ answer ]

let () =
  let pair (answer : Check.answer) =
    Js.array [| Js.Unsafe.inject answer.status; Js.Unsafe.inject (Js.string answer.text) |] in
  let check automaton evidence =
    answers (Js.to_string automaton) (Option.map Js.to_string (Js.Optdef.to_option evidence))
    |> List.map pair |> Array.of_list |> Js.array in
  Js.Unsafe.set Js.Unsafe.global "coupletCheck" (Js.wrap_callback check)
