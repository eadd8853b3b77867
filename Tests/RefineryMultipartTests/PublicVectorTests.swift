import Foundation
import RefineryCore
import RefineryMultipart
import Testing

/// The bodies that two public parsers use in their tests: see `Vectors/README.md`.
@Suite(.timeLimit(.minutes(5))) struct PublicVectorTests {
  struct Vector: Decodable, CustomTestStringConvertible {
    struct Part: Decodable, Equatable {
      let name: String
      let filename: String?
      let content: Data
    }

    let source: String
    let name: String
    let boundary: String
    let body: Data
    let parts: [Part]?

    var id: String { "\(source)/\(name)" }
    var testDescription: String { id }
  }

  static let vectors: [Vector] = {
    do {
      let file = try #require(Bundle.module.url(forResource: "Vectors/multipart", withExtension: "json"))
      return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
    } catch {
      fatalError("the vectors cannot be read: \(error)")
    }
  }()

  /// Where this package differs, and why.
  static let exceptions: [String: String] = {
    let reasons: [String: [String]] = [
      "Text before the first boundary is a preamble (RFC 2046 section 5.1.1).": ["python-multipart/bad_initial_boundary"],
      "Content-Transfer-Encoding is deprecated (RFC 7578 section 4.7), and left to the reader, who gets the field.": [
        "python-multipart/base64_encoding", "python-multipart/mixed_plain_and_base64_encoding",
        "python-multipart/quoted_printable_encoding",
      ],
      "The line of the last boundary ends with CR or with other text, so it is none.": [
        "python-multipart/single_field_blocks", "multipart/data_after_eof",
      ],
      "A line that only begins like a boundary is content, or part of the preamble.": [
        "multipart/reject_boundary_in_payload-1", "multipart/reject_boundary_in_payload-2",
        "multipart/reject_boundary_in_payload-3", "multipart/reject_boundary_in_preamble",
        "multipart/reject_boundary_in_preamble-2",
      ],
      "Parts of every multipart type are read, so a part needs no Content-Disposition of a form.": [
        "multipart/header_wrong_segment_subtype", "multipart/no_disposition_header", "multipart/part_ends_after_header",
      ],
      "Content-Length has no meaning in a part (RFC 7578 section 4.8).": ["multipart/segment_clen_not_reached"],
      "A field value may have any byte above 127 (RFC 9110 section 5.5).": ["multipart/header_bad_unicode"],
      "A filename is returned with its path, which the reader must not use.": ["multipart/ie6-1"],
    ]
    return Dictionary(uniqueKeysWithValues: reasons.flatMap { reason, ids in ids.map { ($0, reason) } })
  }()

  @Test("R05: bodies of public parsers have the same parts here, or an exception has its reason", arguments: vectors)
  func same(vector: Vector) async throws {
    let found = try? await parts(of: vector)
    let isSame = found == vector.parts
    #expect(isSame == (Self.exceptions[vector.id] == nil), "\(vector.parts.debugDescription) \(found.debugDescription)")
  }

  private func parts(of vector: Vector) async throws -> [Vector.Part] {
    var found: [Vector.Part] = []
    let type = "multipart/form-data; boundary=\"\(vector.boundary)\""
    for try await part in try MultipartParts(Body(vector.body), contentType: type) {
      let content = Data(try await part.body.collect())
      found.append(Vector.Part(name: part.name ?? "", filename: part.filename, content: content))
    }
    return found
  }
}
