void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(4 / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
