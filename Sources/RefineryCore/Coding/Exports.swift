// Signatures of the core have types of RefineryJSON: `JSONValue`, patches, pointers, and models that read themselves.
@_exported public import RefineryJSON
