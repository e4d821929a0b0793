void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(2 / epsilon);
  float spent = 2 * 2 * epsilon;
  int i = 0;
  while (i < n) {
    float far = q[i] + Lap(8 * 2 / epsilon);
    if (far - limit >= 16) {
      CHECKDP_OUTPUT(far - limit);
      spent = spent + epsilon;
    } else {
      float near = q[i] + Lap(4 * 2 / epsilon);
      if (near - limit >= 0) {
        CHECKDP_OUTPUT(near - limit);
        spent = spent + 2 * epsilon;
      } else {
        CHECKDP_OUTPUT(0);
      }
    }
    i = i + 1;
    if (spent > 4 * 2 * epsilon - 2 * epsilon) {
      break;
    }
  }
}
