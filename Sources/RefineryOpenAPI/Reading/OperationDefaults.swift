/// What applies to all operations that do not say otherwise.
struct OperationDefaults {
  var security: [[SecurityNeed]] = []
  /// The media types of Swagger 2's bodies and responses.
  var consumes: [String] = []
  var produces: [String] = []
}
