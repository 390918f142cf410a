// The folder of compiled libraries: whole entries or none, whatever happens.
#include "sinew/codegen/library_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <stdexcept>

#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

// Makes an entry of this content.
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

TEST(LibraryCache, FindsWhatWasAdded) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder / "cache");
  EXPECT_EQ(cache.remark(), "");
  EXPECT_EQ(cache.find("key"), fs::path());
  const fs::path file = cache.add("key", made_of("some code"));
  EXPECT_EQ(cache.find("key"), file);
  EXPECT_TRUE(content_of(file.string()).starts_with("some code"));
  EXPECT_EQ(cache.find("other"), fs::path());
}

TEST(LibraryCache, IsForItsUserAlone) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder / "a/b/cache");
  EXPECT_EQ(permissions(folder / "a/b/cache"), 0700u);
}

TEST(LibraryCache, LeavesNothingBesideItsEntries) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder.path());
  cache.add("one", made_of("1"));
  EXPECT_THROW(cache.add("two",
                         [](const fs::path& library) {
                           write(library.string(), "half");
                           return std::string("the disk is full");
                         }),
               std::runtime_error);
  EXPECT_EQ(folder.names(), std::set<std::string>{"one.so"});
  EXPECT_EQ(complaint<std::exception>(
                [&] { cache.add("two", [](const fs::path&) { return std::string("no disk"); }); }),
            "no disk");
}

TEST(LibraryCache, DoesNotTrustADamagedEntry) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder.path());
  const std::string file = cache.add("key", made_of("some code")).string(), whole = content_of(file);
  for (const std::string& damaged : {whole.substr(0, whole.size() - 1), whole.substr(0, 5), std::string(),
                                     "tome code" + whole.substr(9), whole + " "}) {
    write(file, damaged);
    EXPECT_EQ(cache.find("key"), fs::path()) << damaged;
  }
  cache.add("key", made_of("some code"));
  EXPECT_NE(cache.find("key"), fs::path());
}

TEST(LibraryCache, LetsTheOldestGoWhenItIsFull) {
  const TemporaryFolder folder;
  const LibraryCache cache(folder.path(), 3000);
  using namespace std::chrono_literals;
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 5; ++i) {
    const fs::path file = cache.add(std::to_string(i), made_of(std::string(900, 'x')));
    if (fs::exists(file)) fs::last_write_time(file, now - 10h + i * 1h);
  }
  EXPECT_EQ(folder.names(), (std::set<std::string>{"2.so", "3.so", "4.so"}));
  cache.find("2");  // used: 3 is the oldest now
  cache.add("5", made_of(std::string(900, 'x')));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"2.so", "4.so", "5.so"}));
}

TEST(LibraryCache, ClearsUpAfterProgramsThatWereKilledLongAgo) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "build-dead00");
  fs::create_directory(folder / "build-alive0");
  fs::last_write_time(folder / "build-dead00", fs::file_time_type::clock::now() - std::chrono::hours(48));
  const LibraryCache cache(folder.path());
  cache.add("key", made_of("x"));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"build-alive0", "key.so"}));
}

TEST(LibraryCache, UsesATemporaryFolderWhereTheOneGivenIsNotFit) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::others_write, fs::perm_options::add);
  fs::path temporary;
  {
    const LibraryCache cache(folder.path());
    EXPECT_EQ(cache.remark(), folder.path().string() + " can be written to by other users");
    temporary = cache.folder();
    EXPECT_NE(temporary, folder.path());
    const fs::path file = cache.add("key", made_of("x"));
    EXPECT_EQ(cache.find("key"), file);
  }
  EXPECT_FALSE(fs::exists(temporary));
  EXPECT_TRUE(folder.names().empty());
  write(folder / "file", "");
  EXPECT_EQ(LibraryCache(folder / "file").remark(), (folder / "file") + " is no folder");
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

}  // namespace
}  // namespace sinew::test
