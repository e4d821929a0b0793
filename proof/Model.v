(* SPDX-License-Identifier: Apache-2.0 *)
(* Automata, paths, differences, valid shifts and their cost, as docs/theory.md (sections 1, 2 and
   10) and docs/evidence.md have them. Nothing is asked of cycles: the cost is T(D) of section 5.
   Every theorem of Theorems.v is about what is defined here. *)
From Coq Require Import QArith Qabs List Bool FMapPositive.
Import ListNotations.
Open Scope Q_scope.

Module Map := PositiveMap.

Notation threshold := positive (only parsing).
Notation state := positive (only parsing).

(* ---- Automata ------------------------------------------------------------------------------ *)

Inductive input := Public | Private | Again.

(* insample < v, insample >= v *)
Inductive comparison := Less | AtLeast.

Inductive guard :=
| Always
| Compare (c : comparison) (v : threshold)
| And (left right : guard)
| Or (left right : guard)
| Not (negated : guard).

(* With one sample for all thresholds it does not matter which one Insample names. *)
Inductive output := Symbol | Insample (v : threshold) | Fresh | Gap (v : threshold).

Record transition := {
  target : state;
  condition : guard;
  shows : output;
  assigns : list threshold }.

(* The parameter d of a draw; None: without noise. Discrete Laplace noise pays what Laplace noise
   pays. *)
Record noise := {
  parameter : option Q;
  one_sided : bool; (* exponential *)
  whole_numbers : bool }. (* discrete: draws may tie *)

Record place := { (* a state *)
  reads : input;
  noises : Map.t noise; (* of samples, by threshold; with one sample for all, that of threshold 1 *)
  other_noise : noise; (* of those not named there *)
  fresh : noise;
  floating : option Q; (* the bound of a floating snap *)
  leaving : list transition }.

Inductive adjacency := Any | Monotonic | One.

Record automaton := {
  initial : state;
  thresholds : list threshold;
  shared : bool; (* one sample for all thresholds, or there is one threshold *)
  adjacent_by : adjacency;
  sensitivity : Q;
  places : Map.t place }.

Definition sample (p : place) (v : threshold) : noise :=
  match Map.find v (noises p) with Some n => n | None => other_noise p end.

Definition no_noise : noise := {| parameter := None; one_sided := false; whole_numbers := false |}.

Definition nowhere : place :=
  {| reads := Public;
     noises := Map.empty _; other_noise := no_noise; fresh := no_noise; floating := None; leaving := [] |}.

Definition place_of (a : automaton) (q : state) : place :=
  match Map.find q (places a) with Some p => p | None => nowhere end.

(* ---- Guards: the literals that count ------------------------------------------------------- *)

Definition among (v : positive) (vs : list positive) : bool := existsb (Pos.eqb v) vs.

Fixpoint mentioned (g : guard) : list threshold :=
  match g with
  | Always => []
  | Compare _ v => [v]
  | And l r | Or l r => mentioned r ++ mentioned l
  | Not n => mentioned n
  end.

Fixpoint distinct (vs : list positive) : list positive :=
  match vs with
  | [] => []
  | v :: rest => if among v rest then distinct rest else v :: distinct rest
  end.

(* Whether g holds when the sample is below the thresholds of which below says so. *)
Fixpoint holds (g : guard) (below : threshold -> bool) : bool :=
  match g with
  | Always => true
  | Compare Less v => below v
  | Compare AtLeast v => negb (below v)
  | And l r => holds l below && holds r below
  | Or l r => holds l below || holds r below
  | Not n => negb (holds n below)
  end.

Fixpoint all_sides (vs : list threshold) : list (threshold -> bool) :=
  match vs with
  | [] => [fun _ => false]
  | v :: rest => flat_map (fun below => [below; fun w => if Pos.eqb w v then true else below w])
                          (all_sides rest)
  end.

(* A literal is in a prime implicant of g when turning it round makes g false where it was true. *)
Definition counts (g : guard) (v : threshold) (c : comparison) : bool :=
  let side := match c with Less => true | AtLeast => false end in
  existsb (fun below =>
             eqb (below v) side && holds g below &&
             negb (holds g (fun w => if Pos.eqb w v then negb side else below w)))
          (all_sides (distinct (mentioned g))).

(* The same for a conjunction of literals of different thresholds, without trying all sides. *)
Fixpoint conjunction (g : guard) : option (list (threshold * comparison)) :=
  match g with
  | Always => Some []
  | Compare c v => Some [(v, c)]
  | And l r => match conjunction l, conjunction r with
               | Some ls, Some rs =>
                 if existsb (fun lit => among (fst lit) (map fst ls)) rs then None else Some (ls ++ rs)
               | _, _ => None
               end
  | _ => None
  end.

Definition literals (g : guard) : list (threshold * comparison) :=
  match conjunction g with
  | Some found => found
  | None => flat_map (fun v => (if counts g v Less then [(v, Less)] else []) ++
                               (if counts g v AtLeast then [(v, AtLeast)] else []))
                     (distinct (mentioned g))
  end.

(* ---- Samples ------------------------------------------------------------------------------- *)

(* How a transition uses one sample. A fresh output is a sample that is shown. *)
Record draw := {
  compared : list (threshold * comparison);
  assigned : list threshold;
  shown : bool;
  fee : option Q; (* for each 1 that the shift is off D; None: the shift is D *)
  upwards : bool }. (* the shift is D or more *)

Definition fee_of (a : automaton) (n : noise) : option Q :=
  match parameter n with Some d => Some (d * sensitivity a) | None => None end.

(* 1 + bound / 2^49 *)
Definition snapped (p : place) (n : noise) : noise :=
  match floating p, parameter n with
  | Some bound, Some d =>
    {| parameter := Some (Qred (d * (1 + bound * (1 # 562949953421312))));
       one_sided := one_sided n; whole_numbers := whole_numbers n |}
  | _, _ => n
  end.

Definition used (d : draw) : bool :=
  match compared d, assigned d with [], [] => shown d | _, _ => true end.

(* The literals that count: those of the guard, and both on the threshold of a gap. *)
Definition compares (t : transition) : list (threshold * comparison) :=
  literals (condition t) ++
  match shows t with Gap v => [(v, Less); (v, AtLeast)] | _ => [] end.

Definition common_draw (a : automaton) (p : place) (t : transition) : draw :=
  let n := sample p 1%positive in
  {| compared := compares t; assigned := assigns t;
     shown := match shows t with Insample _ => true | _ => false end;
     fee := fee_of a n; upwards := one_sided n |}.

Definition own_draw (a : automaton) (p : place) (t : transition) (v : threshold) : draw :=
  let n := sample p v in
  {| compared := filter (fun lit => Pos.eqb (fst lit) v) (compares t);
     assigned := filter (Pos.eqb v) (assigns t);
     shown := match shows t with Insample w => Pos.eqb w v | _ => false end;
     fee := fee_of a n; upwards := one_sided n |}.

Definition fresh_draw (a : automaton) (p : place) : draw :=
  let n := snapped p (fresh p) in
  {| compared := []; assigned := []; shown := true; fee := fee_of a n; upwards := one_sided n |}.

(* The thresholds that t has to do with, each once. *)
Definition touched (t : transition) : list threshold :=
  distinct (map fst (compares t) ++ assigns t ++ match shows t with Insample v => [v] | _ => [] end).

(* The samples that t uses when it leaves p. *)
Definition draws (a : automaton) (p : place) (t : transition) : list draw :=
  (if shared a then filter used [common_draw a p t] else map (own_draw a p t) (touched t)) ++
  match shows t with Fresh => [fresh_draw a p] | _ => [] end.

(* ---- Paths and differences ----------------------------------------------------------------- *)

Fixpoint path (a : automaton) (q : state) (ts : list transition) : Prop :=
  match ts with
  | [] => True
  | t :: rest => In t (leaving (place_of a q)) /\ path a (target t) rest
  end.

(* How many private inputs a path reads. *)
Fixpoint n_private (a : automaton) (q : state) (ts : list transition) : nat :=
  match ts with
  | [] => O
  | t :: rest =>
    match reads (place_of a q) with
    | Private => S (n_private a (target t) rest)
    | _ => n_private a (target t) rest
    end
  end.

(* The differences D of all steps of a path, given those of its private inputs, cs; last is that of
   the last private input before. *)
Fixpoint differences (a : automaton) (q : state) (ts : list transition) (last : Q) (cs : list Q)
  : list Q :=
  match ts with
  | [] => []
  | t :: rest =>
    match reads (place_of a q), cs with
    | Public, _ => 0 :: differences a (target t) rest last cs
    | Again, _ => last :: differences a (target t) rest last cs
    | Private, [] => 0 :: differences a (target t) rest 0 []
    | Private, c :: more => c :: differences a (target t) rest c more
    end
  end.

Definition between (low high : Q) (cs : list Q) : Prop := Forall (fun c => low <= c <= high) cs.

(* The differences that adjacent private inputs may have. *)
Definition adjacent (by_ : adjacency) (cs : list Q) : Prop :=
  match by_ with
  | Any => between (-1) 1 cs
  | Monotonic => between 0 1 cs \/ between (-1) 0 cs
  | One => exists n c m, cs = repeat 0 n ++ c :: repeat 0 m /\ -1 <= c <= 1 \/ cs = repeat 0 n
  end.

(* The samples of a path with the differences of their inputs. *)
Fixpoint samples {D} (a : automaton) (q : state) (ts : list transition) (ds : list D)
  : list (draw * D) :=
  match ts, ds with
  | t :: rest, d :: more =>
    map (fun s => (s, d)) (draws a (place_of a q) t) ++ samples a (target t) rest more
  | _, _ => []
  end.

(* ---- Paths that can be taken --------------------------------------------------------------- *)

(* Thresholds that share a sample are compared with one value at each step, so that what earlier
   steps tell of their order may rule out a guard. *)

(* Whether a draw may equal what it is compared with; with continuous noise the probability is 0. *)
Definition may_tie (n : noise) : bool :=
  match parameter n with None => true | Some _ => whole_numbers n end.

Definition below (value : Q) (x : threshold -> Q) (v : threshold) : bool :=
  negb (Qle_bool (x v) value).

(* x: the thresholds' values; values: those of the samples, one for each step. *)
Fixpoint takes (a : automaton) (q : state) (x : threshold -> Q) (ts : list transition)
         (values : list Q) : Prop :=
  match ts, values with
  | [], [] => True
  | t :: ts, s :: values =>
    holds (condition t) (below s x) = true /\
    (may_tie (sample (place_of a q) 1%positive) = false ->
     forall v, In v (mentioned (condition t)) -> ~ s == x v) /\
    takes a (target t) (fun v => if among v (assigns t) then s else x v) ts values
  | _, _ => False
  end.

(* Some values of the samples take the path. Where each threshold has a sample of its own, and where
   there is one threshold, nothing rules out a path but guards that never hold. *)
Definition can_be_taken (a : automaton) (ts : list transition) : Prop :=
  shared a = true -> exists values, takes a (initial a) (fun _ => 0) ts values.

(* ---- Valid shifts and their cost ----------------------------------------------------------- *)

(* x: the shifts of the thresholds. *)
Definition fits (x : threshold -> Q) (g : Q) (literal : threshold * comparison) : Prop :=
  match snd literal with Less => g <= x (fst literal) | AtLeast => x (fst literal) <= g end.

(* Whether a sample whose input differs by D may shift by g. *)
Definition allows (s : draw) (D g : Q) : Prop :=
  (shown s = true -> g == 0) /\
  (fee s = None -> g == D) /\
  (upwards s = true -> D <= g).

Definition assign {S} (s : draw) (g : S) (x : threshold -> S) : threshold -> S :=
  fun v => if among v (assigned s) then g else x v.

Fixpoint valid (x : threshold -> Q) (es : list (draw * Q)) (gs : list Q) : Prop :=
  match es, gs with
  | [], [] => True
  | (s, D) :: es, g :: gs =>
    allows s D g /\ Forall (fits x g) (compared s) /\ valid (assign s g x) es gs
  | _, _ => False
  end.

Definition price (s : draw) (D g : Q) : Q :=
  match fee s with Some d => d * Qabs (g - D) | None => 0 end.

Fixpoint cost (es : list (draw * Q)) (gs : list Q) : Q :=
  match es, gs with
  | (s, D) :: es, g :: gs => price s D g + cost es gs
  | _, _ => 0
  end.

(* Before a threshold is assigned both runs have the same value of it. *)
Definition unshifted : threshold -> Q := fun _ => 0.

Definition samples_of (a : automaton) (ts : list transition) (cs : list Q) : list (draw * Q) :=
  samples a (initial a) ts (differences a (initial a) ts 0 cs).

(* Some valid shifts of the samples of ts cost at most c when its private inputs differ by cs. *)
Definition affordable (a : automaton) (ts : list transition) (cs : list Q) (c : Q) : Prop :=
  exists gs, valid unshifted (samples_of a ts cs) gs /\ cost (samples_of a ts cs) gs <= c.

(* All valid shifts cost at least c. *)
Definition costs_at_least (a : automaton) (ts : list transition) (cs : list Q) (c : Q) : Prop :=
  forall gs, valid unshifted (samples_of a ts cs) gs -> c <= cost (samples_of a ts cs) gs.

(* The path begins at the initial state, and adjacent private inputs may differ by cs. *)
Definition runs (a : automaton) (ts : list transition) (cs : list Q) : Prop :=
  path a (initial a) ts /\ length cs = n_private a (initial a) ts /\ adjacent (adjacent_by a) cs.
