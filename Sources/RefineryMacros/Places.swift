#if Macros
  public import HTTPTypes

  // The compiler takes an attribute of a parameter only if it names a property wrapper. These hold the value and do nothing
  // else: the macros read the attribute.

  /// Marks a parameter of a row that fills a variable of the path or the query whose name differs:
  /// `@Variable("StartTime%3C") before: Date?` fills `{?StartTime%3C}`.
  @propertyWrapper public struct Variable<Value> {
    /// The value.
    public let wrappedValue: Value
    /// The variable with this name, as it is written in the path.
    public init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue }
  }

  /// Marks a parameter of a row that is sent as a header field: `@Header("X-Tenant") tenant: String?`. It is a `String`, a
  /// number or a `Bool`; nil removes the field.
  @propertyWrapper public struct Header<Value> {
    /// The value.
    public let wrappedValue: Value
    /// A field by its name.
    public init(wrappedValue: Value, _ name: HTTPField.Name) { self.wrappedValue = wrappedValue }
    /// A field by the text of its name.
    public init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue }
  }

  /// Marks a parameter of a row that is a member of the object in its body: `@Member names: [String]` sends `{"names":
  /// ["a"]}`, and `@Member("due_on") due: Date?` a member of another name. Nil leaves the member out. The coder of the row
  /// encodes the object, with its strategies for names and dates.
  @propertyWrapper public struct Member<Value> {
    /// The value.
    public let wrappedValue: Value
    /// A member with the name of the parameter, or another.
    public init(wrappedValue: Value, _ name: String? = nil) { self.wrappedValue = wrappedValue }
  }

  /// Marks a parameter of a row that is a field of the form in its body: `@FormField("grant_type") grant: String`. Nil leaves
  /// the field out. The form is sent as `application/x-www-form-urlencoded`.
  @propertyWrapper public struct FormField<Value> {
    /// The value.
    public let wrappedValue: Value
    /// A field with the name of the parameter, or another.
    public init(wrappedValue: Value, _ name: String? = nil) { self.wrappedValue = wrappedValue }
  }

  /// Marks a parameter of a row that is a part of the form in its body: `@Part photo: URL`. Nil leaves the part out.
  ///
  /// The form is sent as `multipart/form-data` (RFC 7578), an array as a part for each element. A `String`, `Int`, `Double`,
  /// `Bool` or `UUID` is a part of text, `Data` one of bytes, a `URL` the file there, a `MultipartForm.Part` itself with the
  /// name of the parameter, and any other value is encoded as JSON.
  @propertyWrapper public struct Part<Value> {
    /// The value.
    public let wrappedValue: Value
    /// A part with the name of the parameter, or another.
    public init(wrappedValue: Value, _ name: String? = nil) { self.wrappedValue = wrappedValue }
  }
#endif
