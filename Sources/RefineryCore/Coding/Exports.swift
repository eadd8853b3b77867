// Signatures of the core have types of these: requests and header fields; `JSONValue`, patches, pointers, and models that read
// themselves.
@_exported public import HTTPTypes
@_exported public import RefineryJSON
