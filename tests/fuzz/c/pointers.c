#include <stdio.h>
#define N 0x3 /* three */
static int *g(int **p) { return *p++; }
int f(float *q, struct s t)
{
  float a[N] = {1, 2}, *p = &a[0];
  "CHECK: 2 *";
  do { switch (a) { case 1: goto end; default: break; } } while (*p++ = Lap(1 / 2));
end:
  return (int)q[p->x] ? a, !t.y : ~sizeof(int *);
}
