/* The mechanisms that ShadowDP is tried on (Wang, Ding, Wang, Kifer, Zhang, PLDI 2019), written anew. The
 * second text of Lap tells that tool how to prove them and is left aside; a function returns what was
 * output last.  couplet verify -D NN=2 shadowdp.c::svt_many */

/* The number of the largest noisy answer. */
int noisy_max(float epsilon, int size, float q[])
{
  "ALL_DIFFER";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>";
  int winner = 0, i = 0;
  float best = 0;
  while (i < size) {
    float eta = Lap(2 / epsilon, "(q[i] + eta > best || i == 0) ? SHADOW : ALIGNED; (q[i] + eta > best || i == 0) ? 2 : 0;");
    if (q[i] + eta > best || i == 0) {
      winner = i;
      best = q[i] + eta;
    }
    i = i + 1;
  }
  return winner;
}

/* The sparse vector technique, for one answer above the threshold. */
int svt_one(float epsilon, int size, float q[], float T)
{
  "ALL_DIFFER";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>";
  float limit = T + Lap(2.0 / epsilon, "ALIGNED; 1");
  int out = 0, count = 0, i = 0;
  while (count < 1 && i < size) {
    float nu = Lap(4.0 / epsilon, "ALIGNED; (q[i] + nu >= limit) ? 2 : 0;");
    if (q[i] + nu >= limit) {
      out = 1;
      count = count + 1;
    } else {
      out = 0;
    }
    i = i + 1;
  }
  return out;
}

/* ... for NN answers above it. */
int svt_many(float epsilon, int size, float q[], float T, int NN)
{
  "ALL_DIFFER; assume(NN > 0)";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  float limit = T + Lap(2.0 / epsilon, "ALIGNED; 1");
  int out = 0, count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(4.0 * NN / epsilon, "ALIGNED; (q[i] + nu >= limit) ? 2 : 0;");
    if (q[i] + nu >= limit) {
      out = 1;
      count = count + 1;
    } else {
      out = 0;
    }
    i = i + 1;
  }
  return out;
}

/* The answer above, with noise of its own. */
int numeric_svt_one(float epsilon, int size, float q[], float T)
{
  "ALL_DIFFER";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>";
  float limit = T + Lap(3.0 / epsilon, "ALIGNED; 1");
  int out = 0, count = 0, i = 0;
  while (count < 1 && i < size) {
    float nu = Lap(6.0 / epsilon, "ALIGNED; (q[i] + nu >= limit) ? 2 : 0;");
    if (q[i] + nu >= limit) {
      out = q[i] + Lap(3.0 / epsilon, "ALIGNED; -__SHADOWDP_ALIGNED_DISTANCE_q[i];");
      count = count + 1;
    } else {
      out = 0;
    }
    i = i + 1;
  }
  return out;
}

/* ... NN of them. */
int numeric_svt_many(float epsilon, int size, float q[], float T, int NN)
{
  "ALL_DIFFER; assume(NN > 0)";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  float limit = T + Lap(3.0 / epsilon, "ALIGNED; 1");
  int out = 0, count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(6.0 * NN / epsilon, "ALIGNED; (q[i] + nu >= limit) ? 2 : 0;");
    if (q[i] + nu >= limit) {
      out = q[i] + Lap(3.0 * NN / epsilon, "ALIGNED; -__SHADOWDP_ALIGNED_DISTANCE_q[i];");
      count = count + 1;
    } else {
      out = 0;
    }
    i = i + 1;
  }
  return out;
}

/* What the last answer exceeds the threshold by. */
int gap_svt(float epsilon, int size, float q[], float T, int NN)
{
  "ALL_DIFFER; assume(NN > 0)";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; NN: <0, 0>";
  float limit = T + Lap(2.0 / epsilon, "ALIGNED; 1");
  int out = 0, count = 0, i = 0;
  while (count < NN && i < size) {
    float nu = Lap(4.0 * NN / epsilon, "ALIGNED; (q[i] + nu >= limit) ? (1 - __SHADOWDP_ALIGNED_DISTANCE_q[i]) : 0;");
    if (q[i] + nu >= limit) {
      out = q[i] + nu - limit;
      count = count + 1;
    } else {
      out = 0;
    }
    i = i + 1;
  }
  return out;
}

/* The sum of all answers. */
float partial_sum(float epsilon, int size, float q[])
{
  "ONE_DIFFER";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>";
  float sum = 0;
  int i = 0;
  while (i < size) {
    sum = sum + q[i];
    i = i + 1;
  }
  return sum + Lap(1.0 / epsilon, "ALIGNED; -__SHADOWDP_ALIGNED_DISTANCE_sum;");
}

/* The sum of the first answers, each with its noise. */
void prefix_sum(float epsilon, int size, float q[], float T)
{
  "ONE_DIFFER";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>";
  float shown = 0;
  int i = 0;
  while (i <= T && i < size) {
    shown = shown + q[i] + Lap(1.0 / epsilon, "ALIGNED; -__SHADOWDP_ALIGNED_DISTANCE_q[i];");
    i = i + 1;
  }
  return shown;
}

/* ... in blocks of M. */
void smart_sum(float epsilon, int size, float q[], float T, int M)
{
  "ONE_DIFFER";
  "epsilon: <0, 0>; size: <0, 0>; q: <*, *>; T: <0, 0>; M: <0, 0>";
  float shown = 0, sum = 0;
  int i = 0;
  while (i <= T && i < size) {
    if ((i + 1) % M == 0) {
      shown = shown + sum + q[i] + Lap(1.0 / epsilon, "ALIGNED; -__SHADOWDP_ALIGNED_DISTANCE_sum - __SHADOWDP_ALIGNED_DISTANCE_q[i];");
      sum = 0;
    } else {
      shown = shown + q[i] + Lap(1.0 / epsilon, "ALIGNED; -__SHADOWDP_ALIGNED_DISTANCE_q[i];");
      sum = sum + q[i];
    }
    i = i + 1;
  }
  return shown;
}
