// `import Refinery` is enough: the core, the default transport, the standard plugins, and the HTTP types in their signatures.
@_exported public import HTTPTypes
@_exported public import RefineryAuth
@_exported public import RefineryControl
@_exported public import RefineryCore
@_exported public import RefineryEvents
@_exported public import RefineryFiles
@_exported public import RefineryGzip
@_exported public import RefineryLogging
@_exported public import RefineryMultipart
@_exported public import RefineryRetry
@_exported public import RefineryTracking
@_exported public import RefineryURLSession
