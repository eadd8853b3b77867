#if CodeGeneration
  /// A type whose conformance can be generated.
  struct Model {
    struct Member {
      /// As written, with its backticks.
      let property: String
      let name: String
      let type: MemberType
    }

    enum Form {
      /// An enumeration or another type that is read by its raw value.
      case rawValue
      /// A structure without properties to read; `Codable` ignores the value, too.
      case anything
      /// An object with these members. They are passed to the memberwise initializer in this order, or set one by one.
      case object([Member], memberwise: Bool)
    }

    let name: String
    let access: Access
    let availability: [String]
    let constraints: [String]
    let form: Form
  }
#endif
