(* SPDX-License-Identifier: Apache-2.0 *)
(* What becomes of a vector in a loop, and the certificate that shows it (docs/evidence.md, "Loops"): the
   oracle of Walk.run. It is not trusted, so that nothing is proved of it. *)
From Coq Require Import QArith List Bool.
From Couplet Require Import Model Trees Take Walk Graph.
Import ListNotations.

(* ---- Results ------------------------------------------------------------------------------- *)

(* Why a walk does not show what it claims. *)
Inductive wrong :=
| LeastIs (least : ext) (* and not what is claimed *)
| NotThere (* a step leaves another state *)
| CannotFollow (* an input cannot differ like this there, or the order of thresholds rules it out *)
| NoReturn (* a loop does not come back to what was known before it *)
| ComparesBlindly (* with a threshold that was minimised out *)
| RaisesLess (* a turn does not always raise the loss by as much as is said *)
| ShiftsInLoop | ShiftMissing | BreaksGuard | NotAllowed | ShiftsCost (sum : Q).

(* Why it was not shown, though it may be right. *)
Inductive beyond :=
| ManyThresholds (* a loop that assigns is about too many *)
| ManyOrders | NoOrder (* of the thresholds that lets it be taken was found *)
| NotAccepted (found : option ext). (* by Theorems.walk_cost, which shows that much only *)

Inductive result (A : Type) := Right (x : A) | Wrong (why : wrong) | Beyond (why : beyond).
Arguments Right {A}.
Arguments Wrong {A}.
Arguments Beyond {A}.

Definition bind {A B} (r : result A) (f : A -> result B) : result B :=
  match r with Right x => f x | Wrong w => Wrong w | Beyond w => Beyond w end.
Notation "'let*' x := r 'in' k" := (bind r (fun x => k)) (at level 61, x pattern, r at next level, right associativity).

Section Fold.
Context {A B : Type}.
Variable f : B -> A -> result B.

Fixpoint fold_result (l : list A) (b : B) : result B :=
  match l with
  | [] => Right b
  | x :: rest => match f b x with Right b => fold_result rest b | Wrong w => Wrong w | Beyond w => Beyond w end
  end.
End Fold.

(* ---- Turns as a matrix over shifts --------------------------------------------------------- *)

Definition point := list (threshold * shift).

Fixpoint points (over : list threshold) : list point :=
  match over with
  | [] => [[]]
  | v :: rest => flat_map (fun s => map (cons (v, s)) (points rest)) [Down; Stay; Up]
  end.

Definition shift_in (p : point) (v : threshold) : shift :=
  match find (fun e => Pos.eqb (fst e) v) p with Some e => snd e | None => Stay end.

(* 0 there and infinite elsewhere. *)
Definition at_point (p : point) : tree :=
  fold_right (fun e t => let leaf h := if same h (snd e) then t else Flat Infinite in
                         Split (fst e) (leaf Down) (leaf Stay) (leaf Up)) (Flat (Fin 0)) p.

(* The tree of values in the order of points, and those left over. *)
Fixpoint tree_from (over : list threshold) (values : list ext) : tree * list ext :=
  match over with
  | [] => match values with c :: rest => (Flat c, rest) | [] => (Flat Infinite, []) end
  | v :: over =>
    let (d, values) := tree_from over values in
    let (z, values) := tree_from over values in
    let (u, values) := tree_from over values in
    (Split v d z u, values)
  end.

(* None: it is over too many thresholds, or has not a value for each of their shifts. *)
Definition table_from (over : list threshold) (values : list ext) : option tree :=
  if Nat.ltb 10 (length over) then None
  else if Nat.eqb (length values) (Nat.pow 3 (length over)) then Some (fst (tree_from over values)) else None.

Definition values_of (over : list threshold) (t : tree) : list ext :=
  map (fun p => eval t (shift_in p)) (points over).

Record turns := { about : list threshold; rows : list (list ext) }.

Definition most_about : nat := 5.

Definition turns_about (over : list threshold) (turn : tree -> result tree) : result turns :=
  if Nat.ltb most_about (length over) then Beyond ManyThresholds
  else
    let* found := fold_result (fun rows p => let* t := turn (at_point p) in Right (values_of over t :: rows))
                              (points over) [] in
    Right {| about := over; rows := rev found |}.

Definition is_finite (c : ext) : bool := match c with Fin _ => true | _ => false end.
Definition is_zero (c : ext) : bool := match c with Fin q => Z.eqb (Qnum q) 0 | _ => false end.
Definition is_positive (q : Q) : bool := negb (qleb q 0).

(* Whether each shift repeats free of charge. *)
Definition repeats (t : turns) : list bool :=
  map (fun ir => is_zero (nth (fst ir) (snd ir) Infinite)) (numbers_from (rows t)).

Definition where_ (allowed : list bool) (values : list ext) : list ext :=
  map (fun e => if (fst e : bool) then snd e else Infinite) (combine allowed values).

(* One more turn, each of which is charged extra. *)
Definition relax (rows : list (list ext)) (allowed : list bool) (extra : Q) (best : list ext) : list ext :=
  fold_left (fun acc rb =>
    if is_finite (snd rb) then
      map (fun e => let '(allowed, (c, k)) := e in
                    if (allowed : bool) then emin c (eadd (eadd (snd rb) k) (Fin extra)) else c)
          (combine allowed (combine acc (fst rb)))
    else acc) (combine rows best) best.

Definition lowered (before after : list ext) : bool :=
  existsb (fun e => negb (eleb (fst e) (snd e))) (combine before after).

(* Costs of any number of turns, n at most, by ways that pass only what is allowed; whether they settled. *)
Definition closure (n : nat) (rows : list (list ext)) (allowed : list bool) (extra : Q) (start : list ext)
  : list ext * bool :=
  let first := where_ allowed start in
  let '(best, _, settled) := until_none (fun s : list ext * nat * bool =>
    match s with
    | (best, S k, false) =>
      let next := relax rows allowed extra best in
      Some (if lowered best next then (next, k, false) else (best, k, true))
    | _ => None
    end) (first, S n, false) in
  (best, settled).

(* The least positive number among costs, or 1. *)
Definition least_positive (costs : list ext) : Q :=
  fold_left (fun least c => match c with
                            | Fin q => if is_positive q && negb (qleb least q) then q else least
                            | _ => least
                            end) costs 1%Q.

Definition certify (t : turns) (f : list ext) : certificate :=
  let n := length (rows t) in
  let free := repeats t in
  let paid := map negb free in
  let any := map (fun _ => true) free in
  let all := closure n (rows t) any 0 in
  let least := least_positive (flat_map (fun e => if (fst e : bool) then where_ paid (snd e) else [])
                                        (combine paid (rows t))) in
  let raise := Qred (Qmult least (Qmake 1 (Pos.of_nat n))) in
  let tree values := fst (tree_from (about t) values) in
  {| limit := tree (fst (all (where_ free (fst (all f)))));
     exact := tree (fst (closure n (rows t) paid 0 f));
     growing := tree (fst (closure n (rows t) paid (Qopp raise) f));
     raise := raise |}.

Fixpoint leaves_of (t : tree) : list ext :=
  match t with Flat c => [c] | Split _ d z u => leaves_of d ++ leaves_of z ++ leaves_of u end.

(* The same for a loop that assigns nothing: each turn costs the same again. *)
Definition certify_still (turn : tree -> result tree) (t : tree) : result certificate :=
  let* cost := turn (map_tree (fun _ => Fin 0) t) in
  let paid := zip (fun f c => if is_zero c then Infinite else f) t cost in
  Right {| limit := zip (fun f c => if is_zero c then f else Infinite) t cost; exact := paid; growing := paid;
           raise := least_positive (leaves_of cost) |}.

(* still: the loop assigns nothing. *)
Definition meet_loop (still : bool) (turn : tree -> result tree) (t : tree) : result certificate :=
  if still then certify_still turn t
  else
    let* behind := turn t in
    let over := distinct (names t (names behind [])) in
    let* turns := turns_about over turn in
    Right (certify turns (values_of over t)).

Definition oracle (still : bool) (turn : tree -> option tree) (t : tree) : option certificate :=
  match meet_loop still (fun u => match turn u with Some v => Right v | None => Wrong ComparesBlindly end) t with
  | Right c => Some c
  | _ => None
  end.
