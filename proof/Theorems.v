(* SPDX-License-Identifier: Apache-2.0 *)
(* What it means that couplet-check-proved accepts, in costs of shifts. The definitions are those of
   Model.v. That costs bound probabilities is Private.private; that they have to be paid, of automata with
   discrete noise, Necessary.v, and on paper for others (docs/theory.md, section 5, "The least d"). *)
From Coq Require Import QArith List Bool Lia Lqa.
From Couplet Require Import Model Trees Take Bound Corners Rounding Walk Paths.
Import ListNotations.
Open Scope Q_scope.

(* ---- Noise --------------------------------------------------------------------------------- *)

Definition noises_at (p : place) : list noise :=
  snapped p (fresh p) :: other_noise p :: map snd (Map.elements (noises p)).

Definition all_noises (a : automaton) : list noise :=
  flat_map (fun here => noises_at (snd here)) (Map.elements (places a)).

Definition has_positive_parameter (n : noise) : bool :=
  match parameter n with Some d => negb (Qle_bool d 0) | None => true end.

Definition is_whole_number (q : Q) : bool := Pos.eqb (Qden (Qred q)) 1.

(* What a mechanism needs to mean anything: parameters are positive, the sensitivity is not negative,
   and it is a whole number where noise is discrete. *)
Definition meaningful (a : automaton) : bool :=
  Qle_bool 0 (sensitivity a) && forallb has_positive_parameter (all_noises a) &&
  implb (existsb whole_numbers (all_noises a)) (is_whole_number (sensitivity a)).

Lemma noises_complete a q n :
  In n (noises_at (place_of a q)) -> n = no_noise \/ In n (all_noises a).
Proof.
  unfold place_of. destruct (Map.find q (places a)) as [p |] eqn:F; intros I.
  - right. apply in_flat_map. apply Map.elements_correct in F. exists (q, p). auto.
  - left. simpl in I. destruct I as [<- | [<- | []]]; reflexivity.
Qed.

Lemma sample_in p v : In (sample p v) (noises_at p).
Proof.
  unfold sample, noises_at. destruct (Map.find v (noises p)) as [n |] eqn:F; [| simpl; auto].
  right. right. apply in_map_iff. exists (v, n). split; auto. apply Map.elements_correct, F.
Qed.

Lemma meaningful_positive a : meaningful a = true ->
  forall q n, In n (noises_at (place_of a q)) -> forall d, parameter n = Some d -> 0 < d.
Proof.
  unfold meaningful. rewrite !andb_true_iff, !forallb_forall. intros [[_ H] _] q n I d E.
  destruct (noises_complete a q n I) as [-> | J]; [discriminate |].
  specialize (H n J). unfold has_positive_parameter in H. rewrite E, negb_true_iff in H.
  destruct (Qlt_le_dec 0 d) as [L | L]; auto. apply Qle_bool_iff in L. congruence.
Qed.

Lemma meaningful_fees a : meaningful a = true -> fees_fine a.
Proof.
  intros M q t s _ S. pose proof M as M'.
  unfold meaningful in M'. rewrite !andb_true_iff, Qle_bool_iff in M'. destruct M' as [[Se _] _].
  assert (G : forall n, In n (noises_at (place_of a q)) -> fee s = fee_of a n -> fee_fine s).
  { intros n I E. unfold fee_fine. rewrite E. unfold fee_of. destruct (parameter n) as [d |] eqn:P; auto.
    pose proof (meaningful_positive a M q n I d P). apply Qmult_le_0_compat; auto. apply Qlt_le_weak; auto. }
  unfold draws in S. apply in_app_or in S as [S | S].
  - destruct (shared a).
    + apply filter_In in S as [[<- | []] _]. eapply G; [apply sample_in | reflexivity].
    + apply in_map_iff in S as (v & <- & _). eapply G; [apply sample_in | reflexivity].
  - destruct (shows t); simpl in S; try tauto. destruct S as [<- | []].
    eapply G; [| reflexivity]. simpl. auto.
Qed.

(* ---- Bound --------------------------------------------------------------------------------- *)

(* recalls and entries come with the evidence; any will do. ordered: orders of thresholds that share
   samples count, so that paths which they rule out are not looked at. *)
Definition judge_bound (ordered : bool) (a : automaton) (recalls : state -> bool)
           (entries : Map.t (list entry)) (c : Q) : option reason :=
  if negb (meaningful a) then Some Meaningless
  else if implb ordered (shared a) then check_bound ordered a recalls entries c
  else Some NoStart.

Lemma bound_of_paths ordered a recalls entries c :
  judge_bound ordered a recalls entries c = None ->
  forall ts cs, runs a ts cs -> (ordered = true -> can_be_taken a ts) -> affordable a ts cs c.
Proof.
  unfold judge_bound. destruct (meaningful a) eqn:F; [| discriminate].
  destruct (implb ordered (shared a)) eqn:S; [| discriminate]. cbn [negb]. intros H ts cs R T.
  pose proof R as (P & _). apply worst_at_corners; auto using meaningful_fees.
  apply affordable_of_choices; auto. intros ds D.
  assert (V : exists values, ordered = true -> takes a (initial a) (fun _ => 0) ts values).
  { destruct ordered; [| exists []; discriminate]. destruct (T eq_refl S) as (values & V). eauto. }
  destruct V as (values & V). eapply bound_of_choices; eauto.
Qed.

(* An accepted bound c: whatever the path, and whatever the differences between -1 and 1 that
   adjacency allows, some valid shifts cost at most c. *)
Theorem bound a recalls entries c :
  judge_bound false a recalls entries c = None ->
  forall ts cs, runs a ts cs -> affordable a ts cs c.
Proof. intros H ts cs R. eapply bound_of_paths; eauto. discriminate. Qed.

(* The same with orders: of the paths that can be taken. *)
Theorem bound_in_order a recalls entries c :
  judge_bound true a recalls entries c = None ->
  forall ts cs, runs a ts cs -> can_be_taken a ts -> affordable a ts cs c.
Proof. intros H ts cs R T. eapply bound_of_paths; eauto. Qed.

(* Differences at corners are worst, with or without evidence. *)
Theorem differences_at_corners a ts c :
  meaningful a = true -> path a (initial a) ts ->
  (forall ks, length ks = n_private a (initial a) ts -> corners (adjacent_by a) Stay ks ->
              affordable a ts (map number ks) c) ->
  forall cs, runs a ts cs -> affordable a ts cs c.
Proof. intros F P. apply worst_at_corners; auto using meaningful_fees. Qed.

(* ---- Walks --------------------------------------------------------------------------------- *)

Inductive walked :=
| NoWalk (* it is no walk of the automaton, or an input cannot differ like this *)
| NotBounded (* a loop's certificate is wrong, or a threshold was left out too early *)
| Costs (least : ext). (* all valid shifts of it cost at least that, with loops taken often enough *)

Definition walk_cost (oracle : (tree -> option tree) -> tree -> option certificate) (a : automaton)
           (w : walk) : walked :=
  if meaningful a then
    match resolve a (initial a) (unknown a) w with
    | None => NoWalk
    | Some (ew, _, _) =>
      match run oracle ew [] with
      | None => NotBounded
      | Some f => Costs (value (lower_outs (names_of f) f) (fun _ => Stay))
      end
    end
  else NoWalk.


Lemma lower_outs_none vs : forall f w, in_vector w (lower_outs vs f) = true ->
  in_vector w f = true /\ ~ In w vs.
Proof.
  induction vs as [| v vs IH]; simpl; intros f w M; [tauto |].
  apply IH in M as [M N]. apply lower_out_mentions in M as [M D]. split; auto.
  intros [-> | I]; auto.
Qed.

Lemma lower_outs_le vs : forall f x, ele (value (lower_outs vs f) x) (value f x).
Proof.
  induction vs as [| v vs IH]; simpl; intros f x; [apply ele_refl |].
  eapply ele_trans; [apply IH | apply lower_out_below].
Qed.

Lemma least_le f x : ele (value (lower_outs (names_of f) f) (fun _ => Stay)) (value f x).
Proof.
  eapply ele_trans; [| apply (lower_outs_le (names_of f))].
  unfold value. erewrite sum_agree; [apply ele_refl |].
  intros v M. exfalso. apply lower_outs_none in M as [M N]. apply N, names_of_complete, M.
Qed.

(* Whatever number k is no more than the cost found: some path and adjacent differences, -1, 0 and 1, cost
   at least k, for all rational shifts. *)
Theorem walk_cost_sound oracle a w least k :
  walk_cost oracle a w = Costs least -> ele (Fin k) least ->
  exists ts ks, let cs := map number ks in
    runs a ts cs /\ can_be_taken a ts /\ costs_at_least a ts cs k.
Proof.
  unfold walk_cost. destruct (meaningful a) eqn:F; [| congruence].
  apply meaningful_fees in F.
  destruct (resolve a (initial a) (unknown a) w) as [[[ew q] m] |] eqn:R; [| congruence].
  destruct (run oracle ew []) as [f |] eqn:V; [| congruence]. intros [= <-] K.
  pose proof (resolve_fine a w F _ _ _ _ _ R) as Fw.
  destruct (run_bounds oracle k ew Fw [] f V) as (n & B). specialize (B n (Nat.le_refl n)).
  destruct (resolve_runs a w ew q m n R) as (ts & ks & Rn & Tk & S).
  exists ts, ks. split; auto. split; auto. intros gs G. rewrite S in *.
  destruct (rounding _ _ (fine_unroll n ew Fw) G) as (zs & Z & C).
  eapply Qle_trans; [| exact C]. specialize (B _ _ Z).
  assert (E : ele (Fin k) (eadd (value [] (fun _ => Stay)) (Fin (cost3 (unroll n ew) zs)))).
  { eapply ele_trans; [| exact B]. apply emin_glb; [| apply ele_refl].
    eapply ele_trans; [exact K | apply least_le]. }
  simpl in E. rewrite qadd_eq in E. lra.
Qed.

Definition shows_at_least (c : Q) (found : walked) : bool :=
  match found with Costs least => eleb (Fin c) least | _ => false end.

Definition shows_no_end (found : walked) : bool :=
  match found with Costs Infinite => true | _ => false end.

(* Accepted evidence of kind attained. *)
Theorem attained oracle a w c :
  shows_at_least c (walk_cost oracle a w) = true ->
  exists ts ks, let cs := map number ks in
    runs a ts cs /\ can_be_taken a ts /\ costs_at_least a ts cs c.
Proof.
  destruct (walk_cost oracle a w) as [| | least] eqn:E; simpl; try discriminate.
  intros H. eapply walk_cost_sound; eauto. apply eleb_ele, H.
Qed.

(* Accepted evidence of kind violation or unbounded: for every c some path and differences cost at least
   that. *)
Theorem no_end oracle a w :
  shows_no_end (walk_cost oracle a w) = true ->
  forall c, exists ts ks, let cs := map number ks in
    runs a ts cs /\ can_be_taken a ts /\ costs_at_least a ts cs c.
Proof.
  destruct (walk_cost oracle a w) as [| | [| |]] eqn:E; simpl; try discriminate. intros _ c.
  exact (walk_cost_sound oracle a w Infinite c E I).
Qed.

Definition violation := no_end.
Definition unbounded := no_end.
