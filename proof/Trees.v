(* SPDX-License-Identifier: Apache-2.0 *)
(* Costs with infinity, and functions from shifts in {-1, 0, 1} to costs as decision trees. *)
From Coq Require Import QArith Qabs List Bool Lia Lqa.
From Couplet Require Import Model.
Import ListNotations.
Open Scope Q_scope.

(* ---- Costs --------------------------------------------------------------------------------- *)

Inductive ext := Below | Fin (q : Q) | Infinite. (* Below: minus infinity, for differences *)

Definition ele (a b : ext) : Prop :=
  match a, b with
  | Below, _ => True
  | _, Infinite => True
  | Fin p, Fin q => p <= q
  | _, _ => False
  end.

(* Denominators often agree; then nothing need be multiplied, or reduced below. *)
Definition qleb (p q : Q) : bool :=
  if Pos.eqb (Qden p) (Qden q) then Z.leb (Qnum p) (Qnum q) else Qle_bool p q.

Definition eleb (a b : ext) : bool :=
  match a, b with
  | Below, _ => true
  | _, Infinite => true
  | Fin p, Fin q => qleb p q
  | _, _ => false
  end.

Definition qadd (p q : Q) : Q :=
  if Pos.eqb (Qden p) (Qden q) then Qmake (Qnum p + Qnum q) (Qden p) else Qred (p + q).

Definition eadd (a b : ext) : ext :=
  match a, b with
  | Infinite, _ | _, Infinite => Infinite
  | Below, _ | _, Below => Below
  | Fin p, Fin q => Fin (qadd p q)
  end.

(* The same for differences: what is infinite on both sides is no excess. *)
Definition dadd (a b : ext) : ext :=
  match a, b with
  | Below, _ | _, Below => Below
  | Infinite, _ | _, Infinite => Infinite
  | Fin p, Fin q => Fin (qadd p q)
  end.

Definition eopp (a : ext) : ext :=
  match a with Below => Infinite | Fin q => Fin (- q) | Infinite => Below end.

Definition emin (a b : ext) : ext := if eleb a b then a else b.
Definition emax (a b : ext) : ext := if eleb a b then b else a.

Lemma qleb_iff p q : qleb p q = true <-> p <= q.
Proof.
  unfold qleb. destruct (Pos.eqb_spec (Qden p) (Qden q)) as [E | E]; [| apply Qle_bool_iff].
  unfold Qle. rewrite E, Z.leb_le. split; nia.
Qed.

Lemma eleb_ele a b : eleb a b = true <-> ele a b.
Proof. destruct a, b; simpl; try apply qleb_iff; split; intros; auto; try congruence; tauto. Qed.

Lemma eleb_false a b : eleb a b = false -> ele b a.
Proof.
  destruct a, b; simpl; try congruence; try tauto.
  intros H. destruct (Qlt_le_dec q0 q) as [L | L]; [lra |].
  apply qleb_iff in L. congruence.
Qed.

Lemma ele_refl a : ele a a.
Proof. destruct a; simpl; auto; lra. Qed.

Lemma ele_trans a b c : ele a b -> ele b c -> ele a c.
Proof. destruct a, b, c; simpl; try tauto; lra. Qed.

Lemma qadd_eq p q : qadd p q == p + q.
Proof.
  unfold qadd. destruct (Pos.eqb_spec (Qden p) (Qden q)) as [E | E]; [| apply Qred_correct].
  destruct p as [n d], q as [m e]; simpl in *; subst.
  unfold Qeq, Qplus; simpl. rewrite Pos2Z.inj_mul. ring.
Qed.

Lemma eadd_mono a b c d : ele a b -> ele c d -> ele (eadd a c) (eadd b d).
Proof. destruct a, b, c, d; simpl; try tauto; rewrite ?qadd_eq; lra. Qed.

Lemma dadd_mono a b c d : ele a b -> ele c d -> ele (dadd a c) (dadd b d).
Proof. destruct a, b, c, d; simpl; try tauto; rewrite ?qadd_eq; lra. Qed.

(* What sums of either kind need. *)
Record sums (add : ext -> ext -> ext) : Prop := {
  add_mono a b c d : ele a b -> ele c d -> ele (add a c) (add b d);
  add_comm a b : ele (add a b) (add b a);
  add_assoc a b c : ele (add a (add b c)) (add (add a b) c);
  add_assoc' a b c : ele (add (add a b) c) (add a (add b c));
  add_0 a : ele (add (Fin 0) a) a;
  add_0' a : ele a (add (Fin 0) a) }.

Lemma eadd_sums : sums eadd.
Proof.
  split; [apply eadd_mono | ..]; intros; try destruct a; try destruct b; try destruct c;
    simpl; auto; rewrite ?qadd_eq; lra.
Qed.

Lemma dadd_sums : sums dadd.
Proof.
  split; [apply dadd_mono | ..]; intros; try destruct a; try destruct b; try destruct c;
    simpl; auto; rewrite ?qadd_eq; lra.
Qed.

Lemma emin_l a b : ele (emin a b) a.
Proof. unfold emin. destruct (eleb a b) eqn:E; [apply ele_refl | apply eleb_false, E]. Qed.

Lemma emin_r a b : ele (emin a b) b.
Proof. unfold emin. destruct (eleb a b) eqn:E; [apply eleb_ele, E | apply ele_refl]. Qed.

Lemma emin_either a b : emin a b = a \/ emin a b = b.
Proof. unfold emin. destruct (eleb a b); auto. Qed.

Lemma emin_glb a b c : ele c a -> ele c b -> ele c (emin a b).
Proof. destruct (emin_either a b) as [-> | ->]; auto. Qed.

Lemma emax_l a b : ele a (emax a b).
Proof. unfold emax. destruct (eleb a b) eqn:E; [apply eleb_ele, E | apply ele_refl]. Qed.

Lemma emax_r a b : ele b (emax a b).
Proof. unfold emax. destruct (eleb a b) eqn:E; [apply ele_refl | apply eleb_false, E]. Qed.

(* ---- Shifts in {-1, 0, 1} ------------------------------------------------------------------ *)

Inductive shift := Down | Stay | Up.

Definition number (s : shift) : Q := match s with Down => -1 | Stay => 0 | Up => 1 end.

Definition leb (a b : shift) : bool :=
  match a, b with Down, _ | _, Up | Stay, Stay => true | _, _ => false end.

Definition same (a b : shift) : bool :=
  match a, b with Down, Down | Stay, Stay | Up, Up => true | _, _ => false end.

Lemma leb_number a b : leb a b = true <-> number a <= number b.
Proof. destruct a, b; simpl; split; intros; try congruence; try lra; auto; exfalso; lra. Qed.

Lemma same_number a b : same a b = true <-> number a == number b.
Proof. destruct a, b; simpl; split; intros; try congruence; try lra; auto; exfalso; lra. Qed.

Lemma same_eq a b : same a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.

Definition set (x : positive -> shift) (v : positive) (s : shift) : positive -> shift :=
  fun w => if Pos.eqb w v then s else x w.

(* ---- Trees --------------------------------------------------------------------------------- *)

Inductive tree :=
| Flat (c : ext)
| Split (v : positive) (down stay up : tree).

Definition branch {A} (s : shift) (d z u : A) : A := match s with Down => d | Stay => z | Up => u end.

Fixpoint eval (t : tree) (x : positive -> shift) : ext :=
  match t with
  | Flat c => c
  | Split v d z u => branch (x v) (eval d x) (eval z x) (eval u x)
  end.

Lemma eval_ext t x y : (forall v, x v = y v) -> eval t x = eval t y.
Proof. intros E. induction t as [| v d Hd z Hz u Hu]; simpl; rewrite ?E; congruence. Qed.

Fixpoint mentions (v : positive) (t : tree) : bool :=
  match t with
  | Flat _ => false
  | Split w d z u => Pos.eqb v w || mentions v d || mentions v z || mentions v u
  end.

Lemma eval_agree t x y : (forall v, mentions v t = true -> x v = y v) -> eval t x = eval t y.
Proof.
  induction t as [| v d Hd z Hz u Hu]; simpl; intros E; auto.
  rewrite (E v) by (rewrite Pos.eqb_refl; auto).
  rewrite Hd, Hz, Hu; auto; intros w M; apply E; rewrite M, ?orb_true_r; auto.
Qed.

(* t with the shift of v given. *)
Fixpoint pick (v : positive) (s : shift) (t : tree) : tree :=
  match t with
  | Flat c => Flat c
  | Split w d z u =>
    if Pos.eqb w v then branch s (pick v s d) (pick v s z) (pick v s u)
    else Split w (pick v s d) (pick v s z) (pick v s u)
  end.

Lemma eval_pick v s t x : eval (pick v s t) x = eval t (set x v s).
Proof.
  induction t as [| w d Hd z Hz u Hu]; simpl; auto.
  unfold set at 1. destruct (Pos.eqb_spec w v) as [-> | N].
  - destruct s; simpl; auto.
  - simpl. rewrite Hd, Hz, Hu. auto.
Qed.

Lemma mentions_pick v s t w :
  mentions w (pick v s t) = true -> mentions w t = true /\ w <> v.
Proof.
  induction t as [| u d Hd z Hz p Hp]; simpl; [congruence |].
  destruct (Pos.eqb_spec u v) as [-> | N].
  - destruct s; simpl; intros M; [apply Hd in M | apply Hz in M | apply Hp in M];
      destruct M as [-> ?]; rewrite ?orb_true_r; auto.
  - simpl. rewrite !orb_true_iff. intros [[[E | M] | M] | M].
    + split; [tauto |]. apply Pos.eqb_eq in E. congruence.
    + apply Hd in M. tauto.
    + apply Hz in M. tauto.
    + apply Hp in M. tauto.
Qed.

Fixpoint map_tree (f : ext -> ext) (t : tree) : tree :=
  match t with
  | Flat c => Flat (f c)
  | Split v d z u => Split v (map_tree f d) (map_tree f z) (map_tree f u)
  end.

Lemma eval_map f t x : eval (map_tree f t) x = f (eval t x).
Proof. induction t as [| v d Hd z Hz u Hu]; simpl; auto. destruct (x v); simpl; auto. Qed.

Lemma mentions_map f t v : mentions v (map_tree f t) = mentions v t.
Proof. induction t as [| w d Hd z Hz u Hu]; simpl; auto. rewrite Hd, Hz, Hu. auto. Qed.

Fixpoint zip (f : ext -> ext -> ext) (t u : tree) : tree :=
  match t with
  | Flat c => map_tree (f c) u
  | Split v d z p =>
    Split v (zip f d (pick v Down u)) (zip f z (pick v Stay u)) (zip f p (pick v Up u))
  end.

Lemma set_same x v s : x v = s -> forall w, set x v s w = x w.
Proof. intros E w. unfold set. destruct (Pos.eqb_spec w v); congruence. Qed.

Lemma eval_zip f t u x : eval (zip f t u) x = f (eval t x) (eval u x).
Proof.
  revert u. induction t as [c | v d Hd z Hz p Hp]; intros u; simpl; [apply eval_map |].
  destruct (x v) eqn:E; simpl; [rewrite Hd | rewrite Hz | rewrite Hp];
    rewrite eval_pick; f_equal; apply eval_ext, set_same, E.
Qed.

Lemma mentions_zip f t u v :
  mentions v (zip f t u) = true -> mentions v t = true \/ mentions v u = true.
Proof.
  revert u. induction t as [c | w d Hd z Hz p Hp]; intros u; simpl.
  - rewrite mentions_map. auto.
  - rewrite !orb_true_iff. intros [[[E | M] | M] | M]; auto;
      [apply Hd in M | apply Hz in M | apply Hp in M];
      destruct M as [M | M]; auto; apply mentions_pick in M; tauto.
Qed.

(* The least value over all shifts of v. *)
Definition drop (v : positive) (t : tree) : tree :=
  zip emin (pick v Down t) (zip emin (pick v Stay t) (pick v Up t)).

Lemma drop_le v t x s : ele (eval (drop v t) x) (eval t (set x v s)).
Proof.
  unfold drop. rewrite !eval_zip, !eval_pick. destruct s.
  - apply emin_l.
  - eapply ele_trans; [apply emin_r | apply emin_l].
  - eapply ele_trans; [apply emin_r | apply emin_r].
Qed.

Lemma drop_attained v t x : exists s, eval (drop v t) x = eval t (set x v s).
Proof.
  unfold drop. rewrite !eval_zip, !eval_pick.
  destruct (emin_either (eval t (set x v Down))
                        (emin (eval t (set x v Stay)) (eval t (set x v Up)))) as [-> | ->]; eauto.
  destruct (emin_either (eval t (set x v Stay)) (eval t (set x v Up))) as [-> | ->]; eauto.
Qed.

Lemma mentions_drop v t w : mentions w (drop v t) = true -> mentions w t = true /\ w <> v.
Proof.
  unfold drop. intros M. apply mentions_zip in M as [M | M]; [apply mentions_pick in M; auto |].
  apply mentions_zip in M as [M | M]; apply mentions_pick in M; auto.
Qed.

Fixpoint drops (vs : list positive) (t : tree) : tree :=
  match vs with
  | [] => t
  | v :: rest => drops rest (if mentions v t then drop v t else t)
  end.

Definition agree_off (vs : list positive) (x y : positive -> shift) : Prop :=
  forall v, among v vs = false -> x v = y v.

Lemma among_cons v w vs : among v (w :: vs) = Pos.eqb v w || among v vs.
Proof. auto. Qed.

Lemma drops_le vs : forall t x y, agree_off vs x y -> ele (eval (drops vs t) x) (eval t y).
Proof.
  induction vs as [| v rest IH]; intros t x y A; simpl.
  - rewrite (eval_ext t x y); [apply ele_refl |]. intros v. apply A. auto.
  - eapply ele_trans.
    + apply (IH _ x (set y v (x v))). intros w N. unfold set.
      destruct (Pos.eqb_spec w v) as [-> | E]; auto.
      apply A. rewrite among_cons, N. apply Pos.eqb_neq in E. rewrite E. auto.
    + destruct (mentions v t) eqn:M.
      * eapply ele_trans; [apply drop_le with (s := y v) |].
        rewrite (eval_ext _ _ y); [apply ele_refl |].
        intros w. unfold set. destruct (Pos.eqb_spec w v); congruence.
      * rewrite (eval_agree t _ y); [apply ele_refl |]. intros w Mw. unfold set.
        destruct (Pos.eqb_spec w v); congruence.
Qed.

Lemma drops_attained vs t x :
  exists y, agree_off vs y x /\ eval (drops vs t) x = eval t y.
Proof.
  revert t x. induction vs as [| v rest IH]; intros t x; cbn [drops].
  - exists x. split; auto. intros w _. auto.
  - destruct (IH (if mentions v t then drop v t else t) x) as (y & A & ->).
    destruct (mentions v t).
    + destruct (drop_attained v t y) as (s & ->). exists (set y v s). split; auto.
      intros w N. rewrite among_cons in N. apply orb_false_iff in N as [N M].
      unfold set. rewrite N. apply A, M.
    + exists y. split; auto. intros w N. rewrite among_cons in N. apply orb_false_iff in N as [_ N].
      apply A, N.
Qed.

Lemma mentions_drops vs t w :
  mentions w (drops vs t) = true -> mentions w t = true /\ among w vs = false.
Proof.
  revert t. induction vs as [| v rest IH]; intros t; cbn [drops]; [auto |].
  intros M. apply IH in M as [M N]. rewrite among_cons, N, orb_false_r.
  destruct (mentions v t) eqn:E.
  - apply mentions_drop in M as [M D]. apply Pos.eqb_neq in D. auto.
  - split; auto. apply Pos.eqb_neq. congruence.
Qed.

(* ---- Vectors: sums of trees ---------------------------------------------------------------- *)

Definition vector := list tree.

Definition in_vector (v : positive) (f : vector) : bool := existsb (mentions v) f.

Section Sums.
Variable add : ext -> ext -> ext.
Hypothesis law : sums add.

Definition sum (f : vector) (x : positive -> shift) : ext :=
  fold_right (fun t rest => add (eval t x) rest) (Fin 0) f.

Lemma sum_agree f x y : (forall v, in_vector v f = true -> x v = y v) -> sum f x = sum f y.
Proof.
  unfold in_vector. induction f as [| t f IH]; simpl; intros E; auto.
  rewrite (eval_agree t x y), IH; auto; intros v M; apply E; rewrite M, ?orb_true_r; auto.
Qed.

Fixpoint total (f : vector) : tree :=
  match f with [] => Flat (Fin 0) | [t] => t | t :: rest => zip add t (total rest) end.

Lemma eval_total f x : ele (eval (total f) x) (sum f x) /\ ele (sum f x) (eval (total f) x).
Proof.
  induction f as [| t [| u f] IH].
  - split; apply ele_refl.
  - simpl. split.
    + eapply ele_trans; [apply (add_0' _ law) | apply (add_comm _ law)].
    + eapply ele_trans; [apply (add_comm _ law) | apply (add_0 _ law)].
  - destruct IH as [A B]. change (total (t :: u :: f)) with (zip add t (total (u :: f))).
    rewrite eval_zip. change (sum (t :: u :: f) x) with (add (eval t x) (sum (u :: f) x)).
    split; apply (add_mono _ law); auto using ele_refl.
Qed.

Lemma mentions_total f v : mentions v (total f) = true -> in_vector v f = true.
Proof.
  induction f as [| t [| u f] IH]; [simpl; congruence | simpl; rewrite orb_false_r; auto |].
  change (total (t :: u :: f)) with (zip add t (total (u :: f))).
  intros M. apply mentions_zip in M as [M | M]; unfold in_vector; simpl.
  - rewrite M. auto.
  - apply IH in M. unfold in_vector in M. simpl in M. rewrite M, orb_true_r. auto.
Qed.

Lemma sum_partition p f x (yes := fst (partition p f)) (no := snd (partition p f)) :
  ele (add (sum yes x) (sum no x)) (sum f x) /\ ele (sum f x) (add (sum yes x) (sum no x)).
Proof.
  subst yes no. destruct law as [mono comm assoc assoc' zero zero']. induction f as [| t f [A B]].
  - split; [apply zero | apply zero'].
  - cbn [sum fold_right partition]. destruct (partition p f) as [yes no]. cbn [fst snd] in *.
    destruct (p t); cbn [fst snd sum fold_right].
    + split; [eapply ele_trans; [apply assoc' |] | eapply ele_trans; [| apply assoc]];
        apply mono; auto using ele_refl.
    + split.
      * eapply ele_trans; [apply assoc |].
        eapply ele_trans; [apply mono; [apply comm | apply ele_refl] |].
        eapply ele_trans; [apply assoc' |]. auto using ele_refl.
      * eapply ele_trans; [apply mono; [apply ele_refl | apply B] |].
        eapply ele_trans; [apply assoc |].
        eapply ele_trans; [apply mono; [apply comm | apply ele_refl] |].
        apply assoc'.
Qed.
End Sums.

Definition value : vector -> (positive -> shift) -> ext := sum eadd.

(* Those trees of f that mention one of vs, and the others. *)
Definition meets (vs : list positive) (t : tree) : bool := existsb (fun v => mentions v t) vs.

Lemma partition_no p (f : vector) t : In t (snd (partition p f)) -> p t = false.
Proof.
  revert t. induction f as [| u f IH]; simpl; [tauto |]. intros t.
  destruct (partition p f) as [yes no]. simpl in *. destruct (p u) eqn:E; simpl; auto.
  intros [-> | H]; auto.
Qed.

Lemma partition_in p (f : vector) t :
  In t (fst (partition p f)) \/ In t (snd (partition p f)) -> In t f.
Proof. intros H. apply (elements_in_partition p f (surjective_pairing _)). exact H. Qed.

Lemma in_vector_part p f v :
  in_vector v (fst (partition p f)) = true \/ in_vector v (snd (partition p f)) = true ->
  in_vector v f = true.
Proof.
  unfold in_vector. rewrite !existsb_exists.
  intros [(t & I & M) | (t & I & M)]; exists t; split; auto; apply (partition_in p f t); auto.
Qed.

(* The greatest value: thresholds are left out one by one. *)
Definition highest (v : positive) (t : tree) : tree :=
  zip emax (pick v Down t) (zip emax (pick v Stay t) (pick v Up t)).

Lemma highest_ge v t x : ele (eval t x) (eval (highest v t) x).
Proof.
  unfold highest. rewrite !eval_zip, !eval_pick.
  rewrite (eval_ext t x (set x v (x v))) by (intros; symmetry; apply set_same; auto).
  destruct (x v).
  - apply emax_l.
  - eapply ele_trans; [apply emax_l | apply emax_r].
  - eapply ele_trans; [apply emax_r | apply emax_r].
Qed.

Definition raise_out (v : positive) (f : vector) : vector :=
  let '(yes, no) := partition (mentions v) f in
  match yes with [] => f | _ => highest v (total dadd yes) :: no end.

Lemma raise_out_ge v f x : ele (sum dadd f x) (sum dadd (raise_out v f) x).
Proof.
  unfold raise_out. pose proof (sum_partition dadd dadd_sums (mentions v) f x) as [_ B].
  destruct (partition (mentions v) f) as [yes no]. cbn [fst snd] in B.
  destruct yes as [| t yes]; [apply ele_refl |].
  eapply ele_trans; [apply B |].
  change (sum dadd (highest v (total dadd (t :: yes)) :: no) x)
    with (dadd (eval (highest v (total dadd (t :: yes))) x) (sum dadd no x)).
  apply dadd_mono; [| apply ele_refl].
  eapply ele_trans; [apply (proj2 (eval_total dadd dadd_sums (t :: yes) x)) | apply highest_ge].
Qed.

(* Whether the value of f is nowhere above 0. Each round leaves one threshold out. *)
Fixpoint never_positive (order : list positive) (f : vector) : bool :=
  match order with
  | [] => forallb (fun t => match t with Flat _ => true | _ => false end) f &&
          eleb (sum dadd f (fun _ => Stay)) (Fin 0)
  | v :: rest => never_positive rest (raise_out v f)
  end.

Lemma never_positive_sound order f x :
  never_positive order f = true -> ele (sum dadd f x) (Fin 0).
Proof.
  revert f. induction order as [| v rest IH]; simpl; intros f H.
  - apply andb_true_iff in H as [L E]. apply eleb_ele in E.
    eapply ele_trans; [| apply E]. erewrite sum_agree; [apply ele_refl |].
    intros v M. exfalso. unfold in_vector in M. apply existsb_exists in M as (t & I & M).
    rewrite forallb_forall in L. specialize (L t I). destruct t; simpl in *; congruence.
  - eapply ele_trans; [apply (raise_out_ge v) | apply IH, H].
Qed.

(* Whether f is at most b everywhere. order: all thresholds that they mention. *)
Definition proper (c : ext) : ext := match c with Below => Infinite | _ => c end.

Definition at_most (order : list positive) (f b : vector) : bool :=
  never_positive order (map (map_tree proper) f ++ map (map_tree eopp) b).

Lemma dadd_app f b x :
  ele (dadd (sum dadd f x) (sum dadd b x)) (sum dadd (f ++ b) x).
Proof.
  induction f as [| t f IH]; simpl; [apply (add_0 _ dadd_sums) |].
  eapply ele_trans; [apply (add_assoc' _ dadd_sums) |]. apply dadd_mono; auto using ele_refl.
Qed.

Lemma sum_proper f x : exists c, sum dadd (map (map_tree proper) f) x = c /\ c <> Below /\ ele (value f x) c.
Proof.
  unfold value. induction f as [| t f (c & E & N & L)]; simpl.
  - exists (Fin 0). split; [auto | split; [congruence | simpl; lra]].
  - rewrite E, eval_map. eexists. split; [reflexivity |].
    destruct (eval t x), c, (sum eadd f x); simpl in *;
      try tauto; split; auto; try congruence; rewrite ?qadd_eq; lra.
Qed.

Lemma sum_opp b x : ele (eopp (value b x)) (sum dadd (map (map_tree eopp) b) x) \/ value b x = Infinite.
Proof.
  unfold value. induction b as [| t b [L | L]]; simpl; [left; lra | |].
  - rewrite eval_map.
    destruct (eval t x), (sum eadd b x), (sum dadd (map (map_tree eopp) b) x); simpl in *;
      try tauto; left; rewrite ?qadd_eq; lra.
  - rewrite L. right. destruct (eval t x); auto.
Qed.

Lemma at_most_sound order f b x : at_most order f b = true -> ele (value f x) (value b x).
Proof.
  intros H. apply never_positive_sound with (x := x) in H.
  pose proof (ele_trans _ _ _ (dadd_app _ _ x) H) as D.
  destruct (sum_proper f x) as (c & E & N & L). rewrite E in D.
  eapply ele_trans; [apply L |]. clear L E.
  destruct (sum_opp b x) as [O | ->]; [| destruct c; simpl; auto].
  destruct c, (value b x), (sum dadd (map (map_tree eopp) b) x); simpl in *;
    try tauto; try congruence; rewrite ?qadd_eq in D; lra.
Qed.

(* The thresholds of vs left out: the least over their shifts. *)
Definition lower_out (f : vector) (v : positive) : vector :=
  let '(yes, no) := partition (mentions v) f in
  match yes with [] => f | _ => drop v (total eadd yes) :: no end.

Definition lower_outs (vs : list positive) (f : vector) : vector := fold_left lower_out vs f.

Lemma lower_out_mentions f v w :
  in_vector w (lower_out f v) = true -> in_vector w f = true /\ w <> v.
Proof.
  unfold lower_out. pose proof (in_vector_part (mentions v) f) as I.
  pose proof (partition_no (mentions v) f) as N.
  destruct (partition (mentions v) f) as [yes no] eqn:E. cbn [fst snd] in *.
  assert (No : forall u, in_vector v no = true -> u <> v).
  { intros u M. unfold in_vector in M. apply existsb_exists in M as (t & In & M).
    rewrite (N t In) in M. congruence. }
  destruct yes as [| t yes].
  - intros M. split; auto. intros ->.
    unfold in_vector in M. apply existsb_exists in M as (t & In & M).
    apply (elements_in_partition _ _ E) in In as [[] | In]. rewrite (N t In) in M. congruence.
  - change (in_vector w (drop v (total eadd (t :: yes)) :: no))
      with (mentions w (drop v (total eadd (t :: yes))) || in_vector w no).
    rewrite orb_true_iff. intros [M | M].
    + apply mentions_drop in M as [M ?]. apply mentions_total in M. split; auto.
    + split; auto. intros ->. apply (No v); auto.
Qed.

Lemma lower_out_sum f v x (yes := fst (partition (mentions v) f)) (no := snd (partition (mentions v) f)) :
  yes <> [] ->
  value (lower_out f v) x = eadd (eval (drop v (total eadd yes)) x) (value no x).
Proof.
  subst yes no. unfold lower_out. destruct (partition (mentions v) f) as [[| t yes] no]; simpl; congruence.
Qed.

Lemma no_mention f v x s (no := snd (partition (mentions v) f)) :
  value no (set x v s) = value no x.
Proof.
  apply sum_agree. intros w M. unfold set. destruct (Pos.eqb_spec w v) as [-> | E]; auto.
  unfold in_vector in M. apply existsb_exists in M as (t & In & M).
  apply partition_no in In. congruence.
Qed.

Lemma lower_out_le f v x s : ele (value (lower_out f v) x) (value f (set x v s)).
Proof.
  pose proof (sum_partition eadd eadd_sums (mentions v) f (set x v s)) as [A _].
  destruct (fst (partition (mentions v) f)) as [| t yes] eqn:Y.
  - unfold lower_out. destruct (partition (mentions v) f) as [y no] eqn:E. simpl in Y. subst y.
    unfold value. erewrite sum_agree; [apply ele_refl |].
    intros w M. unfold set. destruct (Pos.eqb_spec w v) as [-> | D]; auto.
    unfold in_vector in M. apply existsb_exists in M as (t & In & M).
    apply (elements_in_partition _ _ E) in In as [[] | In].
    pose proof (partition_no (mentions v) f t) as N. rewrite E in N. rewrite (N In) in M. congruence.
  - rewrite lower_out_sum by (rewrite Y; congruence). rewrite Y in *.
    eapply ele_trans; [| apply A].
    fold value. rewrite (no_mention f v x s). apply eadd_mono; [| apply ele_refl].
    eapply ele_trans; [apply drop_le | apply (eval_total eadd eadd_sums)].
Qed.

Lemma lower_out_attained f v x : exists s, ele (value f (set x v s)) (value (lower_out f v) x).
Proof.
  destruct (fst (partition (mentions v) f)) as [| t yes] eqn:Y.
  - exists (x v). unfold lower_out. destruct (partition (mentions v) f) as [y no]. simpl in Y. subst y.
    unfold value. erewrite sum_agree; [apply ele_refl |]. intros w _. apply set_same. auto.
  - rewrite lower_out_sum by (rewrite Y; congruence).
    destruct (drop_attained v (total eadd (fst (partition (mentions v) f))) x) as (s & ->).
    exists s. pose proof (sum_partition eadd eadd_sums (mentions v) f (set x v s)) as [_ B].
    eapply ele_trans; [apply B |]. fold value. rewrite (no_mention f v x s).
    apply eadd_mono; [| apply ele_refl]. apply (eval_total eadd eadd_sums).
Qed.

(* The thresholds that a vector mentions. *)
Fixpoint names (t : tree) (found : list positive) : list positive :=
  match t with
  | Flat _ => found
  | Split v d z u => names u (names z (names d (if among v found then found else v :: found)))
  end.

Definition names_of (f : vector) : list positive := fold_left (fun found t => names t found) f [].
