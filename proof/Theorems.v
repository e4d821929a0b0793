(* SPDX-License-Identifier: Apache-2.0 *)
(* What it means that couplet-check-proved accepts. The definitions are those of Model.v.

   That costs bound probabilities is Private.private. Proved on paper only, and no part of any theorem:
   if all valid shifts of a path cost at least c for some differences, no d below c is enough, at any
   epsilon, where outputs tell the path, guards are conjunctions and the path can be taken:
   docs/theory.md, section 5 ("The least d", Theorem). *)
From Coq Require Import QArith List Bool Lia Lqa.
From Couplet Require Import Model Trees Take Bound Corners Rounding Walk Paths.
Import ListNotations.
Open Scope Q_scope.

(* ---- Fees ---------------------------------------------------------------------------------- *)

Definition no_negative_fee (a : automaton) : bool :=
  forallb (fun here => forallb (fun t => forallb (fun s =>
             match fee s with Some d => Qle_bool 0 d | None => true end) (draws a (snd here) t))
           (leaving (snd here)))
          (Map.elements (places a)).

Lemma no_negative_fee_fine a : no_negative_fee a = true -> fees_fine a.
Proof.
  unfold no_negative_fee, fees_fine, place_of. intros H q t s T S.
  destruct (Map.find q (places a)) as [p |] eqn:F; [| contradiction].
  apply Map.elements_correct in F. rewrite forallb_forall in H. specialize (H _ F). simpl in H.
  rewrite forallb_forall in H. specialize (H t T). rewrite forallb_forall in H. specialize (H s S).
  unfold fee_fine. destruct (fee s); auto. apply Qle_bool_iff, H.
Qed.

(* ---- Bound --------------------------------------------------------------------------------- *)

(* recalls and entries come with the evidence; any will do. ordered: orders of thresholds that share
   samples count, so that paths which they rule out are not looked at. *)
Definition judge_bound (ordered : bool) (a : automaton) (recalls : state -> bool)
           (entries : Map.t (list entry)) (c : Q) : option reason :=
  if no_negative_fee a && implb ordered (shared a) then check_bound ordered a recalls entries c
  else Some NoStart.

Lemma bound_of_paths ordered a recalls entries c :
  judge_bound ordered a recalls entries c = None ->
  forall ts cs, runs a ts cs -> (ordered = true -> can_be_taken a ts) -> affordable a ts cs c.
Proof.
  unfold judge_bound. destruct (no_negative_fee a) eqn:F; [| discriminate].
  destruct (implb ordered (shared a)) eqn:S; [| discriminate]. cbn [andb]. intros H ts cs R T.
  pose proof R as (P & _). apply worst_at_corners; auto using no_negative_fee_fine.
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
  no_negative_fee a = true -> path a (initial a) ts ->
  (forall ks, length ks = n_private a (initial a) ts -> corners (adjacent_by a) Stay ks ->
              affordable a ts (map number ks) c) ->
  forall cs, runs a ts cs -> affordable a ts cs c.
Proof. intros F P. apply worst_at_corners; auto using no_negative_fee_fine. Qed.

(* ---- Walks --------------------------------------------------------------------------------- *)

Inductive walked :=
| NoWalk (* it is no walk of the automaton, or an input cannot differ like this *)
| NotBounded (* a loop's certificate is wrong, or a threshold was left out too early *)
| Costs (least : ext). (* all valid shifts of it cost at least that, with loops taken often enough *)

Definition walk_cost (oracle : (tree -> option tree) -> tree -> option certificate) (a : automaton)
           (w : walk) : walked :=
  if no_negative_fee a then
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

(* Whatever number k is no more than the cost found: some path and adjacent differences cost at
   least k, for all rational shifts. *)
Theorem walk_cost_sound oracle a w least k :
  walk_cost oracle a w = Costs least -> ele (Fin k) least ->
  exists ts cs, runs a ts cs /\ can_be_taken a ts /\ costs_at_least a ts cs k.
Proof.
  unfold walk_cost. destruct (no_negative_fee a) eqn:F; [| congruence].
  apply no_negative_fee_fine in F.
  destruct (resolve a (initial a) (unknown a) w) as [[[ew q] m] |] eqn:R; [| congruence].
  destruct (run oracle ew []) as [f |] eqn:V; [| congruence]. intros [= <-] K.
  pose proof (resolve_fine a w F _ _ _ _ _ R) as Fw.
  destruct (run_bounds oracle k ew Fw [] f V) as (n & B). specialize (B n (Nat.le_refl n)).
  destruct (resolve_runs a w ew q m n R) as (ts & cs & Rn & Tk & S).
  exists ts, cs. split; auto. split; auto. intros gs G. rewrite S in *.
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
  exists ts cs, runs a ts cs /\ can_be_taken a ts /\ costs_at_least a ts cs c.
Proof.
  destruct (walk_cost oracle a w) as [| | least] eqn:E; simpl; try discriminate.
  intros H. eapply walk_cost_sound; eauto. apply eleb_ele, H.
Qed.

(* Accepted evidence of kind violation or unbounded: for every c some path and differences are not
   affordable. *)
Theorem no_end oracle a w :
  shows_no_end (walk_cost oracle a w) = true ->
  forall c, exists ts cs, runs a ts cs /\ can_be_taken a ts /\ ~ affordable a ts cs c.
Proof.
  destruct (walk_cost oracle a w) as [| | [| |]] eqn:E; simpl; try discriminate. intros _ c.
  destruct (walk_cost_sound oracle a w Infinite (c + 1) E I) as (ts & cs & R & T & L).
  exists ts, cs. split; auto. split; auto. intros (gs & V & K). specialize (L gs V). lra.
Qed.

Definition violation := no_end.
Definition unbounded := no_end.
