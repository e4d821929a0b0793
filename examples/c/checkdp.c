/* The mechanisms that CheckDP is tried on (Wang, Ding, Kifer, Zhang, CCS 2020), written anew: in this
 * dialect int is a real number.  couplet verify -D NN=2 checkdp.c::svt */

/* The sparse vector technique: NN answers above the threshold. */
void svt(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(4 * NN / epsilon);
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}

/* ... of counts that rise, with half the noise. */
void svt_increasing(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: INCREASING; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(2 * NN / epsilon);
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}

/* ... that fall. */
void svt_decreasing(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: DECREASING; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(2 * NN / epsilon);
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}

/* The answers above, with noise of their own. */
void numeric_svt(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(3 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(6 * NN / epsilon);
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(q[i] + Lap(3 * NN / epsilon));
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}

/* What the answers above exceed the threshold by. */
void gap_svt(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(4 * NN / epsilon);
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(q[i] + nu - limit);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}

/* Answers far above cost half as much. */
void adaptive_svt(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int cost = epsilon * NN * 2;
  int i = 0;
  while (i < size) {
    float wide = Lap(8 * NN / epsilon);
    if (q[i] + wide - limit >= 16) {
      CHECKDP_OUTPUT(q[i] + wide - limit);
      cost = cost + epsilon;
    } else {
      float narrow = Lap(4 * NN / epsilon);
      if (q[i] + narrow - limit >= 0) {
        CHECKDP_OUTPUT(q[i] + narrow - limit);
        cost = cost + 2 * epsilon;
      } else {
        CHECKDP_OUTPUT(0);
      }
    }
    i = i + 1;
    if (cost > 4 * NN * epsilon - 2 * epsilon)
      break;
  }
}

/* The number of the largest noisy answer. */
void noisy_max(float q[], int size, float epsilon)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>";
  "PRECONDITION: ALL_DIFFER";
  "CHECK: epsilon";
  int winner = 0, i = 0;
  float best = 0;
  while (i < size) {
    float eta = Lap(2 / epsilon);
    if (q[i] + eta > best || i == 0) {
      winner = i;
      best = q[i] + eta;
    }
    i = i + 1;
  }
  CHECKDP_OUTPUT(winner);
}

/* The sum of all answers. */
void partial_sum(float q[], int size, float epsilon)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>";
  "PRECONDITION: ONE_DIFFER";
  "CHECK: epsilon";
  float sum = 0;
  int i = 0;
  while (i < size) {
    sum = sum + q[i];
    i = i + 1;
  }
  CHECKDP_OUTPUT(sum + Lap(1 / epsilon));
}

/* Sums of all answers so far, in blocks of M. */
void smart_sum(float q[], int size, float epsilon, float T, int M)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; M: <0, 0>";
  "PRECONDITION: ONE_DIFFER; ASSUME(T >= 0); ASSUME(M > 1)";
  "CHECK: 2 * epsilon";
  float shown = 0, sum = 0;
  int i = 0;
  while (i <= T && i < size) {
    if ((i + 1) % M == 0) {
      shown = sum + q[i] + Lap(1 / epsilon);
      sum = 0;
    } else {
      shown = shown + q[i] + Lap(1 / epsilon);
      sum = sum + q[i];
    }
    CHECKDP_OUTPUT(shown);
    i = i + 1;
  }
}

/* Mistake: the answers have no noise, and nothing is counted. */
void bad_svt_no_noise(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (i < size) {
    float nu = 0;
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}

/* Mistake: nothing is counted. */
void bad_svt_no_end(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (i < size) {
    float nu = Lap(2 / epsilon);
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}

/* Mistake: the noise does not grow with NN. */
void bad_svt_noise(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(4 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(4 / (3 * epsilon));
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}

/* Mistake: the noisy answer itself is shown. */
void bad_gap_svt(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(4 * NN / epsilon);
    if (q[i] + nu >= limit) {
      CHECKDP_OUTPUT(q[i] + nu);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(-100);
    }
    i = i + 1;
  }
}

/* Mistake: the noisy answer far above is shown. */
void bad_adaptive_svt(float q[], int size, float epsilon, float T, int NN)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(NN > 0)";
  "CHECK: epsilon";
  float rho = Lap(2 / epsilon);
  int limit = T + rho;
  int cost = epsilon * NN * 2;
  int i = 0;
  while (i < size) {
    float wide = Lap(8 * NN / epsilon);
    if (q[i] + wide - limit >= 16) {
      CHECKDP_OUTPUT(q[i] + wide);
      cost = cost + epsilon;
    } else {
      float narrow = Lap(4 * NN / epsilon);
      if (q[i] + narrow - limit >= 0) {
        CHECKDP_OUTPUT(q[i] + narrow - limit);
        cost = cost + 2 * epsilon;
      } else {
        CHECKDP_OUTPUT(-100);
      }
    }
    i = i + 1;
    if (cost > 4 * NN * epsilon - 2 * epsilon)
      break;
  }
}

/* Mistake: the largest noisy answer itself, not its number. */
void bad_noisy_max(float q[], int size, float epsilon)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>";
  "PRECONDITION: ALL_DIFFER";
  "CHECK: epsilon";
  int winner = 0, i = 0;
  float best = 0;
  while (i < size) {
    float eta = Lap(2 / epsilon);
    if (q[i] + eta > best || i == 0) {
      winner = q[i] + eta;
      best = q[i] + eta;
    }
    i = i + 1;
  }
  CHECKDP_OUTPUT(winner);
}

/* Mistake: half the noise. */
void bad_partial_sum(float q[], int size, float epsilon)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>";
  "PRECONDITION: ONE_DIFFER";
  "CHECK: epsilon";
  float sum = 0;
  int i = 0;
  while (i < size) {
    sum = sum + q[i];
    i = i + 1;
  }
  CHECKDP_OUTPUT(sum + Lap(1 / (2 * epsilon)));
}

/* Mistake: sums of blocks have no noise. */
void bad_smart_sum(float q[], int size, float epsilon, float T, int M)
{
  "TYPES: epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; M: <0, 0>";
  "PRECONDITION: ONE_DIFFER; ASSUME(T >= 0); ASSUME(M > 1)";
  "CHECK: 2 * epsilon";
  float shown = 0, sum = 0;
  int i = 0;
  while (i <= T && i < size) {
    if ((i + 1) % M == 0) {
      shown = sum + q[i] + 0;
      sum = 0;
    } else {
      shown = shown + q[i] + Lap(1 / epsilon);
      sum = sum + q[i];
    }
    CHECKDP_OUTPUT(shown);
    i = i + 1;
  }
}
