/* Other mechanisms of papers, in the dialect of CheckDP (Wang, Ding, Kifer, Zhang, CCS 2020).
 * couplet verify -o c.function=NAME others.c */

/* Report noisy max: the number of the largest answer. */
int noisy_max(float answers[], int n, float epsilon)
{
  "TYPES: answers: <*, *>; n: <0, 0>; epsilon: <0, 0>";
  "PRECONDITION: ALL_DIFFER";
  "CHECK: epsilon";
  int winner = 0, i = 0;
  float best = 0;
  while (i < n) {
    float noisy = answers[i] + Lap(2 / epsilon);
    if (i == 0 || noisy > best) {
      best = noisy;
      winner = i;
    }
    i++;
  }
  return winner;
}

/* ... of counts, with half the noise. */
int noisy_max_of_counts(float answers[], int n, float epsilon)
{
  "PRECONDITION: DECREASING";
  "CHECK: epsilon";
  int winner = 0;
  float best = -INFINITY;
  for (int i = 0; i < n; i++) {
    float noisy = answers[i] + Lap(1 / epsilon);
    if (noisy > best) {
      best = noisy;
      winner = i;
    }
  }
  return winner;
}

/* Numeric sparse vector: the answers above come with noise of their own. */
void numeric(float q[], int n, float T, float epsilon, int c)
{
  "CHECK: epsilon";
  float limit = T + Lap(3 / epsilon);
  int i = 0, above = 0;
  while (i < n && above < c) {
    if (q[i] + Lap(6 * c / epsilon) >= limit) {
      CHECKDP_OUTPUT(q[i] + Lap(3 * c / epsilon));
      above++;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i++;
  }
}

/* Wang, Ding, Zhang and Kifer 2019: what answers exceed the threshold by costs nothing more. */
void gap(float q[], int n, float T, float epsilon, int c)
{
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int i = 0, above = 0;
  while (i < n && above < c) {
    float noisy = q[i] + Lap(4 * c / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(noisy - limit);
      above++;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i++;
  }
}

/* ... unless the answers themselves are shown. */
void no_gap(float q[], int n, float T, float epsilon, int c)
{
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int i = 0, above = 0;
  while (i < n && above < c) {
    float noisy = q[i] + Lap(4 * c / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(noisy);
      above++;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i++;
  }
}

/* Wang, Ding, Zhang and Kifer 2019: answers far above cost half, until half the budget is spent;
 * the other half goes to the threshold. */
void adaptive(float q[], int n, float T, float epsilon, int c)
{
  "PRECONDITION: ALL_DIFFER; ASSUME(c >= 1)";
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  float whole = 4 * c * epsilon;
  float spent = 2 * c * epsilon;
  int i = 0;
  while (i < n && spent <= whole - 2 * epsilon) {
    float far = q[i] + Lap(8 * c / epsilon);
    if (far - limit >= 16) {
      CHECKDP_OUTPUT(far - limit);
      spent += epsilon;
    } else {
      float near = q[i] + Lap(4 * c / epsilon);
      if (near - limit >= 0) {
        CHECKDP_OUTPUT(near - limit);
        spent += 2 * epsilon;
      } else {
        CHECKDP_OUTPUT(0);
      }
    }
    i++;
  }
}

/* ... and with the mistake that far answers are free. */
void adaptive_far_for_free(float q[], int n, float T, float epsilon, int c)
{
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  float spent = 2 * c * epsilon;
  int i = 0;
  while (i < n && spent <= 4 * c * epsilon - 2 * epsilon) {
    if (q[i] + Lap(8 * c / epsilon) - limit >= 16) {
      CHECKDP_OUTPUT(2);
    } else {
      if (q[i] + Lap(4 * c / epsilon) >= limit) {
        CHECKDP_OUTPUT(1);
        spent += 2 * epsilon;
      } else {
        CHECKDP_OUTPUT(0);
      }
    }
    i++;
  }
}

/* Counts: all of them rise, or all fall. */
void counts(float q[], int n, float T, float epsilon, int c)
{
  "PRECONDITION: INCREASING";
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int above = 0;
  for (int i = 0; i < n && above < c; i++) {
    if (q[i] + Lap(2 * c / epsilon) >= limit) {
      CHECKDP_OUTPUT(1);
      above++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* A histogram: one person changes one of its bars, so that all may be shown. */
void histogram(float bars[], int n, float epsilon)
{
  "TYPES: bars: <*, *>";
  "PRECONDITION: ONE_DIFFER";
  "CHECK: epsilon";
  for (int i = 0; i < n; i++)
    CHECKDP_OUTPUT(bars[i] + Lap(1 / epsilon));
}

/* One answer, once. */
float one_answer(float answer, float epsilon)
{
  "TYPES: answer: <*, *>; epsilon: <0, 0>";
  "CHECK: epsilon";
  return answer + Lap(1 / epsilon);
}

/* Answers between two thresholds, until one is outside. */
void between(float q[], int n, float low, float high, float epsilon)
{
  "CHECK: epsilon";
  float bottom = low + Lap(4 / epsilon), top = high + Lap(4 / epsilon);
  for (int i = 0; i < n; i++) {
    float noisy = q[i] + Lap(8 / epsilon);
    if (noisy >= bottom && noisy < top) {
      CHECKDP_OUTPUT(0);
    } else if (noisy < bottom) {
      CHECKDP_OUTPUT(-1);
      break;
    } else {
      CHECKDP_OUTPUT(1);
      break;
    }
  }
}
