// The tool of `swift package import-endpoints`.
#if Import
  import ArgumentParser
  import RefineryImport

  ImportProgram.main()
#else
  import Foundation

  FileHandle.standardError.write(
    Data(
      ("import-endpoints: the package was built without the trait Import; add --traits Import, or traits: [\"Import\"] where your "
        + "package depends on Refinery\n").utf8))
  exit(2)
#endif
