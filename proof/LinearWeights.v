(* SPDX-License-Identifier: Apache-2.0 *)
(* Accepted evidence of kind weights: no shifts cost less, and, where noise is discrete, no smaller d is
   enough. *)
From Coq Require Import ZArith QArith Qreals Qabs Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Linear RealShifts Statement Privacy Noise Weights.
From Couplet Require Import LinearStatement LinearPrivate LinearNever LinearShifts.
Import ListNotations.
Open Scope R_scope.

(* ---- What weights force -------------------------------------------------------------------- *)

Section Path.
Variable m : mechanism.
Variable es : list event.
Let ns := draws_of es.
Let rows := rows_of [] es.
Let s := Q2R (answer_sensitivity m).

Definition is_decision (r : row) : Prop := match row_sign r with Equal0 => False | _ => True end.

(* Weights of the rows that are no more than the rates, draw by draw, and force so much. *)
Definition forces (d : nat -> R) (c : R) : Prop :=
  exists l, (forall e, In e l -> In (fst e) rows) /\
    (forall e, In e l -> is_decision (fst e) -> has_sign (row_sign (fst e)) (snd e) = true) /\
    (forall i n, nth_error ns i = Some n ->
       let gain := weighR l (fun r => Q2R (draw_term i r)) in
       gain <= Q2R (rate n) /\ (one_sided n = false -> - Q2R (rate n) <= gain)) /\
    c <= - (s * weighR l (fun r => dotR (of_answers (row_form r)) d)).

Lemma in_combine_seq {A} (l : list A) i x : nth_error l i = Some x -> In (i, x) (combine (seq 0 (length l)) l).
Proof.
  intros E. assert (L : (i < length l)%nat) by (apply nth_error_Some; congruence).
  replace (i, x) with (nth i (combine (seq 0 (length l)) l) (0%nat, x)).
  - apply nth_In. rewrite combine_length, seq_length. lia.
  - rewrite combine_nth by apply seq_length. rewrite seq_nth by auto. simpl. f_equal. apply nth_error_nth, E.
Qed.

Lemma answers_real l (d : nat -> Q) :
  weighR l (fun r => dotR (of_answers (row_form r)) (fun j => Q2R (d j))) =
  Q2R (fold_right (fun e s => (snd e * dot (of_answers (row_form (fst e))) d + s)%Q) 0%Q l).
Proof.
  rewrite <- (weighR_real l (fun r => dot (of_answers (row_form r)) d)).
  apply weighR_ext. intros e _. apply dotR_real.
Qed.

Lemma fit_forces claim d ws : (forall n, In n ns -> 0 <= Q2R (rate n)) -> weights_fit m claim d es ws = true ->
  match claim with
  | Some c => forces (fun j => Q2R (d j)) (Q2R c)
  | None => forall c, forces (fun j => Q2R (d j)) c
  end.
Proof.
  intros R0. unfold weights_fit. fold ns rows. rewrite !andb_true_iff, !forallb_forall.
  intros [[[L S] G] F]. set (l := combine rows ws) in *.
  assert (In_l : forall e, In e l -> In (fst e) rows).
  { intros [r q] I. apply in_combine_l in I. exact I. }
  assert (Sl : forall e, In e l -> is_decision (fst e) -> has_sign (row_sign (fst e)) (snd e) = true).
  { intros e I D. specialize (S e I). unfold is_decision in D. destruct (row_sign (fst e)); auto; contradiction. }
  assert (Gl : forall i n, nth_error ns i = Some n ->
    let most := match claim with Some _ => Q2R (rate n) | None => 0 end in
    weighR l (fun r => Q2R (draw_term i r)) <= most /\
    (one_sided n = false -> - most <= weighR l (fun r => Q2R (draw_term i r)))).
  { intros i n N. specialize (G _ (in_combine_seq ns i n N)). cbn [fst snd] in G.
    rewrite weighR_real. unfold weigh in G. fold l in G. change (fun e s => (snd e * (if Nat.ltb i (before (fst e)) then _ else _) + s)%Q)
      with (fun (e : row * Q) s => (snd e * draw_term i (fst e) + s)%Q) in G.
    set (q := fold_right _ _ l) in *. apply andb_true_iff in G as [G1 G2]. apply qleb_iff, Qle_Rle in G1.
    destruct claim; cbn zeta; rewrite ?RMicromega.Q2R_0 in *; split; auto; intros O; rewrite O in G2; simpl in G2;
      apply qleb_iff, Qle_Rle in G2; rewrite Q2R_opp, ?RMicromega.Q2R_0 in G2; lra. }
  assert (Fl : Q2R (- (answer_sensitivity m * weigh rows ws (fun r => dot (of_answers (row_form r)) d))) =
               - (s * weighR l (fun r => dotR (of_answers (row_form r)) (fun j => Q2R (d j))))).
  { rewrite Q2R_opp, Q2R_mult, answers_real. reflexivity. }
  destruct claim as [c |].
  - exists l. repeat split; auto; try apply Gl; auto. rewrite <- Fl. apply Qle_Rle, qleb_iff, F.
  - (* scaled by any number *)
    intros c. rewrite negb_true_iff in F.
    set (f := - (s * weighR l (fun r => dotR (of_answers (row_form r)) (fun j => Q2R (d j))))) in *.
    assert (Fp : 0 < f).
    { rewrite <- Fl, <- RMicromega.Q2R_0. apply Qlt_Rlt.
      match goal with |- (0 < ?q)%Q => destruct (Qlt_le_dec 0 q) as [K | K]; auto; apply qleb_iff in K; congruence end. }
    assert (Ex : exists t, Rabs c / f <= Q2R t).
    { exists (inject_Z (up (Rabs c / f))). rewrite Q2R_IZR. destruct (archimed (Rabs c / f)). lra. }
    destruct Ex as (t & T).
    assert (T0 : 0 <= Q2R t).
    { apply Rle_trans with (Rabs c / f); auto. apply Rmult_le_pos; [apply Rabs_pos | left; apply Rinv_0_lt_compat, Fp]. }
    assert (W : forall g, weighR (map (fun e => (fst e, t * snd e)%Q) l) g = Q2R t * weighR l g).
    { intros g. clear. induction l as [| [r q] l IH]; simpl; [ring |]. rewrite IH, Q2R_mult. ring. }
    exists (map (fun e => (fst e, t * snd e)%Q) l). split; [| split; [| split]].
    + intros e I. apply in_map_iff in I as (e' & <- & I). exact (In_l e' I).
    + intros e I D. apply in_map_iff in I as (e' & <- & I). cbn [fst snd] in *. specialize (Sl e' I D).
      assert (T' : (0 <= t)%Q) by (apply Rle_Qle; rewrite RMicromega.Q2R_0; exact T0).
      unfold is_decision in D. destruct (row_sign (fst e')); simpl in *; [| | contradiction];
        apply qleb_iff; apply qleb_iff in Sl.
      * apply Qmult_le_0_compat; auto.
      * setoid_replace (t * snd e')%Q with (- (t * - snd e'))%Q by ring. setoid_replace 0%Q with (- 0)%Q by ring.
        apply Qopp_le_compat, Qmult_le_0_compat; auto. setoid_replace 0%Q with (- 0)%Q by ring. apply Qopp_le_compat, Sl.
    + intros i n N gain. unfold gain. rewrite W. destruct (Gl i n N) as [G1 G2]. specialize (R0 n (nth_error_In _ _ N)).
      split; [nra |]. intros O. specialize (G2 O). nra.
    + rewrite W. replace (- (s * (Q2R t * weighR l (fun r => dotR (of_answers (row_form r)) (fun j => Q2R (d j))))))
        with (Q2R t * f) by (unfold f; ring).
      apply Rle_trans with (Rabs c); [apply Rle_abs |].
      apply Rle_trans with (Rabs c / f * f); [right; field; lra |]. apply Rmult_le_compat_r; lra.
Qed.

Lemma sumR_first n f : sumR (S n) f = f O + sumR n (fun i => f (S i)).
Proof. induction n as [| n IH]; [simpl; ring |]. cbn [sumR] in *. rewrite IH. ring. Qed.

Lemma cost_sum g k : forall i, cost_from g k i =
  sumR (length (draws_of k)) (fun j => match nth_error (draws_of k) j with Some n => Q2R (rate n) | None => 0 end *
                                       Rabs (g (i + j)%nat)).
Proof.
  induction k as [| e k IH]; intros i; cbn [cost_from draws_of length]; auto.
  destruct e as [n | r strict met | o]; cbn [draws_of]; auto. cbn [length]. rewrite sumR_first, IH.
  cbn [nth_error]. rewrite Nat.add_0_r. f_equal. apply sumR_ext. intros j _. rewrite Nat.add_succ_r. auto.
Qed.

Lemma sumR_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sumR n f <= sumR n g.
Proof.
  induction n as [| n IH]; intros H; simpl; [lra |]. specialize (IH (fun i L => H i (Nat.lt_lt_succ_r _ _ L))).
  specialize (H n (Nat.lt_succ_diag_r n)). lra.
Qed.

(* What draws gain is no more than what they pay. *)
Lemma gain_at_most_cost l z : (forall i n, nth_error ns i = Some n -> one_sided n = true -> 0 <= z i) ->
  (forall i n, nth_error ns i = Some n ->
     let gain := weighR l (fun r => Q2R (draw_term i r)) in
     gain <= Q2R (rate n) /\ (one_sided n = false -> - Q2R (rate n) <= gain)) ->
  sumR (length ns) (fun i => weighR l (fun r => Q2R (draw_term i r)) * z i) <= cost_from z es 0.
Proof.
  intros P G. rewrite cost_sum. apply sumR_le. intros i L. fold ns. simpl.
  destruct (nth_error ns i) as [n |] eqn:N; [| apply nth_error_None in N; unfold ns in *; lia].
  destruct (G i n N) as [G1 G2]. specialize (P i n N). set (w := weighR l _) in *. set (r := Q2R (rate n)) in *.
  destruct (Rle_dec 0 (z i)) as [Z | Z].
  - rewrite Rabs_pos_eq by auto. apply Rmult_le_compat_r; auto.
  - destruct (one_sided n); [exfalso; apply Z, P; auto |]. specialize (G2 eq_refl).
    rewrite Rabs_left by lra. assert (0 <= (w + r) * - z i) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem forced_cost d c g : 0 <= s -> forces d c -> fitting es d g -> c <= s * cost_from g es 0.
Proof.
  intros S0 (l & In_l & Sl & Gl & Fl) [R P]. rewrite Forall_forall in R.
  assert (W : 0 <= weighR l (fun r => changeR r d g)).
  { apply weighR_0. intros e I. specialize (R _ (In_l e I)). specialize (Sl e I). unfold is_decision in Sl.
    destruct (row_sign (fst e)); simpl in *.
    - specialize (Sl Logic.I). apply qleb_iff, Q2R_le0 in Sl. nra.
    - specialize (Sl Logic.I). apply qleb_iff, Q2R_ge0 in Sl. nra.
    - rewrite R. lra. }
  pose proof (weighed_rows es l d g In_l) as V. cbv zeta in V. fold ns rows in V.
  pose proof (gain_at_most_cost l g P Gl) as C.
  assert (E : weighR l (row_value d g) = weighR l (fun r => Q2R (constant (row_form r))) +
                                         weighR l (fun r => changeR r d g)).
  { rewrite <- weighR_plus. apply weighR_ext. intros e _. unfold row_value, value, changeR. ring. }
  assert (A : weighR l (fun r => dotR (of_answers (row_form r)) d) =
    sumR (largest_index (map (fun r => of_answers (row_form r)) rows))
         (fun j => weighR l (fun r => Q2R (coefficient (of_answers (row_form r)) j)) * d j)).
  { rewrite <- weighR_sum. apply weighR_ext. intros e I. apply dotR_sum. intros j Lj. right. intros x X <-.
    apply (Nat.lt_irrefl (fst x)). eapply Nat.lt_le_trans; [| exact Lj].
    eapply largest_index_above; [| exact X]. apply in_map_iff. exists (fst e). split; auto. }
  rewrite <- A in V. nra.
Qed.
End Path.
