int f(float q[], int n, float epsilon)
{
  int best = 0, i = 0;
  float most = 0;
  while (i < n) {
    float eta = Lap(2 / epsilon);
    if (q[i] + eta > most || i == 0) {
      best = i;
      most = q[i] + eta;
    }
    i = i + 1;
  }
  CHECKDP_OUTPUT(best);
}
