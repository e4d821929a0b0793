(* SPDX-License-Identifier: Apache-2.0 *)
(* A path that no values of the samples take (Model.can_be_taken) has the probability 0: where
   thresholds share samples, and noise that does not tie gives no weight to single values. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra FunctionalExtensionality.
From Coquelicot Require Import Rbar.
From Couplet Require Import Model Trees Take Bound Statement Privacy.
Import ListNotations.
Open Scope R_scope.

(* What is 0 but for some points is 0 on average; no points if single values may have weight. *)
Definition vanishing (E : expectation) (weightless : Prop) : Prop :=
  forall f points, points = [] \/ weightless -> (forall y, ~ In y points -> f y = Finite 0) ->
                   E f = Finite 0.

Section Taken.
Variable a : automaton.
Hypothesis is_shared : shared a = true.

(* Model.takes, with real values. *)
Fixpoint takesR (q : state) (x : threshold -> R) (ts : list transition) (zs : list R) : Prop :=
  match ts, zs with
  | [], [] => True
  | t :: ts, z :: zs =>
    holds (condition t) (is_below (fun _ => z) x) = true /\
    (may_tie (sample (place_of a q) 1%positive) = false ->
     forall v, In v (mentioned (condition t)) -> z <> x v) /\
    takesR (target t) (fun v => if among v (assigns t) then z else x v) ts zs
  | _, _ => False
  end.

(* ---- Real values that take a path give rational ones --------------------------------------- *)

Definition less_than (r : R) (l : list R) : nat :=
  length (filter (fun y => if Rlt_dec y r then true else false) l).

Lemma filter_le {A} (f g : A -> bool) l : (forall y, f y = true -> g y = true) ->
  (length (filter f l) <= length (filter g l))%nat.
Proof.
  intros H. induction l as [| y l IH]; simpl; auto.
  destruct (f y) eqn:F, (g y) eqn:G; simpl; try lia. rewrite (H y F) in G. discriminate.
Qed.

Lemma filter_lt {A} (f g : A -> bool) l x : (forall y, f y = true -> g y = true) ->
  In x l -> f x = false -> g x = true -> (length (filter f l) < length (filter g l))%nat.
Proof.
  intros H I F G. induction l as [| y l IH]; [destruct I |]. destruct I as [-> | I].
  - simpl. rewrite F, G. simpl. pose proof (filter_le f g l H). lia.
  - specialize (IH I). simpl. destruct (f y) eqn:Fy, (g y) eqn:Gy; simpl; try lia.
    rewrite (H y Fy) in Gy. discriminate.
Qed.

Definition rank (l : list R) (r : R) : Q :=
  inject_Z (Z.of_nat (less_than r l) - Z.of_nat (less_than 0 l)).

Lemma rank_lt l x y : In x l -> x < y -> (rank l x < rank l y)%Q.
Proof.
  intros I L. unfold rank. rewrite <- Zlt_Qlt.
  assert (less_than x l < less_than y l)%nat; [| lia].
  apply (filter_lt _ _ l x); auto.
  - intros z. destruct (Rlt_dec z x), (Rlt_dec z y); auto. lra.
  - destruct (Rlt_dec x x); [lra | auto].
  - destruct (Rlt_dec x y); [auto | contradiction].
Qed.

Lemma rank_0 l : rank l 0 = 0%Q.
Proof. unfold rank. rewrite Z.sub_diag. reflexivity. Qed.

Lemma takes_rational l : forall ts q x zs,
  (forall v, In (x v) l) -> (forall z, In z zs -> In z l) -> takesR q x ts zs ->
  takes a q (fun v => rank l (x v)) ts (map (rank l) zs).
Proof.
  induction ts as [| t ts IH]; intros q x [| z zs] X Z T; simpl in *; try tauto.
  destruct T as (H & N & T). assert (Iz : In z l) by auto.
  split; [| split].
  - rewrite <- H. apply holds_agree. intros v _. unfold below, is_below.
    destruct (Rlt_dec z (x v)) as [L | L].
    + destruct (Qle_bool _ _) eqn:E; auto. apply Qle_bool_iff in E.
      exfalso. apply (Qlt_not_le _ _ (rank_lt l z (x v) Iz L) E).
    + replace (Qle_bool _ _) with true; auto. symmetry. apply Qle_bool_iff.
      destruct (Rle_lt_or_eq_dec (x v) z ltac:(lra)) as [L' | E].
      * apply Qlt_le_weak, rank_lt; auto.
      * rewrite E. apply Qle_refl.
  - intros M v I E. specialize (N M v I). destruct (Rdichotomy _ _ N) as [L | L].
    + apply (rank_lt l) in L; auto. rewrite E in L. apply (Qlt_irrefl _ L).
    + apply (rank_lt l) in L; auto. rewrite E in L. apply (Qlt_irrefl _ L).
  - replace (fun v => if among v (assigns t) then rank l z else rank l (x v))
      with (fun v => rank l (if among v (assigns t) then z else x v)).
    + apply IH; auto. intros v. destruct (among v (assigns t)); auto.
    + apply functional_extensionality. intros v. destruct (among v (assigns t)); auto.
Qed.

Lemma taken_rational ts zs : takesR (initial a) (fun _ => 0) ts zs -> can_be_taken a ts.
Proof.
  intros T _. exists (map (rank (0 :: zs)) zs).
  replace (fun _ : threshold => 0%Q) with (fun _ : threshold => rank (0 :: zs) 0)
    by (apply functional_extensionality; intros; apply rank_0).
  apply takes_rational; simpl; auto.
Qed.

(* ---- Paths that no real values take -------------------------------------------------------- *)

Variable average : noise -> expectation.
Variable mean : state -> threshold -> R.
Variable fresh_mean : state -> R.
Variable letters : transition -> list item.
Variable finish : state -> R -> R.
Variable public : list transition -> list item -> R.
Variable wanted : list item -> Prop.
Hypothesis sample_vanishing : forall q,
  vanishing (average (sample (place_of a q) 1%positive)) (may_tie (sample (place_of a q) 1%positive) = false).
Hypothesis fresh_vanishing : forall q,
  vanishing (average (snapped (place_of a q) (fresh (place_of a q)))) False.

Lemma chance_none u ts : forall q x last steps seen, (forall zs, ~ takesR q x ts zs) ->
  chance a average mean fresh_mean letters finish u public wanted ts q x last steps seen = Finite 0.
Proof.
  induction ts as [| t ts IH]; intros q x last steps seen N.
  - exfalso. apply (N []). simpl. auto.
  - cbn [chance]. unfold samples_at. rewrite is_shared.
    set (c := input_at a u public q steps seen last + mean q 1%positive).
    set (n := sample (place_of a q) 1%positive).
    apply (sample_vanishing q _ (if may_tie n then [] else map (fun v => x v - c) (mentioned (condition t)))).
    + fold n. destruct (may_tie n); auto.
    + intros y Y. destruct (holds _ _) eqn:H; auto.
      assert (R : forall last steps seen,
        chance a average mean fresh_mean letters finish u public wanted ts (target t)
          (fun v => if among v (assigns t) then c + y else x v) last steps seen = Finite 0).
      { intros l0 p0 s0. apply IH. intros zs T. apply (N (c + y :: zs)). cbn [takesR].
        split; [exact H | split; [| exact T]]. fold n. intros M v I E. rewrite M in Y. apply Y.
        apply in_map_iff. exists v. split; auto. rewrite <- E. ring. }
      destruct (shows t); try apply R.
      apply (fresh_vanishing q _ []); auto.
Qed.

Theorem chance_of_not_taken u ts : ~ can_be_taken a ts ->
  chance a average mean fresh_mean letters finish u public wanted ts (initial a) (fun _ => 0) 0 [] [] = Finite 0.
Proof. intros N. apply chance_none. intros zs T. apply N, (taken_rational ts zs), T. Qed.
End Taken.
