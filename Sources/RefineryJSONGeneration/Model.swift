#if CodeGeneration
  /// A type whose way to read itself can be written.
  struct Model {
    struct Member {
      /// As it is written, with backticks where there are any.
      let property: String
      let name: String
      let type: MemberType
    }

    enum Form {
      /// An enumeration or the like, read by its raw value.
      case rawValue
      /// A structure without any property to read: `Codable` looks at nothing.
      case anything
      /// An object with these members, which the compiler's own initialiser takes in this order or are set one by one.
      case object([Member], memberwise: Bool)
    }

    let name: String
    let access: Access
    let availability: [String]
    let constraints: [String]
    let form: Form
  }
#endif
