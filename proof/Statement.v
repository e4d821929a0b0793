(* SPDX-License-Identifier: Apache-2.0 *)
(* What differential privacy means here: probabilities of outputs, from the noise up. The theorem is
   Private.private. Model.v has the automata; [0, oo] is what Coquelicot's Rbar has from 0 on. *)
From Coq Require Import ZArith QArith Qreals Reals List.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model.
Import ListNotations.
Open Scope R_scope.

(* ---- Noise --------------------------------------------------------------------------------- *)

(* What noise y with some distribution gives f(y) on average, for any f from R to [0, oo]. *)
Definition expectation := (R -> Rbar) -> Rbar.

(* No noise. *)
Definition at_zero : expectation := fun f => f 0.

(* A sum over the integers of w(k) f(k): the least upper bound of its finite parts. *)
Definition finite_sum (w : Z -> R) (f : R -> Rbar) (ks : list Z) : Rbar :=
  fold_right (fun k s => Rbar_plus (Rbar_mult (w k) (f (IZR k))) s) 0 ks.

Definition sum_over_integers (w : Z -> R) : expectation :=
  fun f => Rbar_lub (fun s => exists ks, NoDup ks /\ s = finite_sum w f ks).

Definition discrete_laplace (rate : R) : expectation :=
  sum_over_integers (fun k => (1 - exp (- rate)) / (1 + exp (- rate)) * exp (- (rate * Rabs (IZR k)))).

Definition geometric (rate : R) : expectation :=
  sum_over_integers (fun k => if (0 <=? k)%Z then (1 - exp (- rate)) * exp (- (rate * IZR k)) else 0).

(* The integral of density(y) f(y) over the reals, as Lebesgue and Daniell have it: f is covered by
   countably many open intervals with heights, in all ways; the least that they weigh. Measurable f
   have the integral that they always have; others have the upper one. *)
Fixpoint partial_sum (terms : nat -> R) (n : nat) : R :=
  match n with O => 0 | S n => partial_sum terms n + terms n end.

Definition series (terms : nat -> R) : Rbar :=
  Rbar_lub (fun s => exists n, s = Finite (partial_sum terms n)).

Definition on_interval (left right height x : R) : R :=
  if Rlt_dec left x then if Rlt_dec x right then height else 0 else 0.

Definition covers (f : R -> Rbar) (left right height : nat -> R) : Prop :=
  (forall i, left i <= right i /\ 0 <= height i) /\
  forall x, Rbar_le (f x) (series (fun i => on_interval (left i) (right i) (height i) x)).

Definition integral (density : R -> R) : expectation :=
  fun f => Rbar_glb (fun s => exists left right height, covers f left right height /\
    s = series (fun i => height i * RInt density (left i) (right i))).

Definition laplace (rate : R) : expectation :=
  integral (fun y => rate / 2 * exp (- (rate * Rabs y))).

(* Over the reals from 0 on. *)
Definition exponential (rate : R) : expectation :=
  fun f => integral (fun y => rate * exp (- (rate * y))) (fun y => if Rle_dec 0 y then f y else 0).

(* The noise that an automaton names, at epsilon. *)
Definition expectation_of (epsilon : R) (n : noise) : expectation :=
  match parameter n with
  | None => at_zero
  | Some d =>
    match one_sided n, whole_numbers n with
    | false, false => laplace (Q2R d * epsilon)
    | false, true => discrete_laplace (Q2R d * epsilon)
    | true, false => exponential (Q2R d * epsilon)
    | true, true => geometric (Q2R d * epsilon)
    end
  end.

(* ---- Runs ---------------------------------------------------------------------------------- *)

(* What an observer sees. *)
Inductive item := Letter (n : nat) | Number (x : R).

(* 1 if A, else 0. *)
Definition one_if (A : Prop) : Rbar := Rbar_lub (fun r => r = Finite 0 \/ (A /\ r = Finite 1)).

Section Runs.
Variable a : automaton.
(* What the noise averages; expectation_of is meant. *)
Variable average : noise -> expectation.
(* What an automaton of Model.v does not tell, since no cost depends on it: the means of the noise,
   the letter or letters of an output that is a symbol, and what becomes of a fresh value before it
   is shown (it may be rounded). *)
Variable mean : state -> threshold -> R.
Variable fresh_mean : state -> R.
Variable letters : transition -> list item.
Variable finish : state -> R -> R.

(* What the program reads: a private or a public input, which may depend on the steps so far and on
   all that has been seen so far. *)
Variable private public : list transition -> list item -> R.
(* The set of output sequences that is asked about. *)
Variable wanted : list item -> Prop.

Definition input_at (q : state) (steps : list transition) (seen : list item) (last : R) : R :=
  match reads (place_of a q) with
  | Private => private steps seen
  | Public => public steps seen
  | Again => last
  end.

(* Draws a sample for each of vs, one after the other, around input; rest gets them. *)
Fixpoint each_sample (q : state) (input : R) (vs : list threshold) (z : threshold -> R)
         (rest : (threshold -> R) -> Rbar) : Rbar :=
  match vs with
  | [] => rest z
  | v :: vs =>
    average (sample (place_of a q) v) (fun y =>
      each_sample q input vs (fun w => if Pos.eqb w v then input + mean q v + y else z w) rest)
  end.

(* One sample for all thresholds, or one for each that the transition has to do with. *)
Definition samples_at (q : state) (t : transition) (input : R) (rest : (threshold -> R) -> Rbar)
  : Rbar :=
  if shared a then
    average (sample (place_of a q) 1%positive) (fun y => rest (fun _ => input + mean q 1%positive + y))
  else each_sample q input (touched t) (fun _ => 0) rest.

Definition is_below (z x : threshold -> R) (v : threshold) : bool :=
  if Rlt_dec (z v) (x v) then true else false.

(* The probability that a run which went along steps to state q, and showed seen, goes on along ts with
   outputs that make what is seen a wanted sequence. x: the thresholds; last: the last private input. *)
Fixpoint chance (ts : list transition) (q : state) (x : threshold -> R) (last : R)
         (steps : list transition) (seen : list item) : Rbar :=
  match ts with
  | [] => one_if (wanted seen)
  | t :: rest =>
    let input := input_at q steps seen last in
    samples_at q t input (fun z =>
      let go shown :=
        chance rest (target t) (fun v => if among v (assigns t) then z v else x v)
          (match reads (place_of a q) with Private => input | _ => last end)
          (steps ++ [t]) (seen ++ shown) in
      if holds (condition t) (is_below z x) then
        match shows t with
        | Symbol => go (letters t)
        | Insample v => go [Number (z v)]
        | Gap v => go [Number (z v - x v)]
        | Fresh => average (snapped (place_of a q) (fresh (place_of a q))) (fun y =>
                     go [Number (finish q (input + fresh_mean q + y))])
        end
      else 0)
  end.

(* All paths of n transitions, and shorter ones that end where nothing leaves. *)
Fixpoint paths (n : nat) (q : state) : list (list transition) :=
  match n, leaving (place_of a q) with
  | S n, (_ :: _) as ts => flat_map (fun t => map (cons t) (paths n (target t))) ts
  | _, _ => [[]]
  end.

(* The probability that the outputs of n steps are wanted ones. Before it is assigned a threshold is 0. *)
Definition probability (n : nat) : Rbar :=
  fold_right Rbar_plus 0
    (map (fun ts => chance ts (initial a) (fun _ => 0) 0 [] []) (paths n (initial a))).
End Runs.

(* ---- Adjacent inputs ----------------------------------------------------------------------- *)

(* By how much private inputs may differ, whatever the steps before them: each by the sensitivity at
   most; all upwards or all downwards; or one on each way. *)
Definition may_differ_by (a : automaton) (difference : list transition -> R) : Prop :=
  let s := Q2R (sensitivity a) in
  match adjacent_by a with
  | Any => forall steps, - s <= difference steps <= s
  | Monotonic => (forall steps, 0 <= difference steps <= s) \/ (forall steps, - s <= difference steps <= 0)
  | One => (forall steps, - s <= difference steps <= s) /\
           forall steps t more, difference steps = 0 \/ difference (steps ++ t :: more) = 0
  end.

Definition is_whole (x : R) : Prop := exists z, x = IZR z.

Definition has_discrete_noise (a : automaton) : Prop :=
  exists q v, whole_numbers (sample (place_of a q) v) = true \/ whole_numbers (fresh (place_of a q)) = true.

(* Private inputs of two runs that adjacent databases may give. They may depend on all that was seen; by
   how much they differ may depend on the steps (and so on the letters seen), not on numbers seen. Where
   noise is discrete they are whole numbers. *)
Definition neighbours (a : automaton) (u u' : list transition -> list item -> R) : Prop :=
  (exists difference, may_differ_by a difference /\
     forall steps seen, u' steps seen = u steps seen + difference steps) /\
  (has_discrete_noise a -> forall steps seen, is_whole (u steps seen) /\ is_whole (u' steps seen)).

(* ---- For lower bounds ---------------------------------------------------------------------- *)

(* Each step shows one letter, or a number; steps that leave one state show different letters, and at most
   one of them a number. *)
Definition tells_the_path (a : automaton) (letters : transition -> list item) : Prop :=
  (forall t, exists i, letters t = [Letter i]) /\
  forall q t t', In t (leaving (place_of a q)) -> In t' (leaving (place_of a q)) -> t <> t' ->
    match shows t, shows t' with
    | Symbol, Symbol => letters t <> letters t'
    | Symbol, _ | _, Symbol => True
    | _, _ => False
    end.

(* Fresh values are shown as they are. *)
Definition as_it_is (_ : state) (x : R) : R := x.

(* At every epsilon some adjacent inputs and some outputs need more than c': with means and public inputs
   that are whole numbers, letters that tell the path, and fresh values that are shown as they are. *)
Definition needs_more_than (a : automaton) (c' : R) : Prop :=
  forall epsilon, 0 < epsilon ->
  forall mean fresh_mean, (forall q, (forall v, is_whole (mean q v)) /\ is_whole (fresh_mean q)) ->
  forall letters, tells_the_path a letters ->
  forall public, (forall steps seen, is_whole (public steps seen)) ->
  exists n u u' wanted, neighbours a u u' /\
    let P u := probability a (expectation_of epsilon) mean fresh_mean letters as_it_is u public wanted n in
    Rbar_lt (Rbar_mult (exp (c' * epsilon)) (P u')) (P u).
