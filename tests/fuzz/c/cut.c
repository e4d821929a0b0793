void f(float q[], int n, float T, float epsilon, int N)
{
  "TYPES: q: <*, *>; n: <0, 0>; T: <0, 0>; epsilon: <0, 0>; N: <0, 0>";
  "PRECONDITION: ALL_DIFFER; ASSUME(N > 0); ASSUME(N <= n); ASSUME(T <= 10)";
  "CHECK: epsilon";
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < N && i < n) {
    float