# SPDX-License-Identifier: Apache-2.0
"""C functions that look like mechanisms that they are not: each is refused at its place, for its
reason."""

# name, text, options, place, message
HOSTILE = [
    ("a winner that is the index of each round", """\
int f(float q[], int n, float epsilon)
{
  float best = -INFINITY;
  float win = 0;
  int i = 0;
  while (i < n) {
    float x = q[i] + Lap(2 / epsilon);
    win = i;
    if (x > best) {
      best = x;
      win = i;
    }
    i = i + 1;
  }
  return win;
}
""", [],
     "9:13", "'best' cannot be followed here: a running maximum is read"),
    ("a largest that is any noisy answer", """\
int f(float q[], int n, float epsilon)
{
  float best = -INFINITY;
  float win = 0;
  int i = 0;
  while (i < n) {
    float x = q[i] + Lap(2 / epsilon);
    best = x;
    if (x > best) {
      best = x;
      win = i;
    }
    i = i + 1;
  }
  return win;
}
""", [],
     "9:9", "noise is compared without an answer"),
    ("a winner that is an answer", """\
int f(float q[], int n, float epsilon)
{
  float best = -INFINITY;
  float win = 0;
  int i = 0;
  while (i < n) {
    float x = q[i] + Lap(2 / epsilon);
    win = q[i];
    if (x > best) {
      best = x;
      win = i;
    }
    i = i + 1;
  }
  return win;
}
""", [],
     "9:13", "'best' cannot be followed here: a running maximum is read"),
    ("a winner that is a noisy answer in a for", """\
int f(float q[], int n, float epsilon)
{
  float best = -INFINITY;
  float win = 0;
  for (int i = 0; i < n; i++) {
    float x = q[i] + Lap(2 / epsilon);
    win = x;
    if (x > best) {
      best = x;
      win = i;
    }
  }
  return win;
}
""", [],
     "8:13", "'best' cannot be followed here: a running maximum is read"),
    ("decimals in a constant of the file", """\
const int H = 5.9;
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(H / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(H / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "1:11", "'H' is a whole number and gets decimals"),
    ("decimals in a long constant", """\
static const long H = 0.5;
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(H / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(H / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "1:19", "'H' is a whole number and gets decimals"),
    ("a short constant that is too large", """\
const short H = 70000;
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(H / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(H / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "1:13", "too large for its type"),
    ("an int constant that is too large", """\
const int H = 3000000000;
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(H / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(H / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "1:11", "too large for its type"),
    ("a constant of eight bits", """\
#include <stdint.h>
const int8_t H = 200;
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(H / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(H / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "2:14", "too large for its type"),
    ("decimals of a macro in an int", """\
#define D 2.5
void f(float q[], int n, float T, float epsilon)
{
  int h = D;
  float limit = T + Lap(2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(h / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "4:7", "'h' is a whole number and gets decimals"),
    ("a real product in an int", """\
void f(float q[], int n, float T, float epsilon)
{
  int h = 0.5 * 3;
  float limit = T + Lap(2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(h / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "3:7", "whose decimals C cuts off"),
    ("a real quotient in an int", """\
void f(float q[], int n, float T, float epsilon)
{
  int h = 5 / 2.0;
  float limit = T + Lap(2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(h / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "3:7", "whose decimals C cuts off"),
    ("a quotient by epsilon in an int", """\
void f(float q[], int n, float T, float epsilon)
{
  int h = 4 / epsilon;
  float limit = T + Lap(2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap(h);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "3:7", "whose decimals C cuts off"),
    ("a cast to a smaller type", """\
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + Lap((short)70000 / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "6:30", "a cast that may change the number"),
    ("a trigraph that joins lines", """\
void f(float q[], int n, float T, float epsilon)
{
  // is this right??/
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
""", [],
     "3:19", "'??/', which ISO C takes for a backslash"),
    ("a trigraph in a text", """\
#include <x.h>
void f(float q[], int n, float T, float epsilon)
{
  "CHECK: epsilon??/"";
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
""", [],
     "4:18", "'??/', which ISO C takes for a backslash"),
    ("a directive by digraphs", """\
%:define n 3
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
""", [],
     "1:1", "no C"),
    ("the end of a comment over two lines", """\
void f(float q[], int n, float T, float epsilon)
{
  /* a *\\
  / float limit = T + Lap(2 / epsilon);
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
""", [],
     "3:9", "a line that goes on behind"),
    ("decimals by -D", """\
void f(float q[], int n, float T, float epsilon, int N)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < N && i < n) {
    if (q[i] + Lap(4 * N / epsilon) >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}
""", ["-D", "N=2.5"],
     "1:54", "'N' gets the value 2.5 by -D"),
    ("a large number by -D", """\
void f(float q[], int n, float T, float epsilon, int N)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < N && i < n) {
    if (q[i] + Lap(4 * N / epsilon) >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}
""", ["-D", "N=99999999999"],
     "1:54", "'N' gets the value 99999999999 by -D"),
    ("a number for a bool by -D", """\
void f(float q[], int n, float T, float epsilon, bool N)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < N && i < n) {
    if (q[i] + Lap(4 * N / epsilon) >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}
""", ["-D", "N=2"],
     "1:55", "give it a 0 or a 1"),
    ("a half by -D", """\
void f(float q[], int n, float T, float epsilon, int N)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < N && i < n) {
    if (q[i] + Lap(4 * N / epsilon) >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}
""", ["-D", "N=1/2"],
     "1:54", "'N' gets the value 1/2 by -D"),
    ("decimals for a constant by -D", """\
const int N = 2;
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < N && i < n) {
    if (q[i] + Lap(4 * N / epsilon) >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}
""", ["-D", "N=2.5"],
     "1:11", "'N' gets the value 2.5 by -D"),
    ("a large number for a short by -D", """\
void f(float q[], int n, float T, float epsilon, short N)
{
  float limit = T + Lap(2 / epsilon);
  int i = 0, count = 0;
  while (count < N && i < n) {
    if (q[i] + Lap(4 * N / epsilon) >= limit) {
      CHECKDP_OUTPUT(1);
      count = count + 1;
    } else {
      CHECKDP_OUTPUT(0);
    }
    i = i + 1;
  }
}
""", ["-D", "N=40000"],
     "1:56", "'N' gets the value 40000 by -D"),
    ("an index from behind", """\
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(2 / epsilon);
  int i = -1;
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
""", [],
     "12:5", "counts through the private answers"),
    ("an index that begins at a parameter", """\
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(2 / epsilon);
  int i = n;
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
""", [],
     "12:5", "counts through the private answers"),
    ("noise with its parameters in another order", """\
float lap(float loc, float b);
float lap(float b, float loc) { return 0; }
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + lap(0, 2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + lap(0, 4 / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(1);
      break;
    }
    CHECKDP_OUTPUT(0);
    i++;
  }
}
""", [],
     "2:7", "'lap' has its scale elsewhere"),
    ("the same noise for two answers", """\
void f(float q[], float epsilon)
{
  float x = Lap(1 / epsilon);
  CHECKDP_OUTPUT(q[0] + x);
  CHECKDP_OUTPUT(q[1] + x);
}
""", [],
     "5:18", "the same noise is added to two answers"),
    ("equal to a discrete threshold", """\
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + dlap(2 / epsilon);
  int i = 0;
  while (i < n) {
    float noisy = q[i] + dlap(4 / epsilon);
    if (noisy >= limit) {
      CHECKDP_OUTPUT(0);
    } else if (noisy > limit) { CHECKDP_OUTPUT(1); } else
    { CHECKDP_OUTPUT(0); }
    i++;
  }
}
""", [],
     "7:9", "what is equal counts as above here"),
    ("a type of C that is another", """\
typedef char int64_t;
void f(float q[], int n, float T, float epsilon)
{
  float limit = T + Lap(2 / epsilon);
  int64_t i = 0;
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
""", [],
     "1:14", "'int64_t' is a type of C's"),
]
