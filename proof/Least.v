(* SPDX-License-Identifier: Apache-2.0 *)
(* Where noise is discrete, what a path costs at least is necessary at any epsilon: along inputs n D the
   probability of its outputs falls by more than anything below that in some step. *)
From Coq Require Import ZArith QArith Qreals Qabs Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Take Bound Corners Rounding Paths Theorems Judge Linear RealShifts Statement Privacy Noise Weights.
From Couplet Require Import LinearNever LinearShifts LinearLeast.
Import ListNotations.
Open Scope R_scope.

(* ---- Averages ------------------------------------------------------------------------------ *)

Lemma integers_le r f g : 0 < r -> (forall k, Rbar_le (f (IZR k)) (g (IZR k))) ->
  Rbar_le (discrete_laplace r f) (discrete_laplace r g).
Proof.
  intros P H. rewrite <- (mult_1 (discrete_laplace r g)). apply sum_le_parts; [lra |]. intros ks N. exists ks. split; auto.
  rewrite mult_1. clear N. induction ks as [| k ks IH]; cbn [finite_sum fold_right]; [apply Rbar_le_refl |].
  apply Rbar_plus_le_compat; [| exact IH]. apply weigh_le; auto.
  left. apply Rmult_lt_0_compat; [apply (level_positive r P) | apply exp_pos].
Qed.

Lemma average_small epsilon eta n : 0 < epsilon -> 0 < eta < 1 -> two_sided_discrete n -> exists kappa, 0 < kappa /\
  forall b f, 0 < b ->
  (forall k, Rbar_le (f (IZR k)) (Finite (b * exp ((1 - eta) * epsilon * (Q2R (rate n) * Rabs (IZR k)))))) ->
  Rbar_le (expectation_of epsilon n f) (Finite (b * kappa)).
Proof.
  intros E Eta D. set (r := Q2R (rate n) * epsilon).
  assert (R0 : 0 < r) by (apply Rmult_lt_0_compat; auto; apply rate_positive, D).
  exists (level r / level (eta * r)). split.
  { apply Rdiv_lt_0_compat; apply level_positive; auto. apply Rmult_lt_0_compat; lra. }
  intros b f B H. rewrite (discrete_average epsilon n D). fold r.
  apply Rbar_le_trans with (discrete_laplace r (fun y => Rbar_mult b (Finite (exp ((1 - eta) * r * Rabs y))))).
  - apply integers_le; auto. intros k. eapply Rbar_le_trans; [apply H |]. rewrite mult_pos by exact B. simpl. right.
    do 2 f_equal. unfold r. ring.
  - pose proof (discrete_laplace_lawful r (fun _ => False) R0 ltac:(tauto)) as Law.
    eapply Rbar_le_trans; [apply (scaling _ _ _ Law b); [exact B | intros y; left; apply exp_pos] |].
    eapply Rbar_le_trans; [apply mult_le; [exact B | apply moment; auto; lra] |].
    rewrite mult_pos by exact B. apply Rbar_le_refl.
Qed.

Lemma average_some epsilon n k f p : 0 < epsilon -> two_sided_discrete n -> (forall y, Rbar_le 0 (f y)) ->
  0 < p -> Rbar_le (Finite p) (f (IZR k)) -> exists q, 0 < q /\ Rbar_le (Finite q) (expectation_of epsilon n f).
Proof.
  intros E D F P L. set (r := Q2R (rate n) * epsilon).
  assert (R0 : 0 < r) by (apply Rmult_lt_0_compat; auto; apply rate_positive, D).
  set (w := level r * exp (- (r * Rabs (IZR k)))).
  assert (W : 0 < w) by (apply Rmult_lt_0_compat; [apply level_positive, R0 | apply exp_pos]).
  exists (w * p). split; [apply Rmult_lt_0_compat; auto |]. rewrite (discrete_average epsilon n D). fold r.
  eapply Rbar_le_trans; [| apply (single_term r k f R0 F)]. fold w.
  eapply Rbar_le_trans; [| apply mult_le; [exact W | exact L]]. rewrite mult_pos by exact W. apply Rbar_le_refl.
Qed.

(* ---- Samples that are whole numbers -------------------------------------------------------- *)

Definition reals (X : threshold -> Z) : threshold -> R := fun v => IZR (X v).

Definition below_whole (z X : threshold -> Z) (v : threshold) : bool := (z v <? X v)%Z.

Lemma below_reals z X : is_below (reals z) (reals X) = below_whole z X.
Proof.
  apply FunctionalExtensionality.functional_extensionality. intros v. unfold is_below, below_whole, reals.
  destruct (Rlt_dec (IZR (z v)) (IZR (X v))) as [L | L]; symmetry.
  - apply Z.ltb_lt, lt_IZR, L.
  - apply Z.ltb_ge, le_IZR. lra.
Qed.

(* The thresholds after a step whose samples are z. *)
Definition updated {A} (t : transition) (z x : threshold -> A) : threshold -> A := fun v => if among v (assigns t) then z v else x v.

Lemma updated_reals t z X : updated t (reals z) (reals X) = reals (updated t z X).
Proof.
  apply FunctionalExtensionality.functional_extensionality. intros v. unfold updated, reals. destruct (among v (assigns t)); auto.
Qed.

Section Samples.
Variable a : automaton.

Definition put {A} (v : threshold) (s : A) (z : threshold -> A) : threshold -> A := fun w => if shared a || Pos.eqb w v then s else z w.

Lemma put_reals v k z : put v (IZR k) (reals z) = reals (put v k z).
Proof.
  apply FunctionalExtensionality.functional_extensionality. intros w. unfold put, reals. destruct (_ || _); auto.
Qed.

Fixpoint put_all (vs : list threshold) (ks : list Z) (z : threshold -> Z) : threshold -> Z :=
  match vs, ks with v :: vs, k :: ks => put_all vs ks (put v k z) | _, _ => z end.

Definition sampled (t : transition) (ks : list Z) : threshold -> Z := put_all (drawn a t) ks (fun _ => 0%Z).

Lemma put_all_other vs w : shared a = false -> ~ In w vs -> forall ks z, put_all vs ks z w = z w.
Proof.
  intros Sh. induction vs as [| v vs IH]; intros N [| k ks] z; cbn [put_all]; auto. rewrite IH by (intros I; apply N; simpl; auto).
  unfold put. rewrite Sh. destruct (Pos.eqb_spec w v) as [-> | E]; auto. destruct N. simpl. auto.
Qed.

Lemma put_all_each vs f : shared a = false -> NoDup vs -> forall z v, In v vs -> put_all vs (map f vs) z v = f v.
Proof.
  intros Sh. induction 1 as [| w vs N _ IH]; intros z v I; [destruct I |]. cbn [map put_all]. destruct I as [-> | I]; [| apply IH, I].
  rewrite put_all_other by auto. unfold put. rewrite Pos.eqb_refl, orb_true_r. auto.
Qed.
End Samples.

(* ---- Automata of which it is proved -------------------------------------------------------- *)

Definition shows_fresh (t : transition) : bool := match shows t with Fresh => true | _ => false end.

(* What a step asks: discrete noise, and a conjunction. *)
Definition plain_step (a : automaton) (p : place) (t : transition) : Prop :=
  (forall v, In v (drawn a t) -> two_sided_discrete (sample p v)) /\ (exists lits, conjunction (condition t) = Some lits) /\
  floating p = None /\ (shows_fresh t = true -> two_sided_discrete (fresh p)).

Section Runs.
Variable a : automaton.
Hypothesis plain : forall q t, In t (leaving (place_of a q)) -> plain_step a (place_of a q) t.
Variable epsilon : R.
Hypothesis epsilon_positive : 0 < epsilon.
Variable mean : state -> threshold -> R.
Variable fresh_mean : state -> R.
Hypothesis whole_means : forall q, (forall v, is_whole (mean q v)) /\ is_whole (fresh_mean q).
Variable letters : transition -> list item.
(* The public inputs. *)
Variable public : list transition -> list item -> R.
Hypothesis whole_public : forall steps seen, is_whole (public steps seen).
Variable wanted : list item -> Prop.

Let average := expectation_of epsilon.

(* The private inputs, by the steps before. *)
Variable inputs : list transition -> R.
Hypothesis whole_inputs : forall steps, is_whole (inputs steps).

Definition chance_along := chance a average mean fresh_mean letters as_it_is (fun steps _ => inputs steps) public.

Definition input_here (q : state) (steps : list transition) (seen : list item) (last : R) : R :=
  match reads (place_of a q) with Private => inputs steps | Public => public steps seen | Again => last end.

Definition last_after (q : state) (steps : list transition) (last : R) : R :=
  match reads (place_of a q) with Private => inputs steps | _ => last end.

(* The values of the samples and the fresh value at each step. *)
Definition values := list (list Z * Z).

(* What a step shows where the samples are z and a fresh value f. *)
Definition item_shown (t : transition) (z x : threshold -> R) (f : R) : list item :=
  match shows t with
  | Symbol => letters t
  | Insample v => [Number (z v)]
  | Gap v => [Number (z v - x v)]
  | Fresh => [Number f]
  end.

Fixpoint follows (ts : list transition) (X : threshold -> Z) (seen : list item) (vals : values) : Prop :=
  match ts, vals with
  | [], [] => wanted seen
  | t :: ts, (ks, f) :: vals =>
    let z := sampled a t ks in
    length ks = length (drawn a t) /\ holds (condition t) (below_whole z X) = true /\
    follows ts (updated t z X) (seen ++ item_shown t (reals z) (reals X) (IZR f)) vals
  | _, _ => False
  end.

(* What the noise of these values pays. *)
Fixpoint pays (q : state) (input : R) (vs : list threshold) (ks : list Z) : R :=
  match vs, ks with
  | v :: vs, k :: ks => Q2R (rate (sample (place_of a q) v)) * Rabs (IZR k - input - mean q v) + pays q input vs ks
  | _, _ => 0
  end.

Definition pays_fresh (q : state) (t : transition) (input : R) (f : Z) : R :=
  if shows_fresh t then Q2R (rate (fresh (place_of a q))) * Rabs (IZR f - input - fresh_mean q) else 0.

Fixpoint pay (ts : list transition) (q : state) (X : threshold -> Z) (steps : list transition) (seen : list item) (last : R)
         (vals : values) : R :=
  match ts, vals with
  | t :: ts, (ks, f) :: vals =>
    let z := sampled a t ks in
    pays q (input_here q steps seen last) (drawn a t) ks + pays_fresh q t (input_here q steps seen last) f +
    pay ts (target t) (updated t z X) (steps ++ [t]) (seen ++ item_shown t (reals z) (reals X) (IZR f)) (last_after q steps last) vals
  | _, _ => 0
  end.

Lemma whole_input q steps seen last : is_whole last -> is_whole (input_here q steps seen last) /\ is_whole (last_after q steps last).
Proof.
  intros L. unfold input_here, last_after. destruct (reads (place_of a q)); auto.
Qed.

Lemma not_snapped q t : In t (leaving (place_of a q)) ->
  snapped (place_of a q) (fresh (place_of a q)) = fresh (place_of a q).
Proof. intros I. destruct (plain q t I) as (_ & _ & F & _). unfold snapped. rewrite F. auto. Qed.

Lemma discrete_lawful n : two_sided_discrete n ->
  lawful (average n) (rate_of epsilon n) (moves n).
Proof.
  intros (W & O & d & P & D). apply expectation_lawful; auto. intros e E. congruence.
Qed.

(* All samples of a step, one after the other. *)
Fixpoint each_draw (q : state) (input : R) (vs : list threshold) (z : threshold -> R) (rest : (threshold -> R) -> Rbar) : Rbar :=
  match vs with
  | [] => rest z
  | v :: vs => average (sample (place_of a q) v) (fun y => each_draw q input vs (put a v (input + mean q v + y) z) rest)
  end.

Lemma samples_drawn q t input rest : samples_at a average mean q t input rest = each_draw q input (drawn a t) (fun _ => 0) rest.
Proof.
  unfold samples_at, drawn. destruct (shared a) eqn:Sh; [cbn [each_draw]; unfold put; rewrite Sh; reflexivity |].
  generalize (fun _ : threshold => 0). induction (touched t) as [| v vs IH]; intros z; cbn [each_sample each_draw]; auto.
  f_equal. apply FunctionalExtensionality.functional_extensionality. intros y. rewrite IH. unfold put. rewrite Sh. reflexivity.
Qed.

Lemma draws_nonneg q input rest vs : (forall v, In v vs -> two_sided_discrete (sample (place_of a q) v)) ->
  (forall z, Rbar_le 0 (rest z)) -> forall z, Rbar_le 0 (each_draw q input vs z rest).
Proof.
  induction vs as [| v vs IH]; intros Ds N z; cbn [each_draw]; auto. apply (positive _ _ _ (discrete_lawful _ (Ds v (or_introl eq_refl)))).
  intros y. apply IH; auto. intros w I. apply Ds. right. exact I.
Qed.

(* A sample's value comes of whole noise. *)
Lemma whole_noise z i m : is_whole i -> is_whole m -> exists k, IZR z = i + m + IZR k.
Proof.
  intros (j & ->) (l & ->). exists (z - j - l)%Z. rewrite !minus_IZR. ring.
Qed.

Lemma draws_some q input rest p vs : is_whole input -> (forall z, Rbar_le 0 (rest z)) -> 0 < p ->
  (forall v, In v vs -> two_sided_discrete (sample (place_of a q) v)) -> forall ks z, length ks = length vs ->
  Rbar_le (Finite p) (rest (reals (put_all a vs ks z))) ->
  exists p', 0 < p' /\ Rbar_le (Finite p') (each_draw q input vs (reals z) rest).
Proof.
  intros Wi N P0. induction vs as [| v vs IH]; intros Ds [| k ks] z L H; try discriminate; cbn [put_all each_draw] in *; [exists p; auto |].
  assert (Ds' : forall w, In w vs -> two_sided_discrete (sample (place_of a q) w)) by (intros w I; apply Ds; right; exact I).
  destruct (IH Ds' ks (put a v k z)) as (p' & P' & Hp); auto.
  destruct (whole_noise k input (mean q v) Wi (proj1 (whole_means q) v)) as (j & J).
  apply (average_some epsilon _ j _ p' epsilon_positive (Ds v (or_introl eq_refl))); auto.
  - intros y. apply draws_nonneg; auto.
  - rewrite <- J, put_reals. exact Hp.
Qed.

(* The rest of a run behind samples z. *)
Definition rest_of (ts : list transition) (q : state) (t : transition) (x : threshold -> R) (last : R)
           (steps : list transition) (seen : list item) (z : threshold -> R) : Rbar :=
  let go shown := chance_along wanted ts (target t) (updated t z x) (last_after q steps last) (steps ++ [t]) (seen ++ shown) in
  if holds (condition t) (is_below z x) then
    if shows_fresh t then average (fresh (place_of a q)) (fun y => go (item_shown t z x (input_here q steps seen last + fresh_mean q + y)))
    else go (item_shown t z x 0)
  else 0.

Lemma chance_step ts q t x last steps seen : In t (leaving (place_of a q)) ->
  chance_along wanted (t :: ts) q x last steps seen =
  each_draw q (input_here q steps seen last) (drawn a t) (fun _ => 0) (rest_of ts q t x last steps seen).
Proof.
  intros I. rewrite <- (samples_drawn q t). unfold chance_along. cbn [chance].
  f_equal. apply FunctionalExtensionality.functional_extensionality. intros z. unfold rest_of, chance_along.
  change (input_at a (fun steps _ => inputs steps) public q steps seen last) with (input_here q steps seen last).
  assert (La : (match reads (place_of a q) with Private => input_here q steps seen last | _ => last end) = last_after q steps last).
  { unfold last_after, input_here. destruct (reads (place_of a q)); auto. }
  rewrite La, (not_snapped q t I). unfold shows_fresh, item_shown. destruct (holds _ _); auto. destruct (shows t); auto.
Qed.

Lemma nonneg ts : forall q x last steps seen, path a q ts -> Rbar_le 0 (chance_along wanted ts q x last steps seen).
Proof.
  induction ts as [| t ts IH]; intros q x last steps seen P; [apply one_if_0 |]. destruct P as [I P].
  destruct (plain q t I) as (Ds & _ & _ & Sh). rewrite (chance_step ts q t x last steps seen I). apply draws_nonneg; auto.
  intros z. unfold rest_of. destruct (holds _ _); [| apply Rbar_le_refl]. destruct (shows_fresh t); [| apply IH, P].
  apply (positive _ _ _ (discrete_lawful _ (Sh eq_refl))). intros y. apply IH, P.
Qed.

Lemma rest_nonneg ts q t x last steps seen z : In t (leaving (place_of a q)) -> path a (target t) ts ->
  Rbar_le 0 (rest_of ts q t x last steps seen z).
Proof.
  intros I P. destruct (plain q t I) as (_ & _ & _ & Sh). unfold rest_of.
  destruct (holds _ _); [| apply Rbar_le_refl]. destruct (shows_fresh t); [| apply nonneg, P].
  apply (positive _ _ _ (discrete_lawful _ (Sh eq_refl))). intros y. apply nonneg, P.
Qed.

Lemma shown_unfresh t z x f f' : shows_fresh t = false -> item_shown t z x f = item_shown t z x f'.
Proof. unfold shows_fresh, item_shown. destruct (shows t); intros; auto. discriminate. Qed.

Lemma some_chance ts : forall q X last steps seen vals, path a q ts -> is_whole last -> follows ts X seen vals ->
  exists p, 0 < p /\ Rbar_le (Finite p) (chance_along wanted ts q (reals X) last steps seen).
Proof.
  induction ts as [| t ts IH]; intros q X last steps seen vals P L F; destruct vals as [| [ks f] vals]; simpl in F; try tauto.
  - exists 1. split; [lra |]. apply lub_correct. auto.
  - destruct P as [I P]. destruct F as (Len & H & F). destruct (plain q t I) as (Ds & _ & _ & Sh).
    destruct (whole_input q steps seen last L) as [Wi Wl]. destruct (whole_means q) as [_ Wf].
    destruct (IH (target t) _ (last_after q steps last) (steps ++ [t]) _ vals P Wl F) as (p & P0 & Lp).
    assert (Inner : exists p', 0 < p' /\ Rbar_le (Finite p') (rest_of ts q t (reals X) last steps seen (reals (sampled a t ks)))).
    { unfold rest_of. rewrite below_reals, H, updated_reals.
      destruct (shows_fresh t) eqn:Fr; [| rewrite (shown_unfresh t _ _ 0 (IZR f) Fr); exists p; auto].
      destruct (whole_noise f (input_here q steps seen last) (fresh_mean q) Wi Wf) as (j & J).
      apply (average_some epsilon (fresh (place_of a q)) j _ p epsilon_positive (Sh eq_refl)); auto.
      - intros y. apply nonneg, P.
      - rewrite <- J. exact Lp. }
    destruct Inner as (p' & P0' & Lp'). rewrite (chance_step ts q t (reals X) last steps seen I).
    apply (draws_some q _ _ p' (drawn a t) Wi (fun z => rest_nonneg ts q t _ last steps seen z I P) P0' Ds ks (fun _ => 0%Z) Len Lp').
Qed.

Lemma pays_nonneg q input vs : (forall v, In v vs -> two_sided_discrete (sample (place_of a q) v)) -> forall ks, 0 <= pays q input vs ks.
Proof.
  induction vs as [| v vs IH]; intros Ds [| k ks]; cbn [pays]; try lra. specialize (IH (fun w I => Ds w (or_intror I)) ks).
  pose proof (rate_positive _ (Ds v (or_introl eq_refl))). pose proof (Rabs_pos (IZR k - input - mean q v)). nra.
Qed.

Lemma pay_nonneg ts : forall q X steps seen last vals, path a q ts -> 0 <= pay ts q X steps seen last vals.
Proof.
  induction ts as [| t ts IH]; intros q X steps seen last [| [ks f] vals] P; cbn [pay]; try lra. destruct P as [I P].
  destruct (plain q t I) as (Ds & _ & _ & Sh). pose proof (pays_nonneg q (input_here q steps seen last) _ Ds ks).
  unfold pays_fresh. match goal with |- 0 <= _ + _ + ?r => assert (0 <= r) by (apply IH, P) end.
  destruct (shows_fresh t); [| lra].
  pose proof (rate_positive _ (Sh eq_refl)). pose proof (Rabs_pos (IZR f - input_here q steps seen last - fresh_mean q)). nra.
Qed.
End Runs.

Section Small.
Variable a : automaton.
Hypothesis plain : forall q t, In t (leaving (place_of a q)) -> plain_step a (place_of a q) t.
Variable epsilon : R.
Hypothesis epsilon_positive : 0 < epsilon.
Variable mean : state -> threshold -> R.
Variable fresh_mean : state -> R.
Hypothesis whole_means : forall q, (forall v, is_whole (mean q v)) /\ is_whole (fresh_mean q).
Variable letters : transition -> list item.
(* The public inputs. *)
Variable public : list transition -> list item -> R.
Hypothesis whole_public : forall steps seen, is_whole (public steps seen).
Variable wanted : list item -> Prop.
Variable eta : R.
Hypothesis eta_small : 0 < eta < 1.

Lemma draws_small q vs : (forall v, In v vs -> two_sided_discrete (sample (place_of a q) v)) -> exists kappa, 0 < kappa /\
  forall input b rest z, is_whole input -> 0 < b ->
  (forall ks, length ks = length vs ->
    Rbar_le (rest (reals (put_all a vs ks z))) (Finite (b * exp ((1 - eta) * epsilon * pays a mean q input vs ks)))) ->
  Rbar_le (each_draw a epsilon mean q input vs (reals z) rest) (Finite (b * kappa)).
Proof.
  induction vs as [| v vs IH]; intros Ds.
  - exists 1. split; [lra |]. intros input b rest z Wi B H. specialize (H [] eq_refl). cbn [pays] in H.
    rewrite Rmult_0_r, exp_0 in H. exact H.
  - destruct IH as (kappa & K & Each); [intros w I; apply Ds; right; exact I |].
    destruct (average_small epsilon eta _ epsilon_positive eta_small (Ds v (or_introl eq_refl))) as (kv & Kv & Avg).
    exists (kappa * kv). split; [apply Rmult_lt_0_compat; auto |]. intros input b rest z Wi B H. cbn [each_draw].
    rewrite <- Rmult_assoc. apply Avg; [apply Rmult_lt_0_compat; auto |]. intros k.
    destruct (Wi) as (i & Ei), (proj1 (whole_means q) v) as (m & Em).
    replace (input + mean q v + IZR k) with (IZR (i + m + k)) by (rewrite !plus_IZR; congruence). rewrite put_reals.
    rewrite (Rmult_comm b kappa), Rmult_assoc, Rmult_comm.
    apply (Each input); [exact Wi | apply Rmult_lt_0_compat; [auto | apply exp_pos] |]. intros ks L.
    specialize (H ((i + m + k)%Z :: ks) (f_equal S L)). cbn [put_all pays] in H. rewrite Rmult_assoc, <- exp_plus.
    eapply Rbar_le_trans; [exact H |]. simpl. right. do 2 f_equal. rewrite !plus_IZR, <- Ei, <- Em.
    replace (input + mean q v + IZR k - input - mean q v) with (IZR k) by ring. ring.
Qed.

(* If all values that take a path pay so much, its probability is small. *)
Lemma small_chance ts : forall q, path a q ts -> exists bound, 0 < bound /\
  forall inputs, (forall steps, is_whole (inputs steps)) -> forall X last steps seen paid least, is_whole last ->
  (forall vals, follows a letters wanted ts X seen vals -> least <= paid + pay a mean fresh_mean letters public inputs ts q X steps seen last vals) ->
  Rbar_le (chance_along a epsilon mean fresh_mean letters public inputs wanted ts q (reals X) last steps seen)
    (Finite (bound * exp (- ((1 - eta) * epsilon * (least - paid))))).
Proof.
  assert (T : 0 < (1 - eta) * epsilon) by (apply Rmult_lt_0_compat; lra).
  induction ts as [| t ts IH]; intros q P.
  - exists 1. split; [lra |]. intros inputs Wu X last steps seen paid least L H. cbn [pay follows] in *.
    apply lub_correct. intros y [-> | [Wn ->]]; simpl; rewrite Rmult_1_l.
    + left. apply exp_pos.
    + specialize (H [] Wn). rewrite <- exp_0 at 1. apply exp_le.
      assert (0 <= (1 - eta) * epsilon * (paid - least)) by (apply Rmult_le_pos; lra). lra.
  - destruct P as [I P]. destruct (plain q t I) as (Ds & _ & _ & Sh). destruct (whole_means q) as [_ Wf].
    destruct (IH (target t) P) as (bound & B & IHb). clear IH.
    destruct (draws_small q (drawn a t) Ds) as (kappa & K & Avg).
    assert (Split : forall b paid least w, b * exp (- ((1 - eta) * epsilon * (least - (paid + w)))) =
                    b * exp (- ((1 - eta) * epsilon * (least - paid))) * exp ((1 - eta) * epsilon * w)).
    { intros b paid least w. rewrite (Rmult_assoc b), <- exp_plus. do 2 f_equal. ring. }
    (* Behind the samples. *)
    assert (Rest : exists bound', 0 < bound' /\ forall inputs, (forall steps, is_whole (inputs steps)) -> forall X last steps seen paid least z, is_whole last ->
      (forall f vals, holds (condition t) (below_whole z X) = true ->
        follows a letters wanted ts (updated t z X) (seen ++ item_shown letters t (reals z) (reals X) (IZR f)) vals -> least <= paid +
         (pays_fresh a fresh_mean q t (input_here a public inputs q steps seen last) f
          + pay a mean fresh_mean letters public inputs ts (target t) (updated t z X) (steps ++ [t])
              (seen ++ item_shown letters t (reals z) (reals X) (IZR f)) (last_after a inputs q steps last) vals)) ->
      Rbar_le (rest_of a epsilon mean fresh_mean letters public wanted inputs ts q t (reals X) last steps seen (reals z))
        (Finite (bound' * exp (- ((1 - eta) * epsilon * (least - paid)))))).
    { unfold rest_of, pays_fresh. destruct (shows_fresh t) eqn:Fr.
      - destruct (average_small epsilon eta _ epsilon_positive eta_small (Sh eq_refl)) as (kf & Kf & Avgf).
        exists (bound * kf). split; [apply Rmult_lt_0_compat; auto |].
        intros inputs Wu X last steps seen paid least z L H. destruct (whole_input a public whole_public inputs Wu q steps seen last L) as [Wi Wl].
        rewrite below_reals, updated_reals. destruct (holds (condition t) _) eqn:Ho;
          [| simpl; left; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; auto | apply exp_pos]].
        replace (bound * kf * exp (- ((1 - eta) * epsilon * (least - paid))))
          with (bound * exp (- ((1 - eta) * epsilon * (least - paid))) * kf) by ring.
        apply Avgf; [apply Rmult_lt_0_compat; [auto | apply exp_pos] |]. intros k. rewrite <- Split.
        apply (IHb inputs Wu); auto. intros vals F.
        destruct Wi as (i & Wi). destruct Wf as (m & Wf).
        specialize (H (i + m + k)%Z vals eq_refl). rewrite !plus_IZR, <- Wi, <- Wf in H.
        replace (input_here a public inputs q steps seen last + fresh_mean q + IZR k - input_here a public inputs q steps seen last - fresh_mean q) with (IZR k) in H by ring.
        rewrite Rplus_assoc. apply H. exact F.
      - exists bound. split; auto. intros inputs Wu X last steps seen paid least z L H.
        rewrite below_reals, updated_reals. destruct (holds (condition t) _) eqn:Ho;
          [| simpl; left; apply Rmult_lt_0_compat; [auto | apply exp_pos]].
        apply (IHb inputs Wu); [apply (whole_input a public whole_public inputs Wu q steps seen last L) |]. intros vals F.
        specialize (H 0%Z vals eq_refl F). lra. }
    destruct Rest as (bound' & B' & Rest).
    exists (bound' * kappa). split; [apply Rmult_lt_0_compat; auto |].
    intros inputs Wu X last steps seen paid least L H.
    rewrite (chance_step a plain epsilon mean fresh_mean letters public wanted inputs ts q t (reals X) last steps seen I).
    replace (bound' * kappa * exp (- ((1 - eta) * epsilon * (least - paid))))
      with (bound' * exp (- ((1 - eta) * epsilon * (least - paid))) * kappa) by ring.
    apply (Avg _ _ _ (fun _ => 0%Z)); [apply (whole_input a public whole_public inputs Wu q steps seen last L) | apply Rmult_lt_0_compat; [auto | apply exp_pos] |].
    intros ks Len. rewrite <- Split. fold (sampled a t ks). apply (Rest inputs Wu); auto. intros f vals Ho F.
    specialize (H ((ks, f) :: vals) (conj Len (conj Ho F))). cbn [pay] in H. lra.
Qed.
End Small.

(* ---- Costs --------------------------------------------------------------------------------- *)

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
Lemma due_paid q D vs ks z input far : Rabs (input - INR n * (s * Q2R D)) <= far -> (forall v, In v vs -> two_sided_discrete (sample (place_of a q) v)) ->
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

(* ---- Paths and their outputs --------------------------------------------------------------- *)

Section Outputs.
Variable a : automaton.
Variable letters : transition -> list item.

Fixpoint outputs_of (ts : list transition) (X : threshold -> Z) (vals : values) : list item :=
  match ts, vals with
  | t :: ts, (ks, f) :: vals =>
    let z := sampled a t ks in item_shown letters t (reals z) (reals X) (IZR f) ++ outputs_of ts (updated t z X) vals
  | _, _ => []
  end.

Lemma follows_outs outs ts : forall X seen vals, follows a letters (fun l => l = outs) ts X seen vals ->
  seen ++ outputs_of ts X vals = outs /\ length vals = length ts.
Proof.
  induction ts as [| t ts IH]; intros X seen [| [ks f] vals] F; simpl in F; try tauto.
  - rewrite app_nil_r. auto.
  - destruct F as (_ & _ & F). apply IH in F as [F L]. rewrite <- app_assoc in F. simpl. auto.
Qed.

Hypothesis tells : tells_the_path a letters.

Lemma same_path N : forall q ts ts' x x' vals vals', In ts (paths a N q) -> In ts' (paths a N q) ->
  length vals = length ts -> length vals' = length ts' -> outputs_of ts x vals = outputs_of ts' x' vals' -> ts = ts'.
Proof.
  induction N as [| N IH]; intros q ts ts' x x' vals vals' I I' L L' O; cbn [paths] in I, I'.
  - destruct I as [<- | []], I' as [<- | []]. auto.
  - destruct (leaving (place_of a q)) as [| t0 l] eqn:Lv.
    + destruct I as [<- | []], I' as [<- | []]. auto.
    + apply in_flat_map in I as (t & T & I). apply in_map_iff in I as (rest & <- & I).
      apply in_flat_map in I' as (t' & T' & I'). apply in_map_iff in I' as (rest' & <- & I').
      destruct vals as [| [z f] vals]; [discriminate |]. destruct vals' as [| [z' f'] vals']; [discriminate |].
      cbn [outputs_of] in O. rewrite <- Lv in T, T'.
      destruct tells as [One Apart]. destruct (One t) as (i & Li), (One t') as (i' & Li').
      assert (Et : t = t').
      { destruct (Classical_Prop.classic (t = t')) as [E | E]; auto. exfalso. specialize (Apart q t t' T T' E).
        unfold item_shown in O. destruct (shows t), (shows t'); try (exact Apart); rewrite ?Li, ?Li' in O; try discriminate.
        apply Apart. rewrite Li, Li'. injection O. intros. congruence. }
      subst t'. unfold item_shown in O. destruct (shows t); rewrite ?Li in O; injection O; intros;
        f_equal; simpl in L, L'; eapply (IH (target t) rest rest' _ _ vals vals'); eauto.
Qed.

Lemma path_in_paths ts : forall q, path a q ts -> In ts (paths a (length ts) q).
Proof.
  induction ts as [| t ts IH]; intros q P; cbn [length paths]; [left; auto |]. destruct P as [I P].
  destruct (leaving (place_of a q)) as [| t0 l] eqn:Lv; [destruct I |].
  apply in_flat_map. exists t. split; auto. apply in_map, IH, P.
Qed.

(* One sample for all: rational values that take a path give whole ones. *)
Lemma whole_values m ts : shared a = true -> forall q (x : threshold -> Q) (X : threshold -> Z) zs az seen,
  takes a q x ts zs -> Forall2 (fun z k => (z == k # m)%Q) zs az -> (forall v, (x v == X v # m)%Q) ->
  let vals := map (fun k => ([k], 0%Z)) az in follows a letters (fun l => l = seen ++ outputs_of ts X vals) ts X seen vals.
Proof.
  intros Sh. induction ts as [| t ts IH]; intros q x X zs az seen T F E; destruct zs as [| z zs]; simpl in T; try tauto.
  - inversion F; subst. simpl. rewrite app_nil_r. auto.
  - inversion F as [| ? k ? az' Ek F']; subst. cbn [map follows]. destruct T as (H & _ & T).
    assert (Zk : sampled a t [k] = fun _ => k) by (unfold sampled, drawn; rewrite Sh; cbn [put_all]; unfold put; rewrite Sh; auto).
    cbn [outputs_of]. rewrite Zk. split; [unfold drawn; rewrite Sh; auto |]. split.
    + rewrite <- H. apply holds_agree. intros v _. unfold below_whole, below.
      assert (B : (x v <= z)%Q <-> (X v <= k)%Z).
      { rewrite E, Ek. unfold Qle. cbn [Qnum Qden]. split; intros L; nia. }
      destruct (Qle_bool (x v) z) eqn:Qb.
      * apply Qle_bool_iff, B in Qb. apply Z.ltb_ge, Qb.
      * apply Z.ltb_lt. destruct (Z_lt_le_dec k (X v)) as [| L]; auto. exfalso. apply B, Qle_bool_iff in L. congruence.
    + rewrite app_assoc. apply (IH (target t) (fun v => if among v (assigns t) then z else x v) _ zs); auto.
      intros v. unfold updated. destruct (among v (assigns t)); auto.
Qed.

(* A sample for each threshold: some values take any path. *)
Lemma own_values ts : shared a = false -> (forall q t, In t (leaving (place_of a q)) -> plain_step a (place_of a q) t) ->
  forall q X seen, path a q ts -> exists vals, follows a letters (fun l => l = seen ++ outputs_of ts X vals) ts X seen vals.
Proof.
  intros Sh plain. induction ts as [| t ts IH]; intros q X seen P; [exists []; simpl; rewrite app_nil_r; auto |]. destruct P as [I P].
  destruct (plain q t I) as (_ & (lits & C) & _).
  set (pick := fun v => if existsb (fun lit => Pos.eqb (fst lit) v && match snd lit with Less => true | _ => false end) lits
                        then (X v - 1)%Z else X v).
  set (ks := map pick (touched t)). set (z := sampled a t ks).
  destruct (IH (target t) (updated t z X) (seen ++ item_shown letters t (reals z) (reals X) 0) P) as (vals & F).
  exists ((ks, 0%Z) :: vals). cbn [follows outputs_of]. fold z. split; [| split].
  - unfold ks, drawn. rewrite Sh. apply map_length.
  - apply (conjunction_meets _ _ _ C). intros [v c] J. cbn [fst snd].
    assert (T : In v (touched t)).
    { apply (touched_lit t (v, c)). unfold compares, literals. rewrite C. apply in_or_app. auto. }
    assert (Zv : z v = pick v).
    { unfold z, sampled, ks, drawn. rewrite Sh. apply put_all_each; auto. apply distinct_nodup. }
    unfold below_whole. rewrite Zv. unfold pick. destruct (existsb _ lits) eqn:Ex.
    + apply existsb_exists in Ex as ([w d] & Jw & Ew). cbn [fst snd] in Ew. apply andb_true_iff in Ew as [Ew Ed].
      apply Pos.eqb_eq in Ew. subst w. rewrite <- (conjunction_one_side _ _ C v d c Jw J).
      destruct d; try discriminate. apply Z.ltb_lt. lia.
    + destruct c; [| apply Z.ltb_irrefl]. exfalso. rewrite <- Bool.not_true_iff_false in Ex. apply Ex. apply existsb_exists.
      exists (v, Less). split; auto. cbn [fst snd]. rewrite Pos.eqb_refl. auto.
  - rewrite app_assoc. exact F.
Qed.
End Outputs.

(* ---- The theorem --------------------------------------------------------------------------- *)

Lemma positions_all (P : Q -> Prop) a ts : P 0%Q -> forall q cs, Forall P cs -> forall j, P (nth j (positions a q ts cs) 0%Q).
Proof.
  intros Z. induction ts as [| t ts IH]; intros q cs F j; cbn [positions]; [destruct j; auto |].
  destruct (reads (place_of a q)); [destruct j; simpl; auto; apply IH; auto | | destruct j; simpl; auto; apply IH; auto].
  destruct F; destruct j; simpl; auto; apply IH; auto.
Qed.

Definition single (l : list Q) : Prop := forall i j, (i < j)%nat -> nth i l 0%Q = 0%Q \/ nth j l 0%Q = 0%Q.

Lemma positions_zero a ts : forall q cs, Forall (fun c => c = 0%Q) cs -> forall j, nth j (positions a q ts cs) 0%Q = 0%Q.
Proof. intros q cs F j. apply (positions_all (fun c => c = 0%Q)); auto. Qed.

Lemma positions_single a ts : forall q n c m, single (positions a q ts (repeat 0%Q n ++ c :: repeat 0%Q m)).
Proof.
  assert (Z : forall n, Forall (fun c => c = 0%Q) (repeat 0%Q n)).
  { intros n. apply Forall_forall. intros c I. apply repeat_spec in I. auto. }
  induction ts as [| t ts IH]; intros q n c m i j L; cbn [positions]; [left; destruct i; auto |].
  destruct (reads (place_of a q)).
  - destruct i as [| i]; [left; auto |]. destruct j as [| j]; [lia |]. simpl. apply (IH (target t) n c m). lia.
  - destruct n as [| n]; simpl.
    + destruct j as [| j]; [lia |]. right. simpl. apply positions_zero, Z.
    + destruct i as [| i]; [left; auto |]. destruct j as [| j]; [lia |]. simpl. apply (IH (target t) n c m). lia.
  - destruct i as [| i]; [left; auto |]. destruct j as [| j]; [lia |]. simpl. apply (IH (target t) n c m). lia.
Qed.

Theorem necessary a ts ks c :
  (forall q t, In t (leaving (place_of a q)) -> plain_step a (place_of a q) t) ->
  (0 < sensitivity a)%Q -> is_whole (Q2R (sensitivity a)) ->
  let cs := map number ks in
  runs a ts cs -> can_be_taken a ts -> costs_at_least a ts cs c ->
  forall epsilon c', 0 < epsilon -> c' < Q2R c ->
  forall mean fresh_mean, (forall q, (forall v, is_whole (mean q v)) /\ is_whole (fresh_mean q)) ->
  forall letters, tells_the_path a letters ->
  forall public, (forall steps seen, is_whole (public steps seen)) ->
  exists u u' wanted, neighbours a u u' /\
    let P u := probability a (expectation_of epsilon) mean fresh_mean letters as_it_is u public wanted (length ts) in
    Rbar_lt (Rbar_mult (exp (c' * epsilon)) (P u')) (P u).
Proof.
  intros Plain Sp Ws cs (Pa & Len & Ad) Can Least epsilon c' E Lt mean fresh_mean Wm letters Tells public Wp.
  set (s := Q2R (sensitivity a)) in *.
  assert (S0 : 0 < s) by (unfold s; rewrite <- RMicromega.Q2R_0; apply Qlt_Rlt, Sp).
  set (e := fun j => nth j (positions a (initial a) ts cs) 0%Q).
  set (U := fun n => inputs_along a n e).
  (* A point that takes the path. *)
  assert (Point : exists point, follows a letters (fun l => l = outputs_of a letters ts (fun _ => 0%Z) point) ts (fun _ => 0%Z) [] point).
  { destruct (shared a) eqn:Sh; [| exact (own_values a letters ts Sh Plain (initial a) (fun _ => 0%Z) [] Pa)].
    destruct (Can Sh) as (zs & Tk). destruct (common_denominator zs) as (m & az & Fz). eexists.
    apply (whole_values a letters m ts Sh (initial a) (fun _ => 0%Q) (fun _ => 0%Z) zs az [] Tk Fz). intros v. reflexivity. }
  destruct Point as (point & Pt). set (outs := outputs_of a letters ts (fun _ => 0%Z) point) in *.
  set (wanted := fun l => l = outs) in *.
  assert (Es : forall j, -1 <= Q2R (e j) <= 1 /\ is_whole (Q2R (e j))).
  { apply (positions_all (fun q => -1 <= Q2R q <= 1 /\ is_whole (Q2R q))).
    - rewrite RMicromega.Q2R_0. split; [lra | exists 0%Z; auto].
    - apply Forall_forall. intros q I. apply in_map_iff in I as (k & <- & _). destruct k; simpl.
      + rewrite Q2R_m1. split; [lra | exists (-1)%Z; auto].
      + rewrite RMicromega.Q2R_0. split; [lra | exists 0%Z; auto].
      + rewrite RealShifts.Q2R_1. split; [lra | exists 1%Z; auto]. }
  assert (Wu : forall n steps, is_whole (U n steps)).
  { intros n steps. unfold U, inputs_along. apply whole_times; [exists (Z.of_nat n); apply INR_IZR_INZ |].
    apply whole_times; [exact Ws | apply Es]. }
  assert (Nb : forall n, neighbours a (fun steps _ => U n steps) (fun steps _ => U (S n) steps)).
  { intros n. split.
    - exists (fun steps => s * Q2R (e (length steps))). split.
      + unfold may_differ_by. fold s. unfold adjacent in Ad. destruct (adjacent_by a).
        * intros steps. destruct (Es (length steps)). nra.
        * unfold between in Ad. destruct Ad as [Ad | Ad]; [left | right]; intros steps; destruct (Es (length steps)) as [B _].
          -- assert (N : 0 <= Q2R (e (length steps))); [| nra].
             apply (positions_all (fun q => 0 <= Q2R q)); [rewrite RMicromega.Q2R_0; lra |].
             eapply Forall_impl; [| exact Ad]. intros q [Q _]. apply Q2R_le0, Q.
          -- assert (N : Q2R (e (length steps)) <= 0); [| nra].
             apply (positions_all (fun q => Q2R q <= 0)); [rewrite RMicromega.Q2R_0; lra |].
             eapply Forall_impl; [| exact Ad]. intros q [_ Q]. apply Q2R_ge0, Q.
        * split; [intros steps; destruct (Es (length steps)); nra |].
          intros steps t more. rewrite app_length. simpl length. unfold e.
          assert (Si : single (positions a (initial a) ts cs)).
          { destruct Ad as (i & d & j & [[-> _] | ->]); [apply positions_single |].
            intros x y _. left. apply positions_zero. apply Forall_forall. intros q I. apply repeat_spec in I. auto. }
          destruct (Si (length steps) (length steps + S (length more))%nat ltac:(lia)) as [-> | ->];
            rewrite RMicromega.Q2R_0; [left | right]; ring.
      + intros steps seen. unfold U, inputs_along. rewrite S_INR. fold s. ring.
    - intros _ steps seen. auto. }
  set (eta := Rmin (1 / 2) ((Q2R c - c') / (2 * (Rabs (Q2R c) + 1)))).
  assert (Ap : 0 <= Rabs (Q2R c)) by apply Rabs_pos.
  assert (Eta : 0 < eta < 1).
  { unfold eta. split; [apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra] |].
    eapply Rle_lt_trans; [apply Rmin_l | lra]. }
  assert (Low : c' * epsilon < (1 - eta) * epsilon * Q2R c).
  { assert (H : eta * Rabs (Q2R c) <= (Q2R c - c') / 2).
    { apply Rle_trans with ((Q2R c - c') / (2 * (Rabs (Q2R c) + 1)) * (Rabs (Q2R c) + 1)).
      - apply Rmult_le_compat; try lra. apply Rmin_r.
      - right. field. lra. }
    pose proof (Rle_abs (Q2R c)). assert (eta * Q2R c <= eta * Rabs (Q2R c)) by (apply Rmult_le_compat_l; lra). nra. }
  set (along := fun n ts' => chance a (expectation_of epsilon) mean fresh_mean letters as_it_is (fun steps _ => U n steps)
                               public wanted ts' (initial a) (fun _ => 0) 0 [] []).
  set (all := paths a (length ts) (initial a)).
  set (P := fun n => fold_right Rbar_plus (Finite 0) (map (along n) all)).
  assert (W0 : is_whole 0) by (exists 0%Z; auto).
  assert (Pos : forall n ts', In ts' all -> Rbar_le 0 (along n ts')).
  { intros n ts' I. apply paths_are_paths in I.
    exact (nonneg a Plain epsilon E mean fresh_mean letters public wanted (U n) ts' _ _ 0 [] [] I). }
  assert (Ia : In ts all) by (apply path_in_paths, Pa).
  assert (First : exists first, 0 < first /\ Rbar_le (Finite first) (P O)).
  { destruct (some_chance a Plain epsilon E mean fresh_mean Wm letters public Wp wanted (U O) (Wu O) ts (initial a) (fun _ => 0%Z) 0 [] [] point
                Pa W0 Pt) as (p & P0 & L).
    exists p. split; auto. eapply Rbar_le_trans; [exact L |]. apply (sum_at_least (along O) all ts); auto. }
  assert (Each : forall ts', In ts' all -> exists b, 0 <= b /\ forall n,
            Rbar_le (along n ts') (Finite (b * exp (- ((1 - eta) * epsilon * Q2R c * INR n))))).
  { intros ts' I. pose proof (paths_are_paths _ _ _ _ I) as Pa'.
    assert (Bound : forall lost, (forall n vals, follows a letters wanted ts' (fun _ => 0%Z) [] vals ->
        INR n * Q2R c - lost <= pay a mean fresh_mean letters public (U n) ts' (initial a) (fun _ => 0%Z) [] [] 0 vals) ->
      exists b, 0 <= b /\ forall n, Rbar_le (along n ts') (Finite (b * exp (- ((1 - eta) * epsilon * Q2R c * INR n))))).
    { intros lost H.
      assert (Small : exists bound, 0 < bound /\ forall n, Rbar_le (along n ts')
                (Finite (bound * exp (- ((1 - eta) * epsilon * (INR n * Q2R c - lost - 0)))))).
      { (* the bound does not depend on the inputs *)
        destruct (small_chance a Plain epsilon E mean fresh_mean Wm letters public Wp wanted eta Eta ts' (initial a) Pa') as (bound & B & Sm).
        exists bound. split; auto. intros n. apply (Sm (U n) (Wu n) (fun _ => 0%Z) 0 [] [] 0); auto.
        intros vals F. rewrite Rplus_0_l. apply H, F. }
      destruct Small as (bound & B & Sm). exists (bound * exp ((1 - eta) * epsilon * lost)).
      split; [apply Rmult_le_pos; [lra | left; apply exp_pos] |]. intros n. eapply Rbar_le_trans; [apply Sm |].
      simpl. right. rewrite (Rmult_assoc bound), <- exp_plus. do 2 f_equal. ring. }
    destruct (Classical_Prop.classic (ts' = ts)) as [-> | Ne].
    - set (moved := 2 * (INR (length ts) * size outs)).
      assert (M0 : 0 <= moved) by (pose proof (pos_INR (length ts)); pose proof (size_0 outs); unfold moved; nra).
      set (gone := lost a mean fresh_mean public outs moved (initial a) ts []).
      assert (G0 : 0 <= gone).
      { apply (lost_nonneg a mean fresh_mean outs public moved M0 Plain), Pa. }
      apply (Bound gone). intros n vals F. destruct n as [| n].
      + simpl INR. rewrite Rmult_0_l. apply Rle_trans with 0; [lra |].
        apply (pay_nonneg a Plain), Pa.
      + destruct (evened_at_0 (ties a ts (fun _ => 0%Z) vals)) as (even & Rises & E0 & Tied & Near).
        assert (NearR : forall z, Rabs (IZR (even z) - IZR z) <= moved).
        { intros z. specialize (Near z). apply IZR_le in Near. rewrite abs_IZR, minus_IZR, mult_IZR in Near.
          pose proof (spread_small a letters outs ts _ _ _ F). unfold moved. lra. }
        destruct (pay_cost a Plain mean fresh_mean letters (proj1 Tells) public outs (S n) ltac:(lia) Sp e even Rises E0 moved NearR ts (initial a) cs 0%Q
                    (fun _ => 0%Z) [] vals [] Pa eq_refl F Tied) as (gs & V & K); auto.
        assert (Vu : valid unshifted (samples_of a ts cs) gs).
        { assert (Rf : forall es : list (draw * Q), Forall2 like es es).
          { induction es; constructor; auto. split; auto with qarith. }
          assert (Z : forall v : threshold, (over a (S n) (even 0%Z) == unshifted v)%Q).
          { intros v. rewrite E0. apply over_0. }
          exact (proj1 (valid_like _ _ (Rf _) gs _ _ Z V)). }
        specialize (Least gs Vu). apply Qle_Rle in Least. unfold samples_of in Least.
        rewrite RMicromega.Q2R_0, Rmult_0_r, Rmult_0_r in K. fold gone in K.
        pose proof (pos_INR (S n)) as Np. apply (Rmult_le_compat_l (INR (S n))) in Least; auto. unfold U. lra.
    - apply (Bound 0). intros n vals F. exfalso. apply Ne.
      destruct (follows_outs a letters outs ts' _ _ _ F) as [O L]. destruct (follows_outs a letters outs ts _ _ _ Pt) as [O' L'].
      simpl in O, O'. apply (same_path a letters Tells (length ts) (initial a) ts' ts (fun _ => 0%Z) (fun _ => 0%Z) vals point); auto; congruence. }
  assert (Falls : exists bound, 0 <= bound /\ forall n, Rbar_le (P n) (Finite (bound * exp (- ((1 - eta) * epsilon * Q2R c * INR n))))).
  { unfold P. assert (Sub : forall l, incl l all -> exists bound, 0 <= bound /\ forall n,
      Rbar_le (fold_right Rbar_plus (Finite 0) (map (along n) l)) (Finite (bound * exp (- ((1 - eta) * epsilon * Q2R c * INR n))))).
    { induction l as [| v l IH]; intros In_l.
      - exists 0. split; [lra |]. intros n. cbn [map fold_right]. rewrite Rmult_0_l. apply Rbar_le_refl.
      - destruct IH as (b & B & Hb); [intros x X; apply In_l; simpl; auto |].
        destruct (Each v) as (b' & B' & Hb'); [apply In_l; simpl; auto |].
        exists (b' + b). split; [lra |]. intros n. cbn [map fold_right]. rewrite Rmult_plus_distr_r.
        apply (Rbar_plus_le_compat _ (Finite (b' * exp (- ((1 - eta) * epsilon * Q2R c * INR n)))) _
                 (Finite (b * exp (- ((1 - eta) * epsilon * Q2R c * INR n))))); auto. }
    apply Sub. intros x X. exact X. }
  destruct First as (first & F0 & First). destruct Falls as (bound & B0 & Falls).
  assert (P0 : forall n, Rbar_le 0 (P n)).
  { intros n. eapply Rbar_le_trans; [apply (Pos n ts Ia) | apply (sum_at_least (along n) all ts); auto]. }
  destruct (some_step P first bound ((1 - eta) * epsilon * Q2R c) (c' * epsilon) F0 First P0 Falls Low) as (n & N).
  exists (fun steps _ => U n steps), (fun steps _ => U (S n) steps), wanted. split; [apply Nb | exact N].
Qed.
