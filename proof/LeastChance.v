(* SPDX-License-Identifier: Apache-2.0 *)
(* Where noise is discrete: what values of the samples take a path, what the noise of such values pays, and
   how small and how great that makes the probability of the path. *)
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
Definition small_along (ts : list transition) (q : state) (bound : R) : Prop :=
  forall inputs, (forall steps, is_whole (inputs steps)) -> forall X last steps seen paid least, is_whole last ->
  (forall vals, follows a letters wanted ts X seen vals ->
    least <= paid + pay a mean fresh_mean letters public inputs ts q X steps seen last vals) ->
  Rbar_le (chance_along a epsilon mean fresh_mean letters public inputs wanted ts q (reals X) last steps seen)
    (Finite (bound * exp (- ((1 - eta) * epsilon * (least - paid))))).

Lemma paid_apart b paid least w : b * exp (- ((1 - eta) * epsilon * (least - (paid + w)))) =
  b * exp (- ((1 - eta) * epsilon * (least - paid))) * exp ((1 - eta) * epsilon * w).
Proof. rewrite (Rmult_assoc b), <- exp_plus. do 2 f_equal. ring. Qed.

(* Behind the samples of a step. *)
Lemma rest_small ts q t bound : In t (leaving (place_of a q)) -> 0 < bound -> small_along ts (target t) bound ->
  exists bound', 0 < bound' /\ forall inputs, (forall steps, is_whole (inputs steps)) -> forall X last steps seen paid least z, is_whole last ->
  (forall f vals, holds (condition t) (below_whole z X) = true ->
    follows a letters wanted ts (updated t z X) (seen ++ item_shown letters t (reals z) (reals X) (IZR f)) vals -> least <= paid +
     (pays_fresh a fresh_mean q t (input_here a public inputs q steps seen last) f
      + pay a mean fresh_mean letters public inputs ts (target t) (updated t z X) (steps ++ [t])
          (seen ++ item_shown letters t (reals z) (reals X) (IZR f)) (last_after a inputs q steps last) vals)) ->
  Rbar_le (rest_of a epsilon mean fresh_mean letters public wanted inputs ts q t (reals X) last steps seen (reals z))
    (Finite (bound' * exp (- ((1 - eta) * epsilon * (least - paid))))).
Proof.
  intros I B Small. destruct (plain q t I) as (_ & _ & _ & Sh). destruct (whole_means q) as [_ Wf].
  unfold rest_of, pays_fresh. destruct (shows_fresh t) eqn:Fr.
  - destruct (average_small epsilon eta _ epsilon_positive eta_small (Sh eq_refl)) as (kf & Kf & Avgf).
    exists (bound * kf). split; [apply Rmult_lt_0_compat; auto |].
    intros inputs Wu X last steps seen paid least z L H.
    destruct (whole_input a public whole_public inputs Wu q steps seen last L) as [Wi Wl]. set (input := input_here _ _ _ _ _ _ _) in *.
    rewrite below_reals, updated_reals. destruct (holds (condition t) _) eqn:Ho;
      [| simpl; left; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; auto | apply exp_pos]].
    replace (bound * kf * exp (- ((1 - eta) * epsilon * (least - paid))))
      with (bound * exp (- ((1 - eta) * epsilon * (least - paid))) * kf) by ring.
    apply Avgf; [apply Rmult_lt_0_compat; [auto | apply exp_pos] |]. intros k. rewrite <- paid_apart.
    apply (Small inputs Wu); auto. intros vals F. destruct Wi as (i & Wi). destruct Wf as (m & Wf).
    specialize (H (i + m + k)%Z vals eq_refl). rewrite !plus_IZR, <- Wi, <- Wf in H.
    replace (input + fresh_mean q + IZR k - input - fresh_mean q) with (IZR k) in H by ring.
    rewrite Rplus_assoc. apply H. exact F.
  - exists bound. split; auto. intros inputs Wu X last steps seen paid least z L H.
    rewrite below_reals, updated_reals. destruct (holds (condition t) _) eqn:Ho;
      [| simpl; left; apply Rmult_lt_0_compat; [auto | apply exp_pos]].
    apply (Small inputs Wu); [apply (whole_input a public whole_public inputs Wu q steps seen last L) |]. intros vals F.
    specialize (H 0%Z vals eq_refl F). lra.
Qed.

Lemma small_chance ts : forall q, path a q ts -> exists bound, 0 < bound /\ small_along ts q bound.
Proof.
  induction ts as [| t ts IH]; intros q P.
  - exists 1. split; [lra |]. intros inputs Wu X last steps seen paid least L H. cbn [pay follows] in *.
    apply lub_correct. intros y [-> | [Wn ->]]; simpl; rewrite Rmult_1_l.
    + left. apply exp_pos.
    + specialize (H [] Wn). rewrite <- exp_0 at 1. apply exp_le.
      assert (0 < (1 - eta) * epsilon) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= (1 - eta) * epsilon * (paid - least)) by (apply Rmult_le_pos; lra). lra.
  - destruct P as [I P]. destruct (plain q t I) as (Ds & _). destruct (IH (target t) P) as (bound & B & Small).
    destruct (rest_small ts q t bound I B Small) as (bound' & B' & Rest). destruct (draws_small q (drawn a t) Ds) as (kappa & K & Avg).
    exists (bound' * kappa). split; [apply Rmult_lt_0_compat; auto |].
    intros inputs Wu X last steps seen paid least L H.
    rewrite (chance_step a plain epsilon mean fresh_mean letters public wanted inputs ts q t (reals X) last steps seen I).
    replace (bound' * kappa * exp (- ((1 - eta) * epsilon * (least - paid))))
      with (bound' * exp (- ((1 - eta) * epsilon * (least - paid))) * kappa) by ring.
    apply (Avg _ _ _ (fun _ => 0%Z)); [apply (whole_input a public whole_public inputs Wu q steps seen last L) | |].
    { apply Rmult_lt_0_compat; [auto | apply exp_pos]. }
    intros ks Len. rewrite <- paid_apart. fold (sampled a t ks). apply (Rest inputs Wu); auto. intros f vals Ho F.
    specialize (H ((ks, f) :: vals) (conj Len (conj Ho F))). cbn [pay] in H. lra.
Qed.
End Small.
