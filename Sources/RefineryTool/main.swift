#if CommandLine
  import RefineryCommand

  await Tool.refinery().main()
#else
  import Foundation

  FileHandle.standardError.write(Data("refinery: built without the package trait CommandLine, which brings it\n".utf8))
  exit(1)
#endif
