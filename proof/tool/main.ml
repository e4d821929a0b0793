(* SPDX-License-Identifier: Apache-2.0 *)
(* couplet-check-proved AUTOMATON EVIDENCE...: reads, asks the checker whose soundness is proved, and
   prints. Status 0: all accepted; 7: one is rejected; 12: one is not covered by the proof, and so
   refused; 4: one cannot be read. *)

let read_file path =
  let channel = if path = "-" then stdin else open_in_bin path in
  let buffer = Buffer.create 65536 and block = Bytes.create 65536 in
  let rec go () =
    let n = input channel block 0 (Bytes.length block) in
    if n > 0 then (Buffer.add_subbytes buffer block 0 n; go ()) in
  go ();
  if path <> "-" then close_in channel;
  Buffer.contents buffer

let () =
  let say file (answer : Check.answer) = Printf.printf "%s: %s\n" file answer.text; answer.status in
  match List.tl (Array.to_list Sys.argv) with
  | file :: (_ :: _ as evidence) ->
    let check model path = List.map (say path) (Check.answers_of model (fun () -> read_file path)) in
    let statuses =
      match Check.model_of (fun () -> read_file file) with
      | Ok model -> List.concat_map (check model) evidence
      | Error answer -> [ say file answer ] in
    exit (List.find (fun s -> s = Check.accepted || List.mem s statuses) Check.[ unreadable; rejected; refused; accepted ])
  | _ ->
    prerr_endline "usage: couplet-check-proved AUTOMATON.json EVIDENCE...";
    exit 2
