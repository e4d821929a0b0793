(* SPDX-License-Identifier: Apache-2.0 *)
(* For the page: globalThis.coupletCheck(automaton, evidence) gives an array of [status, text], one for
   each piece of evidence; with undefined evidence one for the automaton, empty if it can be read. *)
open Js_of_ocaml

let answers automaton evidence =
  match Check.model_of (fun () -> automaton), evidence with
  | Error answer, _ -> [ answer ]
  | Ok _, None -> []
  | Ok model, Some text -> Check.answers_of model (fun () -> text)

let () =
  let pair (answer : Check.answer) =
    Js.array [| Js.Unsafe.inject answer.status; Js.Unsafe.inject (Js.string answer.text) |] in
  let check automaton evidence =
    answers (Js.to_string automaton) (Option.map Js.to_string (Js.Optdef.to_option evidence))
    |> List.map pair |> Array.of_list |> Js.array in
  Js.Unsafe.set Js.Unsafe.global "coupletCheck" (Js.wrap_callback check)
