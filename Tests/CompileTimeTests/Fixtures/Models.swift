import RefineryCore

struct Post: Codable, Identifiable, Sendable {
  var id: Int
  var title: String
}

extension Post: Mappable {
  static let path: URITemplate = "posts"
}

struct Comment: Codable, Identifiable, Sendable {
  var id: Int
  var text: String
}

extension Comment: Mappable {
  typealias Parent = Post
  static let path: URITemplate = "comments"
}

struct Reaction: Codable, Identifiable, Sendable {
  var id: Int
}

extension Reaction: Readable, Enumerable {
  typealias Parent = Comment
  static let path: URITemplate = "reactions"
}

struct Photo: Codable, Identifiable, Sendable {
  var id: Int
}

extension Photo: Readable, Enumerable {
  static let path: URITemplate = "photos"
}
