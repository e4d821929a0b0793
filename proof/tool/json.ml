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
  let next () =
    if peek () = '\n' then incr line;
    incr at in
  let rec blank () =
    match peek () with ' ' | '\t' | '\r' | '\n' when !at < n -> next (); blank () | _ -> () in
  let expect c = if !at < n && peek () = c then next () else fail (Printf.sprintf "'%c' is missing" c) in
  let word w value =
    let k = String.length w in
    if !at + k <= n && String.sub text !at k = w then (at := !at + k; value)
    else fail "a value is missing" in
  let hex () =
    let digits = if !at + 4 <= n then String.sub text !at 4 else fail "a text ends too early" in
    at := !at + 4;
    let digit c =
      match c with
      | '0' .. '9' -> Char.code c - 48
      | 'a' .. 'f' -> Char.code c - 87
      | 'A' .. 'F' -> Char.code c - 55
      | _ -> fail "a wrong escape in a text" in
    String.fold_left (fun sum c -> (16 * sum) + digit c) 0 digits in
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
      if peek () <> '\\' then (Buffer.add_char buffer (peek ()); next ())
      else begin
        next ();
        let c = peek () in
        next ();
        match c with
        | '"' | '\\' | '/' -> Buffer.add_char buffer c
        | 'b' -> Buffer.add_char buffer '\b'
        | 'f' -> Buffer.add_char buffer '\012'
        | 'n' -> Buffer.add_char buffer '\n'
        | 'r' -> Buffer.add_char buffer '\r'
        | 't' -> Buffer.add_char buffer '\t'
        | 'u' -> add_unicode buffer
        | _ -> fail "a wrong escape in a text"
      end
    done;
    next ();
    Buffer.contents buffer in
  let number () =
    let start = !at in
    while match peek () with '0' .. '9' | '-' | '+' | '.' | 'e' | 'E' -> !at < n | _ -> false do next () done;
    if !at = start then fail "a value is missing";
    String.sub text start (!at - start) in
  let rec value depth =
    if depth > deepest then fail "values are nested too deeply";
    blank ();
    let result =
      match peek () with
      | '{' -> next (); Object (members depth (Hashtbl.create 8) [])
      | '[' -> next (); List (items depth [])
      | '"' -> String (string ())
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | _ -> Number (number ()) in
    blank ();
    result
  and items depth found =
    blank ();
    if found = [] && peek () = ']' then (next (); [])
    else begin
      let found = value (depth + 1) :: found in
      if peek () = ',' then (next (); items depth found) else (expect ']'; List.rev found)
    end
  and members depth seen found =
    blank ();
    if found = [] && peek () = '}' then (next (); [])
    else begin
      let key = string () in
      if Hashtbl.mem seen key then fail (Printf.sprintf "key '%s' stands twice in one object" key);
      Hashtbl.add seen key ();
      blank (); expect ':';
      let found = (key, value (depth + 1)) :: found in
      if peek () = ',' then (next (); members depth seen found) else (expect '}'; List.rev found)
    end in
  let rec all found =
    blank ();
    if !at >= n then List.rev found else all (value 0 :: found) in
  all []
