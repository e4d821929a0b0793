(* SPDX-License-Identifier: Apache-2.0 *)
(* What the noise of values that take a path pays, is what valid shifts cost, but for what does not depend
   on the inputs: the values themselves are shifts once those that numbers shown tie are evened out. *)
From Coq Require Import ZArith QArith Qreals Qabs Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Take Bound Corners Rounding Paths Theorems Judge Linear RealShifts Statement Privacy Noise Weights.
From Couplet Require Import LinearNever LinearShifts LinearLeast LeastChance.
Import ListNotations.
Open Scope R_scope.

Lemma conjunction_sides g b : forall lits, conjunction g = Some lits -> holds g b = true ->
  Forall (fun lit => b (fst lit) = match snd lit with Less => true | AtLeast => false end) lits.
Proof.
  induction g as [| c v | l IHl r IHr | l IHl r IHr | n IHn]; simpl; intros lits C H; try discriminate.
  - injection C as <-. constructor.
  - injection C as <-. constructor; [| constructor]. simpl. destruct c; auto. apply negb_true_iff, H.
  - destruct (conjunction l) as [ls |]; [| discriminate]. destruct (conjunction r) as [rs |]; [| discriminate].
    destruct (existsb _ rs); [discriminate |]. injection C as <-. apply andb_true_iff in H as [Hl Hr].
    apply Forall_app. auto.
Qed.

Lemma conjunction_meets g b : forall lits, conjunction g = Some lits ->
  (forall lit, In lit lits -> b (fst lit) = match snd lit with Less => true | AtLeast => false end) -> holds g b = true.
Proof.
  induction g as [| c v | l IHl r IHr | l IHl r IHr | n IHn]; simpl; intros lits C H; try discriminate; auto.
  - injection C as <-. specialize (H _ (or_introl eq_refl)). simpl in H. rewrite H. destruct c; auto.
  - destruct (conjunction l) as [ls |]; [| discriminate]. destruct (conjunction r) as [rs |]; [| discriminate].
    destruct (existsb _ rs); [discriminate |]. injection C as <-.
    apply andb_true_iff. split; [apply (IHl ls) | apply (IHr rs)]; auto; intros lit I; apply H, in_or_app; auto.
Qed.

Lemma conjunction_one_side g : forall lits, conjunction g = Some lits -> forall v c d, In (v, c) lits -> In (v, d) lits -> c = d.
Proof.
  induction g as [| c v | l IHl r IHr | l IHl r IHr | n IHn]; simpl; intros lits C; try discriminate.
  - injection C as <-. intros v c d [].
  - injection C as <-. intros w d e [E | []] [E' | []]. congruence.
  - destruct (conjunction l) as [ls |]; [| discriminate]. destruct (conjunction r) as [rs |]; [| discriminate].
    destruct (existsb _ rs) eqn:Ex; [discriminate |]. injection C as <-.
    assert (Apart : forall v c d, In (v, c) ls -> ~ In (v, d) rs).
    { intros v c d I J. rewrite <- Bool.not_true_iff_false in Ex. apply Ex, existsb_exists. exists (v, d). split; auto.
      apply among_In. exact (in_map fst _ _ I). }
    intros v c d I J. apply in_app_iff in I as [I | I]; apply in_app_iff in J as [J | J].
    + apply (IHl ls eq_refl v); auto.
    + destruct (Apart v c d I J).
    + destruct (Apart v d c J I).
    + apply (IHr rs eq_refl v); auto.
Qed.

(* The differences of private inputs, by the number of steps before them. *)
Fixpoint positions (a : automaton) (q : state) (ts : list transition) (cs : list Q) : list Q :=
  match ts with
  | [] => []
  | t :: ts =>
    match reads (place_of a q), cs with
    | Private, [] => 0%Q :: positions a (target t) ts []
    | Private, c :: cs => c :: positions a (target t) ts cs
    | _, _ => 0%Q :: positions a (target t) ts cs
    end
  end.

(* Numbers that are tied to each other, evened out: those tied become equal, and none moves further than all ties are long. *)
Definition spread (ties : list (Z * Z)) : Z := fold_right (fun tie sum => (Z.abs (fst tie - snd tie) + sum)%Z) 0%Z ties.

Definition evens_out (even : Z -> Z) (ties : list (Z * Z)) : Prop := Forall (fun tie => even (fst tie) = even (snd tie)) ties.

Definition close_up (x y z : Z) : Z := Z.min z (Z.max (Z.min x y) (z - Z.abs (x - y))).

Lemma evened ties : exists even, (forall y z, (y <= z -> 0 <= even z - even y <= z - y)%Z) /\ evens_out even ties /\
  forall z, (Z.abs (even z - z) <= spread ties)%Z.
Proof.
  unfold evens_out. induction ties as [| [x y] ties (even & Up & Tied & Near)].
  - exists (fun z => z). split; [intros; lia |]. split; [constructor |]. intros z. simpl. lia.
  - exists (fun z => close_up (even x) (even y) (even z)). unfold close_up. split; [| split].
    + intros w z L. specialize (Up w z L). lia.
    + constructor; [simpl; lia |]. eapply Forall_impl; [| exact Tied]. intros tie E. rewrite E. auto.
    + intros z. specialize (Near z). cbn [spread fold_right fst snd]. fold (spread ties).
      pose proof (Up x y). pose proof (Up y x). lia.
Qed.

Lemma evened_at_0 ties : exists even, (forall y z, (y <= z -> even y <= even z)%Z) /\ even 0%Z = 0%Z /\ evens_out even ties /\
  forall z, (Z.abs (even z - z) <= 2 * spread ties)%Z.
Proof.
  destruct (evened ties) as (even & Up & Tied & Near). exists (fun z => even z - even 0)%Z. split; [| split; [| split]].
  - intros y z L. specialize (Up y z L). lia.
  - lia.
  - eapply Forall_impl; [| exact Tied]. intros tie ->. auto.
  - intros z. pose proof (Near z). pose proof (Near 0%Z). lia.
Qed.

(* What numbers that are shown tie: a sample to 0, or to a threshold. *)
Definition tie_here (t : transition) (z X : threshold -> Z) : list (Z * Z) :=
  match shows t with Insample v => [(z v, 0%Z)] | Gap v => [(z v, X v)] | _ => [] end.

Fixpoint ties (a : automaton) (ts : list transition) (X : threshold -> Z) (vals : values) : list (Z * Z) :=
  match ts, vals with
  | t :: ts, (ks, _) :: vals => let z := sampled a t ks in tie_here t z X ++ ties a ts (updated t z X) vals
  | _, _ => []
  end.

Section Shown.
Variable a : automaton.
Variable letters : transition -> list item.
Variable outs : list item.

Lemma follows_all ts : forall X seen vals, follows a letters (fun l => l = outs) ts X seen vals -> exists more, outs = seen ++ more.
Proof.
  induction ts as [| t ts IH]; intros X seen [| [ks f] vals] F; simpl in F; try tauto.
  - subst. exists []. rewrite app_nil_r. auto.
  - destruct F as (_ & _ & F). apply IH in F as (more & ->). rewrite <- app_assoc. eauto.
Qed.

Lemma spread_small ts : forall X seen vals, follows a letters (fun l => l = outs) ts X seen vals ->
  IZR (spread (ties a ts X vals)) <= INR (length ts) * size outs.
Proof.
  induction ts as [| t ts IH]; intros X seen [| [ks f] vals] F; simpl in F; try tauto; [simpl; lra |].
  destruct F as (_ & _ & F). destruct (follows_all _ _ _ _ F) as (more & Seen).
  specialize (IH _ _ _ F). cbn [ties length]. rewrite S_INR. pose proof (size_0 outs) as S0. set (z := sampled a t ks) in *.
  assert (One : forall v y, In (Number (IZR (z v) - IZR y)) outs -> IZR (Z.abs (z v - y)) <= size outs).
  { intros v y I. rewrite abs_IZR, minus_IZR. apply size_in, I. }
  unfold tie_here. unfold item_shown, reals in Seen. destruct (shows t) as [| v | | v]; cbn [app spread fold_right fst snd] in *;
    try fold (spread (ties a ts (updated t z X) vals)); rewrite ?plus_IZR; try lra.
  - specialize (One v 0%Z ltac:(rewrite Rminus_0_r, Seen, !in_app_iff; simpl; auto)). lra.
  - specialize (One v (X v) ltac:(rewrite Seen, !in_app_iff; simpl; auto)). lra.
Qed.
End Shown.

Section Cost.
Variable a : automaton.
Hypothesis plain : forall q t, In t (leaving (place_of a q)) -> plain_step a (place_of a q) t.
Variable mean : state -> threshold -> R.
Variable fresh_mean : state -> R.
Variable letters : transition -> list item.
Hypothesis one_letter : forall t, exists i, letters t = [Letter i].
Variable public : list transition -> list item -> R.
Variable outs : list item.
Variable n : nat.
Hypothesis n_positive : (0 < n)%nat.
Hypothesis sensitivity_positive : (0 < sensitivity a)%Q.
Variable e : nat -> Q.
Variable even : Z -> Z.
Hypothesis even_rises : forall y z, (y <= z -> even y <= even z)%Z.
Hypothesis even_0 : even 0%Z = 0%Z.
Variable moved : R.
Hypothesis even_near : forall z, Rabs (IZR (even z) - IZR z) <= moved.

Let s := Q2R (sensitivity a).
Let unit : Q := (inject_Z (Z.of_nat n) * sensitivity a)%Q.
Definition inputs_along (steps : list transition) : R := INR n * (s * Q2R (e (length steps))).

Lemma unit_positive : (0 < unit)%Q.
Proof.
  unfold unit. apply Qmult_lt_0_compat; auto. change 0%Q with (inject_Z 0). rewrite <- Zlt_Qlt. lia.
Qed.

Lemma unit_real : Q2R unit = INR n * s.
Proof. unfold unit. rewrite Q2R_mult, Q2R_IZR, <- INR_IZR_INZ. auto. Qed.

Definition over (z : Z) : Q := (inject_Z z / unit)%Q.

Lemma over_real z : Q2R (over z) = IZR z / (INR n * s).
Proof.
  unfold over. pose proof unit_positive as W. rewrite Q2R_div, Q2R_IZR, unit_real; auto. intros E. rewrite E in W. discriminate.
Qed.

Lemma over_le y z : (y <= z)%Z -> (over y <= over z)%Q.
Proof.
  intros L. unfold over, Qdiv. apply Qmult_le_compat_r; [rewrite <- Zle_Qle; exact L |].
  apply Qinv_le_0_compat, Qlt_le_weak, unit_positive.
Qed.

Lemma over_0 : (over 0 == 0)%Q.
Proof. unfold over, Qdiv. change (inject_Z 0) with 0%Q. ring. Qed.

Lemma ns_positive : 0 < INR n * s.
Proof. rewrite <- unit_real, <- RMicromega.Q2R_0. apply Qlt_Rlt, unit_positive. Qed.

Lemma price_over d (D : Q) z : INR n * (Q2R (d * sensitivity a) * Rabs (Q2R (over z) - Q2R D)) =
  Q2R d * Rabs (IZR z - INR n * (s * Q2R D)).
Proof.
  pose proof ns_positive as P. rewrite Q2R_mult, over_real. fold s.
  replace (IZR z - INR n * (s * Q2R D)) with ((INR n * s) * (IZR z / (INR n * s) - Q2R D)) by (field; nra).
  rewrite Rabs_mult, (Rabs_pos_eq (INR n * s)) by lra. ring.
Qed.

(* Each step shows one item, so that the steps tell what was seen before. *)
Definition public_input (steps : list transition) : R := Rabs (public steps (firstn (length steps) outs)).

Definition lost_here (q : state) (t : transition) (steps : list transition) : R :=
  total (fun v => Q2R (rate (sample (place_of a q) v)) * (moved + (Rabs (mean q v) + public_input steps))) (drawn a t) +
  if shows_fresh t then Q2R (rate (fresh (place_of a q))) * (size outs + Rabs (fresh_mean q) + public_input steps) else 0.

Fixpoint lost (q : state) (ts steps : list transition) : R :=
  match ts with [] => 0 | t :: ts => lost_here q t steps + lost (target t) ts (steps ++ [t]) end.

Lemma fees p v : two_sided_discrete (sample p v) ->
  fee_of a (sample p v) = Some (rate (sample p v) * sensitivity a)%Q /\ one_sided (sample p v) = false /\ 0 < Q2R (rate (sample p v)).
Proof.
  intros Ds. pose proof (rate_positive _ Ds). destruct Ds as (_ & O & d & P & _). unfold fee_of, rate in *. rewrite P in *. auto.
Qed.

(* The shifts that values stand for. *)
Definition shifts (X : threshold -> Z) : threshold -> Q := fun v => over (even (X v)).

(* What the samples of a step pay as shifts. *)
Definition due (p : place) (D : Q) (vs : list threshold) (z : threshold -> Z) : R :=
  total (fun v => Q2R (rate (sample p v)) * (Rabs (IZR (z v) - INR n * (s * Q2R D)) + moved)) vs.

Lemma price_due p D v d z : two_sided_discrete (sample p v) -> fee d = fee_of a (sample p v) ->
  INR n * Q2R (price d D (over (even z))) <= Q2R (rate (sample p v)) * (Rabs (IZR z - INR n * (s * Q2R D)) + moved).
Proof.
  intros Ds Fd. destruct (fees p v Ds) as (Fee & _ & R0). unfold price. rewrite Fd, Fee, Q2R_mult, Q2R_abs, Q2R_minus.
  eapply Rle_trans; [right; apply (price_over _ D (even z)) |]. apply Rmult_le_compat_l; [lra |].
  pose proof (Rabs_triang (IZR z - INR n * (s * Q2R D)) (IZR (even z) - IZR z)) as T. pose proof (even_near z).
  replace (IZR z - INR n * (s * Q2R D) + (IZR (even z) - IZR z)) with (IZR (even z) - INR n * (s * Q2R D)) in T by ring. lra.
Qed.

Lemma due_nonneg p D vs z : (forall v, In v vs -> two_sided_discrete (sample p v)) -> 0 <= due p D vs z.
Proof.
  unfold due. induction vs as [| v vs IH]; intros Ds; cbn [total]; [lra |]. specialize (IH (fun w I => Ds w (or_intror I))).
  pose proof (rate_positive _ (Ds v (or_introl eq_refl))). pose proof (Rabs_pos (IZR (z v) - INR n * (s * Q2R D))).
  pose proof (even_near 0). pose proof (Rabs_pos (IZR (even 0) - IZR 0)). nra.
Qed.

(* Values that meet the guard fit as shifts. *)
Lemma values_fit t z X lits : conjunction (condition t) = Some lits -> holds (condition t) (below_whole z X) = true ->
  evens_out even (tie_here t z X) -> Forall (fun lit => fits (shifts X) (over (even (z (fst lit)))) lit) (compares t).
Proof.
  intros C H Here. unfold compares, literals. rewrite C. apply Forall_app. split.
  - pose proof (conjunction_sides _ _ _ C H) as Sd. eapply Forall_impl; [| exact Sd].
    intros lit B. unfold fits, shifts, below_whole in *. destruct (snd lit); apply over_le, even_rises.
    + apply Z.ltb_lt in B. lia.
    + apply Z.ltb_ge in B. exact B.
  - unfold tie_here in Here. destruct (shows t) as [| v | | v]; try constructor;
      [| constructor; [| constructor]]; inversion Here as [| ? ? Z0 _]; cbn [fst snd] in Z0; unfold fits, shifts; cbn [fst snd];
      rewrite Z0; apply Qle_refl.
Qed.

Lemma shown_even t z X v : shows t = Insample v -> evens_out even (tie_here t z X) -> (over (even (z v)) == 0)%Q.
Proof.
  unfold tie_here. intros -> Here. inversion Here as [| ? ? Z0 _]. cbn [fst snd] in Z0. rewrite Z0, even_0. apply over_0.
Qed.

Section Step.
Variable p : place.
Variable t : transition.
Variable X : threshold -> Z.
Variable D : Q.
Hypothesis discrete : forall v, In v (drawn a t) -> two_sided_discrete (sample p v).
Variable lits : list (threshold * comparison).
Hypothesis guard_is : conjunction (condition t) = Some lits.

Definition of_samples : list draw := if shared a then filter used [common_draw a p t] else map (own_draw a p t) (touched t).

(* The values of the samples, as shifts. *)
Definition are_shifts (z : threshold -> Z) : Prop := exists g1,
  (forall es gs, valid (shifts (updated t z X)) es gs -> valid (shifts X) (map (fun d => (d, D)) of_samples ++ es) (g1 ++ gs)) /\
  (forall es gs, INR n * Q2R (cost (map (fun d => (d, D)) of_samples ++ es) (g1 ++ gs)) <= due p D (drawn a t) z + INR n * Q2R (cost es gs)).

Lemma common_shifts z k : shared a = true -> (forall v, z v = k) -> holds (condition t) (below_whole z X) = true ->
  evens_out even (tie_here t z X) -> are_shifts z.
Proof.
  intros Sh Zk H Here. unfold are_shifts, of_samples. unfold drawn in *. rewrite Sh in *. set (cd := common_draw a p t).
  assert (Ds : two_sided_discrete (sample p 1%positive)) by (apply discrete; simpl; auto).
  destruct (fees p _ Ds) as (Fee & O & _). cbn [filter]. destruct (used cd) eqn:U.
  - exists [over (even k)]. split; intros es gs.
    + intros V0. cbn [map app valid]. split; [| split].
      * unfold allows, cd, common_draw. cbn [Model.shown fee upwards]. rewrite Fee, O. repeat split; try discriminate.
        destruct (shows t) as [| v | | v] eqn:E; try discriminate. intros _. rewrite <- (Zk v). apply (shown_even t z X v E Here).
      * eapply Forall_impl; [| exact (values_fit t z X lits guard_is H Here)]. intros lit F. cbn beta in F. rewrite Zk in F. exact F.
      * replace (assign cd (over (even k)) (shifts X)) with (shifts (updated t z X)); auto.
        apply FunctionalExtensionality.functional_extensionality. intros v. unfold assign, shifts, updated, cd, common_draw.
        cbn [assigned]. rewrite Zk. destruct (among v (assigns t)); auto.
    + cbn [map app cost due total]. rewrite Q2R_plus, Rmult_plus_distr_l. apply Rplus_le_compat_r. unfold due. cbn [total].
      rewrite Rplus_0_r, Zk. apply price_due; auto.
  - exists []. split; intros es gs; cbn [map app].
    + intros V0. replace (shifts X) with (shifts (updated t z X)); auto. unfold updated.
      unfold used, cd, common_draw in U. cbn [compared assigned Model.shown] in U.
      destruct (compares t); [| discriminate]. destruct (assigns t); [auto | discriminate].
    + pose proof (due_nonneg p D [1%positive] z discrete). lra.
Qed.

Lemma among_own w v : among w (filter (Pos.eqb v) (assigns t)) = Pos.eqb w v && among w (assigns t).
Proof.
  apply Bool.eq_iff_eq_true. rewrite andb_true_iff, !among_In, filter_In, !Pos.eqb_eq. intuition.
Qed.

Lemma own_valid z vs : incl vs (touched t) -> NoDup vs -> holds (condition t) (below_whole z X) = true ->
  evens_out even (tie_here t z X) -> (forall v, In v vs -> two_sided_discrete (sample p v)) ->
  forall Y, (forall v, In v vs -> Y v = X v) -> forall es gs,
  valid (shifts (fun w => if among w vs && among w (assigns t) then z w else Y w)) es gs ->
  valid (shifts Y) (map (fun d => (d, D)) (map (own_draw a p t) vs) ++ es) (map (fun v => over (even (z v))) vs ++ gs).
Proof.
  intros Sub N H Here. induction N as [| v vs Out N IH]; intros Ds Y Eq es gs V; [exact V |]. cbn [map app valid].
  destruct (fees p v (Ds v (or_introl eq_refl))) as (Fee & O & _). split; [| split].
  - unfold allows, own_draw. cbn [Model.shown fee upwards]. rewrite Fee, O. repeat split; try discriminate.
    destruct (shows t) as [| u | | u] eqn:E; try discriminate. intros Pe. apply Pos.eqb_eq in Pe. subst u.
    apply (shown_even t z X v E Here).
  - apply Forall_forall. intros lit I. unfold own_draw in I. cbn [compared] in I. apply filter_In in I as [I E].
    apply Pos.eqb_eq in E. pose proof (values_fit t z X lits guard_is H Here) as F. rewrite Forall_forall in F. specialize (F lit I).
    unfold fits, shifts in *. rewrite E in *. rewrite (Eq v) by (simpl; auto). exact F.
  - set (Y' := fun w => if Pos.eqb w v && among w (assigns t) then z v else Y w).
    replace (assign (own_draw a p t v) (over (even (z v))) (shifts Y)) with (shifts Y').
    + apply IH.
      * intros w I. apply Sub. right. exact I.
      * intros w I. apply Ds. right. exact I.
      * intros w I. unfold Y'. destruct (Pos.eqb_spec w v) as [-> | E]; [contradiction |]. simpl. apply Eq. right. exact I.
      * replace (fun w => if among w vs && among w (assigns t) then z w else Y' w)
          with (fun w => if among w (v :: vs) && among w (assigns t) then z w else Y w); auto.
        apply FunctionalExtensionality.functional_extensionality. intros w. unfold Y'. rewrite among_cons.
        destruct (among w vs); destruct (Pos.eqb_spec w v) as [-> | E]; destruct (among _ (assigns t)); auto.
    + apply FunctionalExtensionality.functional_extensionality. intros w. unfold assign, shifts, Y', own_draw. cbn [assigned].
      rewrite among_own. destruct (_ && _); auto.
Qed.

Lemma own_cost z es gs vs : (forall v, In v vs -> two_sided_discrete (sample p v)) ->
  INR n * Q2R (cost (map (fun d => (d, D)) (map (own_draw a p t) vs) ++ es) (map (fun v => over (even (z v))) vs ++ gs)) <=
    due p D vs z + INR n * Q2R (cost es gs).
Proof.
  unfold due. induction vs as [| v vs IH]; intros Ds; cbn [map app cost total]; [lra |].
  specialize (IH (fun w I => Ds w (or_intror I))). rewrite Q2R_plus, Rmult_plus_distr_l.
  pose proof (price_due p D v (own_draw a p t v) (z v) (Ds v (or_introl eq_refl)) eq_refl). lra.
Qed.

Lemma values_are_shifts ks : length ks = length (drawn a t) -> let z := sampled a t ks in
  holds (condition t) (below_whole z X) = true -> evens_out even (tie_here t z X) -> are_shifts z.
Proof.
  intros L z H Here. destruct (shared a) eqn:Sh.
  - unfold drawn in L. rewrite Sh in L. destruct ks as [| k [| ? ks]]; try discriminate.
    apply (common_shifts z k Sh); auto. intros v. unfold z, sampled, drawn. rewrite Sh. cbn [put_all]. unfold put. rewrite Sh. auto.
  - unfold are_shifts, of_samples. rewrite Sh. exists (map (fun v => over (even (z v))) (touched t)).
    assert (Ds : forall v, In v (touched t) -> two_sided_discrete (sample p v)) by (unfold drawn in discrete; rewrite Sh in discrete; auto).
    split; intros es gs.
    + intros V. apply (own_valid z); auto; [apply incl_refl | apply distinct_nodup |].
      replace (fun w => if among w (touched t) && among w (assigns t) then z w else X w) with (updated t z X); auto.
      apply FunctionalExtensionality.functional_extensionality. intros w. unfold updated. destruct (among w (assigns t)) eqn:A.
      * rewrite (touched_assigned t w A). auto.
      * rewrite andb_false_r. auto.
    + unfold drawn. rewrite Sh. apply own_cost, Ds.
Qed.
End Step.

(* What values pay as shifts they pay as noise, but for what is lost. *)
Lemma due_paid q D vs ks z input far : Rabs (input - INR n * (s * Q2R D)) <= far ->
  (forall v, In v vs -> two_sided_discrete (sample (place_of a q) v)) ->
  Forall2 (fun v k => z v = k) vs ks ->
  due (place_of a q) D vs z <= pays a mean q input vs ks +
    total (fun v => Q2R (rate (sample (place_of a q) v)) * (moved + (Rabs (mean q v) + far))) vs.
Proof.
  unfold due. intros Far Ds F. induction F as [| v k vs ks E F IH]; cbn [total pays]; [lra |].
  specialize (IH (fun w I => Ds w (or_intror I))). pose proof (rate_positive _ (Ds v (or_introl eq_refl))) as R0. rewrite E.
  pose proof (Rabs_triang (IZR k - input - mean q v) (mean q v + (input - INR n * (s * Q2R D)))) as T.
  pose proof (Rabs_triang (mean q v) (input - INR n * (s * Q2R D))).
  replace (IZR k - input - mean q v + (mean q v + (input - INR n * (s * Q2R D)))) with (IZR k - INR n * (s * Q2R D)) in T by ring.
  apply (Rle_trans _ _ (Rabs (IZR k - input - mean q v) + (Rabs (mean q v) + far))) in T; [| lra].
  apply (Rmult_le_compat_l (Q2R (rate (sample (place_of a q) v)))) in T; lra.
Qed.

Lemma sampled_values t ks : length ks = length (drawn a t) -> Forall2 (fun v k => sampled a t ks v = k) (drawn a t) ks.
Proof.
  unfold sampled. intros L. destruct (shared a) eqn:Sh.
  - unfold drawn in *. rewrite Sh in *. destruct ks as [| k [| ? ks]]; try discriminate. constructor; [| constructor].
    cbn [put_all]. unfold put. rewrite Sh. auto.
  - generalize (fun _ : threshold => 0%Z). assert (N : NoDup (drawn a t)) by (unfold drawn; rewrite Sh; apply distinct_nodup).
    revert ks L. induction N as [| v vs Out N IH]; intros [| k ks] L z; try discriminate; constructor; cbn [put_all]; auto.
    rewrite (put_all_other a vs v Sh Out). unfold put. rewrite Pos.eqb_refl, orb_true_r. auto.
Qed.

(* Values that take a path are valid shifts, which cost no more than the values pay, but for what is lost. *)
Lemma pay_cost ts : forall q cs L X seen vals steps, path a q ts -> length seen = length steps ->
  follows a letters (fun l => l = outs) ts X seen vals -> evens_out even (ties a ts X vals) ->
  (forall j, e (length steps + j)%nat = nth j (positions a q ts cs) 0%Q) ->
  exists gs, valid (shifts X) (samples a q ts (differences a q ts L cs)) gs /\
    INR n * Q2R (cost (samples a q ts (differences a q ts L cs)) gs) <=
      pay a mean fresh_mean letters public inputs_along ts q X steps seen (INR n * (s * Q2R L)) vals + lost q ts steps.
Proof.
  induction ts as [| t ts IH]; intros q cs L X seen vals steps P Ln F Tied E; destruct vals as [| [ks f] vals];
    simpl in F; try tauto.
  - exists []. simpl. split; auto. rewrite RMicromega.Q2R_0. lra.
  - destruct P as [I P]. destruct F as (Len & H & F). destruct (follows_all a letters outs _ _ _ _ F) as (more & Seen).
    destruct (plain q t I) as (Ds & (lits & C) & Fl & Sh). set (p := place_of a q) in *.
    set (D := match reads p with Public => 0%Q | Private => hd 0%Q cs | Again => L end).
    set (L' := match reads p with Private => hd 0%Q cs | _ => L end).
    set (cs' := match reads p with Private => tl cs | _ => cs end).
    assert (Df : differences a q (t :: ts) L cs = D :: differences a (target t) ts L' cs').
    { unfold D, L', cs'. cbn [differences]. fold p. destruct (reads p); auto. destruct cs; auto. }
    assert (Ps : positions a q (t :: ts) cs = (match reads p with Private => hd 0%Q cs | _ => 0%Q end) :: positions a (target t) ts cs').
    { unfold cs'. cbn [positions]. fold p. destruct (reads p); auto. destruct cs; auto. }
    set (input := input_here a public inputs_along q steps seen (INR n * (s * Q2R L))).
    assert (In_ : Rabs (input - INR n * (s * Q2R D)) <= public_input steps).
    { assert (Same : forall x y, x = y -> Rabs (x - y) <= public_input steps).
      { intros x y ->. rewrite Rminus_diag_eq, Rabs_R0 by auto. apply Rabs_pos. }
      unfold input, input_here, D, inputs_along. fold p. specialize (E O). rewrite Nat.add_0_r, Ps in E. cbn [nth] in E.
      destruct (reads p); auto; [| apply Same; rewrite E; auto].
      unfold public_input. rewrite Seen, <- !app_assoc, <- Ln, firstn_app, Nat.sub_diag, firstn_all, app_nil_r.
      right. f_equal. rewrite RMicromega.Q2R_0. ring. }
    assert (La : last_after a inputs_along q steps (INR n * (s * Q2R L)) = INR n * (s * Q2R L')).
    { unfold last_after, L', inputs_along. fold p. specialize (E O). rewrite Nat.add_0_r, Ps in E. cbn [nth] in E.
      destruct (reads p); auto. rewrite E. auto. }
    cbn [ties] in Tied. apply Forall_app in Tied as [Here Tied].
    assert (Ln' : length (seen ++ item_shown letters t (reals (sampled a t ks)) (reals X) (IZR f)) = length (steps ++ [t])).
    { rewrite !app_length, Ln. unfold item_shown. destruct (one_letter t) as (i & Li). destruct (shows t); rewrite ?Li; auto. }
    destruct (IH (target t) cs' L' _ _ vals (steps ++ [t]) P Ln' F Tied) as (gs & V & K).
    { intros j. rewrite app_length. simpl length. specialize (E (S j)). rewrite Ps in E. cbn [nth] in E.
      rewrite <- E. f_equal. lia. }
    rewrite Df. cbn [samples]. fold p. cbn [pay lost]. fold input. rewrite La.
    destruct (values_are_shifts p t X D Ds lits C ks Len H Here) as (g1 & V1 & K1).
    pose proof (due_paid q D _ ks _ input _ In_ Ds (sampled_values t ks Len)) as Pay1. fold p in Pay1.
    unfold draws. fold (of_samples p t). rewrite map_app, <- app_assoc. unfold pays_fresh, lost_here. fold p.
    replace (match shows t with Fresh => [fresh_draw a p] | _ => [] end) with (if shows_fresh t then [fresh_draw a p] else [])
      by (unfold shows_fresh; destruct (shows t); auto).
    destruct (shows_fresh t) eqn:Fr; cbn [map app]; [| exists (g1 ++ gs)].
    + pose proof (Sh eq_refl) as Dfr. pose proof (rate_positive _ Dfr) as Rf. set (rf := rate (fresh p)) in *.
      assert (Sn : snapped p (fresh p) = fresh p) by (unfold snapped; rewrite Fl; auto).
      assert (Feef : fee (fresh_draw a p) = Some (rf * sensitivity a)%Q).
      { unfold fresh_draw. cbn [fee]. rewrite Sn. destruct Dfr as (_ & _ & d & Pd & _). unfold fee_of, rf, rate. rewrite Pd. auto. }
      exists (g1 ++ 0%Q :: gs). split.
      * apply V1. cbn [valid]. split; [| split].
        -- unfold allows. rewrite Feef. unfold fresh_draw. cbn [Model.shown upwards]. rewrite Sn. destruct Dfr as (_ & O & _).
           rewrite O. repeat split; intros; try discriminate; apply Qeq_refl.
        -- constructor.
        -- exact V.
      * specialize (K1 ((fresh_draw a p, D) :: samples a (target t) ts (differences a (target t) ts L' cs')) (0%Q :: gs)).
        cbn [cost] in K1. rewrite Q2R_plus, (Rmult_plus_distr_l (INR n)) in K1.
        assert (Cf : INR n * Q2R (price (fresh_draw a p) D 0) = Q2R rf * Rabs (INR n * (s * Q2R D))).
        { unfold price. rewrite Feef, Q2R_mult, Q2R_abs, Q2R_minus, RMicromega.Q2R_0.
          pose proof (price_over rf D 0%Z) as O. rewrite over_real in O. unfold Rdiv in O. rewrite Rmult_0_l in O.
          rewrite O. f_equal. replace (0 - INR n * (s * Q2R D)) with (- (INR n * (s * Q2R D))) by ring. apply Rabs_Ropp. }
        rewrite Cf in K1.
        assert (Sf : Rabs (IZR f) <= size outs).
        { apply size_in. rewrite Seen, !in_app_iff. unfold item_shown. unfold shows_fresh in Fr. destruct (shows t); try discriminate. simpl. auto. }
        assert (Pay2 : Q2R rf * Rabs (INR n * (s * Q2R D)) <=
          Q2R rf * Rabs (IZR f - input - fresh_mean q) + Q2R rf * (size outs + Rabs (fresh_mean q) + public_input steps)).
        { rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [lra |]. set (i := INR n * (s * Q2R D)) in *.
          pose proof (Rabs_triang (IZR f - fresh_mean q) (- (IZR f - input - fresh_mean q) + - (input - i))) as T.
          pose proof (Rabs_triang (- (IZR f - input - fresh_mean q)) (- (input - i))) as T2. rewrite !Rabs_Ropp in T2.
          replace (IZR f - fresh_mean q + (- (IZR f - input - fresh_mean q) + - (input - i))) with i in T by ring.
          pose proof (Rabs_triang (IZR f) (- fresh_mean q)) as T'. rewrite Rabs_Ropp in T'.
          change (IZR f + - fresh_mean q) with (IZR f - fresh_mean q) in T'. lra. }
        lra.
    + split; [apply V1, V |]. specialize (K1 (samples a (target t) ts (differences a (target t) ts L' cs')) gs). lra.
Qed.
End Cost.

Lemma lost_nonneg a mean fresh_mean outs public moved : 0 <= moved ->
  (forall q t, In t (leaving (place_of a q)) -> plain_step a (place_of a q) t) ->
  forall ts q steps, path a q ts -> 0 <= lost a mean fresh_mean public outs moved q ts steps.
Proof.
  intros M Plain. induction ts as [| t l IH]; intros q steps Pa; cbn [lost]; [lra |].
  destruct Pa as [I Pa]. specialize (IH _ (steps ++ [t]) Pa). destruct (Plain q t I) as (Ds & _ & _ & Shw). unfold lost_here.
  pose proof (size_0 outs). pose proof (Rabs_pos (fresh_mean q)).
  assert (Pb : 0 <= public_input public outs steps) by apply Rabs_pos. set (far := public_input public outs steps) in *.
  assert (0 <= total (fun v => Q2R (rate (sample (place_of a q) v)) * (moved + (Rabs (mean q v) + far))) (drawn a t)).
  { revert Ds. generalize (drawn a t). induction l0 as [| v vs IHv]; intros Ds; cbn [total]; [lra |].
    specialize (IHv (fun w J => Ds w (or_intror J))). pose proof (rate_positive _ (Ds v (or_introl eq_refl))).
    pose proof (Rabs_pos (mean q v)). nra. }
  destruct (shows_fresh t); [| lra]. pose proof (rate_positive _ (Shw eq_refl)).
  assert (0 <= Q2R (rate (fresh (place_of a q))) * (size outs + Rabs (fresh_mean q) + far)) by (apply Rmult_le_pos; lra). lra.
Qed.
