// The folder of compiled libraries contains complete entries only, whatever happens.
#include "sinew/codegen/build/library_cache.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::library_cache_test {

namespace fs = std::filesystem;

// Makes an entry with this content.
auto made_of(const std::string& content) {
  return [content](const fs::path& library) {
    write(library.string(), content);
    return std::string();
  };
}

unsigned permissions(const std::string& file) {
  struct stat about {};
  return ::stat(file.c_str(), &about) == 0 ? about.st_mode & 0777u : 0;
}

// Makes an entry with this content; returns its path.
fs::path add(const LibraryCache& cache, const std::string& key, const std::string& content) {
  fs::path place;
  EXPECT_EQ(cache.add(key, made_of(content), [&](const fs::path& library) { place = library; }), "");
  return place;
}

void use_nothing(const fs::path&) {}

TEST(LibraryCache, FindsAddedEntries) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder / "cache");
  EXPECT_EQ(cache.remark(), "");
  EXPECT_EQ(cache.find("key"), fs::path());
  const fs::path file = add(cache, "key", "some code");
  EXPECT_EQ(cache.find("key"), file);
  EXPECT_TRUE(content_of(file.string()).starts_with("some code"));
  EXPECT_EQ(cache.find("other"), fs::path());
}

TEST(LibraryCache, IsReadableByItsUserOnly) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder / "a/b/cache");
  EXPECT_EQ(permissions(folder / "a/b/cache"), 0700u);
}

TEST(LibraryCache, LeavesNoOtherFiles) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder.path());
  add(cache, "one", "1");
  EXPECT_THROW(cache.add(
                   "two",
                   [](const fs::path& library) {
                     write(library.string(), "half");
                     return std::string("the disk is full");
                   },
                   use_nothing),
               std::runtime_error);
  EXPECT_EQ(folder.names(), std::set<std::string>{"one.so"});
  EXPECT_EQ(complaint<std::exception>([&] {
              cache.add(
                  "two", [](const fs::path&) { return std::string("no disk"); }, use_nothing);
            }),
            "no disk");
}

TEST(LibraryCache, DoesNotTrustADamagedEntry) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder.path());
  const std::string file = add(cache, "key", "some code").string(), whole = content_of(file);
  for (const std::string& damaged : {whole.substr(0, whole.size() - 1), whole.substr(0, 5), std::string(),
                                     "tome code" + whole.substr(9), whole + " "}) {
    write(file, damaged);
    EXPECT_EQ(cache.find("key"), fs::path()) << damaged;
  }
  add(cache, "key", "some code");
  EXPECT_NE(cache.find("key"), fs::path());
}

TEST(LibraryCache, RemovesTheOldestEntriesWhenItIsFull) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder.path(), 3000);
  using namespace std::chrono_literals;
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 5; ++i) {
    const fs::path file = add(cache, std::to_string(i), std::string(900, 'x'));
    if (fs::exists(file)) fs::last_write_time(file, now - 10h + i * 1h);
  }
  EXPECT_EQ(folder.names(), (std::set<std::string>{"2.so", "3.so", "4.so"}));
  cache.find("2");  // used, so that 3 is the oldest
  add(cache, "5", std::string(900, 'x'));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"2.so", "4.so", "5.so"}));
}

TEST(LibraryCache, CleansUpAfterProgramsThatWereKilledLongAgo) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "build-dead00");
  fs::create_directory(folder / "build-alive0");
  fs::last_write_time(folder / "build-dead00", fs::file_time_type::clock::now() - std::chrono::hours(48));
  const LibraryCache cache(folder.path());
  add(cache, "key", "x");
  EXPECT_EQ(folder.names(), (std::set<std::string>{"build-alive0", "key.so"}));
}

TEST(LibraryCache, CleansUpAfterAKilledProgramAndKeepsFilesOfRunningOnes) {
  const TemporaryFolder folder;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const auto start = [&] {
    const pid_t child = ::fork();
    if (child != 0) return child;
    LibraryCache(folder.path())
        .add(
            "key",
            [&](const fs::path& library) {
              write((library.parent_path() / "robot.c").string(), "half");
              if (::write(ends[1], "x", 1) == 1) ::pause();
              return std::string();
            },
            use_nothing);
    ::_exit(0);
  };
  const auto has_begun = [&] {
    char c;
    return ::read(ends[0], &c, 1) == 1;
  };
  const pid_t dead = start();
  ASSERT_TRUE(has_begun());
  ::kill(dead, SIGKILL);
  ::waitpid(dead, nullptr, 0);
  EXPECT_EQ(folder.names().size(), 2u);  // a folder and its lock
  const pid_t alive = start();
  ASSERT_TRUE(has_begun());
  const std::set<std::string> of_the_living = folder.names();
  EXPECT_EQ(of_the_living.size(), 2u);  // those of the killed one are removed
  add(LibraryCache(folder.path()), "other", "x");
  std::set<std::string> expected = of_the_living;
  expected.insert("other.so");
  EXPECT_EQ(folder.names(), expected);
  ::kill(alive, SIGKILL);
  ::waitpid(alive, nullptr, 0);
  add(LibraryCache(folder.path()), "third", "x");
  EXPECT_EQ(folder.names(), (std::set<std::string>{"other.so", "third.so"}));
  ::close(ends[0]), ::close(ends[1]);
}

TEST(LibraryCache, ReturnsALibraryEvenIfItsEntryIsBlocked) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "key.so/inner");
  const LibraryCache cache(folder.path());
  EXPECT_EQ(cache.find("key"), fs::path());
  std::string content;
  const std::string why = cache.add("key", made_of("some code"),
                                    [&](const fs::path& library) { content = content_of(library.string()); });
  EXPECT_TRUE(content.starts_with("some code"));
  EXPECT_EQ(why, (folder / "key.so") + " cannot be replaced: Is a directory");
  EXPECT_EQ(folder.names(), std::set<std::string>{"key.so"});
}

// Environment variables that are restored at the end.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* const old = std::getenv(name)) before_ = old;
    value.empty() ? ::unsetenv(name) : ::setenv(name, value.c_str(), 1);
  }
  ~Environment() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(LibraryCache, MakesNoHomeFolder) {
  const TemporaryFolder folder;
  {
    const Environment none("XDG_CACHE_HOME", ""), home("HOME", folder / "nobody");
    const LibraryCache cache;
    EXPECT_EQ(cache.remark(), "HOME leads to " + (folder / "nobody") + ", which is not a folder");
    EXPECT_NE(add(cache, "key", "x"), fs::path());
  }
  {
    const Environment caches("XDG_CACHE_HOME", folder / "no/caches");
    EXPECT_EQ(LibraryCache().remark(),
              "XDG_CACHE_HOME leads to " + (folder / "no") + ", which is not a folder");
  }
  EXPECT_TRUE(folder.names().empty());
  const Environment none("XDG_CACHE_HOME", ""), home("HOME", folder.path().string());
  EXPECT_EQ(LibraryCache().remark(), "");
  EXPECT_EQ(permissions(folder / ".cache/sinew"), 0700u);
}

TEST(LibraryCache, ThatOthersCouldReplaceIsNotTrusted) {
  const TemporaryFolder folder;
  const std::string cache = folder / "shared/cache";
  fs::create_directory(folder / "shared");
  fs::permissions(folder / "shared", fs::perms::all);
  EXPECT_EQ(LibraryCache(cache).remark(), cache + " can be replaced by other users");
  fs::permissions(folder / "shared", fs::perms::sticky_bit, fs::perm_options::add);
  EXPECT_EQ(LibraryCache(cache).remark(), "");
}

TEST(LibraryCache, UsesATemporaryFolderIfTheGivenOneIsUnusable) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::others_write, fs::perm_options::add);
  fs::path temporary;
  {
    const LibraryCache cache(folder.path());
    EXPECT_EQ(cache.remark(), folder.path().string() + " can be written to by other users");
    temporary = cache.folder();
    EXPECT_NE(temporary, folder.path());
    const fs::path file = add(cache, "key", "x");
    EXPECT_EQ(cache.find("key"), file);
  }
  EXPECT_FALSE(fs::exists(temporary));
  EXPECT_TRUE(folder.names().empty());
  write(folder / "file", "");
  EXPECT_EQ(LibraryCache(folder / "file").remark(), (folder / "file") + " is not a folder");
}

TEST(LibraryCache, OfAnotherUserIsNotTrusted) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  const TemporaryFolder folder;
  ASSERT_EQ(::chown(folder.path().c_str(), 12345, 12345), 0);
  EXPECT_EQ(LibraryCache(folder.path()).remark(), folder.path().string() + " belongs to another user");
}

TEST(HashText, DiffersForDifferentTexts) {
  EXPECT_EQ(hash_text("robot").size(), 32u);
  EXPECT_EQ(hash_text("robot"), hash_text("robot"));
  std::set<std::string> seen;
  for (const std::string& text :
       {std::string(), std::string("a"), std::string("b"), std::string("a\0", 2), std::string(8, 'a'),
        std::string(16, 'a'), std::string("12345678abcdefgh"), std::string("abcdefgh12345678")}) {
    EXPECT_TRUE(seen.insert(hash_text(text)).second);
  }
}

}  // namespace sinew::test::library_cache_test
