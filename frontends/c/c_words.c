/* SPDX-License-Identifier: Apache-2.0 */
#include "c_words.h"

#include "routine_noise.h"

const char c_declarations[] =
    "typedef int bool, size_t, ssize_t, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, "
    "uint32_t, uint64_t;\n";

gboolean
c_is_keyword (const char *name)
{
  static const char *const words[] = {
      "auto",     "break",  "case",   "char",     "const",    "continue", "default",  "do",
      "double",   "else",   "enum",   "extern",   "float",    "for",      "goto",     "if",
      "inline",   "int",    "long",   "register", "restrict", "return",   "short",    "signed",
      "sizeof",   "static", "struct", "switch",   "typedef",  "union",    "unsigned", "void",
      "volatile", "while",  "_Bool",  "bool",     "true",     "false",    "INFINITY", NULL};
  return g_strv_contains (words, name);
}

gboolean
c_is_believed (const char *name)
{
  return g_str_equal (name, C_OUTPUT) || routine_noise_is_name (name);
}

CNumberKind
c_kind_of_word (const char *word)
{
  static const char *const whole[] = {"int",    "long",    "short",   "signed",  "ssize_t",
                                      "int8_t", "int16_t", "int32_t", "int64_t", NULL};
  if (g_str_equal (word, "float") || g_str_equal (word, "double"))
    return C_REAL;
  if (g_str_equal (word, "bool") || g_str_equal (word, "_Bool"))
    return C_TRUTH;
  return g_strv_contains (whole, word) ? C_WHOLE : C_NO_NUMBER;
}

guint
c_bits_of_word (const char *word)
{
  static const struct {
    const char *word;
    guint bits;
  } sizes[] = {{"short", 15}, {"int8_t", 7}, {"int16_t", 15}, {"int64_t", 63}, {"ssize_t", 31}};
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (g_str_equal (word, sizes[i].word))
      return sizes[i].bits;
  return 0;
}
