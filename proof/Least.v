(* SPDX-License-Identifier: Apache-2.0 *)
(* Where noise is discrete, what a path costs at least is necessary at any epsilon: along inputs n D the
   probability of its outputs falls by more than anything below that in some step. *)
From Coq Require Import ZArith QArith Qreals Qabs Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Rbar Lub RInt.
From Couplet Require Import Model Trees Take Bound Corners Rounding Paths Theorems Judge Linear RealShifts Statement Privacy Noise Weights.
From Couplet Require Import LinearNever LinearShifts LinearLeast LeastChance LeastCost.
Import ListNotations.
Open Scope R_scope.

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
        destruct (pay_cost a Plain mean fresh_mean letters (proj1 Tells) public outs (S n) ltac:(lia) Sp e even Rises E0 moved NearR ts
                    (initial a) cs 0%Q (fun _ => 0%Z) [] vals [] Pa eq_refl F Tied) as (gs & V & K); auto.
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
