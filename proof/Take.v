(* SPDX-License-Identifier: Apache-2.0 *)
(* Valid shifts in {-1, 0, 1}, and what a sample makes of a vector: the least costs by the shifts of
   the thresholds (docs/evidence.md, "On vectors"). *)
From Coq Require Import QArith Qabs List Bool Lia Lqa.
From Couplet Require Import Model Trees.
Import ListNotations.
Open Scope Q_scope.

(* ---- Valid shifts in {-1, 0, 1} ------------------------------------------------------------ *)

Definition fits3 (x : positive -> shift) (g : shift) (literal : positive * comparison) : bool :=
  match snd literal with Less => leb g (x (fst literal)) | AtLeast => leb (x (fst literal)) g end.

Definition may (s : draw) (D g : shift) : bool :=
  implb (shown s) (same g Stay) &&
  (match fee s with None => same g D | Some _ => true end) &&
  implb (upwards s) (leb D g).

Definition event := (draw * shift)%type.

Fixpoint valid3 (x : positive -> shift) (es : list event) (gs : list shift) : Prop :=
  match es, gs with
  | [], [] => True
  | (s, D) :: es, g :: gs =>
    may s D g = true /\ forallb (fits3 x g) (compared s) = true /\ valid3 (assign s g x) es gs
  | _, _ => False
  end.

Definition price3 (s : draw) (D g : shift) : Q := price s (number D) (number g).

Fixpoint cost3 (es : list event) (gs : list shift) : Q :=
  match es, gs with
  | (s, D) :: es, g :: gs => price3 s D g + cost3 es gs
  | _, _ => 0
  end.

(* The shifts of the thresholds behind es. *)
Fixpoint after (x : positive -> shift) (es : list event) (gs : list shift) : positive -> shift :=
  match es, gs with
  | (s, _) :: es, g :: gs => after (assign s g x) es gs
  | _, _ => x
  end.

Definition as_numbers (es : list event) : list (draw * Q) :=
  map (fun e => (fst e, number (snd e))) es.

Lemma may_allows s D g : may s D g = true <-> allows s (number D) (number g).
Proof.
  unfold may, allows. rewrite !andb_true_iff. 
  rewrite <- (same_number g D), <- (same_number g Stay), <- leb_number.
  destruct (shown s), (fee s), (upwards s); simpl; intuition congruence.
Qed.

Lemma fits3_fits x X g lit :
  (forall v, X v == number (x v)) -> fits3 x g lit = true <-> fits X (number g) lit.
Proof.
  intros E. unfold fits3, fits. destruct (snd lit); rewrite leb_number, E; tauto.
Qed.

Lemma assign_number (s : draw) g (x : positive -> shift) (X : positive -> Q) :
  (forall v, X v == number (x v)) ->
  forall v, assign s (number g) X v == number (assign s g x v).
Proof. intros E v. unfold assign. destruct (among v (assigned s)); [apply Qeq_refl | apply E]. Qed.

Lemma valid3_valid es : forall zs x X,
  (forall v, X v == number (x v)) ->
  valid3 x es zs <-> valid X (as_numbers es) (map number zs).
Proof.
  induction es as [| [s D] es IH]; intros [| g zs] x X E; simpl; try tauto.
  rewrite may_allows, forallb_forall, Forall_forall.
  rewrite (IH zs (assign s g x) (assign s (number g) X)) by (apply assign_number, E).
  split; intros (M & F & V); (split; [exact M | split; [| exact V]]); intros lit I;
    specialize (F lit I); apply (fits3_fits x X g lit E), F.
Qed.

Lemma cost3_cost es zs : cost3 es zs = cost (as_numbers es) (map number zs).
Proof.
  revert zs. induction es as [| [s D] es IH]; intros [| g zs]; simpl; auto. rewrite IH. auto.
Qed.

Lemma valid3_app es1 es2 : forall zs1 zs2 x,
  valid3 x es1 zs1 -> valid3 (after x es1 zs1) es2 zs2 -> valid3 x (es1 ++ es2) (zs1 ++ zs2).
Proof. induction es1 as [| [s D] es IH]; intros [| g zs1] zs2 x; simpl; tauto || intuition. Qed.

Lemma valid3_split es1 es2 : forall zs x,
  valid3 x (es1 ++ es2) zs ->
  exists zs1 zs2, zs = zs1 ++ zs2 /\ valid3 x es1 zs1 /\ valid3 (after x es1 zs1) es2 zs2.
Proof.
  induction es1 as [| [s D] es IH]; intros zs x; simpl.
  - exists [], zs. simpl. auto.
  - destruct zs as [| g zs]; [tauto |]. intros (M & F & V).
    destruct (IH _ _ V) as (zs1 & zs2 & -> & V1 & V2). exists (g :: zs1), zs2. simpl. auto.
Qed.

Lemma cost3_app es1 es2 : forall zs1 zs2 x,
  valid3 x es1 zs1 -> cost3 (es1 ++ es2) (zs1 ++ zs2) == cost3 es1 zs1 + cost3 es2 zs2.
Proof.
  induction es1 as [| [s D] es IH]; intros [| g zs1] zs2 x; simpl; try tauto; intros V.
  - lra.
  - rewrite (IH zs1 zs2 (assign s g x)) by tauto. lra.
Qed.

Lemma after_app es1 es2 : forall zs1 zs2 x,
  valid3 x es1 zs1 -> after x (es1 ++ es2) (zs1 ++ zs2) = after (after x es1 zs1) es2 zs2.
Proof.
  induction es1 as [| [s D] es IH]; intros [| g zs1] zs2 x; simpl; try tauto; intros V.
  apply (IH zs1 zs2 (assign s g x)). tauto.
Qed.

(* ---- A vector behind a sample -------------------------------------------------------------- *)

Definition pay (s : draw) (D g : shift) : ext :=
  if may s D g then Fin (price3 s D g) else Infinite.

Definition test (g : shift) (literal : positive * comparison) : tree :=
  let leaf x := Flat (if fits3 (fun _ => x) g literal then Fin 0 else Infinite) in
  Split (fst literal) (leaf Down) (leaf Stay) (leaf Up).

(* t where a sample may not shift by g: infinite. *)
Definition cut (g : shift) (lits : list (positive * comparison)) (t : tree) : tree :=
  fold_right (fun lit t => zip eadd (test g lit) t) t lits.

(* What a shift g of s leaves: least costs by the shifts of what is not assigned. *)
Definition through (s : draw) (D g : shift) (t : tree) : tree :=
  map_tree (eadd (pay s D g)) (drops (assigned s) (cut g (compared s) t)).

(* t where all of vs have shift g, elsewhere infinite. *)
Fixpoint pin (vs : list positive) (g : shift) (t : tree) : tree :=
  match vs with
  | [] => t
  | v :: rest =>
    let t := pin rest g t in
    let leaf h := if same h g then t else Flat Infinite in
    Split v (leaf Down) (leaf Stay) (leaf Up)
  end.

Definition behind (s : draw) (D : shift) (t : tree) : tree :=
  match assigned s with
  | [] => zip emin (through s D Down t) (zip emin (through s D Stay t) (through s D Up t))
  | v :: rest => Split v (pin rest Down (through s D Down t)) (pin rest Stay (through s D Stay t))
                        (pin rest Up (through s D Up t))
  end.

Definition involved (s : draw) : list positive := map fst (compared s) ++ assigned s.

(* None: it compares with a threshold of which nothing is said. *)
Definition take1 (e : event) (f : vector) : option vector :=
  let '(s, D) := e in
  let '(yes, no) := partition (meets (involved s)) f in
  let t := total eadd yes in
  if forallb (fun lit => mentions (fst lit) t) (compared s) then Some (behind s D t :: no) else None.

Fixpoint take (es : list event) (f : vector) : option vector :=
  match es with
  | [] => Some f
  | e :: rest => match take1 e f with Some f' => take rest f' | None => None end
  end.

Lemma eval_test g lit x : eval (test g lit) x = if fits3 x g lit then Fin 0 else Infinite.
Proof. unfold test, fits3. simpl. destruct (snd lit), (x (fst lit)); simpl; auto. Qed.

Lemma cut_fits g lits t x q :
  ele (eval (cut g lits t) x) (Fin q) -> forallb (fits3 x g) lits = true /\ ele (eval t x) (Fin q).
Proof.
  induction lits as [| lit lits IH]; [simpl; auto |].
  cbn [cut fold_right forallb]. fold (cut g lits t). rewrite eval_zip, eval_test.
  destruct (fits3 x g lit); simpl; [| tauto].
  intros H. apply IH. destruct (eval (cut g lits t) x); simpl in *; auto. rewrite qadd_eq in H. lra.
Qed.

Lemma cut_le g lits t x :
  forallb (fits3 x g) lits = true -> ele (eval (cut g lits t) x) (eval t x).
Proof.
  induction lits as [| lit lits IH]; [intros; apply ele_refl |].
  cbn [cut fold_right forallb]. fold (cut g lits t). rewrite eval_zip, eval_test.
  rewrite andb_true_iff. intros [-> H]. eapply ele_trans; [apply (add_0 _ eadd_sums) | auto].
Qed.

Lemma mentions_cut g lits t v :
  mentions v (cut g lits t) = true -> mentions v t = true \/ In v (map fst lits).
Proof.
  induction lits as [| lit lits IH]; [simpl; auto |].
  cbn [cut fold_right map In]. fold (cut g lits t). intros M. apply mentions_zip in M as [M | M].
  - simpl in M. rewrite !orb_false_r in M. apply Pos.eqb_eq in M. auto.
  - apply IH in M. tauto.
Qed.

Lemma eval_pin vs g t x :
  (forall v, among v vs = true -> x v = g) -> eval (pin vs g t) x = eval t x.
Proof.
  induction vs as [| v rest IH]; simpl; intros H; auto.
  rewrite (H v) by (rewrite Pos.eqb_refl; auto).
  destruct g; simpl; apply IH; intros w A; apply H; rewrite A, orb_true_r; auto.
Qed.

Lemma pin_forces vs g t x q :
  ele (eval (pin vs g t) x) (Fin q) ->
  (forall v, among v vs = true -> x v = g) /\ ele (eval t x) (Fin q).
Proof.
  induction vs as [| v rest IH]; [simpl; split; auto; congruence |].
  cbn [pin eval]. intros H.
  assert (x v = g /\ ele (eval (pin rest g t) x) (Fin q)) as [E P].
  { destruct (x v), g; cbn in H; tauto. }
  apply IH in P as [P B]. split; auto. intros w A. rewrite among_cons in A.
  apply orb_true_iff in A as [A | A]; auto. apply Pos.eqb_eq in A. congruence.
Qed.

Lemma mentions_pin vs g t v :
  mentions v (pin vs g t) = true -> mentions v t = true \/ among v vs = true.
Proof.
  induction vs as [| w rest IH]; [simpl; auto |].
  cbn [pin]. rewrite among_cons. destruct g; simpl; rewrite ?orb_false_r, !orb_true_iff; tauto.
Qed.

(* behind, by the shift of the sample. *)
Lemma behind_attained s D t x q :
  ele (eval (behind s D t) x) (Fin q) ->
  exists g, (forall v, among v (assigned s) = true -> x v = g) /\
            ele (eval (through s D g t) x) (Fin q).
Proof.
  unfold behind. destruct (assigned s) as [| v rest] eqn:A.
  - rewrite !eval_zip. intros H.
    destruct (emin_either (eval (through s D Down t) x)
      (emin (eval (through s D Stay t) x) (eval (through s D Up t) x))) as [E | E]; rewrite E in H.
    + exists Down. split; [simpl; congruence | auto].
    + destruct (emin_either (eval (through s D Stay t) x) (eval (through s D Up t) x)) as [F | F];
        rewrite F in H; [exists Stay | exists Up]; (split; [simpl; congruence | auto]).
  - cbn [eval]. intros H. exists (x v).
    assert (P : ele (eval (pin rest (x v) (through s D (x v) t)) x) (Fin q)).
    { destruct (x v); exact H. }
    apply pin_forces in P as [P B]. split; auto.
    intros w M. rewrite among_cons in M. apply orb_true_iff in M as [M | M]; auto.
    apply Pos.eqb_eq in M. congruence.
Qed.

Lemma behind_le s D t x g :
  (forall v, among v (assigned s) = true -> x v = g) ->
  ele (eval (behind s D t) x) (eval (through s D g t) x).
Proof.
  unfold behind. destruct (assigned s) as [| v rest] eqn:A; intros H.
  - rewrite !eval_zip. destruct g.
    + apply emin_l.
    + eapply ele_trans; [apply emin_r | apply emin_l].
    + eapply ele_trans; [apply emin_r | apply emin_r].
  - assert (E : x v = g) by (apply H; rewrite among_cons, Pos.eqb_refl; auto).
    cbn [eval]. rewrite E. destruct g; simpl; rewrite eval_pin; try apply ele_refl;
      intros w M; apply H; rewrite among_cons, M, orb_true_r; auto.
Qed.

Lemma mentions_through s D g t v :
  mentions v (through s D g t) = true ->
  (mentions v t = true \/ In v (map fst (compared s))) /\ among v (assigned s) = false.
Proof.
  unfold through. rewrite mentions_map. intros M. apply mentions_drops in M as [M N].
  apply mentions_cut in M. auto.
Qed.

Lemma mentions_behind s D t v :
  mentions v (behind s D t) = true ->
  among v (assigned s) = true \/ mentions v t = true \/ In v (map fst (compared s)).
Proof.
  assert (T : forall g, mentions v (through s D g t) = true ->
                        mentions v t = true \/ In v (map fst (compared s))).
  { intros g M. apply mentions_through in M. tauto. }
  unfold behind. destruct (assigned s) as [| w rest].
  - intros M. right. apply mentions_zip in M as [M | M]; [eauto |].
    apply mentions_zip in M as [M | M]; eauto.
  - simpl mentions. rewrite !orb_true_iff, among_cons.
    intros [[[M | M] | M] | M]; [rewrite M; auto | ..];
      apply mentions_pin in M as [M | M]; eauto; rewrite M, orb_true_r; auto.
Qed.

Lemma through_attained s D g t x q :
  ele (eval (through s D g t) x) (Fin q) ->
  exists y, agree_off (assigned s) y x /\ may s D g = true /\
            forallb (fits3 y g) (compared s) = true /\
            ele (eval t y) (Fin (q - price3 s D g)).
Proof.
  unfold through. rewrite eval_map. intros H.
  destruct (drops_attained (assigned s) (cut g (compared s) t) x) as (y & A & E). rewrite E in H.
  unfold pay in H. destruct (may s D g); [| simpl in H; tauto].
  exists y. split; auto. split; auto. apply cut_fits.
  destruct (eval (cut g (compared s) t) y); simpl in *; auto.
  rewrite qadd_eq in H. lra.
Qed.

Lemma through_le s D g t x y :
  agree_off (assigned s) x y -> may s D g = true -> forallb (fits3 y g) (compared s) = true ->
  ele (eval (through s D g t) x) (eadd (eval t y) (Fin (price3 s D g))).
Proof.
  intros A M F. unfold through. rewrite eval_map. unfold pay. rewrite M.
  eapply ele_trans; [| apply (add_comm _ eadd_sums)]. apply eadd_mono.
  - simpl. lra.
  - eapply ele_trans; [apply drops_le, A | apply cut_le, F].
Qed.

Lemma meets_false vs t v : meets vs t = false -> among v vs = true -> mentions v t = false.
Proof.
  unfold meets, among. intros H I. apply existsb_exists in I as (w & I & E).
  apply Pos.eqb_eq in E. subst w. destruct (mentions v t) eqn:M; auto.
  assert (existsb (fun v => mentions v t) vs = true) by (apply existsb_exists; eauto). congruence.
Qed.

Lemma among_In v vs : among v vs = true <-> In v vs.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (w & I & E). apply Pos.eqb_eq in E. congruence.
  - intros I. exists v. rewrite Pos.eqb_refl. auto.
Qed.

Lemma among_app v vs ws : among v (vs ++ ws) = among v vs || among v ws.
Proof. unfold among. apply existsb_app. Qed.

Lemma rest_same s f x y :
  agree_off (assigned s) x y ->
  value (snd (partition (meets (involved s)) f)) x = value (snd (partition (meets (involved s)) f)) y.
Proof.
  intros A. apply sum_agree. intros v M. apply A.
  destruct (among v (assigned s)) eqn:E; auto.
  unfold in_vector in M. apply existsb_exists in M as (t & I & M). apply partition_no in I.
  rewrite (meets_false _ _ v I) in M; [congruence |].
  unfold involved. rewrite among_app, E, orb_true_r. auto.
Qed.

(* ---- Upper side ---------------------------------------------------------------------------- *)

(* Whatever the shifts of the thresholds that f mentions: some valid shifts of es lead to them, and
   cost no more than f says. *)
Definition upper (x0 : positive -> shift) (es : list event) (f : vector) : Prop :=
  forall x q, ele (value f x) (Fin q) ->
  exists zs, valid3 x0 es zs /\ cost3 es zs <= q /\
             forall v, in_vector v f = true -> after x0 es zs v = x v.

Lemma take1_upper x0 es e f f' :
  upper x0 es f -> take1 e f = Some f' -> upper x0 (es ++ [e]) f'.
Proof.
  destruct e as [s D]. unfold take1.
  pose proof (in_vector_part (meets (involved s)) f) as Part.
  pose proof (fun x => proj2 (sum_partition eadd eadd_sums (meets (involved s)) f x)) as Sum.
  pose proof (rest_same s f) as Rest.
  destruct (partition (meets (involved s)) f) as [yes no]. cbn [fst snd] in *.
  destruct (forallb _ _) eqn:C; [| congruence]. intros U [= <-] x q H.
  change (value (behind s D (total eadd yes) :: no) x)
    with (eadd (eval (behind s D (total eadd yes)) x) (value no x)) in H.
  assert (exists a b, ele (eval (behind s D (total eadd yes)) x) (Fin a) /\
                      ele (value no x) (Fin b) /\ a + b <= q) as (a & b & Ha & Hb & Hq).
  { destruct (eval (behind s D (total eadd yes)) x) as [| a |], (value no x) as [| b |];
      simpl in H; try tauto.
    - exists 0, q. simpl. repeat split; auto; lra.
    - exists (q - b), b. simpl. repeat split; auto; lra.
    - exists a, (q - a). simpl. repeat split; auto; lra.
    - exists a, b. rewrite qadd_eq in H. simpl. repeat split; lra. }
  apply behind_attained in Ha as (g & G & Ha).
  apply through_attained in Ha as (y & A & M & F & Ha).
  destruct (U y (q - price3 s D g)) as (zs & V & K & E).
  { eapply ele_trans; [apply Sum |]. fold value.
    eapply ele_trans; [apply eadd_mono with (b := Fin (a - price3 s D g)) (d := Fin b) |].
    - eapply ele_trans; [apply (eval_total eadd eadd_sums) | exact Ha].
    - rewrite (Rest y x A). exact Hb.
    - simpl. rewrite qadd_eq. lra. }
  assert (M' : forall v, In v (map fst (compared s)) -> mentions v (total eadd yes) = true).
  { intros v I. apply in_map_iff in I as (lit & <- & I). rewrite forallb_forall in C. auto. }
  exists (zs ++ [g]). split; [| split].
  - apply valid3_app; auto. simpl. repeat split; auto.
    rewrite forallb_forall in *. intros lit I. specialize (F lit I).
    unfold fits3 in *. rewrite E; auto. apply Part. left. apply mentions_total with (add := eadd), M'.
    apply in_map, I.
  - rewrite (cost3_app es [(s, D)] zs [g] x0 V). simpl. lra.
  - intros v I. erewrite after_app by exact V. simpl. unfold assign.
    destruct (among v (assigned s)) eqn:As; [symmetry; auto |].
    rewrite <- A by auto. apply E, Part.
    unfold in_vector in I. simpl in I. apply orb_true_iff in I as [I | I]; [left | right; exact I].
    apply mentions_behind in I as [I | [I | I]]; [congruence | ..];
      apply mentions_total with (add := eadd); auto.
Qed.

Lemma take_upper x0 es2 : forall es f f',
  upper x0 es f -> take es2 f = Some f' -> upper x0 (es ++ es2) f'.
Proof.
  induction es2 as [| e rest IH]; simpl; intros es f f' U H.
  - rewrite app_nil_r. injection H as <-. exact U.
  - destruct (take1 e f) as [f1 |] eqn:T; [| congruence].
    replace (es ++ e :: rest) with ((es ++ [e]) ++ rest) by (rewrite <- app_assoc; auto).
    eapply IH; eauto using take1_upper.
Qed.

Lemma names_keeps t : forall found v, In v found -> In v (names t found).
Proof.
  induction t as [| w d Hd z Hz u Hu]; simpl; auto. intros found v I.
  apply Hu, Hz, Hd. destruct (among w found); simpl; auto.
Qed.

Lemma names_complete t v : forall found, mentions v t = true -> In v (names t found).
Proof.
  induction t as [| w d Hd z Hz u Hu]; simpl; [congruence |]. intros found.
  rewrite !orb_true_iff. intros [[[E | M] | M] | M]; auto using names_keeps.
  apply Pos.eqb_eq in E. subst w. apply names_keeps, names_keeps, names_keeps.
  destruct (among v found) eqn:A; simpl; auto. apply among_In, A.
Qed.

Lemma names_of_complete f v : in_vector v f = true -> In v (names_of f).
Proof.
  unfold names_of. intros M.
  assert (G : forall found, In v found \/ in_vector v f = true ->
                            In v (fold_left (fun found t => names t found) f found)).
  { clear M. induction f as [| t f IH]; simpl; intros found.
    - intros [I | M]; auto. discriminate.
    - intros [I | M]; apply IH; [left; apply names_keeps, I |].
      unfold in_vector in M. simpl in M. apply orb_true_iff in M as [M | M]; [| auto].
      left. apply names_complete, M. }
  apply G. auto.
Qed.

(* f is below b: b mentions no more, and is nowhere less than f with the others left out. *)
Definition is_below (f b : vector) : bool :=
  let kept := names_of b in
  let mine := names_of f in
  let f' := lower_outs (filter (fun v => negb (among v kept)) mine) f in
  forallb (fun v => in_vector v f') kept && at_most mine f' b.

Lemma lower_out_upper x0 es f v : upper x0 es f -> upper x0 es (lower_out f v).
Proof.
  intros U x q H. destruct (lower_out_attained f v x) as (s & A).
  destruct (U (set x v s) q) as (zs & V & K & E); [eapply ele_trans; eauto |].
  exists zs. split; auto. split; auto. intros w I. apply lower_out_mentions in I as [I N].
  rewrite (E w I). unfold set. destruct (Pos.eqb_spec w v); congruence.
Qed.

Lemma lower_outs_upper x0 es vs : forall f, upper x0 es f -> upper x0 es (lower_outs vs f).
Proof. induction vs as [| v vs IH]; simpl; auto. intros f U. apply IH, lower_out_upper, U. Qed.

Lemma is_below_upper x0 es f b : upper x0 es f -> is_below f b = true -> upper x0 es b.
Proof.
  unfold is_below. intros U H. apply andb_true_iff in H as [M L].
  apply (lower_outs_upper _ _ (filter (fun v => negb (among v (names_of b))) (names_of f))) in U.
  intros x q H. destruct (U x q) as (zs & V & K & E).
  { eapply ele_trans; [apply (at_most_sound _ _ _ _ L) | exact H]. }
  exists zs. split; auto. split; auto. intros v I. apply E.
  rewrite forallb_forall in M. apply M, names_of_complete, I.
Qed.

(* ---- Lower side ---------------------------------------------------------------------------- *)

Lemma take1_lower s D f f' x g :
  take1 (s, D) f = Some f' -> may s D g = true -> forallb (fits3 x g) (compared s) = true ->
  ele (value f' (assign s g x)) (eadd (value f x) (Fin (price3 s D g))).
Proof.
  unfold take1. intros T M F.
  pose proof (proj1 (sum_partition eadd eadd_sums (meets (involved s)) f x)) as Sum.
  assert (A : agree_off (assigned s) (assign s g x) x).
  { intros v N. unfold assign. rewrite N. auto. }
  pose proof (rest_same s f _ _ A) as Rest.
  destruct (partition (meets (involved s)) f) as [yes no]. cbn [fst snd] in *.
  destruct (forallb (fun lit => mentions _ _) _); [| congruence]. injection T as <-.
  change (value (behind s D (total eadd yes) :: no) (assign s g x))
    with (eadd (eval (behind s D (total eadd yes)) (assign s g x)) (value no (assign s g x))).
  rewrite Rest.
  eapply ele_trans; [| apply eadd_mono; [apply Sum | apply ele_refl]]. fold value.
  eapply ele_trans; [apply eadd_mono; [| apply ele_refl] |].
  - eapply ele_trans; [apply behind_le with (g := g) |].
    + intros v I. unfold assign. rewrite I. auto.
    + eapply ele_trans; [apply (through_le s D g _ _ x A M F) |].
      apply eadd_mono; [apply (eval_total eadd eadd_sums) | apply ele_refl].
  - fold value. eapply ele_trans; [apply (add_assoc' _ eadd_sums) |].
    eapply ele_trans; [| apply (add_assoc _ eadd_sums)].
    apply eadd_mono; [apply ele_refl | apply (add_comm _ eadd_sums)].
Qed.
