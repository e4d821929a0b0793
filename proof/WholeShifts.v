(* SPDX-License-Identifier: Apache-2.0 *)
(* Where differences are multiples of 1/m, valid shifts can be rounded to multiples of 1/m and cost no
   more. Shifts with the common denominator n m are rounded at j/n, for j from 1 to n: all of these keep
   order and multiples of 1/m, and their mean costs no more than the shifts. *)
From Coq Require Import QArith Qabs List Bool Lia Lqa ZArith.
From Couplet Require Import Model Trees Take Corners Rounding.
Import ListNotations.
Open Scope Q_scope.

Section Whole.
Variable n m : positive.

(* a/n rounded at j/n. *)
Definition to_whole (j a : Z) : Z := (a / Zpos n + if (j <=? a mod Zpos n) then 1 else 0)%Z.

Lemma parts a : (a = Zpos n * (a / Zpos n) + a mod Zpos n /\ 0 <= a mod Zpos n < Zpos n)%Z.
Proof. split; [apply Z.div_mod; discriminate | apply Z.mod_pos_bound; reflexivity]. Qed.

Lemma to_whole_mono j a b : (a <= b)%Z -> (to_whole j a <= to_whole j b)%Z.
Proof.
  intros L. unfold to_whole. destruct (parts a) as [A A'], (parts b) as [B B'].
  assert (Q : (a / Zpos n <= b / Zpos n)%Z) by (apply Z.div_le_mono; auto; reflexivity).
  destruct (Z.eq_dec (a / Zpos n) (b / Zpos n)) as [E | E].
  - rewrite E in *. destruct (Z.leb_spec j (a mod Zpos n)), (Z.leb_spec j (b mod Zpos n)); lia.
  - destruct (Z.leb_spec j (a mod Zpos n)), (Z.leb_spec j (b mod Zpos n)); lia.
Qed.

Lemma to_whole_whole j z : (1 <= j)%Z -> to_whole j (z * Zpos n) = z.
Proof.
  intros J. unfold to_whole. rewrite Z.mod_mul, Z.div_mul by discriminate.
  destruct (Z.leb_spec j 0); lia.
Qed.

Lemma total_whole a : total_z (fun j => to_whole j a) (Pos.to_nat n) = a.
Proof.
  unfold to_whole. rewrite total_z_plus, total_z_const, total_steps, positive_nat_Z.
  destruct (parts a). lia.
Qed.

Lemma whole_distance a z :
  total_z (fun j => Z.abs (to_whole j a - z)) (Pos.to_nat n) = Z.abs (a - z * Zpos n).
Proof.
  destruct (parts a) as [A A'].
  destruct (Z.le_gt_cases (z * Zpos n) a) as [L | L].
  - assert (Q : (z <= a / Zpos n)%Z) by (apply Z.div_le_lower_bound; lia).
    rewrite (total_z_ext _ (fun j => to_whole j a + - z)%Z).
    + rewrite total_z_plus, total_whole, total_z_const, positive_nat_Z. lia.
    + intros j _. unfold to_whole. destruct (_ <=? _)%Z; lia.
  - assert (Q : (a / Zpos n < z)%Z) by (apply Z.div_lt_upper_bound; lia).
    rewrite (total_z_ext _ (fun j => -1 * to_whole j a + z)%Z).
    + rewrite total_z_plus, total_z_scale, total_whole, total_z_const, positive_nat_Z. lia.
    + intros j _. unfold to_whole. destruct (_ <=? _)%Z; lia.
Qed.

Definition multiple (q : Q) : Prop := exists z, q == z # m.

Lemma fine_le (a b : Z) g h : g == a # (n * m) -> h == b # (n * m) -> g <= h -> (a <= b)%Z.
Proof.
  intros -> ->. unfold Qle. cbn [Qnum Qden]. intros L. apply Zmult_le_reg_r in L; auto. reflexivity.
Qed.

Lemma fine_eq a b : a # (n * m) == b # (n * m) -> a = b.
Proof. unfold Qeq. cbn [Qnum Qden]. apply Z.mul_reg_r. discriminate. Qed.

Lemma refine z : (z # m) == (z * Zpos n) # (n * m).
Proof. unfold Qeq. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring. Qed.

Lemma same_denominator x y p : (x # p) - (y # p) == (x - y) # p.
Proof. unfold Qminus, Qplus, Qopp, Qeq. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring. Qed.

Lemma fraction1 x : x # m == inject_Z x * (1 # m).
Proof. unfold Qeq, inject_Z, Qmult. cbn [Qnum Qden]. rewrite Pos.mul_1_l. ring. Qed.

Lemma fraction x : x # (n * m) == inject_Z x * (1 # m) * (1 # n).
Proof.
  unfold Qeq, inject_Z, Qmult. cbn [Qnum Qden]. rewrite Pos.mul_1_l, !Pos2Z.inj_mul. ring.
Qed.

Lemma one_part : inject_Z (Zpos n) * (1 # n) == 1.
Proof. unfold Qeq, inject_Z, Qmult. cbn [Qnum Qden]. rewrite Pos.mul_1_l. ring. Qed.

Lemma coarse_le a b : (a <= b)%Z -> (a # m) <= (b # m).
Proof. unfold Qle. cbn [Qnum Qden]. nia. Qed.

Lemma whole_valid j : (1 <= j)%Z -> forall es gs az X A,
  Forall (fun e => multiple (snd e)) es ->
  Forall2 (fun g a => g == a # (n * m)) gs az -> (forall v, X v == A v # (n * m)) ->
  valid X es gs -> valid (fun v => to_whole j (A v) # m) es (map (fun a => to_whole j a # m) az).
Proof.
  intros J. induction es as [| [s D] es IH]; intros gs az X A Mu G S V.
  - destruct gs; [| simpl in V; tauto]. inversion G. simpl. auto.
  - destruct G as [| g a gs az E G]; [simpl in V; tauto |].
    simpl in V. destruct V as ((M1 & M2 & M3) & F & V). inversion Mu as [| ? ? [z Z] Mu']; subst.
    cbn [snd] in Z. cbn [map valid]. split; [| split].
    + unfold allows. repeat split; intros H.
      * specialize (M1 H). rewrite E in M1. assert (a = 0 * Zpos n)%Z as -> by (unfold Qeq in M1; simpl in M1; lia).
        rewrite to_whole_whole by auto. unfold Qeq. simpl. lia.
      * specialize (M2 H). rewrite E, Z, refine in M2.
        assert (a = z * Zpos n)%Z as -> by (apply fine_eq, M2).
        rewrite to_whole_whole by auto. symmetry. auto.
      * specialize (M3 H). rewrite Z. apply coarse_le. rewrite <- (to_whole_whole j z J).
        apply to_whole_mono. apply (fine_le _ _ D g); auto. rewrite Z. apply refine.
    + rewrite Forall_forall in *. intros lit I. specialize (F lit I).
      unfold fits in *. destruct (snd lit); apply coarse_le, to_whole_mono.
      * apply (fine_le _ _ _ _ E (S _) F).
      * apply (fine_le _ _ _ _ (S _) E F).
    + assert (V' : valid (fun v => to_whole j (assign s a A v) # m) es (map (fun a => to_whole j a # m) az)).
      { apply (IH gs az (assign s g X) (assign s a A)); auto.
        intros v. unfold assign. destruct (among v (assigned s)); auto. }
      eapply (proj1 (valid_like es es _ _ _ _ _ V')).
      Unshelve.
      * clear. induction es; constructor; auto. split; auto with qarith.
      * intros v. unfold assign. destruct (among v (assigned s)); apply Qeq_refl.
Qed.

Lemma whole_cost es : Forall (fun e => fee_fine (fst e)) es -> Forall (fun e => multiple (snd e)) es ->
  forall gs az, Forall2 (fun g a => g == a # (n * m)) gs az ->
  total_q (fun j => cost es (map (fun a => to_whole j a # m) az)) (Pos.to_nat n) <=
  inject_Z (Zpos n) * cost es gs.
Proof.
  induction es as [| [s D] es IH]; intros F Mu gs az G; cbn [cost].
  - rewrite total_q_0; [destruct gs; simpl; lra |]. intros j. destruct az; simpl; lra.
  - inversion F as [| ? ? Fs Fes]; inversion Mu as [| ? ? [z Z] Mes]; subst. cbn [fst snd] in Fs, Z.
    destruct G as [| g a gs az E G].
    + rewrite total_q_0; [simpl; lra |]. intros j. simpl. lra.
    + cbn [map cost]. rewrite total_q_plus. specialize (IH Fes Mes gs az G).
      assert (P : total_q (fun j => price s D (to_whole j a # m)) (Pos.to_nat n) ==
                  inject_Z (Zpos n) * price s D g).
      { unfold price. destruct (fee s) as [d |].
        - rewrite (total_q_ext _ (fun j => (d * (1 # m)) * inject_Z (Z.abs (to_whole j a - z)))).
          + rewrite total_q_z, whole_distance.
            rewrite (Qabs_eq (g - D) ((a - z * Zpos n) # (n * m)))
              by (rewrite E, Z, refine; apply same_denominator).
            change (Qabs ((a - z * Zpos n) # n * m)) with (Z.abs (a - z * Zpos n) # (n * m)).
            rewrite (fraction (Z.abs _)).
            set (x := inject_Z (Z.abs _)). set (y := 1 # m).
            setoid_replace (inject_Z (Zpos n) * (d * (x * y * (1 # n))))
              with (d * y * x * (inject_Z (Zpos n) * (1 # n))) by ring.
            rewrite one_part. ring.
          + intros j. rewrite (Qabs_eq _ ((to_whole j a - z) # m)) by (rewrite Z; apply same_denominator).
            change (Qabs ((to_whole j a - z) # m)) with (Z.abs (to_whole j a - z) # m).
            rewrite (fraction1 (Z.abs _)). ring.
        - rewrite total_q_0; [lra |]. intros j. lra. }
      rewrite P, Qmult_plus_distr_r. lra.
Qed.
End Whole.

Theorem whole_shifts m es gs :
  Forall (fun e => fee_fine (fst e)) es -> Forall (fun e => multiple m (snd e)) es ->
  valid unshifted es gs ->
  exists hs, valid unshifted es hs /\ cost es hs <= cost es gs /\ Forall (multiple m) hs.
Proof.
  intros F Mu V. destruct (common_denominator (map (fun g => g * inject_Z (Zpos m)) gs)) as (n & az & G0).
  assert (G : Forall2 (fun g a => g == a # (n * m)) gs az).
  { clear - G0. remember (map _ gs) as hs. revert gs Heqhs.
    induction G0 as [| h a hs az E G IH]; intros [| g gs] H; try discriminate; constructor.
    - injection H as -> _. rewrite <- (Qmult_inj_r _ _ (inject_Z (Zpos m))) by discriminate.
      rewrite E. unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
    - injection H as _ H. auto. }
  destruct (some_is_low (fun j => cost es (map (fun a => to_whole n j a # m) az)) (cost es gs)
              (Pos.to_nat n)) as (j & J & L).
  - apply Pos2Nat.is_pos.
  - rewrite positive_nat_Z. apply whole_cost; auto.
  - exists (map (fun a => to_whole n j a # m) az). split; [| split; auto].
    + pose proof (whole_valid n m j (proj1 J) es gs az unshifted (fun _ => 0%Z) Mu G) as R.
      eapply (proj1 (valid_like es es _ _ _ _ _ (R _ V))).
      Unshelve.
      * clear. induction es; constructor; auto. split; auto with qarith.
      * intros v. unfold unshifted. assert (T : to_whole n j 0%Z = 0%Z) by exact (to_whole_whole n j 0%Z (proj1 J)).
        rewrite T. unfold Qeq. simpl. lia.
      * intros v. unfold unshifted, Qeq. simpl. lia.
    + apply Forall_forall. intros h I. apply in_map_iff in I as (a & <- & _). exists (to_whole n j a).
      apply Qeq_refl.
Qed.
