// Results that were tampered with: a page shows nothing that is not in the file it was given.
#include <gtest/gtest.h>
#include <hdf5.h>

#include "tests/support/messages.hpp"
#include "tests/viewer/made_results.hpp"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

// A result, in which `work` may change what it likes.
struct Tampered {
  TemporaryFolder folder;
  std::string result = folder / "run.h5";

  template <class Work>
  explicit Tampered(Work&& work) {
    write(folder / "hinge.urdf", hinge_urdf());
    simulate(folder / "hinge.urdf", result, 0.1);
    const hid_t file = H5Fopen(result.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    work(file, folder.path());
    H5Fclose(file);
  }
  std::string refusal_of_page() const {
    return complaint<std::exception>([&] { page_of({result}); });
  }
};

// The dataset `path`, made anew by `make`, with the attributes it had.
template <class Make>
void replace_dataset(hid_t file, const char* path, Make&& make) {
  const hid_t before = H5Dopen2(file, path, H5P_DEFAULT);
  H5Ldelete(file, path, H5P_DEFAULT);
  const hid_t after = make();
  for (const char* const name : {"label", "description", "columns", "units"}) {
    const hid_t from = H5Aopen(before, name, H5P_DEFAULT), type = H5Aget_type(from),
                space = H5Aget_space(from);
    const hid_t to = H5Acreate2(after, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    std::vector<char*> texts(std::size_t(H5Sget_simple_extent_npoints(space)), nullptr);
    H5Aread(from, type, texts.data());
    H5Awrite(to, type, texts.data());
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts.data());
    H5Aclose(to), H5Aclose(from), H5Sclose(space), H5Tclose(type);
  }
  H5Dclose(after), H5Dclose(before);
}

hid_t eleven_rows(hid_t file, const char* path, hid_t properties, hsize_t columns) {
  const hsize_t size[] = {11, columns};
  const hid_t space = H5Screate_simple(2, size, nullptr);
  const hid_t data = H5Dcreate2(file, path, H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  H5Sclose(space);
  return data;
}

TEST(HostileResult, NumbersOfOtherFilesAreNotRead) {
  const Tampered tampered([](hid_t file, const fs::path& folder) {
    write((folder / "secret").string(), std::string(88, 's'));
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(properties, (folder / "secret").c_str(), 0, 88);
    replace_dataset(file, "/q", [&] { return eleven_rows(file, "/q", properties, 1); });
    H5Pclose(properties);
  });
  EXPECT_NE(tampered.refusal_of_page().find("/q lies in another file"), std::string::npos)
      << tampered.refusal_of_page();
}

TEST(HostileResult, LinksIntoOtherFilesAreNotFollowed) {
  const Tampered tampered([](hid_t file, const fs::path& folder) {
    fs::copy_file(folder / "run.h5", folder / "other.h5");
    H5Ldelete(file, "/energy", H5P_DEFAULT);
    H5Lcreate_external((folder / "other.h5").c_str(), "/energy", file, "/energy", H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_NE(tampered.refusal_of_page().find("/energy lies in another file"), std::string::npos)
      << tampered.refusal_of_page();
}

TEST(HostileResult, ColumnsMustBeThere) {
  const Tampered tampered([](hid_t file, const fs::path&) {
    replace_dataset(file, "/energy", [&] { return eleven_rows(file, "/energy", H5P_DEFAULT, 2); });
  });
  EXPECT_NE(tampered.refusal_of_page().find("/energy has 2 columns, names for 6"), std::string::npos)
      << tampered.refusal_of_page();
}

}  // namespace
}  // namespace sinew::test
