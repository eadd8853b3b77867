public import RefineryCore

// These hold whole bodies, so they print only their names. The models in them print as any model does.

extension Document: Redacted {}
extension AtomicOperations: Redacted {}
extension AtomicResults: Redacted {}
extension AtomicResults.Result: Redacted {}
