(* SPDX-License-Identifier: Apache-2.0 *)
(* Texts as Coq's own numbers, and back. An int has 32 bits in a browser: at most nine digits become one. *)
open Checker

exception Wrong of string

let longest = 100000

let rec positive_of n =
  if n <= 1 then XH else if n land 1 = 1 then XI (positive_of (n / 2)) else XO (positive_of (n / 2))

let rec int_of = function XH -> 1 | XO p -> 2 * int_of p | XI p -> (2 * int_of p) + 1
let z_of n = if n = 0 then Z0 else Zpos (positive_of n)
let ten = z_of 10
let whole_of z = { qnum = z; qden = XH }
let zero = whole_of Z0
let one = whole_of (z_of 1)
let is_digits text = text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text
let without sign text = if text <> "" && text.[0] = sign then String.sub text 1 (String.length text - 1) else text

let power n = Z.pow ten (z_of n)
let z_of_digits = String.fold_left (fun z c -> Z.add (Z.mul ten z) (z_of (Char.code c - 48))) Z0

let split c text =
  match String.index_opt text c with
  | Some i -> String.sub text 0 i, Some (String.sub text (i + 1) (String.length text - i - 1))
  | None -> text, None

let rational text =
  let fail () = raise (Wrong (Printf.sprintf "'%s' is not a number such as 3, 1/4 or 0.25" text)) in
  if String.length text > longest then raise (Wrong "a number is too long");
  let digits t = if is_digits t then t else fail () in
  let fraction top bottom = match bottom with Zpos d -> qred { qnum = top; qden = d } | _ -> fail () in
  let exponent e =
    let negative = without '-' e <> e in
    let bare = digits (if negative then without '-' e else without '+' e) in
    let n = if String.length bare > 5 then fail () else int_of_string ("0u" ^ bare) in
    if n > 10000 then fail () else if negative then -n else n in
  let body = without '-' text in
  let q =
    match split '/' body with
    | top, Some bottom -> fraction (z_of_digits (digits top)) (z_of_digits (digits bottom))
    | _, None ->
      let body, e = split 'e' (String.lowercase_ascii body) in
      let whole, places = split '.' body in
      let places = Option.fold ~none:"" ~some:digits places in
      let shift = Option.fold ~none:0 ~some:exponent e - String.length places in
      let all = z_of_digits (digits whole ^ places) in
      if shift >= 0 then fraction (Z.mul all (power shift)) (z_of 1) else fraction all (power (-shift)) in
  if body <> text then { q with qnum = Z.opp q.qnum } else q

(* A JSON integer. *)
let whole text =
  if not (is_digits (without '-' text)) then raise (Wrong (Printf.sprintf "'%s' is not a whole number" text));
  rational text

let rec digits_of z =
  if z = Z0 then ""
  else
    let digit = match Z.modulo z ten with Zpos p -> int_of p | _ -> 0 in
    digits_of (Z.div z ten) ^ string_of_int digit

let text_of_z z = match z with Z0 -> "0" | Zpos _ -> digits_of z | Zneg p -> "-" ^ digits_of (Zpos p)

let to_text q =
  let q = qred q in
  text_of_z q.qnum ^ if q.qden = XH then "" else "/" ^ text_of_z (Zpos q.qden)
