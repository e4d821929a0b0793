(* SPDX-License-Identifier: Apache-2.0 *)
(* A walk held to what it claims by all rules of docs/evidence.md, with those for cycles, as the other
   checkers hold it, so that this one is no laxer. No theorem needs it. *)
From Coq Require Import QArith List Bool.
From Couplet Require Import Model Trees Take Bound Walk Paths Graph Loops.
Import ListNotations.

(* What evidence says. given: shifts by threshold; those of one sample for all by threshold 1. *)
Record said := { stands_at : state; chosen_number : nat; taken : transition; differs : shift; given : list (threshold * shift) }.

Inductive item := Single (s : said) | Repeated (body : list item) (raises : option Q).

(* The samples of a step. *)
Definition samples_of_step (a : automaton) (s : said) (on_cycle : bool) : list event :=
  map (fun d => ((if on_cycle
                  then {| compared := compared d; assigned := assigned d; shown := shown d; fee := None;
                          upwards := upwards d |} else d), differs s)) (draws a (place_of a (stands_at s)) (taken s)).

(* The node behind a step, and whether rules 5 and 6 count. *)
Definition follow (g : graph) (v : positive) (s : said) : result (positive * bool) :=
  if negb (Pos.eqb (state_at (node_at g) v) (stands_at s)) then Wrong NotThere
  else
  match find (fun e => Nat.eqb (numbered e) (chosen_number s) && existsb (same (differs s)) (allowed e)) (edges g v) with
  | Some e => Right (reaches e, same_component g (reaches e) v && negb (may_be_paid g v))
  | None => Wrong CannotFollow
  end.

(* Turns until one leads from a node back to it. *)
Section Settle.
Variable turn : positive -> result positive.

Fixpoint settle (most : nat) (v : positive) : result positive :=
  match most with
  | O => Wrong NoReturn
  | S most => let* next := turn v in if Pos.eqb next v then Right v else settle most next
  end.
End Settle.

(* most: turns of a loop until it comes back. *)
Fixpoint follow_item (most : nat) (g : graph) (v : positive) (i : item) : result positive :=
  match i with
  | Single s => let* next := follow g v s in Right (fst next)
  | Repeated body _ => settle (fold_result (follow_item most g) body) most v
  end.

Definition most_turns_to_settle : nat := 64.

Fixpoint thresholds_in (i : item) : list threshold :=
  match i with
  | Single s => touched (taken s)
  | Repeated body _ => distinct (flat_map thresholds_in body)
  end.

Fixpoint assigns_nothing (i : item) : bool :=
  match i with
  | Single s => match assigns (taken s) with [] => true | _ => false end
  | Repeated body _ => forallb assigns_nothing body
  end.

(* The thresholds that are compared with before they are assigned, and those assigned. *)
Fixpoint read_first (found : list threshold * list threshold) (i : item) : list threshold * list threshold :=
  match i with
  | Single s =>
    (fst found ++ filter (fun v => negb (among v (snd found)) && negb (among v (fst found)))
                         (distinct (compared_in (taken s))),
     snd found ++ assigns (taken s))
  | Repeated body _ => fold_left read_first body found
  end.

Definition take_step (a : automaton) (s : said) (on_cycle : bool) (f : vector) : result vector :=
  match take (samples_of_step a s on_cycle) f with Some f => Right f | None => Wrong ComparesBlindly end.

(* A vector behind an item in a loop, where rules 5 and 6 ask nothing. *)
Fixpoint behind_item (a : automaton) (f : vector) (i : item) : result vector :=
  match i with
  | Single s => take_step a s false f
  | Repeated body _ =>
    let turn t := let* f := fold_result (behind_item a) body [t] in Right (total eadd f) in
    let (mine, others) := partition (meets (flat_map thresholds_in body)) f in
    let* c := meet_loop (forallb assigns_nothing body) turn (total eadd mine) in
    Right (limit c :: others)
  end.

Definition turn_of (a : automaton) (body : list item) (t : tree) : result tree :=
  let* f := fold_result (behind_item a) body [t] in Right (total eadd f).

(* No ring of shifts that no turn repeats free of charge costs less than raise for each turn. *)
Definition check_raise (a : automaton) (body : list item) (raise : Q) : result unit :=
  let over := fst (fold_left read_first body ([], [])) in
  let turn t :=
    let* behind := turn_of a body t in
    let others := filter (fun v => negb (among v over)) (names behind []) in
    Right (total eadd (lower_outs others [behind])) in
  let* turns := turns_about over turn in
  let paid := map negb (repeats turns) in
  let nothing := map (fun _ => Fin 0) paid in
  if snd (closure (length paid) (rows turns) paid (Qopp raise) nothing) && is_positive raise then Right tt
  else Wrong RaisesLess.

Fixpoint check_raises (a : automaton) (_ : unit) (i : item) : result unit :=
  match i with
  | Single _ => Right tt
  | Repeated body raises =>
    let* _ := fold_result (check_raises a) body tt in
    match raises with None => Right tt | Some r => check_raise a body r end
  end.

(* For each item the thresholds that it is the last to read or assign; thresholds: touched, read, assigned. *)
Definition last_uses {A} (uses : A -> list threshold * list threshold * list threshold) (l : list A)
  : list (A * list threshold) :=
  let without vs m := fold_left (fun m v => Map.remove v m) vs m in
  fst (fold_left (fun s x =>
    let '(all, read, assigned) := uses x in
    let dead := filter (fun v => negb (found v (snd s))) (distinct all) in
    ((x, dead) :: fst s, fold_left (fun m v => Map.add v tt m) read (without assigned (snd s))))
    (rev l) ([], Map.empty unit)).

Fixpoint read_in (i : item) : list threshold :=
  match i with Single s => compared_in (taken s) | Repeated body _ => flat_map read_in body end.

Definition uses_of_item (i : item) : list threshold * list threshold * list threshold :=
  match i with
  | Single s => (touched (taken s), compared_in (taken s), assigns (taken s))
  | Repeated _ _ => (thresholds_in i, read_in i, [])
  end.

Definition least_of (f : vector) : ext := value (lower_outs (names_of f) f) (fun _ => Stay).

Definition least_by_rules (a : automaton) (g : graph) (items : list item) : result ext :=
  let step (s : positive * vector) (x : item * list threshold) :=
    let (v, f) := s in
    let* s := match fst x with
              | Single said =>
                let* next := follow g v said in
                let* f := take_step a said (snd next) f in Right (fst next, f)
              | Repeated _ _ as i =>
                let* next := follow_item most_turns_to_settle g v i in
                let* f := behind_item a f i in Right (next, f)
              end in
    Right (fst s, lower_outs (snd x) (snd s)) in
  let* last := fold_result step (last_uses uses_of_item items) (start_number, []) in
  Right (least_of (snd last)).

(* ---- Shifts that are given ----------------------------------------------------------------- *)

Fixpoint gives_shifts (i : item) : bool :=
  match i with
  | Single s => match given s with [] => false | _ => true end
  | Repeated body _ => existsb gives_shifts body
  end.

(* The threshold by which the shift of a sample is given. *)
Definition given_by (a : automaton) (d : draw) (s : said) : threshold :=
  if shared a then 1%positive
  else match compared d, assigned d, shows (taken s) with
       | (v, _) :: _, _, _ | _, v :: _, _ | _, _, Insample v => v
       | _, _, _ => 1%positive
       end.

Definition is_fresh (d : draw) (s : said) : bool :=
  match compared d, assigned d, shows (taken s) with [], [], Fresh => shown d | _, _, _ => false end.

Definition check_sample (a : automaton) (s : said) (xc : (threshold -> shift) * Q) (e : event)
  : result ((threshold -> shift) * Q) :=
  let (x, sum) := xc in
  let (d, D) := e in
  let* g := if is_fresh d s then Right Stay
            else match find (fun vg => Pos.eqb (fst vg) (given_by a d s)) (given s) with
                 | Some vg => Right (snd vg)
                 | None => Wrong ShiftMissing
                 end in
  if negb (forallb (fits3 x g) (compared d)) then Wrong BreaksGuard
  else if negb (may d D g) then Wrong NotAllowed
  else Right (fold_left (fun x v => set x v g) (assigned d) x, qadd sum (price3 d D g)).

Definition check_shifts (a : automaton) (g : graph) (items : list item) (cost : Q) : result unit :=
  if existsb gives_shifts items then
    let step (s : positive * ((threshold -> shift) * Q)) i :=
      let (v, xc) := s in
      match i with
      | Repeated _ _ => Wrong ShiftsInLoop
      | Single said =>
        let* next := follow g v said in
        let* xc := fold_result (check_sample a said) (samples_of_step a said (snd next)) xc in
        Right (fst next, xc)
      end in
    let* last := fold_result step items (start_number, (fun _ => Stay, 0)) in
    let sum := snd (snd last) in
    if qleb sum cost && qleb cost sum then Right tt else Wrong (ShiftsCost sum)
  else Right tt.
