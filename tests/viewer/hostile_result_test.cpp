// Manipulated results: a page shows nothing that is not in the given file.
#include <gtest/gtest.h>
#include <hdf5.h>

#include "sinew/io/results/seal.hpp"
#include "tests/support/messages.hpp"
#include "tests/viewer/made_results.hpp"

namespace sinew::test::hostile_result_test {

namespace fs = std::filesystem;

// A result that `work` may change.
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
    detail::add_seal(result, {});  // the checksum is not a secret
  }
  std::string refusal_of_page() const {
    return complaint<std::exception>([&] { page_of({result}); });
  }
};

// Replaces the dataset `path` by one from `make`, with the same attributes.
template <class Make>
void replace_dataset(hid_t file, const char* path, Make&& make) {
  const hid_t before = H5Dopen2(file, path, H5P_DEFAULT);
  H5Ldelete(file, path, H5P_DEFAULT);
  const hid_t after = make();
  for (const char* const name : {"label", "description", "columns", "units"}) {
    const hid_t from = H5Aopen(before, name, H5P_DEFAULT), type = H5Aget_type(from),
                space = H5Aget_space(from);
    const hid_t to = H5Acreate2(after, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    std::string texts(std::size_t(H5Sget_simple_extent_npoints(space)) * H5Tget_size(type), '\0');
    H5Aread(from, type, texts.data());
    H5Awrite(to, type, texts.data());
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
  EXPECT_NE(tampered.refusal_of_page().find("/q is stored in another file"), std::string::npos)
      << tampered.refusal_of_page();
}

TEST(HostileResult, LinksIntoOtherFilesAreNotFollowed) {
  const Tampered tampered([](hid_t file, const fs::path& folder) {
    fs::copy_file(folder / "run.h5", folder / "other.h5");
    H5Ldelete(file, "/energy", H5P_DEFAULT);
    H5Lcreate_external((folder / "other.h5").c_str(), "/energy", file, "/energy", H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_NE(tampered.refusal_of_page().find("/energy is stored in another file"), std::string::npos)
      << tampered.refusal_of_page();
}

TEST(HostileResult, WithoutAChecksumIsNotOpened) {
  const Tampered tampered([](hid_t, const fs::path&) {});
  fs::resize_file(tampered.result, fs::file_size(tampered.result) - 40);
  EXPECT_TRUE(contains(tampered.refusal_of_page(), "the checksum at its end is missing"));
}

TEST(HostileResult, TextsOfVariableLengthAreNotRead) {
  const Tampered tampered([](hid_t file, const fs::path&) {
    H5Adelete(file, "scene");
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, H5T_VARIABLE);
    const hid_t text = H5Acreate2(file, "scene", type, space, H5P_DEFAULT, H5P_DEFAULT);
    const char* const value = "a text";
    H5Awrite(text, type, &value);
    H5Aclose(text), H5Sclose(space), H5Tclose(type);
  });
  EXPECT_TRUE(contains(tampered.refusal_of_page(), "/ scene is not a string of fixed length"));
}

TEST(HostileResult, NumbersOfTheReportAreScalars) {
  const Tampered tampered([](hid_t file, const fs::path&) {
    H5Adelete(file, "steps");
    const hsize_t size = 10'000;
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    H5Aclose(H5Acreate2(file, "steps", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
  });
  EXPECT_TRUE(contains(tampered.refusal_of_page(), "/ steps is not a single number"));
}

TEST(HostileResult, TextsLargerThanTheFileAreNotAllocated) {
  const Tampered tampered([](hid_t file, const fs::path&) {
    H5Ldelete(file, "/scene/text", H5P_DEFAULT);
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, std::size_t(1) << 31);
    H5Dclose(H5Dcreate2(file, "/scene/text", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space), H5Tclose(type);
  });
  EXPECT_TRUE(
      contains(complaint<std::runtime_error>([&] { hdf5::File::open(tampered.result).text("/scene/text"); }),
               "/scene/text is larger than the file"));
}

TEST(HostileResult, MoreRowsThanTheFileCanContainAreRefused) {
  const Tampered tampered([](hid_t file, const fs::path&) {
    replace_dataset(file, "/energy", [&] {
      const hsize_t size[] = {hsize_t(1) << 50, 6}, piece[] = {1000, 6};
      const hid_t space = H5Screate_simple(2, size, nullptr), properties = H5Pcreate(H5P_DATASET_CREATE);
      H5Pset_chunk(properties, 2, piece);
      const hid_t data =
          H5Dcreate2(file, "/energy", H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
      H5Pclose(properties), H5Sclose(space);
      return data;
    });
  });
  EXPECT_TRUE(contains(tampered.refusal_of_page(), "/energy is larger than the file"));
}

TEST(HostileResult, ColumnsMustExist) {
  const Tampered tampered([](hid_t file, const fs::path&) {
    replace_dataset(file, "/energy", [&] { return eleven_rows(file, "/energy", H5P_DEFAULT, 2); });
  });
  EXPECT_NE(tampered.refusal_of_page().find("/energy has 2 columns but 6"), std::string::npos)
      << tampered.refusal_of_page();
}

}  // namespace sinew::test::hostile_result_test
