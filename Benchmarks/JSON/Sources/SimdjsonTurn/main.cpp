// Measures simdjson on the same models: `simdjson-turn ROUND FOLDER` reads every document of `json-benchmark documents` and
// prints turns as `json-benchmark decode --turn` does. run.sh builds it if simdjson is installed.
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <time.h>

extern "C" uint64_t allocations(void);

using namespace simdjson;

struct Address {
  std::string street, city;
  int64_t zip = 0;
};

struct User {
  int64_t id = 0;
  std::string name, email;
  int64_t age = 0;
  bool isActive = false;
  std::optional<std::string> nickname;
  Address address;
  std::vector<std::string> tags;
};

static std::string text(ondemand::value value) { return std::string(std::string_view(value.get_string())); }

// Each search for a member starts after the last member found and accepts any order, which On-Demand does best.
static User user(ondemand::object object) {
  User user;
  user.id = object["id"].get_int64();
  user.name = text(object["name"]);
  user.email = text(object["email"]);
  user.age = object["age"].get_int64();
  user.isActive = object["isActive"].get_bool();
  ondemand::value nickname;
  if (!object["nickname"].get(nickname) && !nickname.is_null()) user.nickname = text(nickname);
  ondemand::object address = object["address"].get_object();
  user.address.street = text(address["street"]);
  user.address.city = text(address["city"]);
  user.address.zip = address["zip"].get_int64();
  user.tags.reserve(4);
  for (auto tag : object["tags"].get_array()) user.tags.push_back(text(tag.value()));
  return user;
}

static std::vector<User> users(ondemand::parser &parser, const padded_string &json) {
  std::vector<User> users;
  ondemand::document document = parser.iterate(json);
  if (document.type() == ondemand::json_type::object) {
    users.push_back(user(document.get_object()));
  } else {
    for (auto element : document.get_array()) users.push_back(user(element.get_object()));
  }
  return users;
}

// CPU time, as in Swift.
static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
  if (count != 3) {
    std::cerr << "usage: simdjson-turn ROUND FOLDER\n";
    return 2;
  }
  std::set<std::filesystem::path> files;
  for (auto &entry : std::filesystem::directory_iterator(arguments[2])) files.insert(entry.path());
  ondemand::parser parser;
  for (auto &file : files) {
    if (file.extension() != ".json") continue;
    padded_string json = padded_string::load(file.string());
    size_t models = users(parser, json).size();
    uint64_t before = allocations();
    double start = now();
    users(parser, json);
    double first = now() - start;
    uint64_t blocks = allocations() - before;
    long passes = std::min(20000L, std::max(2L, long(0.02 / first)));
    start = now();
    for (long pass = 0; pass < passes; pass++) users(parser, json);
    std::cout << "decode\t" << file.stem().string() << "\tsimdjson\t" << arguments[1] << "\t" << json.size() << "\t" << models
              << "\t" << (now() - start) / passes << "\t" << blocks << "\n";
  }
}
