/* The six variants of the sparse vector technique that Lyu, Su and Li compare (PVLDB 10(6), 2017),
 * each as people program it.  couplet verify -o c.function=NAME -D c=3 variants.c */

/* Lyu, Su and Li's own: one threshold for each query, noise of the queries grows with c. */
void algorithm_1(float queries[], float T[], int n, float epsilon, int c)
{
  "TYPES: queries: <*, *>";
  "PRECONDITION: ALL_DIFFER; ASSUME(c > 0)";
  "CHECK: epsilon";
  int above = 0;
  float rho = Lap(2 / epsilon);
  for (int i = 0; i < n && above < c; i++) {
    float nu = Lap(4 * c / epsilon);
    if (queries[i] + nu >= T[i] + rho) {
      CHECKDP_OUTPUT(1);
      above++;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* Dwork and Roth 2014: a new threshold after each answer above. */
void algorithm_2(float queries[], int n, float T, float epsilon, int c)
{
  "CHECK: epsilon";
  int above = 0;
  float noisy_T = T + Lap(2 * c / epsilon);
  for (int i = 0; i < n; i++) {
    if (queries[i] + Lap(4 * c / epsilon) >= noisy_T) {
      CHECKDP_OUTPUT(1);
      noisy_T = T + Lap(2 * c / epsilon);
      above++;
      if (above >= c)
        return;
    } else {
      CHECKDP_OUTPUT(0);
    }
  }
}

/* Roth's lecture notes 2011: what is compared is shown. */
void algorithm_3(float queries[], int n, float T, float epsilon, int c)
{
  "CHECK: epsilon";
  int above = 0, i = 0;
  float noisy_T = T + Lap(4 / epsilon);
  while (above < c && i < n) {
    float noisy = queries[i] + Lap(2 * c / epsilon);
    if (noisy >= noisy_T) {
      CHECKDP_OUTPUT(noisy);
      above += 1;
    } else {
      CHECKDP_OUTPUT(-1);
    }
    i += 1;
  }
}

/* Lee and Clifton 2014: the noise of the queries does not grow with c. */
void algorithm_4(float queries[], int n, float T, float epsilon, int c)
{
  "CHECK: epsilon";
  int above = 0;
  float noisy_T = T + Lap(4 / epsilon);
  for (int i = 0; i < n; i++) {
    float nu = Lap(4 / (3 * epsilon));
    if (queries[i] + nu < noisy_T) {
      CHECKDP_OUTPUT(0);
      continue;
    }
    CHECKDP_OUTPUT(1);
    above++;
    if (above == c)
      break;
  }
}

/* Stoddard, Chen and Machanavajjhala 2014: no noise on the queries, and no end. */
void algorithm_5(float queries[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float noisy_T = T + Lap(2 / epsilon);
  for (int i = 0; i < n; i++)
    CHECKDP_OUTPUT(queries[i] >= noisy_T ? 1 : 0);
}

/* Chen and others 2015: noise on the queries, and no end. */
void algorithm_6(float queries[], int n, float T, float epsilon)
{
  "CHECK: epsilon";
  float noisy_T = T + Lap(2 / epsilon);
  for (int i = 0; i < n; i++) {
    if (queries[i] + Lap(2 / epsilon) >= noisy_T)
      CHECKDP_OUTPUT(1);
    else
      CHECKDP_OUTPUT(0);
  }
}
