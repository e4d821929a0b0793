(* SPDX-License-Identifier: Apache-2.0 *)
(* Rounding valid shifts to {-1, 0, 1} never costs more where the differences are in {-1, 0, 1}
   (docs/theory.md, section 3). Shifts with the common denominator n are rounded at j/n, for j from 1
   to n: all of these keep order, -1, 0 and 1, and their mean costs no more than the shifts. *)
From Coq Require Import QArith Qabs List Bool Lia Lqa ZArith.
From Couplet Require Import Model Trees Take Corners.
Import ListNotations.
Open Scope Q_scope.

Lemma valid3_ext es : forall zs x y,
  (forall v, x v = y v) -> valid3 x es zs -> valid3 y es zs.
Proof.
  induction es as [| [s D] es IH]; intros [| z zs] x y E; simpl; auto. intros (M & F & V).
  split; [auto | split].
  - rewrite forallb_forall in *. intros lit I. specialize (F lit I). unfold fits3 in *.
    rewrite <- E. auto.
  - apply (IH _ (assign s z x)); auto. intros v. unfold assign.
    destruct (among v (assigned s)); auto.
Qed.

Section Round.
Variable n : positive.

(* a/n rounded at j/n. *)
Definition round (j a : Z) : shift :=
  if (j <=? a)%Z then Up else if (j <=? a + Zpos n)%Z then Stay else Down.

Definition whole (s : shift) : Z := match s with Down => -1 | Stay => 0 | Up => 1 end%Z.

Lemma number_whole s : number s = inject_Z (whole s).
Proof. destruct s; auto. Qed.

Lemma round_mono j a b : (a <= b)%Z -> leb (round j a) (round j b) = true.
Proof.
  unfold round. intros L. destruct (Z.leb_spec j a), (Z.leb_spec j b); simpl; auto; try lia;
    destruct (Z.leb_spec j (a + Zpos n)), (Z.leb_spec j (b + Zpos n)); simpl; auto; lia.
Qed.

Lemma round_whole j s : (1 <= j <= Zpos n)%Z -> round j (whole s * Zpos n) = s.
Proof.
  unfold round. intros J. destruct s; simpl whole.
  - destruct (Z.leb_spec j (-1 * Zpos n)), (Z.leb_spec j (-1 * Zpos n + Zpos n)); auto; lia.
  - destruct (Z.leb_spec j (0 * Zpos n)), (Z.leb_spec j (0 * Zpos n + Zpos n)); auto; lia.
  - destruct (Z.leb_spec j (1 * Zpos n)); auto; lia.
Qed.

(* Sums over j = 1 .. k. *)
Fixpoint total_z (f : Z -> Z) (k : nat) : Z :=
  match k with O => 0 | S k' => total_z f k' + f (Z.of_nat k) end%Z.

Fixpoint total_q (f : Z -> Q) (k : nat) : Q :=
  match k with O => 0 | S k' => total_q f k' + f (Z.of_nat k) end.

Lemma total_steps a k :
  total_z (fun j => if (j <=? a)%Z then 1 else 0)%Z k = Z.max 0 (Z.min a (Z.of_nat k)).
Proof.
  induction k as [| k IH]; [simpl; lia |]. cbn [total_z]. rewrite IH.
  destruct (Z.leb_spec (Z.of_nat (S k)) a); lia.
Qed.

Lemma total_z_ext f g k : (forall j, (1 <= j <= Z.of_nat k)%Z -> f j = g j) -> total_z f k = total_z g k.
Proof.
  induction k as [| k IH]; intros E; cbn [total_z]; auto.
  rewrite E by lia. rewrite IH; auto. intros j J. apply E. lia.
Qed.

Lemma total_z_plus f g k : total_z (fun j => f j + g j)%Z k = (total_z f k + total_z g k)%Z.
Proof. induction k as [| k IH]; cbn [total_z]; auto. rewrite IH. lia. Qed.

Lemma total_z_scale c f k : total_z (fun j => c * f j)%Z k = (c * total_z f k)%Z.
Proof. induction k as [| k IH]; cbn [total_z]; [lia |]. rewrite IH. lia. Qed.

Lemma total_z_const c k : total_z (fun _ => c) k = (c * Z.of_nat k)%Z.
Proof. induction k as [| k IH]; cbn [total_z]; [lia |]. rewrite IH. lia. Qed.

Definition up j a := if (j <=? a)%Z then 1%Z else 0%Z.

(* The distance of a rounded shift from D is linear in the two steps that make it. *)
Lemma distance_le a D :
  (total_z (fun j => Z.abs (whole (round j a) - whole D)) (Pos.to_nat n) <=
   Z.abs (a - whole D * Zpos n))%Z.
Proof.
  set (k := Pos.to_nat n). assert (K : Z.of_nat k = Zpos n) by (unfold k; apply positive_nat_Z).
  assert (W : forall j, (1 <= j <= Z.of_nat k)%Z ->
                        whole (round j a) = (up j a + up j (a + Zpos n) + -1)%Z).
  { intros j J. unfold round, up. destruct (Z.leb_spec j a), (Z.leb_spec j (a + Zpos n)); simpl; lia. }
  assert (S : total_z (fun j => whole (round j a)) k =
              (Z.max 0 (Z.min a (Z.of_nat k)) + Z.max 0 (Z.min (a + Zpos n) (Z.of_nat k))
               - Z.of_nat k)%Z).
  { rewrite (total_z_ext _ _ _ W). rewrite !total_z_plus, total_z_const.
    unfold up. rewrite !total_steps. lia. }
  destruct D; simpl whole.
  - rewrite (total_z_ext _ (fun j => whole (round j a) + 1)%Z).
    + rewrite total_z_plus, S, total_z_const. lia.
    + intros j _. destruct (round j a); simpl; lia.
  - destruct (Z.le_ge_cases 0 a) as [P | P].
    + rewrite (total_z_ext _ (fun j => whole (round j a))).
      * rewrite S. lia.
      * intros j J. rewrite (W j J). unfold up.
        destruct (Z.leb_spec j a), (Z.leb_spec j (a + Zpos n)); lia.
    + rewrite (total_z_ext _ (fun j => -1 * whole (round j a))%Z).
      * rewrite total_z_scale, S. lia.
      * intros j J. rewrite (W j J). unfold up.
        destruct (Z.leb_spec j a), (Z.leb_spec j (a + Zpos n)); lia.
  - rewrite (total_z_ext _ (fun j => -1 * whole (round j a) + 1)%Z).
    + rewrite total_z_plus, total_z_scale, S, total_z_const. lia.
    + intros j _. destruct (round j a); simpl; lia.
Qed.

Lemma total_q_plus f g k : total_q (fun j => f j + g j) k == total_q f k + total_q g k.
Proof. induction k as [| k IH]; cbn [total_q]; [lra |]. rewrite IH. lra. Qed.

Lemma total_q_z d f k : total_q (fun j => d * inject_Z (f j)) k == d * inject_Z (total_z f k).
Proof.
  induction k as [| k IH]; cbn [total_q total_z]; [change (inject_Z 0) with 0; ring |].
  rewrite IH, inject_Z_plus. ring.
Qed.

Lemma total_q_ext f g k : (forall j, f j == g j) -> total_q f k == total_q g k.
Proof. intros E. induction k as [| k IH]; cbn [total_q]; [lra |]. rewrite IH, E. lra. Qed.

Lemma total_q_0 f k : (forall j, f j == 0) -> total_q f k == 0.
Proof. intros E. induction k as [| k IH]; cbn [total_q]; [lra |]. rewrite IH, E. lra. Qed.

(* One of the numbers f 1 .. f k is at most their mean. *)
Lemma some_is_low f c k :
  (0 < k)%nat -> total_q f k <= inject_Z (Z.of_nat k) * c ->
  exists j, (1 <= j <= Z.of_nat k)%Z /\ f j <= c.
Proof.
  induction k as [| k IH]; [lia |]. intros _ H. cbn [total_q] in H.
  destruct (Qlt_le_dec c (f (Z.of_nat (S k)))) as [L | L].
  - rewrite Nat2Z.inj_succ, <- Z.add_1_r in *. rewrite inject_Z_plus in H.
    destruct k as [| k].
    + change (total_q f 0) with 0 in H. change (inject_Z (Z.of_nat 0)) with 0 in H.
      change (inject_Z 1) with 1 in H. lra.
    + destruct IH as (j & J & F); [lia | | exists j; split; [lia | auto]].
      change (inject_Z 1) with 1 in H. lra.
  - exists (Z.of_nat (S k)). split; [lia | auto].
Qed.

Definition scaled (X : positive -> Q) (A : positive -> Z) : Prop := forall v, X v == A v # n.

Lemma le_scaled a b g h : g == a # n -> h == b # n -> g <= h -> (a <= b)%Z.
Proof. intros -> ->. unfold Qle. simpl. nia. Qed.

Lemma eq_scaled a b g h : g == a # n -> h == b # n -> g == h -> a = b.
Proof. intros -> ->. unfold Qeq. simpl. nia. Qed.

Lemma number_scaled s : number s == whole s * Zpos n # n.
Proof. rewrite number_whole. unfold Qeq. simpl. nia. Qed.

Lemma round_valid j : (1 <= j <= Zpos n)%Z -> forall es gs az X A,
  Forall2 (fun g a => g == a # n) gs az -> scaled X A ->
  valid X (as_numbers es) gs -> valid3 (fun v => round j (A v)) es (map (round j) az).
Proof.
  intros J. induction es as [| [s D] es IH]; intros gs az X A G S V.
  - destruct gs; [| simpl in V; tauto]. inversion G. simpl. auto.
  - destruct G as [| g a gs az E G]; [simpl in V; tauto |].
    simpl in V. destruct V as ((M1 & M2 & M3) & F & V). cbn [map valid3]. split; [| split].
    + apply may_allows. unfold allows. repeat split; intros H.
      * specialize (M1 H). rewrite (eq_scaled a _ g _ E (number_scaled Stay) M1).
        rewrite round_whole by auto. simpl. lra.
      * specialize (M2 H). rewrite (eq_scaled a _ g _ E (number_scaled D) M2).
        rewrite round_whole by auto. lra.
      * specialize (M3 H). apply leb_number. rewrite <- (round_whole j D J).
        apply round_mono. apply (le_scaled _ _ _ _ (number_scaled D) E M3).
    + rewrite forallb_forall. rewrite Forall_forall in F. intros lit I. specialize (F lit I).
      unfold fits, fits3 in *. destruct (snd lit); apply round_mono.
      * apply (le_scaled _ _ _ _ E (S _) F).
      * apply (le_scaled _ _ _ _ (S _) E F).
    + assert (V' : valid3 (fun v => round j (assign s a A v)) es (map (round j) az)).
      { apply (IH gs az (assign s g X) (assign s a A)); auto.
        intros v. unfold assign. destruct (among v (assigned s)); auto. }
      eapply valid3_ext; [| exact V']. intros v. unfold assign.
      destruct (among v (assigned s)); auto.
Qed.

Lemma round_cost es : Forall (fun e : event => fee_fine (fst e)) es -> forall gs az,
  Forall2 (fun g a => g == a # n) gs az ->
  total_q (fun j => cost3 es (map (round j) az)) (Pos.to_nat n) <=
  inject_Z (Zpos n) * cost (as_numbers es) gs.
Proof.
  induction 1 as [| [s D] es F _ IH]; intros gs az G; cbn [cost3 as_numbers map].
  - rewrite total_q_0; [destruct gs; simpl; lra |]. intros j. destruct az; simpl; lra.
  - destruct G as [| g a gs az E G].
    + rewrite total_q_0; [simpl; lra |]. intros j. simpl. lra.
    + cbn [map cost3 cost fst snd]. rewrite total_q_plus. specialize (IH gs az G).
      fold (as_numbers es).
      assert (P : total_q (fun j => price3 s D (round j a)) (Pos.to_nat n) <=
                  inject_Z (Zpos n) * price s (number D) g).
      { unfold price3, price. cbn [fst] in F. unfold fee_fine in F. destruct (fee s) as [d |].
        - rewrite (total_q_ext _ (fun j => d * inject_Z (Z.abs (whole (round j a) - whole D)))).
          + rewrite total_q_z.
            assert (B : inject_Z (Z.abs (a - whole D * Zpos n)) ==
                        inject_Z (Zpos n) * Qabs (g - number D)).
            { rewrite (Qabs_eq (g - number D) ((a - whole D * Zpos n) # n)).
              - unfold Qabs, Qeq, inject_Z. simpl. destruct (a - whole D * Zpos n)%Z; simpl; nia.
              - rewrite E, (number_scaled D). unfold Qeq, Qminus, Qplus, Qopp. simpl. nia. }
            pose proof (distance_le a D) as L. rewrite Zle_Qle in L. rewrite B in L.
            setoid_replace (inject_Z (Zpos n) * (d * Qabs (g - number D)))
              with (d * (inject_Z (Zpos n) * Qabs (g - number D))) by ring.
            apply Qmult_le_l' || (rewrite (Qmult_comm d), (Qmult_comm d); apply Qmult_le_compat_r; auto).
          + intros j. rewrite !number_whole. setoid_replace (Qabs (inject_Z (whole (round j a)) -
              inject_Z (whole D))) with (inject_Z (Z.abs (whole (round j a) - whole D))); [lra |].
            unfold Qminus. rewrite <- inject_Z_opp, <- inject_Z_plus. reflexivity.
        - rewrite total_q_0; [lra |]. intros j. lra. }
      rewrite Qmult_plus_distr_r. lra.
Qed.
End Round.

Lemma common_denominator gs : exists n az, Forall2 (fun g a => g == a # n) gs az.
Proof.
  induction gs as [| g gs (n & az & F)].
  - exists 1%positive, []. constructor.
  - exists (n * Qden g)%positive, ((Qnum g * Zpos n) :: map (fun a => a * Zpos (Qden g)) az)%Z.
    constructor.
    + unfold Qeq. simpl. lia.
    + clear - F. induction F as [| h a gs az E F IH]; simpl; constructor; auto.
      rewrite E. unfold Qeq. simpl. lia.
Qed.

Theorem rounding es gs :
  Forall (fun e : event => fee_fine (fst e)) es -> valid unshifted (as_numbers es) gs ->
  exists zs, valid3 (fun _ => Stay) es zs /\ cost3 es zs <= cost (as_numbers es) gs.
Proof.
  intros F V. destruct (common_denominator gs) as (n & az & G).
  destruct (some_is_low (fun j => cost3 es (map (round n j) az)) (cost (as_numbers es) gs)
              (Pos.to_nat n)) as (j & J & L).
  - apply Pos2Nat.is_pos.
  - rewrite positive_nat_Z. apply round_cost; auto.
  - rewrite positive_nat_Z in J. exists (map (round n j) az). split; auto.
    pose proof (round_valid n j J es gs az unshifted (fun _ => 0%Z) G) as R.
    assert (S : scaled n unshifted (fun _ => 0%Z)) by (intros v; unfold unshifted, Qeq; simpl; lia).
    eapply valid3_ext; [| exact (R S V)]. intros v. exact (round_whole n j Stay J).
Qed.
