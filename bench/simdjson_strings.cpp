// SPDX-License-Identifier: Apache-2.0
// simdjson_strings FILE: reads FILE by simdjson's on-demand parser, visits every key and every
// string, and prints how many there are and how many bytes they have.
#include <simdjson.h>

#include <iostream>

namespace
{
namespace ondemand = simdjson::ondemand;

struct Strings {
  size_t number = 0, bytes = 0;

  void take (std::string_view text)
  {
    number++;
    bytes += text.size ();
  }

  // The documents of bench/ are nested no deeper than a few brackets.
  void visit (ondemand::value value)
  {
    switch (value.type ()) {
    case ondemand::json_type::array:
      for (auto element : value.get_array ())
        visit (element.value ());
      break;
    case ondemand::json_type::object:
      for (auto field : value.get_object ()) {
        take (field.unescaped_key ());
        visit (field.value ());
      }
      break;
    case ondemand::json_type::string:
      take (value.get_string ());
      break;
    default:
      break;
    }
  }
};
}

int
main (int argc, char **argv)
{
  if (argc != 2) {
    std::cerr << "usage: simdjson_strings FILE\n";
    return 2;
  }
  try {
    const simdjson::padded_string text = simdjson::padded_string::load (argv[1]);
    ondemand::parser parser;
    ondemand::document document = parser.iterate (text);
    Strings strings;
    strings.visit (document.get_value ());
    std::cout << strings.number << ' ' << strings.bytes << '\n';
  } catch (const simdjson::simdjson_error &error) {
    std::cerr << argv[1] << ": " << error.what () << '\n';
    return 1;
  }
  return 0;
}
