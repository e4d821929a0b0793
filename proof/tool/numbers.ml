(* SPDX-License-Identifier: Apache-2.0 *)
(* Texts as Coq's own numbers, and back. An int has 32 bits in a browser: at most nine digits become one. *)
open Checker

exception Wrong of string

let fail text = raise (Wrong (Printf.sprintf "'%s' is not a number such as 3, 1/4 or 0.25" text))

let rec positive_of n =
  if n <= 1 then XH else if n land 1 = 1 then XI (positive_of (n / 2)) else XO (positive_of (n / 2))

let z_of n = if n = 0 then Z0 else if n > 0 then Zpos (positive_of n) else Zneg (positive_of (-n))
let rec int_of = function XH -> 1 | XO p -> 2 * int_of p | XI p -> (2 * int_of p) + 1
let ten = z_of 10
let longest = 100000

let is_digits text = text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text

(* Digits by halves, so that long numbers are multiplied and not shifted digit by digit. *)
let rec power n =
  if n = 0 then z_of 1
  else
    let half = power (n / 2) in
    let square = Z.mul half half in
    if n land 1 = 1 then Z.mul ten square else square

let rec z_of_digits text =
  let n = String.length text in
  if n <= 9 then z_of (int_of_string ("0u" ^ text))
  else
    let low = n / 2 in
    let high = z_of_digits (String.sub text 0 (n - low)) in
    Z.add (Z.mul high (power low)) (z_of_digits (String.sub text (n - low) low))

let fraction text numerator denominator =
  match denominator with
  | Zpos d -> qred { qnum = numerator; qden = d }
  | _ -> fail text

let split c text =
  match String.index_opt text c with
  | Some i -> String.sub text 0 i, Some (String.sub text (i + 1) (String.length text - i - 1))
  | None -> text, None

let unsigned text body =
  let body, exponent = split 'e' (String.lowercase_ascii body) in
  let exponent =
    match exponent with
    | None -> 0
    | Some e -> (
        let bare = if e <> "" && (e.[0] = '-' || e.[0] = '+') then String.sub e 1 (String.length e - 1) else e in
        if not (is_digits bare) || String.length bare > 5 then fail text;
        let n = int_of_string ("0u" ^ bare) in
        if n > 10000 then fail text else if e.[0] = '-' then -n else n) in
  let whole, places = split '.' body in
  let places = match places with None -> "" | Some p -> if is_digits p then p else fail text in
  if not (is_digits whole) then fail text;
  let shift = exponent - String.length places in
  let digits = z_of_digits (whole ^ places) in
  if shift >= 0 then fraction text (Z.mul digits (power shift)) (z_of 1)
  else fraction text digits (power (-shift))

let rational text =
  if String.length text > longest then raise (Wrong "a number is too long");
  let negative = text <> "" && text.[0] = '-' in
  let body = if negative then String.sub text 1 (String.length text - 1) else text in
  let q =
    match split '/' body with
    | top, Some bottom ->
      if is_digits top && is_digits bottom then fraction text (z_of_digits top) (z_of_digits bottom)
      else fail text
    | _, None -> unsigned text body in
  if negative then { q with qnum = Z.opp q.qnum } else q

(* A JSON integer. *)
let whole text =
  let bare = if text <> "" && text.[0] = '-' then String.sub text 1 (String.length text - 1) else text in
  if not (is_digits bare) then fail text;
  rational text

let rec digits_of z =
  if z = Z0 then ""
  else
    let digit = match Z.modulo z ten with Z0 -> 0 | Zpos p -> int_of p | Zneg _ -> 0 in
    digits_of (Z.div z ten) ^ string_of_int digit

let text_of_z z =
  match z with Z0 -> "0" | Zpos _ -> digits_of z | Zneg p -> "-" ^ digits_of (Zpos p)

let to_text q =
  let q = qred q in
  if q.qden = XH then text_of_z q.qnum else text_of_z q.qnum ^ "/" ^ text_of_z (Zpos q.qden)
