import FoundationEssentials

/// The documents of the shapes.
enum Documents {
  static func user(_ id: Int) -> String {
    """
    {"id":\(id),"name":"Person Number \(id)","email":"person\(id)@example.com","age":\(id % 90),"isActive":\(id % 2 == 0),\
    "nickname":\(id % 3 == 0 ? "null" : "\"nick\(id)\""),"address":{"street":"\(id) Long Street","city":"Springfield",\
    "zip":\(10000 + id % 80000)},"tags":["red","green","blue"]}
    """
  }

  /// A response typical of public APIs: snake case, links, dates, labels, and many nulls.
  static func issue(_ number: Int) -> String {
    """
    {"url":"https://api.example.com/repos/acme/rocket/issues/\(number)","id":\(1_900_000_000 + number),\
    "node_id":"I_kwDOAbCdEf5x\(number)","number":\(number),"title":"Crash when the list is empty (\(number))",\
    "user":{"login":"person\(number % 40)","id":\(5000 + number % 40),"avatar_url":"https://example.com/a/\(number % 40)?v=4",\
    "type":"User","site_admin":false},"labels":[{"id":\(number % 7),"name":"bug","color":"d73a4a","default":true,\
    "description":"Something isn't working"},{"id":9,"name":"ui","color":"0e8a16","default":false,"description":null}],\
    "state":"\(number % 3 == 0 ? "closed" : "open")","locked":false,"assignee":null,"milestone":null,\
    "comments":\(number % 12),"created_at":"2026-01-0\(1 + number % 9)T10:20:30Z","updated_at":"2026-02-03T04:05:06Z",\
    "closed_at":null,"author_association":"CONTRIBUTOR","body":"Steps:\\r\\n1. Open the app\\r\\n2. Pull to refresh \
    \\"twice\\"\\r\\nExpected: nothing. Was: a crash \\u2014 see the log.","reactions":{"total_count":\(number % 5),"+1":1,\
    "-1":0,"laugh":0},"score":1.0}
    """
  }

  static func rare(_ number: Int) -> String {
    """
    {"link":"https://example.com/\(number)","price":\(number).99,"blob":"aGVsbG8gd29ybGQ=","ratio":0.37,"small":[1,2,3,250],\
    "byNumber":{"1":"one","2":"two"},"kind":{"sized":{"width":\(number),"height":2}},"set":["a","b"],"maybe":[1,null,3],\
    "precise":0.30000000000000004}
    """
  }

  static func optionals(_ number: Int) -> String {
    """
    {"a":\(number),"b":null,"c":null,"d":1.5,"e":null,"f":null,"g":[1,2],"h":null,"i":null,"j":"x","k":null,"l":null}
    """
  }

  static func wide(_ number: Int, reversed: Bool = false) -> String {
    var members: [String] = []
    for i in 1...8 { members.append("\"alpha0\(i)\":\(number * i)") }
    for i in 1...7 { members.append("\"beta0\(i)\":\"text \(number) \(i)\"") }
    for i in 1...7 { members.append("\"gamma0\(i)\":\(i % 2 == 0)") }
    for i in 1...7 { members.append("\"delta0\(i)\":\(Double(number) / Double(i + 2))") }
    return object(reversed ? members.reversed() : members)
  }

  static func deep(_ depth: Int) -> String {
    (0..<depth).map { "{\"value\":\($0),\"next\":" }.joined() + "null" + String(repeating: "}", count: depth)
  }

  static func numbers(_ count: Int) -> String {
    object(["\"values\":" + list(count) { "\(Double($0) * 0.37)" }, "\"whole\":" + list(count) { "\($0 * 7919)" }])
  }

  static let prose = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40)
  static let escaped = String(repeating: #"Line \"one\"\nTab\tand a \\ path \u00e9\u4f60 "#, count: 6)
  static let foreign = String(repeating: "Привет мир, 你好世界, ñandú 🦊 ", count: 6)

  static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  static func object(_ members: [String]) -> String { "{" + members.joined(separator: ",") + "}" }
}

/// Writes the documents that programs without Swift read to `FOLDER`, each named after its shape.
func writeDocuments(to arguments: [String]) throws {
  guard let folder = arguments.first else { throw Misuse("documents takes a folder") }
  for shape in Documents.shapes where Documents.shared.contains(shape.name) {
    try Data(shape.document().utf8).write(to: URL(filePath: "\(folder)/\(shape.name).json"))
  }
}
