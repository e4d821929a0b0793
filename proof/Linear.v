(* SPDX-License-Identifier: Apache-2.0 *)
(* Linear mechanisms (docs/theory.md, section 5): plans of draws, decisions and outputs, their paths, and
   the checkers of the evidence `shifts` and `weights` (docs/evidence.md, "Linear mechanisms"). *)
From Coq Require Import QArith Qabs List Bool.
From Couplet Require Import Model Trees.
Import ListNotations.
Open Scope Q_scope.

(* ---- Mechanisms ---------------------------------------------------------------------------- *)

(* A number and multiples of answers and of draws, which are counted from 0 along the way. *)
Record form := { constant : Q; of_answers : list (nat * Q); of_draws : list (nat * Q) }.

(* A text has its letter, or is a number. *)
Inductive shown := Text (letter : nat) | Written (q : Q) | Real (r : form).

Inductive plan :=
| Stop (end_ : nat) (* numbers the ends *)
| Draw (n : noise) (next : plan)
| Decide (r : form) (strict : bool) (met not_met : plan) (* r > 0 if strict, r >= 0 if not *)
| Show (o : shown) (next : plan).

Record mechanism := {
  n_answers : nat;
  answers_whole : bool; (* whole numbers *)
  answers_adjacent : adjacency;
  answer_sensitivity : Q;
  what_it_does : plan }.

(* ---- Plans from nodes in preorder (docs/formats.md) ---------------------------------------- *)

(* otherwise: the number of the node behind it if it is not met; None: it is always met. *)
Inductive said_node :=
| SaidEnd
| SaidDraw (n : noise)
| SaidShow (o : shown)
| SaidDecide (r : form) (strict : bool) (otherwise : option nat).

(* The plans behind each of the nodes, which are numbered from i on. *)
Fixpoint plans_from (i : nat) (nodes : list said_node) : option (list plan) :=
  match nodes with
  | [] => Some []
  | x :: nodes =>
    match plans_from (S i) nodes with
    | None => None
    | Some plans =>
      let here := match x, plans with
                  | SaidEnd, _ => Some (Stop i)
                  | SaidDraw n, p :: _ => Some (Draw n p)
                  | SaidShow o, p :: _ => Some (Show o p)
                  | SaidDecide _ _ None, p :: _ => Some p
                  | SaidDecide r strict (Some j), p :: _ =>
                    if Nat.ltb i j then match nth_error plans (j - S i) with Some q => Some (Decide r strict p q) | None => None end
                    else None
                  | _, [] => None
                  end in
      match here with Some p => Some (p :: plans) | None => None end
    end
  end.

Definition in_range (n : nat) (l : list (nat * Q)) : bool := forallb (fun e => Nat.ltb (fst e) n) l.

(* Forms are about the answers there are, and about draws made before. *)
Fixpoint well_formed (answers draws : nat) (p : plan) : bool :=
  let fine r := in_range answers (of_answers r) && in_range draws (of_draws r) in
  match p with
  | Stop _ => true
  | Draw _ p => well_formed answers (S draws) p
  | Decide r _ met not_met => fine r && well_formed answers draws met && well_formed answers draws not_met
  | Show o p => match o with Real r => fine r | _ => true end && well_formed answers draws p
  end.

Definition plan_from (answers : nat) (nodes : list said_node) : option plan :=
  match plans_from 0 nodes with
  | Some (p :: _) => if well_formed answers 0 p then Some p else None
  | _ => None
  end.

(* ---- Plans without decisions that decide nothing ------------------------------------------- *)

Definition same_q (p q : Q) : bool := qleb p q && qleb q p.

Definition same_noise (m n : noise) : bool :=
  match parameter m, parameter n with
  | Some d, Some e => same_q d e
  | None, None => true
  | _, _ => false
  end && eqb (one_sided m) (one_sided n) && eqb (whole_numbers m) (whole_numbers n).

Fixpoint same_terms (k l : list (nat * Q)) : bool :=
  match k, l with
  | [], [] => true
  | (i, p) :: k, (j, q) :: l => Nat.eqb i j && same_q p q && same_terms k l
  | _, _ => false
  end.

Definition same_form (r s : form) : bool :=
  same_q (constant r) (constant s) && same_terms (of_answers r) (of_answers s) &&
  same_terms (of_draws r) (of_draws s).

Definition same_shown (o p : shown) : bool :=
  match o, p with
  | Text i, Text j => Nat.eqb i j
  | Written p, Written q => same_q p q
  | Real r, Real s => same_form r s
  | _, _ => false
  end.

(* Plans that go on equally, whatever their ends are called. *)
Fixpoint same_plan (p q : plan) : bool :=
  match p, q with
  | Stop _, Stop _ => true
  | Draw m p, Draw n q => same_noise m n && same_plan p q
  | Decide r b p p', Decide s c q q' => same_form r s && eqb b c && same_plan p q && same_plan p' q'
  | Show o p, Show o' q => same_shown o o' && same_plan p q
  | _, _ => false
  end.

Fixpoint without_idle (p : plan) : plan :=
  match p with
  | Stop e => Stop e
  | Draw n p => Draw n (without_idle p)
  | Decide r b met not_met =>
    let met := without_idle met in
    let not_met := without_idle not_met in
    if same_plan met not_met then met else Decide r b met not_met
  | Show o p => Show o (without_idle p)
  end.

(* ---- Paths --------------------------------------------------------------------------------- *)

Inductive event := Drawn (n : noise) | Found (r : form) (strict met : bool) | Seen (o : shown).

Fixpoint ways (p : plan) : list (nat * list event) :=
  let then_ e := map (fun w => (fst w, e :: snd w)) in
  match p with
  | Stop e => [(e, [])]
  | Draw n p => then_ (Drawn n) (ways p)
  | Decide r b met not_met => then_ (Found r b true) (ways met) ++ then_ (Found r b false) (ways not_met)
  | Show o p => then_ (Seen o) (ways p)
  end.

(* The ends and the events of all ways through a mechanism. *)
Definition paths_of (m : mechanism) : list (nat * list event) := ways (without_idle (what_it_does m)).

Fixpoint draws_of (es : list event) : list noise :=
  match es with [] => [] | Drawn n :: es => n :: draws_of es | _ :: es => draws_of es end.

(* What a path asks of a form: at least 0, at most 0, or equal to what is shown. *)
Inductive sign := AtLeast0 | AtMost0 | Equal0.

(* before: the draws before it; strictly: it is not 0; last_continuous: its last draw, if that is
   continuous, so that it is 0 with probability 0; has_continuous: some draw of it is. *)
Record row := {
  row_form : form; row_sign : sign; before : nat; strictly : bool; last_continuous : option nat;
  has_continuous : bool }.

Definition continuous (n : noise) : bool := negb (may_tie n).

Definition coefficient (l : list (nat * Q)) (i : nat) : Q :=
  fold_right (fun e s => (if Nat.eqb (fst e) i then snd e else 0) + s) 0 l.

Definition is_last (l : list (nat * Q)) (i : nat) : bool :=
  forallb (fun e => Nat.leb (fst e) i) l && negb (Qeq_bool (coefficient l i) 0).

(* ns: the draws so far. *)
Definition continuous_end (ns : list noise) (r : form) : option nat :=
  find (fun i => is_last (of_draws r) i && match nth_error ns i with Some n => continuous n | None => false end)
       (seq 0 (length ns)).

Definition mentions_continuous (ns : list noise) (r : form) : bool :=
  existsb (fun e => negb (Qeq_bool (snd e) 0) &&
                    match nth_error ns (fst e) with Some n => negb (whole_numbers n) | None => false end) (of_draws r).

Fixpoint rows_of (ns : list noise) (es : list event) : list row :=
  match es with
  | [] => []
  | Drawn n :: es => rows_of (ns ++ [n]) es
  | Found r strict met :: es =>
    {| row_form := r; row_sign := if met then AtLeast0 else AtMost0; before := length ns;
       strictly := eqb strict met; last_continuous := continuous_end ns r;
       has_continuous := mentions_continuous ns r |} :: rows_of ns es
  | Seen (Real r) :: es =>
    {| row_form := r; row_sign := Equal0; before := length ns; strictly := false;
       last_continuous := None; has_continuous := mentions_continuous ns r |} :: rows_of ns es
  | Seen _ :: es => rows_of ns es
  end.

(* ---- Differences --------------------------------------------------------------------------- *)

Definition has_discrete (es : list event) : bool := existsb whole_numbers (draws_of es).

Definition some_discrete (m : mechanism) : bool := existsb (fun w => has_discrete (snd w)) (paths_of m).

(* All lists of n numbers out of qs. *)
Fixpoint lists_of (qs : list Q) (n : nat) : list (list Q) :=
  match n with O => [[]] | S n => flat_map (fun q => map (cons q) (lists_of qs n)) qs end.

Fixpoint with_one (qs : list Q) (n : nat) : list (list Q) :=
  match n with
  | O => []
  | S k => map (fun q => q :: repeat 0 k) qs ++ map (cons 0) (with_one qs k)
  end.

(* The worst differences of adjacent answers, in units of the sensitivity. *)
Definition worst (m : mechanism) : list (list Q) :=
  let n := n_answers m in
  match answers_adjacent m with
  | Monotonic => lists_of [0; 1] n ++ lists_of [0; -1] n
  | One => with_one [1; -1] n
  | Any => lists_of (if some_discrete m then [-1; 0; 1] else [-1; 1]) n
  end.

Fixpoint same_list (k l : list Q) : bool :=
  match k, l with
  | [], [] => true
  | p :: k, q :: l => same_q p q && same_list k l
  | _, _ => false
  end.

(* ---- Shifts -------------------------------------------------------------------------------- *)

Definition dot (l : list (nat * Q)) (x : nat -> Q) : Q := fold_right (fun e s => snd e * x (fst e) + s) 0 l.

Definition up_to (k : nat) (z : nat -> Q) : nat -> Q := fun i => if Nat.ltb i k then z i else 0.

(* By how much a form changes when answers change by d and draws by g. *)
Definition change (r : row) (d g : nat -> Q) : Q :=
  dot (of_answers (row_form r)) d + dot (of_draws (row_form r)) (up_to (before r) g).

Definition has_sign (s : sign) (q : Q) : bool :=
  match s with AtLeast0 => qleb 0 q | AtMost0 => qleb q 0 | Equal0 => same_q q 0 end.

Definition numbers (l : list Q) : nat -> Q := fun i => nth i l 0.

Definition is_whole_q (q : Q) : bool := Pos.eqb (Qden (Qred q)) 1.

Definition shift_is_fine (ng : noise * Q) : bool :=
  let (n, g) := ng in
  implb (one_sided n) (qleb 0 g) && implb (whole_numbers n) (is_whole_q g) &&
  match parameter n with Some d => negb (qleb d 0) | None => false end.

Definition rate (n : noise) : Q := match parameter n with Some d => d | None => 0 end.

Fixpoint shift_cost (ns : list noise) (gs : list Q) : Q :=
  match ns, gs with n :: ns, g :: gs => Qred (rate n * Qabs g + shift_cost ns gs) | _, _ => 0 end.

Definition shifts_fit (m : mechanism) (c : Q) (es : list event) (d gs : list Q) : bool :=
  let ns := draws_of es in
  Nat.eqb (length gs) (length ns) && forallb shift_is_fine (combine ns gs) &&
  forallb (fun r => has_sign (row_sign r) (change r (numbers d) (numbers gs))) (rows_of [] es) &&
  qleb (answer_sensitivity m * shift_cost ns gs) c.

(* ---- Impossible paths ---------------------------------------------------------------------- *)

Definition weigh (rows : list row) (qs : list Q) (f : row -> Q) : Q :=
  fold_right (fun e s => snd e * f (fst e) + s) 0 (combine rows qs).

(* Whether it is 0 with probability 0 only, as far as the proof goes. *)
Definition is_sharp (r : row) : bool :=
  strictly r || match last_continuous r with Some _ => true | None => false end.

Definition largest_index (ls : list (list (nat * Q))) : nat :=
  fold_right (fun e k => Nat.max (S (fst e)) k) O (concat ls).

(* The rows times of_rows and the draws times of_draws add up to a number below 0; or to 0, though one of
   them cannot be 0. *)
Definition is_impossible (is_sharp : row -> bool) (es : list event) (of_rows of_draws_ : list Q) : bool :=
  let ns := draws_of es in
  let rows := rows_of [] es in
  let draw_term i r := if Nat.ltb i (before r) then coefficient (of_draws (row_form r)) i else 0 in
  let sum := weigh rows of_rows (fun r => constant (row_form r)) in
  Nat.eqb (length of_rows) (length rows) && Nat.eqb (length of_draws_) (length ns) &&
  forallb (fun e => has_sign (row_sign (fst e)) (snd e)) (combine rows of_rows) &&
  forallb (fun e => if one_sided (fst e) then qleb 0 (snd e) else same_q (snd e) 0) (combine ns of_draws_) &&
  forallb (fun j => same_q (weigh rows of_rows (fun r => coefficient (of_answers (row_form r)) j)) 0)
          (seq 0 (largest_index (map (fun r => of_answers (row_form r)) rows))) &&
  forallb (fun i => same_q (weigh rows of_rows (draw_term i) + nth i of_draws_ 0) 0) (seq 0 (length ns)) &&
  (negb (qleb 0 sum) ||
   (qleb sum 0 && (existsb (fun e => is_sharp (fst e) && negb (same_q (snd e) 0)) (combine rows of_rows) ||
                   existsb (fun e => negb (whole_numbers (fst e)) && negb (same_q (snd e) 0)) (combine ns of_draws_)))).

(* ---- The checker of `shifts` --------------------------------------------------------------- *)

(* What evidence says of a path. *)
Inductive vouched :=
| ByShifts (vectors : list (list Q)) (* one for each difference *)
| Impossible (of_rows of_draws_ : list Q)
| ByWeights (weights : list Q) (* one for each row *).

Definition vouched_at (said : list (nat * vouched)) (e : nat) : option vouched :=
  match find (fun s => Nat.eqb (fst s) e) said with Some s => Some (snd s) | None => None end.

Inductive unfit :=
| WrongMechanism (* the sensitivity is not 1 with discrete noise, or negative; or the cost is *)
| MissingDifference
| MissingPath (e : nat) | WrongMultipliers (e : nat) | WrongShifts (e difference : nat)
| TieNotCovered (e : nat) (* a row cannot be 0, but not since its last draw is continuous *)
| WrongDifference | NoPoint | WrongPoint (e : nat) | WrongWeights (e : nat).

(* What is said of a path that is called impossible. *)
Definition judge_impossible (w : nat * list event) (of_rows of_draws_ : list Q) : option unfit :=
  if is_impossible is_sharp (snd w) of_rows of_draws_ then None
  else if is_impossible (fun r => strictly r || has_continuous r) (snd w) of_rows of_draws_
       then Some (TieNotCovered (fst w)) else Some (WrongMultipliers (fst w)).

Definition shifts_of_way (m : mechanism) (c : Q) (ds : list (list Q)) (said : list (nat * vouched))
           (w : nat * list event) : option unfit :=
  match vouched_at said (fst w) with
  | None => Some (MissingPath (fst w))
  | Some (Impossible r d) => judge_impossible w r d
  | Some (ByWeights _) => Some (MissingPath (fst w))
  | Some (ByShifts vectors) =>
    if Nat.eqb (length vectors) (length ds) then
      match find (fun e => negb (shifts_fit m c (snd w) (fst (snd e)) (snd (snd e))))
                 (combine (seq 0 (length ds)) (combine ds vectors)) with
      | Some e => Some (WrongShifts (fst w) (fst e))
      | None => None
      end
    else Some (WrongShifts (fst w) (length vectors))
  end.

Fixpoint first_some {A B} (f : A -> option B) (l : list A) : option B :=
  match l with [] => None | x :: l => match f x with Some y => Some y | None => first_some f l end end.

Definition has_positive_rates (m : mechanism) : bool :=
  forallb (fun w => forallb (fun n => match parameter n with Some d => negb (qleb d 0) | None => false end)
                            (draws_of (snd w))) (paths_of m).

Definition fit_for_shifts (m : mechanism) (c : Q) : bool :=
  qleb 0 (answer_sensitivity m) && qleb 0 c &&
  implb (some_discrete m) (same_q (answer_sensitivity m) 1) && has_positive_rates m.

(* None: accepted. *)
Definition judge_shifts (m : mechanism) (c : Q) (ds : list (list Q)) (said : list (nat * vouched)) : option unfit :=
  if negb (fit_for_shifts m c) then Some WrongMechanism
  else if negb (forallb (fun d => existsb (same_list d) ds) (worst m)) then Some MissingDifference
  else first_some (shifts_of_way m c ds said) (paths_of m).

(* ---- The checker of `weights` -------------------------------------------------------------- *)

Definition value_q (r : form) (u z : nat -> Q) : Q := constant r + dot (of_answers r) u + dot (of_draws r) z.

(* Whether answers and draws meet the decisions of a row as the path found it, and not just so. *)
Definition meets_row (u z : nat -> Q) (r : row) : bool :=
  let v := value_q (row_form r) u (up_to (before r) z) in
  match row_sign r with Equal0 => true | a => has_sign a v end &&
  match row_sign r with Equal0 => true | _ => negb ((strictly r || has_continuous r) && same_q v 0) end.

Definition point_is_fine (m : mechanism) (es : list event) (u z : list Q) : bool :=
  let ns := draws_of es in
  Nat.eqb (length u) (n_answers m) && Nat.eqb (length z) (length ns) &&
  implb (answers_whole m || some_discrete m) (forallb is_whole_q u) &&
  forallb (fun e => implb (whole_numbers (fst e)) (is_whole_q (snd e)) &&
                    implb (one_sided (fst e)) (negb (qleb (snd e) 0))) (combine ns z) &&
  forallb (meets_row (numbers u) (numbers z)) (rows_of [] es).

(* What all draws' factors add up to, for each draw, is at most its rate in size; and the answers force so
   much. claim: None: that no finite cost is enough. *)
Definition weights_fit (m : mechanism) (claim : option Q) (d : nat -> Q) (es : list event) (ws : list Q) : bool :=
  let ns := draws_of es in
  let rows := rows_of [] es in
  let draw_term i r := if Nat.ltb i (before r) then coefficient (of_draws (row_form r)) i else 0 in
  let gain i := weigh rows ws (draw_term i) in
  let forced := - (answer_sensitivity m * weigh rows ws (fun r => dot (of_answers (row_form r)) d)) in
  Nat.eqb (length ws) (length rows) &&
  forallb (fun e => match row_sign (fst e) with Equal0 => true | a => has_sign a (snd e) end) (combine rows ws) &&
  forallb (fun e => let most := match claim with Some _ => rate (snd e) | None => 0 end in
                    qleb (gain (fst e)) most && (one_sided (snd e) || qleb (- gain (fst e)) most))
          (combine (seq 0 (length ns)) ns) &&
  match claim with Some c => qleb c forced | None => negb (qleb forced 0) end.

Definition fair (m : mechanism) (d : list Q) : bool :=
  Nat.eqb (length d) (n_answers m) && forallb (fun q => qleb (-1) q && qleb q 1 && is_whole_q q) d &&
  match answers_adjacent m with
  | Any => true
  | Monotonic => forallb (fun q => qleb 0 q) d || forallb (fun q => qleb q 0) d
  | One => Nat.leb (length (filter (fun q => negb (same_q q 0)) d)) 1
  end.

(* What an onlooker cannot tell from other outputs. *)
Inductive label := ALetter (i : nat) | AReal | ANumber (q : Q) | AnyNumber.

Definition no_terms (l : list (nat * Q)) : bool := forallb (fun e => same_q (snd e) 0) l.

(* open: the mechanism shows reals that may be many numbers, but no continuous ones. *)
Fixpoint labels_of (open : bool) (ns : list noise) (es : list event) : list label :=
  let number q := if open then AnyNumber else ANumber q in
  match es with
  | [] => []
  | Drawn n :: es => labels_of open (ns ++ [n]) es
  | Found _ _ _ :: es => labels_of open ns es
  | Seen o :: es =>
    match o with
    | Text i => ALetter i
    | Written q => number q
    | Real r => if mentions_continuous ns r then AReal
                else if no_terms (of_answers r) && no_terms (of_draws r) then number (constant r) else AnyNumber
    end :: labels_of open ns es
  end.

Definition same_label (a b : label) : bool :=
  match a, b with
  | ALetter i, ALetter j => Nat.eqb i j
  | AReal, AReal | AnyNumber, AnyNumber => true
  | ANumber p, ANumber q => same_q p q
  | _, _ => false
  end.

Fixpoint same_labels (k l : list label) : bool :=
  match k, l with
  | [], [] => true
  | a :: k, b :: l => same_label a b && same_labels k l
  | _, _ => false
  end.

Definition is_open (m : mechanism) : bool :=
  existsb (fun w => existsb (fun e => match e with
    | Seen (Real r) => negb (no_terms (of_answers r) && no_terms (of_draws r)) &&
                       (some_discrete m || no_terms (of_draws r))
    | _ => false
    end) (snd w)) (paths_of m).

Definition weights_of_way (open : bool) (m : mechanism) (claim : option Q) (d : nat -> Q) (said : list (nat * vouched))
           (outputs : list label) (w : nat * list event) : option unfit :=
  if same_labels (labels_of open [] (snd w)) outputs then
    match vouched_at said (fst w) with
    | Some (Impossible r e) => judge_impossible w r e
    | Some (ByWeights ws) => if weights_fit m claim d (snd w) ws then None else Some (WrongWeights (fst w))
    | _ => Some (MissingPath (fst w))
    end
  else None.

(* The end of the path that is taken, its answers and draws. *)
Record taken_at := { its_end : nat; its_answers : list Q; its_draws : list Q }.

(* Whether a claim about costs is one about probabilities, as far as the proof goes. *)
Definition all_discrete (m : mechanism) : bool :=
  some_discrete m &&
  forallb (fun w => forallb (fun n => whole_numbers n && negb (one_sided n)) (draws_of (snd w))) (paths_of m).

Definition judge_weights (m : mechanism) (claim : option Q) (d : list Q) (p : taken_at)
           (said : list (nat * vouched)) : option unfit :=
  if negb (qleb 0 (answer_sensitivity m) && has_positive_rates m &&
           implb (answers_whole m || some_discrete m) (is_whole_q (answer_sensitivity m))) then Some WrongMechanism
  else if negb (fair m d) then Some WrongDifference
  else
    match find (fun w => Nat.eqb (fst w) (its_end p)) (paths_of m) with
    | None => Some NoPoint
    | Some w =>
      let open := is_open m in
      if point_is_fine m (snd w) (its_answers p) (its_draws p)
      then first_some (weights_of_way open m claim (numbers d) said (labels_of open [] (snd w))) (paths_of m)
      else Some (WrongPoint (its_end p))
    end.

(* ---- Answers ------------------------------------------------------------------------------- *)

Inductive list_evidence :=
| ShiftsOf (c : Q) (differences : list (list Q)) (said : list (nat * vouched))
| WeightsOf (claim : option Q) (difference : list Q) (p : taken_at) (said : list (nat * vouched)).

Inductive list_answer :=
| ListsCostAtMost (c : Q)
| ListsCostAtLeast (claim : option Q) (* None: no finite cost is enough *)
| ListsNeed (claim : option Q) (* and so no smaller d *)
| RejectedList (why : unfit).

Definition judge_list (m : mechanism) (e : list_evidence) : list_answer :=
  match e with
  | ShiftsOf c ds said => match judge_shifts m c ds said with None => ListsCostAtMost c | Some why => RejectedList why end
  | WeightsOf claim d p said =>
    match judge_weights m claim d p said with
    | None => if all_discrete m then ListsNeed claim else ListsCostAtLeast claim
    | Some why => RejectedList why
    end
  end.
