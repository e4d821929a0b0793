(* SPDX-License-Identifier: Apache-2.0 *)
(* What probabilities and costs are of a linear mechanism (Linear.v), with the noise of Statement.v. The
   theorems are those of PrivateLists.v. *)
From Coq Require Import QArith Qreals Reals List.
From Coquelicot Require Import Rbar.
From Couplet Require Import Model Linear Statement.
Import ListNotations.
Open Scope R_scope.

Fixpoint dotR (l : list (nat * Q)) (x : nat -> R) : R :=
  match l with [] => 0 | (i, q) :: l => Q2R q * x i + dotR l x end.

(* The value of a form; u: answers, z: draws. *)
Definition value (r : form) (u z : nat -> R) : R :=
  Q2R (constant r) + dotR (of_answers r) u + dotR (of_draws r) z.

Definition is_met (r : form) (strict : bool) (u z : nat -> R) : bool :=
  if strict then (if Rlt_dec 0 (value r u z) then true else false)
  else if Rle_dec 0 (value r u z) then true else false.

Section Runs.
Variable average : noise -> expectation.
Variable u : nat -> R. (* the answers *)
Variable wanted : list item -> Prop.

(* The probability that a run which has made k draws, z, and showed seen, meets with the events es, and
   that the outputs are a wanted sequence. *)
Fixpoint chance (es : list event) (k : nat) (z : nat -> R) (seen : list item) : Rbar :=
  match es with
  | [] => one_if (wanted seen)
  | Drawn n :: es => average n (fun y => chance es (S k) (fun i => if Nat.eqb i k then y else z i) seen)
  | Found r strict met :: es => if Bool.eqb (is_met r strict u z) met then chance es k z seen else 0
  | Seen (Text letter) :: es => chance es k z (seen ++ [Letter letter])
  | Seen (Written q) :: es => chance es k z (seen ++ [Number (Q2R q)])
  | Seen (Real r) :: es => chance es k z (seen ++ [Number (value r u z)])
  end.

(* The sum over all ways; without decisions whose two sides go on equally. *)
Definition probability (m : mechanism) : Rbar :=
  fold_right Rbar_plus 0 (map (fun w => chance (snd w) 0 (fun _ => 0) []) (paths_of m)).
End Runs.

(* Adjacent lists of answers. *)
Definition neighbours (m : mechanism) (u u' : nat -> R) : Prop :=
  let s := Q2R (answer_sensitivity m) in
  match answers_adjacent m with
  | Any => forall j, - s <= u' j - u j <= s
  | Monotonic => (forall j, 0 <= u' j - u j <= s) \/ (forall j, - s <= u' j - u j <= 0)
  | One => exists j, - s <= u' j - u j <= s /\ forall i, i <> j -> u' i = u i
  end /\
  (forall j, (n_answers m <= j)%nat -> u' j = u j) /\
  (some_discrete m = true -> forall j, is_whole (u j) /\ is_whole (u' j)).

(* ---- Paths and shifts, for the theorem about costs ----------------------------------------- *)

(* The first k draws; the others are 0. *)
Definition up_toR (k : nat) (z : nat -> R) : nat -> R := fun i => if Nat.ltb i k then z i else 0.

(* Draws z take the events es, and the outputs are wanted. *)
Fixpoint follows (wanted : list item -> Prop) (u z : nat -> R) (es : list event) (k : nat) (seen : list item) : Prop :=
  match es with
  | [] => wanted seen
  | Drawn _ :: es => follows wanted u z es (S k) seen
  | Found r strict met :: es => is_met r strict u (up_toR k z) = met /\ follows wanted u z es k seen
  | Seen (Text letter) :: es => follows wanted u z es k (seen ++ [Letter letter])
  | Seen (Written q) :: es => follows wanted u z es k (seen ++ [Number (Q2R q)])
  | Seen (Real r) :: es => follows wanted u z es k (seen ++ [Number (value r u (up_toR k z))])
  end.

(* What a path asks of the change of a row: what was found at least 0 must not fall, and so on. *)
Definition signR (s : sign) (x : R) : Prop :=
  match s with AtLeast0 => 0 <= x | AtMost0 => x <= 0 | Equal0 => x = 0 end.

(* By how much a form changes when answers change by d and draws by g. *)
Definition changeR (r : row) (d g : nat -> R) : R :=
  dotR (of_answers (row_form r)) d + dotR (of_draws (row_form r)) (up_toR (before r) g).

(* What the shifts of the draws from the k-th on cost. *)
Fixpoint cost_from (g : nat -> R) (es : list event) (k : nat) : R :=
  match es with
  | [] => 0
  | Drawn n :: es => Q2R (rate n) * Rabs (g k) + cost_from g es (S k)
  | _ :: es => cost_from g es k
  end.

(* The shifts g keep all decisions and outputs of a path when answers differ by d. *)
Definition fitting (es : list event) (d g : nat -> R) : Prop :=
  Forall (fun r => signR (row_sign r) (changeR r d g)) (rows_of [] es) /\
  forall i n, nth_error (draws_of es) i = Some n -> one_sided n = true -> 0 <= g i.
