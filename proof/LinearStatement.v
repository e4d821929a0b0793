(* SPDX-License-Identifier: Apache-2.0 *)
(* What probabilities are of a linear mechanism (Linear.v), with the noise of Statement.v. The theorem is
   LinearPrivate.private_for_lists. *)
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
