public import RefineryCore

// These types hold whole bodies, so they print only their names. The models in them print like any model.

extension Document: Redacted {}
extension AtomicOperations: Redacted {}
extension AtomicResults: Redacted {}
extension AtomicResults.Result: Redacted {}
