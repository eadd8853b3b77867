#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// What the compiler asks to expand the macros of RefineryMacros.
  @main struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [EndpointsMacro.self, RowMacro.self]
  }
#else
  /// Without the trait Macros, nothing is expanded.
  @main struct Plugin {
    static func main() {}
  }
#endif
