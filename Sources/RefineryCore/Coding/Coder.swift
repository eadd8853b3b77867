public import FoundationEssentials

/// Encodes models as bodies and decodes bodies: JSON, forms, or a format of your own.
///
/// A client, a model, a row and a call may each have a coder. A call's coder wins over a row's, a row's over a model's, and a
/// model's over a client's. A coder of your own need not implement ``decodeList(_:from:at:onFailure:)``.
public protocol Coder: Sendable {
  /// The media type of the bodies it writes: `Content-Type`.
  var contentType: String { get }

  /// The media types of the bodies it reads: `Accept`.
  var accept: String { get }

  /// Encodes a value. `nulls` decides how nil properties are written; nil means the coder's own default.
  ///
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable``.
  func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data

  /// Encodes changes to the resource with this id, for formats whose bodies contain the id.
  ///
  /// Calls use it if the method is PUT or PATCH and the path has an `id`. By default the id is ignored.
  ///
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable``.
  func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?, changing id: String) throws -> Data

  /// Decodes a value from a body. The path contains the names of the members around the value. It is empty for the body itself.
  ///
  /// - Throws: ``MappingError``. Its kind is ``MappingError/Kind/emptyBody`` for an empty body, unless `type` is an optional.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value

  /// Decodes a list from a body, in the order of the body. The policy decides whether an element that cannot be decoded fails
  /// the list, or is left out. With ``ElementPolicy/skip``, the elements that were left out are returned, too.
  ///
  /// - Throws: ``MappingError``. If elements failed, it has the path of the first one.
  func decodeList<Element: Decodable>(
    _ type: Element.Type, from data: Data, at path: [String], onFailure: ElementPolicy
  ) throws -> (elements: [Element], skipped: [SkippedElement])
}

/// What happens to a list if an element cannot be decoded.
public enum ElementPolicy: Sendable, Hashable {
  /// Decoding the list fails.
  case fail
  /// The element is left out and reported.
  case skip
}

/// An element that was skipped.
public struct SkippedElement: Sendable {
  /// Its index in the body's list, from 0.
  public let index: Int
  /// Why it could not be decoded.
  public let reason: MappingError

  /// A skipped element.
  public init(index: Int, reason: MappingError) {
    self.index = index
    self.reason = reason
  }
}

extension Coder {
  /// Whether a body is empty: it has no bytes, or only white space, with or without a byte order mark.
  ///
  /// A coder of your own asks this first, and then throws ``MappingError/emptyBody(expecting:)`` unless the type is an
  /// optional. `Call.optional` uses the same rule.
  public func isEmpty(_ body: Data) -> Bool { body.isBlank }

  /// Encodes a value; ignores the id.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?, changing id: String) throws -> Data {
    try encode(value, nulls: nulls)
  }

  /// Decodes the list with ``decode(_:from:at:)`` in one pass.
  public func decodeList<Element: Decodable>(
    _ type: Element.Type, from data: Data, at path: [String], onFailure: ElementPolicy
  ) throws -> (elements: [Element], skipped: [SkippedElement]) {
    switch onFailure {
    case .skip:
      return try attemptList(type, from: data, at: path)
    case .fail:
      do {
        return (try decode([Element].self, from: data, at: path), [])
      } catch let error as MappingError where error.kind == .invalid && error.codingPath.count <= path.count {
        // The model's own code failed, so the index of the element is unknown: decode again to find it.
        throw (try? attemptList(type, from: data, at: path).skipped.first?.reason) ?? error
      }
    }
  }

  private func attemptList<Element: Decodable>(
    _ type: Element.Type, from data: Data, at path: [String]
  ) throws -> (elements: [Element], skipped: [SkippedElement]) {
    var list: (elements: [Element], skipped: [SkippedElement]) = ([], [])
    let attempts = try decode([AttemptedElement<Element>].self, from: data, at: path)
    list.elements.reserveCapacity(attempts.count)
    for (index, attempt) in attempts.enumerated() {
      switch attempt.result {
      case .success(let element): list.elements.append(element)
      case .failure(let reason): list.skipped.append(SkippedElement(index: index, reason: reason))
      }
    }
    return list
  }
}

/// Decodes an element without failing its list.
private struct AttemptedElement<Element: Decodable>: Decodable {
  let result: Result<Element, MappingError>

  init(from decoder: any Decoder) throws {
    do {
      result = .success(try decoder.singleValueContainer().decode(Element.self))
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      let reason = MappingError(decoding: error, expecting: Element.self)
      let place = MappingError.path(decoder.codingPath)
      result = .failure(reason.codingPath.isEmpty ? reason.within(place) : reason)
    }
  }
}
