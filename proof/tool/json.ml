(* SPDX-License-Identifier: Apache-2.0 *)
(* A reader of JSON that takes nothing on trust: numbers stay texts, a key may stand in an object
   once, and values may be nested 200 deep. *)

type t =
  | Null
  | Bool of bool
  | Number of string
  | String of string
  | List of t list
  | Object of (string * t) list

exception Wrong of int * string (* line *)

let deepest = 200

(* All values that stand in text, one behind the other. *)
let parse_all text =
  let n = String.length text and at = ref 0 and line = ref 1 in
  let fail what = raise (Wrong (!line, what)) in
  let peek () = if !at < n then text.[!at] else '\000' in
  let next () = if peek () = '\n' then incr line; incr at in
  let rec blank () = match peek () with ' ' | '\t' | '\r' | '\n' when !at < n -> next (); blank () | _ -> () in
  let expect c = if !at < n && peek () = c then next () else fail (Printf.sprintf "'%c' is missing" c) in
  let part k what = if !at + k <= n then (at := !at + k; String.sub text (!at - k) k) else fail what in
  let word w value = if part (String.length w) "a value is missing" = w then value else fail "a value is missing" in
  let hex () =
    let digits = part 4 "a text ends too early" in
    let is_hex = function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false in
    if String.for_all is_hex digits then int_of_string ("0x" ^ digits) else fail "a wrong escape in a text" in
  let add_unicode buffer =
    let high = hex () in
    let code =
      if high >= 0xD800 && high < 0xDC00 && peek () = '\\' then begin
        next (); expect 'u';
        let low = hex () in
        if low < 0xDC00 || low > 0xDFFF then fail "a wrong escape in a text";
        0x10000 + ((high - 0xD800) * 0x400) + (low - 0xDC00)
      end else high in
    if not (Uchar.is_valid code) then fail "a wrong escape in a text";
    Buffer.add_utf_8_uchar buffer (Uchar.of_int code) in
  let string () =
    let buffer = Buffer.create 16 in
    expect '"';
    while peek () <> '"' do
      if !at >= n || peek () < ' ' then fail "a text does not end";
      let c = peek () in
      next ();
      if c <> '\\' then Buffer.add_char buffer c
      else begin
        let c = peek () in
        next ();
        match String.index_opt "\"\\/bfnrt" c with
        | Some i -> Buffer.add_char buffer "\"\\/\b\012\n\r\t".[i]
        | None -> if c = 'u' then add_unicode buffer else fail "a wrong escape in a text"
      end
    done;
    next ();
    Buffer.contents buffer in
  let number () =
    let start = !at in
    while match peek () with '0' .. '9' | '-' | '+' | '.' | 'e' | 'E' -> !at < n | _ -> false do next () done;
    if !at = start then fail "a value is missing";
    String.sub text start (!at - start) in
  let rec several close item found =
    blank ();
    if found = [] && peek () = close then (next (); [])
    else begin
      let found = item () :: found in
      if peek () = ',' then (next (); several close item found) else (expect close; List.rev found)
    end in
  let rec value depth =
    if depth > deepest then fail "values are nested too deeply";
    blank ();
    let result =
      match peek () with
      | '{' -> next (); Object (several '}' (member depth (Hashtbl.create 8)) [])
      | '[' -> next (); List (several ']' (fun () -> value (depth + 1)) [])
      | '"' -> String (string ())
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | _ -> Number (number ()) in
    blank ();
    result
  and member depth seen () =
    let key = string () in
    if Hashtbl.mem seen key then fail (Printf.sprintf "key '%s' stands twice in one object" key);
    Hashtbl.add seen key ();
    blank (); expect ':';
    key, value (depth + 1) in
  let rec all found = blank (); if !at >= n then List.rev found else all (value 0 :: found) in
  all []
