public import HTTPTypes

extension Call {
  private func with(_ change: (inout Call) -> Void) -> Call {
    var call = self
    change(&call)
    return call
  }

  /// Fills a placeholder of the path: `Person.enumerate().with("household", 9)`.
  public func with<Value: Hashable>(_ placeholder: String, _ value: Value) -> Call {
    with { $0.values[placeholder] = PathValue(id: value) }
  }

  /// Adds to the query; replaces a key that is already there.
  public func query(_ query: Query) -> Call { with { $0.query = $0.query.merging(query) } }

  /// Sets a header field for this call only. It replaces that of the row and the client; nil removes the field.
  public func header(_ name: HTTPField.Name, _ value: String?) -> Call { with { $0.headers[name] = value } }

  /// Sets and removes several header fields for this call only.
  public func headers(_ changes: HeaderChanges) -> Call { with { $0.headers = $0.headers.merging(changes) } }

  /// Sends these header fields in place of those of the client and the row.
  public func onlyHeaders(_ changes: HeaderChanges) -> Call {
    with {
      $0.headers = changes
      $0.headers.replacesAll = true
    }
  }

  /// Sets an option for this call only.
  public func option<Key: OptionKey>(_ key: Key.Type, _ value: Key.Value) -> Call { with { $0.options[key] = value } }

  /// Limits the whole call: chain, back-off, transport, body and mapping. Nil for no limit.
  public func timeout(_ limit: Duration?) -> Call { option(Timeout.self, limit) }

  /// Reads the value from another place in the body: `.envelope("data.result")`.
  public func envelope(_ envelope: KeyPathText) -> Call { option(EnvelopeOption.self, envelope) }

  /// Encodes and decodes this call with another coder.
  public func coder(_ coder: any Coder) -> Call { option(CoderOption.self, AnyCoder(coder)) }

  /// Sets what happens to a list element that cannot be read: fail, or skip it and report it in the reply.
  public func elements(_ policy: ElementPolicy) -> Call { option(ElementPolicyOption.self, policy) }

  /// Decodes error bodies of these statuses as this type: see ``CallError/details(as:)``.
  public func errors<Details: Decodable & Error & Sendable>(_ type: Details.Type, for statuses: StatusSet) -> Call {
    with {
      let known = $0.options.explicit(ErrorTypes.self) ?? $0.endpoint.options[ErrorTypes.self]
      $0.options[ErrorTypes.self] = known.adding(type, for: statuses)
    }
  }

  /// Sends `If-Match`: the server acts only if its version still has this entity tag, and otherwise responds with 412 (RFC 9110
  /// section 13.1.1).
  ///
  /// The tag is quoted unless it is already quoted or is `*`.
  public func ifMatch(_ tag: String) -> Call { header(.ifMatch, EntityTag.quoted(tag)) }

  /// Sends `If-None-Match`: the output is nil if the server's version still has this entity tag. The server then responds with
  /// status 304 (RFC 9110 section 13.1.2).
  ///
  /// The tag is quoted unless it is already quoted or is `*`.
  public func ifNoneMatch(_ tag: String) -> Call<Output?> {
    header(.ifNoneMatch, EntityTag.quoted(tag)).option(AcceptsNotModified.self, true).optional
  }

  /// Lets a router decide the path of this call.
  public func routed(by router: any Router) -> Call { with { $0.router = router } }

  /// Sends a value as the body, encoded by the client's coder or another.
  public func body<Value: Encodable & Sendable>(
    _ value: Value, nulls: NullPolicy = .valued, coder: (any Coder)? = nil
  ) -> Call {
    with { $0.payload = .value(value, nulls: nulls, coder: coder) }
  }

  /// Sends a value as `application/x-www-form-urlencoded`.
  public func form<Value: Encodable & Sendable>(_ value: Value) -> Call {
    with { $0.payload = .value(value, nulls: .valued, coder: FormCoder()) }
  }

  /// Sends bytes, text, a file or a stream as the body.
  public func body(_ body: Body, contentType: String = "application/octet-stream") -> Call {
    with { $0.payload = .body(body, contentType: contentType) }
  }

  /// Sends text as `text/plain`.
  public func text(_ text: String) -> Call { body(Body(text), contentType: "text/plain; charset=utf-8") }

  /// Sends parameters in the query for GET and HEAD, and in a JSON body for every other method.
  public func parameters(_ parameters: JSONValue) -> Call {
    with {
      if [.get, .head].contains($0.endpoint.method) {
        $0.query = $0.query.merging(Query(parameters.object ?? [:]))
      } else {
        $0.payload = .value(parameters, nulls: nil)
      }
    }
  }
}

/// Entity tags (RFC 9110 section 8.8.3).
enum EntityTag {
  static func quoted(_ tag: String) -> String {
    tag == "*" || tag.hasSuffix("\"") ? tag : "\"\(tag)\""
  }
}
