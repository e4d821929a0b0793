/* One mechanism that is right, and what goes wrong with it in practice: it tells of each answer
 * whether it is above a threshold, until three are.  couplet verify -o c.function=NAME mistakes.c */
#define MOST 3

void right(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    float noisy = q[i] + Lap(4 * MOST / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* The threshold has no noise: each answer costs its own. */
void threshold_without_noise(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    float noisy = q[i] + Lap(4 * MOST / epsilon);
    if (noisy >= T) {
      CHECKDP_OUTPUT(1);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* The threshold is drawn anew for each answer. */
void threshold_redrawn_each_time(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    float limit = T + Lap(2 / epsilon);
    float noisy = q[i] + Lap(4 * MOST / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* The answers have no noise. */
void queries_without_noise(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    if (q[i] >= limit) {
      CHECKDP_OUTPUT(1);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* Half the noise that each answer needs. */
void factor_2_missing(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    float noisy = q[i] + Lap(2 * MOST / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* ... which is enough where all answers move in one direction, as counts do. */
void factor_2_missing_counting(float q[], int n, float T, float epsilon)
{
  "PRECONDITION: INCREASING";
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    float noisy = q[i] + Lap(2 * MOST / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* It counts, and does not stop. */
void count_not_bounded(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int found = 0;
  for (int i = 0; i < n; i++) {
    float noisy = q[i] + Lap(4 * MOST / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* What was compared with the threshold is shown. */
void noisy_value_returned(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    float noisy = q[i] + Lap(4 * MOST / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(noisy);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* Noise of its own for what is shown, and the budget in thirds. */
void fresh_value_returned(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float limit = T + Lap(3 / epsilon);
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    float noisy = q[i] + Lap(6 * MOST / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(q[i] + Lap(3 * MOST / epsilon));
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* Threshold and answers take the whole budget, each. */
void budget_not_split(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float limit = T + Lap(1 / epsilon);
  int found = 0;
  for (int i = 0; i < n && found < MOST; i++) {
    float noisy = q[i] + Lap(2 * MOST / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      found++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}
