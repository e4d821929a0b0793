void f(float q[], int n, float T, float epsilon, int M)
{
  "TYPES: q: <*, *>; n: <0, 0>; T: <0, 0>; epsilon: <0, 0>; M: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(2 > 0); ASSUME(2 <= n); ASSUME(T <= 10)";
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < 2 && i < n) {
    float eta = Lap(4 * 2 / epsilon);
    if (q[i] + eta >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}
