(* SPDX-License-Identifier: Apache-2.0 *)
(* The checker of walks: `attained`, `violation` and `unbounded`. A vector goes along the walk and
   bounds the cost of all valid shifts from below; behind a loop it does so for all large numbers of
   turns. What becomes of a vector in a loop is not computed here but given by an oracle, and only
   checked: whatever the oracle says, what is accepted is true. *)
From Coq Require Import QArith Qabs Qround Qminmax List Bool Lia Lqa.
From Couplet Require Import Model Trees Take Corners.
Import ListNotations.
Open Scope Q_scope.

(* ---- Words: walks with loops --------------------------------------------------------------- *)

Inductive word :=
| Done
| Steps (es : list event) (rest : word)
| Forget (v : positive) (rest : word) (* the rest does not compare with v *)
| Loop (body rest : word).

Fixpoint times {A} (n : nat) (l : list A) : list A :=
  match n with O => [] | S m => times m l ++ l end.

(* The word with each of its loops taken n times. *)
Fixpoint unroll (n : nat) (w : word) : list event :=
  match w with
  | Done => []
  | Steps es rest => es ++ unroll n rest
  | Forget _ rest => unroll n rest
  | Loop body rest => times n (unroll n body) ++ unroll n rest
  end.

(* ---- The checker --------------------------------------------------------------------------- *)

(* What the oracle says of a vector that meets a loop. Turns that come by shifts which repeat free of
   charge cost at least limit; the others cost at least exact, and at least growing and raise for
   each turn. *)
Record certificate := { limit : tree; exact : tree; growing : tree; raise : Q }.

Fixpoint all_leaves (p : ext -> bool) (t : tree) : bool :=
  match t with
  | Flat c => p c
  | Split _ d z u => all_leaves p d && all_leaves p z && all_leaves p u
  end.

Lemma all_leaves_eval p t x : all_leaves p t = true -> p (eval t x) = true.
Proof.
  induction t as [| v d Hd z Hz u Hu]; simpl; auto. rewrite !andb_true_iff. intros [[D Z] U].
  destruct (x v); simpl; auto.
Qed.

Definition mark (b : bool) : ext := if b then Fin 0 else Infinite.
Definition marked (c : ext) : bool := match c with Fin _ => true | _ => false end.

Definition everywhere_le (t u : tree) : bool :=
  all_leaves marked (zip (fun a b => mark (eleb a b)) t u).

Lemma everywhere_le_sound t u x : everywhere_le t u = true -> ele (eval t x) (eval u x).
Proof.
  intros H. apply all_leaves_eval with (x := x) in H. rewrite eval_zip in H. apply eleb_ele.
  destruct (eleb (eval t x) (eval u x)); simpl in H; congruence.
Qed.

(* The least cost behind n turns. *)
Definition floor (c : certificate) (n : Q) (x : positive -> shift) : ext :=
  emin (eval (limit c) x) (emax (eval (exact c) x) (eadd (eval (growing c) x) (Fin (n * raise c)))).

Definition begins (c : certificate) (t : tree) : bool :=
  everywhere_le (zip emin (limit c) (zip emax (exact c) (growing c))) t.

(* exact' and growing' are what a turn makes of exact and growing. *)
Definition goes_on (c : certificate) (exact' growing' : tree) : bool :=
  let settled := zip (fun a b => mark (eleb a b)) (limit c) exact' in
  let stays := zip (fun a b => mark (eleb a b)) (exact c) exact' in
  let grows := zip (fun a b => mark (eleb (eadd a (Fin (raise c))) b)) (growing c) growing' in
  all_leaves marked (zip emin settled (zip emax stays grows)).

(* The thresholds that a word compares with, assigns or forgets. *)
Fixpoint word_thresholds (w : word) : list positive :=
  match w with
  | Done => []
  | Steps es rest => flat_map (fun e => involved (fst e)) es ++ word_thresholds rest
  | Forget v rest => v :: word_thresholds rest
  | Loop body rest => word_thresholds body ++ word_thresholds rest
  end.

Definition positive_raise (c : certificate) : bool := negb (Qle_bool (raise c) 0).

Section Run.
(* From a turn of the loop, as far as a vector goes, and the vector that meets it. *)
Variable oracle : (tree -> option tree) -> tree -> option certificate.

Fixpoint run (w : word) (f : vector) : option vector :=
  match w with
  | Done => Some f
  | Steps es rest =>
    match take es f with Some f' => run rest f' | None => None end
  | Forget v rest => run rest (lower_out f v)
  | Loop body rest =>
    let '(mine, others) := partition (meets (word_thresholds body)) f in
    let t := total eadd mine in
    let turn u := match run body [u] with Some f' => Some (total eadd f') | None => None end in
    match oracle turn t with
    | None => None
    | Some c =>
      match turn (limit c), turn (exact c), turn (growing c) with
      | Some limit', Some exact', Some growing' =>
        if positive_raise c && begins c t && everywhere_le (limit c) limit' &&
           goes_on c exact' growing' &&
           all_leaves (fun a => negb (eleb a Below)) (growing c) &&
           forallb (all_leaves (eleb (Fin 0))) others
        then run rest (limit c :: others) else None
      | _, _, _ => None
      end
    end
  end.

End Run.

(* ---- Soundness ----------------------------------------------------------------------------- *)

Definition function := (positive -> shift) -> ext.

(* Below k nothing that is valid costs less than f' says, if it began with f. *)
Definition bounds (k : Q) (f : function) (es : list event) (f' : function) : Prop :=
  forall x zs, valid3 x es zs ->
  ele (emin (f' (after x es zs)) (Fin k)) (eadd (f x) (Fin (cost3 es zs))).

Definition fine_events (es : list event) : Prop := Forall (fun e => fee_fine (fst e)) es.

Lemma fine_cost es : fine_events es -> forall zs, 0 <= cost3 es zs.
Proof.
  induction 1 as [| [s D] es F _ IH]; intros [| g zs]; simpl; try lra. specialize (IH zs).
  simpl in F. unfold fee_fine in F. unfold price3, price. destruct (fee s); [| lra].
  pose proof (Qabs_nonneg (number g - number D)). nra.
Qed.

Lemma eadd_zero_le a q : 0 <= q -> ele a (eadd a (Fin q)).
Proof. destruct a; simpl; auto. rewrite qadd_eq. lra. Qed.

Lemma eadd_plus a p q : ele (eadd (eadd a (Fin p)) (Fin q)) (eadd a (Fin (p + q))).
Proof. destruct a; simpl; auto. rewrite !qadd_eq. lra. Qed.

Lemma emin_case (P : Prop) a b c : ele (emin a b) c -> (ele a c -> P) -> (ele b c -> P) -> P.
Proof. destruct (emin_either a b) as [-> | ->]; auto. Qed.

Lemma bounds_trans k f g h es1 es2 :
  fine_events es2 -> bounds k f es1 g -> bounds k g es2 h -> bounds k f (es1 ++ es2) h.
Proof.
  intros F A B x zs V. destruct (valid3_split _ _ _ _ V) as (zs1 & zs2 & -> & V1 & V2).
  rewrite (after_app _ _ _ _ _ V1). specialize (A x zs1 V1). specialize (B _ zs2 V2).
  assert (C : ele (eadd (f x) (Fin (cost3 es1 zs1 + cost3 es2 zs2)))
                  (eadd (f x) (Fin (cost3 (es1 ++ es2) (zs1 ++ zs2))))).
  { apply eadd_mono; [apply ele_refl |]. simpl. rewrite (cost3_app _ _ _ _ _ V1). lra. }
  eapply ele_trans; [| exact C]. pose proof (fine_cost es2 F zs2) as P.
  apply (emin_case _ _ _ _ A); intros A'.
  - eapply ele_trans; [exact B |]. eapply ele_trans; [| apply eadd_plus].
    apply eadd_mono; [exact A' | apply ele_refl].
  - eapply ele_trans; [apply emin_r |]. eapply ele_trans; [exact A' |].
    eapply ele_trans; [apply (eadd_zero_le _ _ P) | apply eadd_plus].
Qed.

Lemma bounds_le k f f' g g' es :
  (forall x, ele (f x) (f' x)) -> (forall x, ele (g' x) (g x)) ->
  bounds k f es g -> bounds k f' es g'.
Proof.
  intros A B H x zs V. specialize (H x zs V).
  eapply ele_trans; [| apply eadd_mono; [apply A | apply ele_refl]].
  eapply ele_trans; [| exact H]. apply emin_glb; [| apply emin_r].
  eapply ele_trans; [apply emin_l | apply B].
Qed.

Lemma bounds_nil k f : bounds k f [] f.
Proof.
  intros x [| z zs]; simpl; [| tauto]. intros _. eapply ele_trans; [apply emin_l |].
  apply eadd_zero_le. lra.
Qed.

Lemma take1_bounds k e f f' : take1 e f = Some f' -> bounds k (value f) [e] (value f').
Proof.
  destruct e as [s D]. intros T x [| g [| h zs]]; simpl; try tauto. intros (M & F & _).
  eapply ele_trans; [apply emin_l |].
  eapply ele_trans; [apply (take1_lower s D f f' x g T M F) |].
  apply eadd_mono; [apply ele_refl |]. simpl. lra.
Qed.

Lemma take_bounds k es : fine_events es -> forall f f',
  take es f = Some f' -> bounds k (value f) es (value f').
Proof.
  induction 1 as [| e es F Fs IH]; simpl; intros f f' T.
  - injection T as <-. apply bounds_nil.
  - destruct (take1 e f) as [f1 |] eqn:E; [| congruence].
    change (e :: es) with ([e] ++ es). eapply bounds_trans; eauto using take1_bounds.
Qed.

Lemma lower_out_below f v x : ele (value (lower_out f v) x) (value f x).
Proof.
  eapply ele_trans; [apply (lower_out_le f v x (x v)) |].
  unfold value. erewrite sum_agree; [apply ele_refl |]. intros w _. apply set_same. auto.
Qed.

(* ---- Loops --------------------------------------------------------------------------------- *)

Lemma begins_sound c t x : begins c t = true -> ele (floor c 0 x) (eval t x).
Proof.
  intros H. apply everywhere_le_sound with (x := x) in H. rewrite !eval_zip in H.
  eapply ele_trans; [| exact H]. unfold floor. apply emin_glb; [apply emin_l |].
  eapply ele_trans; [apply emin_r |].
  set (e := eval (exact c) x). set (g := eval (growing c) x).
  assert (G : ele (eadd g (Fin (0 * raise c))) g) by (destruct g; simpl; auto; rewrite qadd_eq; lra).
  unfold emax at 1. destruct (eleb e (eadd g (Fin (0 * raise c)))).
  - eapply ele_trans; [exact G | apply emax_r].
  - apply emax_l.
Qed.

Lemma marked_min a b : marked (emin (mark a) (mark b)) = a || b.
Proof. destruct a, b; auto. Qed.

Lemma mark_max a b : emax (mark a) (mark b) = mark (a && b).
Proof. destruct a, b; auto. Qed.

Lemma goes_on_sound c e g x :
  goes_on c e g = true ->
  ele (eval (limit c) x) (eval e x) \/
  (ele (eval (exact c) x) (eval e x) /\
   ele (eadd (eval (growing c) x) (Fin (raise c))) (eval g x)).
Proof.
  intros H. apply all_leaves_eval with (x := x) in H. rewrite !eval_zip in H.
  rewrite mark_max, marked_min in H. apply orb_true_iff in H as [H | H].
  - left. apply eleb_ele, H.
  - apply andb_true_iff in H as [A B]. right. split; apply eleb_ele; assumption.
Qed.

Section Turns.
Variable k : Q.
Variable c : certificate.
Variable es : list event.
Variables limit' exact' growing' : tree.
Hypothesis fine : fine_events es.
Hypothesis limit_turn : bounds k (eval (limit c)) es (eval limit').
Hypothesis exact_turn : bounds k (eval (exact c)) es (eval exact').
Hypothesis growing_turn : bounds k (eval (growing c)) es (eval growing').
Hypothesis limit_stays : everywhere_le (limit c) limit' = true.
Hypothesis others_go_on : goes_on c exact' growing' = true.
Hypothesis raise_positive : 0 < raise c.

Lemma one_turn n : 0 <= n -> bounds k (floor c n) es (floor c (n + 1)).
Proof.
  intros N x zs V. pose proof (fine_cost es fine zs) as P.
  set (y := after x es zs). set (q := cost3 es zs) in *.
  set (v := eadd (floor c n x) (Fin q)).
  unfold floor in v.
  assert (Small : ele (Fin k) v -> ele (emin (floor c (n + 1) y) (Fin k)) v).
  { intros H. eapply ele_trans; [apply emin_r | exact H]. }
  specialize (limit_turn x zs V). specialize (exact_turn x zs V). specialize (growing_turn x zs V).
  fold y q in limit_turn, exact_turn, growing_turn.
  destruct (emin_either (eval (limit c) x)
              (emax (eval (exact c) x) (eadd (eval (growing c) x) (Fin (n * raise c))))) as [E | E].
  - (* the turns before came by a free repeat *)
    assert (L : ele (eadd (eval (limit c) x) (Fin q)) v) by (unfold v; rewrite E; apply ele_refl).
    apply (emin_case _ _ _ _ limit_turn); intros H.
    + eapply ele_trans; [apply emin_l |]. eapply ele_trans; [apply emin_l |].
      eapply ele_trans; [apply everywhere_le_sound, limit_stays |].
      eapply ele_trans; [exact H | exact L].
    + apply Small. eapply ele_trans; [exact H | exact L].
  - assert (L1 : ele (eadd (eval (exact c) x) (Fin q)) v).
    { unfold v. rewrite E. apply eadd_mono; [apply emax_l | apply ele_refl]. }
    assert (L2 : ele (eadd (eadd (eval (growing c) x) (Fin (n * raise c))) (Fin q)) v).
    { unfold v. rewrite E. apply eadd_mono; [apply emax_r | apply ele_refl]. }
    apply (emin_case _ _ _ _ exact_turn); intros H;
      [| apply Small; eapply ele_trans; [exact H | exact L1]].
    destruct (goes_on_sound c exact' growing' y others_go_on) as [S | [S T]].
    + eapply ele_trans; [apply emin_l |]. eapply ele_trans; [apply emin_l |].
      eapply ele_trans; [exact S |]. eapply ele_trans; [exact H | exact L1].
    + apply (emin_case _ _ _ _ growing_turn); intros G.
      * eapply ele_trans; [apply emin_l |]. unfold floor. eapply ele_trans; [apply emin_r |].
        assert (A : ele (eval (exact c) y) v).
        { eapply ele_trans; [exact S |]. eapply ele_trans; [exact H | exact L1]. }
        assert (B : ele (eadd (eval (growing c) y) (Fin ((n + 1) * raise c))) v).
        { eapply ele_trans; [| exact L2].
          assert (G' : ele (eadd (eval growing' y) (Fin (n * raise c)))
                           (eadd (eadd (eval (growing c) x) (Fin (n * raise c))) (Fin q))).
          { eapply ele_trans; [apply eadd_mono; [exact G | apply ele_refl] |].
            destruct (eval (growing c) x); simpl; auto. rewrite !qadd_eq. lra. }
          eapply ele_trans; [| exact G'].
          eapply ele_trans; [| apply eadd_mono; [exact T | apply ele_refl]].
          destruct (eval (growing c) y); simpl; auto. rewrite !qadd_eq. lra. }
        unfold emax. destruct (eleb _ _); auto.
      * apply Small. eapply ele_trans; [exact G |]. eapply ele_trans; [| exact L2].
        assert (0 <= n * raise c) by nra.
        destruct (eval (growing c) x); simpl; auto. rewrite !qadd_eq. lra.
Qed.

Lemma fine_times n : fine_events (times n es).
Proof. induction n; simpl; [constructor | apply Forall_app; auto]. Qed.

Lemma turns n : bounds k (floor c 0) (times n es) (floor c (inject_Z (Z.of_nat n))).
Proof.
  induction n as [| n IH]; simpl times.
  - apply bounds_nil.
  - eapply bounds_trans; [exact fine | exact IH |].
    assert (S : inject_Z (Z.of_nat (S n)) == inject_Z (Z.of_nat n) + 1).
    { rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity. }
    eapply bounds_le; [intros; apply ele_refl | | apply one_turn].
    + intros x. unfold floor. apply emin_glb; [apply emin_l |]. eapply ele_trans; [apply emin_r |].
      set (e := eval (exact c) x). set (g := eval (growing c) x).
      assert (G : ele (eadd g (Fin (inject_Z (Z.of_nat (Datatypes.S n)) * raise c)))
                      (eadd g (Fin ((inject_Z (Z.of_nat n) + 1) * raise c)))).
      { apply eadd_mono; [apply ele_refl |]. simpl. rewrite S. lra. }
      unfold emax at 1. destruct (eleb e _); [eapply ele_trans; [exact G | apply emax_r] | apply emax_l].
    + change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia.
Qed.
End Turns.

Lemma low_leaf t : all_leaves (fun a => negb (eleb a Below)) t = true ->
  exists l, forall x, ele (Fin l) (eval t x).
Proof.
  induction t as [[| q |] | v d Hd z Hz u Hu]; cbn [all_leaves]; try discriminate.
  - intros _. exists q. intros. simpl. lra.
  - intros _. exists 0. intros. simpl. auto.
  - rewrite !andb_true_iff. intros [[D Z] U].
    destruct (Hd D) as (a & A), (Hz Z) as (b & B), (Hu U) as (c & C).
    exists (Qmin a (Qmin b c)). intros x.
    pose proof (Q.le_min_l a (Qmin b c)). pose proof (Q.le_min_r a (Qmin b c)).
    pose proof (Q.le_min_l b c). pose proof (Q.le_min_r b c).
    cbn [eval]. destruct (x v); cbn [branch];
      [apply (ele_trans _ (Fin a)) | apply (ele_trans _ (Fin b)) | apply (ele_trans _ (Fin c))];
      auto; simpl; lra.
Qed.

(* After enough turns only what came by a free repeat is below k. *)
Lemma many_turns k c : 0 < raise c -> all_leaves (fun a => negb (eleb a Below)) (growing c) = true ->
  exists m, forall n x, (m <= n)%nat ->
  ele (emin (eval (limit c) x) (Fin k)) (emin (floor c (inject_Z (Z.of_nat n)) x) (Fin k)).
Proof.
  intros R L. destruct (low_leaf _ L) as (l & Low).
  exists (Z.to_nat (Qceiling ((k - l) / raise c))). intros n x N.
  assert (B : k <= l + inject_Z (Z.of_nat n) * raise c).
  { assert (D : (k - l) / raise c <= inject_Z (Z.of_nat n)).
    { eapply Qle_trans; [apply Qle_ceiling |]. rewrite <- Zle_Qle. lia. }
    assert (E : (k - l) / raise c * raise c == k - l) by (field; lra).
    assert ((k - l) / raise c * raise c <= inject_Z (Z.of_nat n) * raise c).
    { apply Qmult_le_compat_r; auto. lra. }
    lra. }
  apply emin_glb; [| apply emin_r]. unfold floor. apply emin_glb; [apply emin_l |].
  eapply ele_trans; [apply emin_r |]. eapply ele_trans; [| apply emax_r].
  eapply ele_trans with (b := eadd (Fin l) (Fin (inject_Z (Z.of_nat n) * raise c))).
  - simpl. rewrite qadd_eq. lra.
  - apply eadd_mono; [apply Low | apply ele_refl].
Qed.

(* ---- What a loop does not touch ------------------------------------------------------------ *)

Lemma after_untouched es : forall x zs v,
  (forall e, In e es -> among v (assigned (fst e)) = false) -> after x es zs v = x v.
Proof.
  induction es as [| [s D] es IH]; intros x [| z zs] v H; simpl; auto.
  rewrite IH by (intros; apply H; simpl; auto). unfold assign.
  pose proof (H (s, D) (or_introl eq_refl)) as E. simpl in E. rewrite E. auto.
Qed.

Lemma times_in {A} n (l : list A) e : In e (times n l) -> In e l.
Proof. induction n; simpl; [tauto |]. rewrite in_app_iff. intros [I | I]; auto. Qed.

Lemma unroll_involved w n e v :
  In e (unroll n w) -> among v (assigned (fst e)) = true -> among v (word_thresholds w) = true.
Proof.
  intros I A. induction w as [| es rest IH | u rest IH | body IHb rest IH];
    cbn [unroll word_thresholds] in *; [destruct I | ..].
  - rewrite among_app. apply orb_true_iff. apply in_app_iff in I as [I | I]; [left | right; auto].
    apply among_In. apply in_flat_map. exists e. split; auto. unfold involved.
    apply in_or_app. right. apply among_In, A.
  - rewrite among_cons. rewrite IH by auto. apply orb_true_r.
  - rewrite among_app. apply orb_true_iff. apply in_app_iff in I as [I | I]; [| right; auto].
    apply times_in in I. auto.
Qed.

Lemma others_untouched w n m f : forall x zs,
  value (snd (partition (meets (word_thresholds w)) f)) (after x (times m (unroll n w)) zs) =
  value (snd (partition (meets (word_thresholds w)) f)) x.
Proof.
  intros x zs. apply sum_agree. intros v M. apply after_untouched. intros e I.
  apply times_in in I. destruct (among v (assigned (fst e))) eqn:A; auto.
  pose proof (unroll_involved w n e v I A) as L.
  unfold in_vector in M. apply existsb_exists in M as (t & J & M). apply partition_no in J.
  rewrite (meets_false _ _ v J L) in M. congruence.
Qed.

Lemma nonnegative f x : forallb (all_leaves (eleb (Fin 0))) f = true -> ele (Fin 0) (value f x).
Proof.
  unfold value. induction f as [| t f IH]; cbn [forallb sum fold_right]; [simpl; lra |].
  rewrite andb_true_iff. intros [A B].
  apply all_leaves_eval with (x := x) in A. apply eleb_ele in A.
  eapply ele_trans; [| apply eadd_mono; [exact A | apply IH, B]]. simpl. rewrite qadd_eq. lra.
Qed.

(* ---- Words --------------------------------------------------------------------------------- *)

Fixpoint fine_word (w : word) : Prop :=
  match w with
  | Done => True
  | Steps es rest => fine_events es /\ fine_word rest
  | Forget _ rest => fine_word rest
  | Loop body rest => fine_word body /\ fine_word rest
  end.

Lemma fine_unroll n w : fine_word w -> fine_events (unroll n w).
Proof.
  induction w as [| es rest IH | v rest IH | body IHb rest IH]; simpl; intros F.
  - constructor.
  - apply Forall_app. tauto.
  - auto.
  - apply Forall_app. split; [apply fine_times, IHb | apply IH]; tauto.
Qed.

Theorem run_bounds oracle k w : fine_word w -> forall f f', run oracle w f = Some f' ->
  exists m, forall n, (m <= n)%nat -> bounds k (value f) (unroll n w) (value f').
Proof.
  induction w as [| es rest IH | v rest IH | body IHb rest IH]; simpl; intros F f f' R.
  - injection R as <-. exists O. intros n _. apply bounds_nil.
  - destruct (take es f) as [f1 |] eqn:T; [| congruence]. destruct F as [Fe Fr].
    destruct (IH Fr f1 f' R) as (m & H). exists m. intros n N.
    eapply bounds_trans; [apply fine_unroll, Fr | apply take_bounds; eauto | auto].
  - destruct (IH F _ f' R) as (m & H). exists m. intros n N.
    eapply bounds_le; [| intros; apply ele_refl | apply (H n N)]. apply lower_out_below.
  - destruct F as [Fb Fr].
    pose proof (fun x => proj1 (sum_partition eadd eadd_sums (meets (word_thresholds body)) f x)) as Sum.
    pose proof (fun n m => others_untouched body n m f) as Same.
    destruct (partition (meets (word_thresholds body)) f) as [mine others]. cbn [fst snd] in *.
    destruct (oracle _ _) as [c |]; [| congruence].
    destruct (run oracle body [limit c]) as [fl |] eqn:Rl; [| congruence].
    destruct (run oracle body [exact c]) as [fe |] eqn:Re; [| congruence].
    destruct (run oracle body [growing c]) as [fg |] eqn:Rg; [| congruence].
    destruct (positive_raise c && _ && _ && _ && _ && _) eqn:Ok; [| congruence].
    rewrite !andb_true_iff in Ok. destruct Ok as [[[[[Pos Begin] Stay'] On] Low] Non].
    assert (Raise : 0 < raise c).
    { unfold positive_raise in Pos. destruct (Qle_bool (raise c) 0) eqn:Q; [discriminate |].
      destruct (Qlt_le_dec 0 (raise c)) as [L | L]; auto. apply Qle_bool_iff in L. congruence. }
    destruct (IHb Fb _ _ Rl) as (ml & Hl), (IHb Fb _ _ Re) as (me & He), (IHb Fb _ _ Rg) as (mg & Hg).
    destruct (many_turns k c Raise Low) as (mt & Ht).
    destruct (IH Fr _ f' R) as (mr & Hr).
    exists (ml + me + mg + mt + mr)%nat. intros n N.
    assert (One : forall t fo, bounds k (value [t]) (unroll n body) (value fo) ->
                               bounds k (eval t) (unroll n body) (eval (total eadd fo))).
    { intros t fo H. eapply bounds_le; [| | exact H]; intros x.
      - unfold value. simpl. eapply ele_trans; [apply (add_comm _ eadd_sums) | apply (add_0 _ eadd_sums)].
      - apply (eval_total eadd eadd_sums). }
    assert (T : bounds k (eval (total eadd mine)) (times n (unroll n body)) (eval (limit c))).
    { pose proof (turns k c (unroll n body) _ _ _ (fine_unroll n body Fb)
                    (One _ _ (Hl n ltac:(lia))) (One _ _ (He n ltac:(lia))) (One _ _ (Hg n ltac:(lia)))
                    Stay' On Raise n) as B.
      intros x zs V. specialize (B x zs V).
      eapply ele_trans; [apply (Ht n); lia |]. eapply ele_trans; [exact B |].
      apply eadd_mono; [apply begins_sound, Begin | apply ele_refl]. }
    eapply bounds_trans; [apply fine_unroll, Fr | | apply (Hr n); lia].
    intros x zs V. specialize (T x zs V).
    pose proof (nonnegative others x Non) as O.
    assert (V1 : value (limit c :: others) (after x (times n (unroll n body)) zs) =
                 eadd (eval (limit c) (after x (times n (unroll n body)) zs)) (value others x)).
    { unfold value at 1. simpl. f_equal. apply (Same n n). }
    rewrite V1. clear V1.
    assert (V2 : ele (eadd (eadd (eval (total eadd mine) x) (Fin (cost3 (times n (unroll n body)) zs)))
                           (value others x))
                     (eadd (value f x) (Fin (cost3 (times n (unroll n body)) zs)))).
    { eapply ele_trans; [| apply eadd_mono; [apply Sum | apply ele_refl]].
      eapply ele_trans; [| apply eadd_mono; [apply eadd_mono; [apply (eval_total eadd eadd_sums) |
                                             apply ele_refl] | apply ele_refl]].
      fold (value others x).
      eapply ele_trans; [apply (add_assoc' _ eadd_sums) |].
      eapply ele_trans; [apply eadd_mono; [apply ele_refl | apply (add_comm _ eadd_sums)] |].
      apply (add_assoc _ eadd_sums). }
    eapply ele_trans; [| exact V2]. apply (emin_case _ _ _ _ T); intros H.
    + eapply ele_trans; [apply emin_l |]. apply eadd_mono; [exact H | apply ele_refl].
    + eapply ele_trans; [apply emin_r |]. eapply ele_trans; [exact H |].
      eapply ele_trans; [apply (add_0' _ eadd_sums) |].
      eapply ele_trans; [apply (add_comm _ eadd_sums) |].
      apply eadd_mono; [apply ele_refl | exact O].
Qed.
