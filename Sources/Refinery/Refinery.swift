// `import Refinery` is enough: the core, the default transport and the standard plugins.
@_exported public import RefineryAuth
@_exported public import RefineryCore
@_exported public import RefineryGzip
@_exported public import RefineryLogging
@_exported public import RefineryRetry
@_exported public import RefineryURLSession
