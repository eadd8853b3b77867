#if canImport(Glibc) && compiler(>=6.3)
  import Glibc

  /// Limits how many test cases run at a time, unless the variable is set already. Without a limit, Swift Testing starts all of
  /// them at once, and on two busy cores each waits so long for a thread that calls reach their time limits.
  ///
  /// The dynamic linker calls this when it loads the test program, before Swift Testing reads the variable.
  @section(".init_array") @used
  private let limitParallelWidth: @convention(c) () -> Void = {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0)
  }
#endif
