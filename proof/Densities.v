(* SPDX-License-Identifier: Apache-2.0 *)
(* The weights and the densities of noise add up to 1. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Hierarchy Continuity Derive Rbar Lub RInt RInt_analysis AutoDerive Rcomplements.
From Couplet Require Import Model Statement Privacy Noise Weights.
Import ListNotations.
Open Scope R_scope.

(* ---- What holds around each point of an interval holds on all of it for some n ------------- *)

Lemma close_below (E : R -> Prop) m d : is_lub E m -> 0 < d -> exists c, E c /\ m - d < c.
Proof.
  intros [_ Least] D. destruct (Classical_Prop.classic (exists c, E c /\ m - d < c)) as [H | H]; auto.
  exfalso. assert (m <= m - d); [| lra]. apply Least. intros c C.
  destruct (Rle_lt_dec c (m - d)); auto. exfalso. apply H. eauto.
Qed.

Lemma uniform (P : nat -> R -> Prop) a b : a <= b ->
  (forall n m x, (n <= m)%nat -> P n x -> P m x) ->
  (forall x, a <= x <= b -> exists n d, 0 < d /\ forall y, Rabs (y - x) < d -> P n y) ->
  exists n, forall x, a <= x <= b -> P n x.
Proof.
  intros AB Up Near.
  set (E := fun c => a <= c <= b /\ exists n, forall x, a <= x <= c -> P n x).
  assert (Ea : E a).
  { split; [lra |]. destruct (Near a) as (n & d & D & H); [lra |]. exists n. intros x X. apply H.
    replace x with a by lra. rewrite Rminus_eq_0, Rabs_R0. auto. }
  destruct (completeness E) as (m & Ub & Least).
  { exists b. intros c [C _]. lra. }
  { exists a. auto. }
  assert (M : a <= m <= b).
  { split; [apply Ub, Ea | apply Least; intros c [C _]; lra]. }
  destruct (Near m M) as (n & d & D & H).
  destruct (close_below E m d (conj Ub Least) D) as (c & [C (k & K)] & Cm).
  assert (G : E (Rmin (m + d / 2) b)).
  { split.
    - split; [apply Rmin_glb; lra | apply Rmin_r].
    - exists (max n k). intros x X. destruct (Rle_lt_dec x c) as [L | L].
      + apply (Up k); [lia |]. apply K. lra.
      + apply (Up n); [lia |]. apply H. pose proof (Rmin_l (m + d / 2) b). apply Rabs_def1; lra. }
  pose proof (Ub _ G) as Mm. assert (Eb : Rmin (m + d / 2) b = b).
  { unfold Rmin in *. destruct (Rle_dec (m + d / 2) b); lra. }
  rewrite Eb in G. destruct G as [_ (N & G)]. exists N. exact G.
Qed.

(* ---- Covers weigh at least what they cover ------------------------------------------------- *)

Section Density.
Variable density : R -> R.
Hypothesis density_continuous : forall y, continuous density y.
Hypothesis density_0 : forall y, 0 <= density y.

Lemma integral_0 a b : a <= b -> 0 <= RInt density a b.
Proof. intros L. apply RInt_ge_0; auto. apply integrable, density_continuous. Qed.

Lemma integral_split a b c : RInt density a c = RInt density a b + RInt density b c.
Proof.
  symmetry. apply (RInt_Chasles (V := R_CompleteNormedModule) density); apply integrable, density_continuous.
Qed.

Lemma integral_inside l r a b : l <= a -> a <= b -> b <= r -> RInt density a b <= RInt density l r.
Proof.
  intros L M N. rewrite (integral_split l a r), (integral_split a b r).
  pose proof (integral_0 l a L). pose proof (integral_0 b r N). lra.
Qed.

Lemma nothing (f : R -> R) a b : a <= b -> (forall x, a < x < b -> f x = 0) -> is_RInt f a b 0.
Proof.
  intros L Z. apply (is_RInt_ext (fun _ => 0)).
  - intros x. rewrite Rmin_left, Rmax_right by auto. intros X. symmetry. auto.
  - pose proof (is_RInt_const (V := R_NormedModule) a b 0) as C. unfold scal in C. simpl in C.
    unfold mult in C. simpl in C. rewrite Rmult_0_r in C. exact C.
Qed.

(* One interval, as far as it meets [a, b]. *)
Lemma one_interval l r h a b : a <= b -> l <= r -> 0 <= h ->
  exists w, is_RInt (fun x => density x * on_interval l r h x) a b w /\ w <= h * RInt density l r.
Proof.
  intros AB LR H. set (lo := Rmax a (Rmin l b)). set (hi := Rmax lo (Rmin r b)).
  assert (Al : a <= lo) by apply Rmax_l. assert (Lh : lo <= hi) by apply Rmax_l.
  assert (Hb : hi <= b).
  { unfold hi, lo. repeat apply Rmax_lub; auto; apply Rmin_r. }
  exists (0 + h * RInt density lo hi + 0). split.
  - apply (is_RInt_Chasles (V := R_NormedModule) _ a hi b); [apply (is_RInt_Chasles (V := R_NormedModule) _ a lo hi) |].
    + apply nothing; auto. intros x X. unfold on_interval. destruct (Rlt_dec l x) as [L |]; [| ring].
      exfalso. revert X. unfold lo, Rmax, Rmin. destruct (Rle_dec l b), (Rle_dec _ _); lra.
    + apply (is_RInt_ext (fun x => scal h (density x))).
      * intros x. rewrite Rmin_left, Rmax_right by auto. intros X. unfold on_interval, scal. simpl. unfold mult. simpl.
        destruct (Rlt_dec l x) as [L | L]; [destruct (Rlt_dec x r) as [R | R] |]; [ring | |]; exfalso; revert X;
          unfold hi, lo, Rmax, Rmin; destruct (Rle_dec l b), (Rle_dec r b); repeat destruct (Rle_dec _ _); lra.
      * apply (is_RInt_scal (V := R_NormedModule)), (RInt_correct (V := R_CompleteNormedModule)), integrable, density_continuous.
    + apply nothing; auto. intros x X. unfold on_interval. destruct (Rlt_dec l x); [| ring].
      destruct (Rlt_dec x r) as [R |]; [| ring]. exfalso. revert X. unfold hi, Rmax, Rmin.
      destruct (Rle_dec r b); repeat destruct (Rle_dec _ _); lra.
  - replace (0 + h * RInt density lo hi + 0) with (h * RInt density lo hi) by ring.
    apply Rmult_le_compat_l; auto. destruct (Rle_lt_or_eq_dec _ _ Lh) as [S | <-].
    + apply integral_inside; auto.
      * revert S. unfold hi, lo, Rmax, Rmin. destruct (Rle_dec l b), (Rle_dec r b); repeat destruct (Rle_dec _ _); lra.
      * revert S. unfold hi, lo, Rmax, Rmin. destruct (Rle_dec l b), (Rle_dec r b); repeat destruct (Rle_dec _ _); lra.
    + rewrite RInt_point. apply integral_0, LR.
Qed.

Definition height_at (left right height : nat -> R) (n : nat) (x : R) : R :=
  partial_sum (fun i => on_interval (left i) (right i) (height i) x) n.

Lemma finite_cover left right height a b : a <= b ->
  (forall i, left i <= right i /\ 0 <= height i) -> forall n,
  exists w, is_RInt (fun x => density x * height_at left right height n x) a b w /\
            w <= partial_sum (fun i => height i * RInt density (left i) (right i)) n.
Proof.
  intros AB I. induction n as [| n (w & W & L)].
  - exists 0. split; [| simpl; lra]. apply nothing; auto. intros x _. unfold height_at. simpl. ring.
  - destruct (one_interval (left n) (right n) (height n) a b AB) as (v & V & K); try apply I.
    exists (w + v). split; [| simpl; lra].
    apply (is_RInt_ext (fun x => plus (density x * height_at left right height n x)
                                  (density x * on_interval (left n) (right n) (height n) x))).
    + intros x _. unfold plus, height_at. simpl. ring.
    + apply (is_RInt_plus (V := R_NormedModule)); auto.
Qed.

Lemma height_near left right height n x :
  exists d, 0 < d /\ forall y, Rabs (y - x) < d -> (forall i, 0 <= height i) ->
                     height_at left right height n x <= height_at left right height n y.
Proof.
  induction n as [| n (d & D & H)].
  - exists 1. split; [lra |]. intros y _ _. unfold height_at. simpl. lra.
  - assert (G : exists e, 0 < e /\ forall y, Rabs (y - x) < e -> 0 <= height n ->
                on_interval (left n) (right n) (height n) x <= on_interval (left n) (right n) (height n) y).
    { unfold on_interval. destruct (Rlt_dec (left n) x) as [L | L]; [destruct (Rlt_dec x (right n)) as [R | R] |].
      2, 3: exists 1; split; [lra |]; intros y _ P; destruct (Rlt_dec _ _); [destruct (Rlt_dec _ _) |]; lra.
      exists (Rmin (x - left n) (right n - x)). split; [apply Rmin_glb_lt; lra |]. intros y Y P.
      pose proof (Rmin_l (x - left n) (right n - x)). pose proof (Rmin_r (x - left n) (right n - x)).
      apply Rabs_def2 in Y. destruct (Rlt_dec (left n) y); [destruct (Rlt_dec y (right n)) |]; lra. }
    destruct G as (e & E & G). exists (Rmin d e). split; [apply Rmin_glb_lt; auto |]. intros y Y P.
    pose proof (Rmin_l d e). pose proof (Rmin_r d e). unfold height_at in *. simpl.
    apply Rplus_le_compat; [apply H | apply G]; auto; lra.
Qed.

Lemma height_grows left right height n m x : (forall i, 0 <= height i) -> (n <= m)%nat ->
  height_at left right height n x <= height_at left right height m x.
Proof.
  intros P L. induction L as [| m L IH]; [lra |]. unfold height_at in *. simpl.
  assert (0 <= on_interval (left m) (right m) (height m) x); [| lra].
  unfold on_interval. destruct (Rlt_dec _ _); [destruct (Rlt_dec _ _) |]; auto; lra.
Qed.

Lemma series_above t c : Rbar_lt (Finite c) (series t) -> exists n, c < partial_sum t n.
Proof.
  intros L. destruct (Classical_Prop.classic (exists n, c < partial_sum t n)) as [H | H]; auto. exfalso.
  apply (Rbar_lt_not_le _ _ L). apply lub_correct. intros s (n & ->). simpl.
  destruct (Rle_lt_dec (partial_sum t n) c); auto. exfalso. eauto.
Qed.

Lemma cover_weighs f a b : a <= b -> (forall x, a <= x <= b -> f x = Finite 1) ->
  Rbar_le (RInt density a b) (integral density f).
Proof.
  intros AB F. apply glb_correct. intros s (left & right & height & [I C] & ->).
  assert (H0 : forall i, 0 <= height i) by apply I.
  assert (G : forall c, 0 < c < 1 -> Rbar_le (c * RInt density a b)
                (series (fun i => height i * RInt density (left i) (right i)))).
  { intros c [C0 C1].
    destruct (uniform (fun n x => c <= height_at left right height n x) a b AB) as (n & N).
    - intros n m x L H. pose proof (height_grows left right height n m x H0 L). lra.
    - intros x X. destruct (series_above (fun i => on_interval (left i) (right i) (height i) x) c) as (n & N).
      { apply Rbar_lt_le_trans with (f x); [rewrite F by auto; exact C1 | apply C]. }
      exists n. destruct (height_near left right height n x) as (d & D & H). exists d. split; auto.
      intros y Y. specialize (H y Y H0). unfold height_at in *. lra.
    - destruct (finite_cover left right height a b AB I n) as (w & W & L).
      apply Rbar_le_trans with (partial_sum (fun i => height i * RInt density (left i) (right i)) n).
      2: { apply lub_correct. eauto. }
      simpl. apply Rle_trans with w; auto.
      apply (is_RInt_le (fun x => c * density x) (fun x => density x * height_at left right height n x) a b); auto.
      + apply (is_RInt_scal (V := R_NormedModule) density a b c), (RInt_correct (V := R_CompleteNormedModule)), integrable, density_continuous.
      + intros x X. specialize (N x ltac:(lra)). specialize (density_0 x). nra. }
  pose proof (integral_0 a b AB) as P. set (w := RInt density a b) in *.
  destruct (series _) as [r | |]; simpl in *; auto.
  - destruct (Rle_lt_dec w r) as [L | L]; auto. exfalso.
    assert (R0 : 0 <= r). { specialize (G (1 / 2)). lra. }
    specialize (G ((w + r) / (2 * w))). assert (W : 0 < w) by lra.
    assert (E : (w + r) / (2 * w) * w = (w + r) / 2) by (field; lra). rewrite E in G.
    assert (0 < (w + r) / (2 * w) < 1); [| lra]. split.
    + apply Rdiv_lt_0_compat; lra.
    + apply Rmult_lt_reg_r with w; auto. lra.
  - apply (G (1 / 2)). lra.
Qed.

(* ---- And need not weigh more --------------------------------------------------------------- *)

Definition first_then (first : R) (rest : nat -> R) (i : nat) : R :=
  match i with O => first | S i => rest i end.

Lemma partial_sum_first t n : partial_sum t (S n) = t 0%nat + partial_sum (fun i => t (S i)) n.
Proof. induction n as [| n IH]; [simpl; ring |]. cbn [partial_sum] in *. rewrite IH. ring. Qed.

Lemma powers q n : 0 < q < 1 -> partial_sum (fun i => q ^ i) n <= / (1 - q).
Proof.
  intros Q. assert (E : partial_sum (fun i => q ^ i) n = (1 - q ^ n) * / (1 - q)).
  { induction n as [| n IH]; simpl; [field; lra |]. rewrite IH. field. lra. }
  rewrite E. pose proof (pow_le q n). assert (0 < / (1 - q)) by (apply Rinv_0_lt_compat; lra). nra.
Qed.

(* One interval, and the rest covered by others that weigh less and less. *)
Lemma light_cover f l r (lefts rights : nat -> R) e q : l <= r -> 0 < e -> 0 < q < 1 ->
  (forall x, f x = Finite 0 \/ (f x = Finite 1 /\ (l < x < r \/ exists i, lefts i < x < rights i))) ->
  (forall i, lefts i <= rights i /\ RInt density (lefts i) (rights i) <= e * q ^ i) ->
  Rbar_le (integral density f) (RInt density l r + e * / (1 - q)).
Proof.
  intros LR E Q Cov Light.
  apply Rbar_le_trans with (series (fun i => 1 * RInt density (first_then l lefts i) (first_then r rights i))).
  - apply glb_correct. exists (first_then l lefts), (first_then r rights), (fun _ => 1). split; auto. split.
    + intros [| i]; simpl; split; auto; try lra. apply Light.
    + intros x. destruct (Cov x) as [-> | [-> In1]]; [apply series_0 |].
      assert (P : forall i, 0 <= on_interval (first_then l lefts i) (first_then r rights i) 1 x).
      { intros i. unfold on_interval. destruct (Rlt_dec _ _); [destruct (Rlt_dec _ _) |]; lra. }
      assert (K : exists i, on_interval (first_then l lefts i) (first_then r rights i) 1 x = 1).
      { unfold on_interval. destruct In1 as [X | (i & X)]; [exists 0%nat | exists (S i)]; simpl;
          destruct (Rlt_dec _ _); [destruct (Rlt_dec _ _); lra | lra | destruct (Rlt_dec _ _); lra | lra]. }
      destruct K as (i & K).
      apply Rbar_le_trans with (partial_sum (fun i => on_interval (first_then l lefts i) (first_then r rights i) 1 x) (S i)).
      * simpl. rewrite K. assert (Z : forall t n, (forall i, 0 <= t i) -> 0 <= partial_sum t n).
        { intros t n T. induction n as [| n IH]; simpl; [lra |]. specialize (T n). lra. }
        specialize (Z _ i P). simpl in *. lra.
      * apply lub_correct. eauto.
  - apply lub_correct. intros s (n & ->). simpl. destruct n as [| n].
    + simpl. pose proof (integral_0 l r LR). assert (0 < / (1 - q)) by (apply Rinv_0_lt_compat; lra). nra.
    + rewrite partial_sum_first. simpl. rewrite Rmult_1_l. apply Rplus_le_compat_l.
      apply Rle_trans with (partial_sum (fun i => e * q ^ i) n).
      * apply partial_sum_le. intros i. rewrite Rmult_1_l. apply Light.
      * rewrite partial_sum_scal. apply Rmult_le_compat_l; [lra |]. apply powers, Q.
Qed.
End Density.

(* ---- Exponentials -------------------------------------------------------------------------- *)

Lemma exponential_integral rate a b :
  RInt (fun y => rate * exp (- (rate * y))) a b = exp (- (rate * a)) - exp (- (rate * b)).
Proof.
  apply is_RInt_unique. replace (exp (- (rate * a)) - exp (- (rate * b)))
    with (minus (- exp (- (rate * b))) (- exp (- (rate * a)))) by (unfold minus, plus, opp; simpl; ring).
  apply (is_RInt_derive (fun y => - exp (- (rate * y)))).
  - intros y _. auto_derive; auto. ring.
  - intros y _. apply exponential_continuous.
Qed.

Lemma laplace_integral rate a b : 0 <= a -> a <= b ->
  RInt (fun y => rate / 2 * exp (- (rate * Rabs y))) a b = (exp (- (rate * a)) - exp (- (rate * b))) / 2.
Proof.
  intros A B. rewrite <- exponential_integral. unfold Rdiv at 2. rewrite Rmult_comm.
  rewrite <- (RInt_scal (V := R_CompleteNormedModule)) by (apply integrable, exponential_continuous).
  apply RInt_ext. intros y. rewrite Rmin_left, Rmax_right by auto. intros Y.
  rewrite Rabs_pos_eq by lra. unfold scal. simpl. unfold mult. simpl. field.
Qed.

Lemma laplace_mirrored rate a b :
  RInt (fun y => rate / 2 * exp (- (rate * Rabs y))) (- b) (- a) =
  RInt (fun y => rate / 2 * exp (- (rate * Rabs y))) a b.
Proof.
  set (f := fun y : R => rate / 2 * exp (- (rate * Rabs y))).
  assert (I : forall a b, ex_RInt f a b) by (apply integrable, laplace_continuous).
  pose proof (RInt_comp_lin f (-1) 0 b a (I _ _)) as L. rewrite !Rplus_0_r in L.
  replace (- b) with (-1 * b) by ring. replace (- a) with (-1 * a) by ring. rewrite <- L.
  transitivity (RInt (fun y => scal (-1) (f y)) b a).
  - apply RInt_ext. intros y _. unfold f. do 5 f_equal. rewrite Rplus_0_r, <- Rabs_Ropp. f_equal. ring.
  - etransitivity; [exact (RInt_scal f b a (-1) (I b a)) |].
    etransitivity; [| exact (opp_RInt_swap f b a (I b a))].
    unfold scal, opp. simpl. unfold mult. simpl. ring.
Qed.

Lemma exp_times rate n i : exp (- (rate * (n + INR i))) = exp (- (rate * n)) * exp (- rate) ^ i.
Proof. rewrite <- exp_power, <- INR_IZR_INZ, <- exp_plus. f_equal. ring. Qed.

(* Any e is more than what is left behind some n. *)
Lemma far rate e : 0 < rate -> 0 < e ->
  exists n, 2 <= n /\ exp (- (rate * (n - 2))) * / (1 - exp (- rate)) <= e /\ exp (- (rate * n)) <= e.
Proof.
  intros P E. pose proof (exp_small rate P) as Q.
  assert (I : 0 < / (1 - exp (- rate))) by (apply Rinv_0_lt_compat; lra).
  destruct (power_tail (exp (- rate)) (/ (1 - exp (- rate))) Q I e E) as (k & K).
  destruct (power_tail (exp (- rate)) 1 Q ltac:(lra) e E) as (j & J).
  exists (2 + INR (S (k + j))). pose proof (pos_INR (S (k + j))) as N.
  assert (A : forall i, (i <= k + j)%nat -> exp (- (rate * INR (S (k + j)))) <= exp (- rate) ^ S i).
  { intros i L. rewrite <- exp_power, <- INR_IZR_INZ. apply exp_le. apply le_n_S, le_INR in L. nra. }
  assert (B : exp (- (rate * (2 + INR (S (k + j))))) <= exp (- (rate * INR (S (k + j))))) by (apply exp_le; nra).
  pose proof (A k ltac:(lia)) as Ak. pose proof (A j ltac:(lia)) as Aj.
  replace (2 + INR (S (k + j)) - 2) with (INR (S (k + j))) by ring.
  split; [lra | split; [| lra]]. apply Rle_trans with (exp (- rate) ^ S k * / (1 - exp (- rate))); [| lra].
  apply Rmult_le_compat_r; lra.
Qed.

Lemma is_one x : (forall e, 0 < e -> Rbar_le x (1 + e)) -> (forall e, 0 < e -> Rbar_le (1 - e) x) -> x = Finite 1.
Proof.
  intros U L. destruct x as [r | |].
  - f_equal. simpl in U, L. apply Rle_antisym; apply le_epsilon; intros e E.
    + apply U, E.
    + specialize (L e E). lra.
  - destruct (U 1). lra.
  - destruct (L 1). lra.
Qed.

Theorem exponential_one rate : 0 < rate -> exponential rate (fun _ => Finite 1) = Finite 1.
Proof.
  intros P. pose proof (exp_small rate P) as Q. unfold exponential.
  assert (C : forall y, continuous (fun y : R => rate * exp (- (rate * y))) y) by apply exponential_continuous.
  assert (D : forall y, 0 <= rate * exp (- (rate * y))).
  { intros y. apply Rmult_le_pos; [lra | left; apply exp_pos]. }
  apply is_one; intros e E.
  - destruct (far rate (e / 2) P ltac:(lra)) as (n & N2 & Small & _).
    set (d := ln (1 + e / 2) / rate).
    assert (D0 : 0 < d). { apply Rdiv_lt_0_compat; auto. rewrite <- ln_1. apply ln_increasing; lra. }
    apply Rbar_le_trans with (RInt (fun y => rate * exp (- (rate * y))) (- d) n +
                              exp (- (rate * (n - 2))) * / (1 - exp (- rate))).
    + apply (light_cover _ C D _ _ _ (fun i => n + INR i - 2) (fun i => n + INR i + 2)); auto; [lra | apply exp_pos | |].
      * intros x. destruct (Rle_dec 0 x) as [X | X]; auto. right. split; auto.
        destruct (Rlt_dec x n) as [L | L]; [left; lra |]. right.
        destruct (nfloor_ex (x - n)) as (i & I); [lra |]. exists i. lra.
      * intros i. split; [lra |]. rewrite exponential_integral.
        replace (n + INR i - 2) with (n - 2 + INR i) by ring. rewrite exp_times.
        pose proof (exp_pos (- (rate * (n + INR i + 2)))). lra.
    + simpl. rewrite exponential_integral. replace (- (rate * - d)) with (ln (1 + e / 2)) by (unfold d; field; lra).
      rewrite exp_ln by lra. pose proof (exp_pos (- (rate * n))). lra.
  - destruct (far rate e P E) as (n & N2 & _ & Small).
    apply Rbar_le_trans with (RInt (fun y => rate * exp (- (rate * y))) 0 n).
    + simpl. rewrite exponential_integral, Rmult_0_r, Ropp_0, exp_0. lra.
    + apply cover_weighs; auto; [lra |]. intros x X. destruct (Rle_dec 0 x); auto. lra.
Qed.

Theorem laplace_one rate : 0 < rate -> laplace rate (fun _ => Finite 1) = Finite 1.
Proof.
  intros P. pose proof (exp_small rate P) as Q. unfold laplace.
  set (density := fun y => rate / 2 * exp (- (rate * Rabs y))).
  assert (C : forall y, continuous density y) by apply laplace_continuous.
  assert (D : forall y, 0 <= density y).
  { intros y. apply Rmult_le_pos; [lra | left; apply exp_pos]. }
  assert (W : forall n, 0 <= n -> RInt density (- n) n = 1 - exp (- (rate * n))).
  { intros n N. pose proof (laplace_mirrored rate 0 n) as M. rewrite Ropp_0 in M.
    pose proof (laplace_integral rate 0 n (Rle_refl 0) N) as L. rewrite Rmult_0_r, Ropp_0, exp_0 in L.
    pose proof (integral_split density C (- n) 0 n) as S. unfold density in *. rewrite M, L in S.
    etransitivity; [exact S |]. simpl. field. }
  apply is_one; intros e E.
  - destruct (far rate e P E) as (n & N2 & Small & _).
    set (left := fun i => if Nat.even i then n + INR i - 2 else - (n + INR i + 2)).
    set (right := fun i => if Nat.even i then n + INR i + 2 else - (n + INR i - 2)).
    apply Rbar_le_trans with (RInt density (- n) n + exp (- (rate * (n - 2))) * / (1 - exp (- rate))).
    + apply (light_cover density C D _ _ _ left right); auto; [lra | apply exp_pos | |].
      * intros x. right. split; auto. destruct (Rlt_dec (Rabs x) n) as [L | L].
        { left. apply Rabs_def2 in L. lra. }
        right. destruct (nfloor_ex ((Rabs x - n) / 2)) as (i & I); [lra |].
        unfold left, right. destruct (Rle_dec 0 x) as [X | X].
        -- exists (2 * i)%nat. rewrite Nat.even_mul. simpl Nat.even. cbn [orb]. rewrite mult_INR.
           rewrite Rabs_pos_eq in I by auto. simpl. lra.
        -- exists (S (2 * i)). rewrite Nat.even_succ, Nat.odd_mul. simpl Nat.odd. cbn [andb]. rewrite S_INR, mult_INR.
           rewrite Rabs_left in I by lra. simpl. lra.
      * intros i. pose proof (pos_INR i).
        assert (K : RInt density (n + INR i - 2) (n + INR i + 2) <= exp (- (rate * (n - 2))) * exp (- rate) ^ i).
        { unfold density. rewrite laplace_integral by lra.
          replace (n + INR i - 2) with (n - 2 + INR i) by ring. rewrite exp_times.
          pose proof (exp_pos (- (rate * (n + INR i + 2)))).
          assert (0 < exp (- (rate * (n - 2))) * exp (- rate) ^ i).
          { apply Rmult_lt_0_compat; [apply exp_pos | apply pow_lt; lra]. } lra. }
        unfold left, right. destruct (Nat.even i); (split; [lra |]); auto.
        unfold density. rewrite laplace_mirrored. exact K.
    + rewrite W by lra. simpl. pose proof (exp_pos (- (rate * n))). lra.
  - destruct (far rate e P E) as (n & N2 & _ & Small).
    apply Rbar_le_trans with (RInt density (- n) n).
    + rewrite W by lra. simpl. lra.
    + apply cover_weighs; auto. lra.
Qed.

Theorem expectation_one epsilon n : 0 < epsilon -> (forall d, parameter n = Some d -> (0 < d)%Q) ->
  expectation_of epsilon n (fun _ => Finite 1) = Finite 1.
Proof.
  intros E D. unfold expectation_of. destruct (parameter n) as [d |]; [| reflexivity].
  assert (P : 0 < Q2R d * epsilon).
  { apply Rmult_lt_0_compat; auto. rewrite <- RMicromega.Q2R_0. apply Qlt_Rlt, D. auto. }
  destruct (one_sided n), (whole_numbers n).
  - apply geometric_one, P.
  - apply exponential_one, P.
  - apply discrete_laplace_one, P.
  - apply laplace_one, P.
Qed.
