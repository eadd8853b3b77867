// swift-format-ignore-file
import Foundation
import RefineryCore
import RefineryMacros

struct Thing: Codable, Identifiable, Sendable { var id: Int }

@Endpoints("things/{shelf}")
extension Thing: Resource {
  @GET("{id}/{owner}") static func unfilled(shelf: Int, id: Int) -> Call<Thing>
  //   ^ error: nothing fills {owner}: add a parameter `owner`, or mark one by @Variable("owner")
  @GET("{id}") static func unfilledPrefix(id: Int) -> Call<Thing>
  //   ^ error: nothing fills {shelf}: add a parameter `shelf`, or mark one by @Variable("shelf")
  @GET("/a") static func placeless(filter: Int) -> Call<Thing>
  //                               ^ error: `filter` has no place in the request: add {filter} or {?filter} to the path, mark it with @Header, @Member, @FormField or @Part, or call it body
  @GET("/a/{x}") static func twoPlaces(@Header("X") x: String) -> Call<Thing>
  //                                                ^ error: `x` has two places in the request, @Header and {x} of the path: keep one
  @POST("/a") static func twoMarks(@Member @FormField x: String) -> Call<Thing>
  //                                                  ^ error: `x` has two places in the request, @Member and @FormField: keep one
  @POST("/a") static func twoBodies(body: Thing, @Member x: String) -> Call<Thing>
  //                                                     ^ error: a request has one body, and `body` is in it already
  @POST("/a") static func twoForms(@Part x: String, @FormField y: String) -> Call<Thing>
  //                                                           ^ error: a request has one body, and `x` is in it already
  @GET("/a") static func bodyOfGet(body: Thing) -> Call<Thing>
  //                               ^ error: GET and HEAD have no body: put `body` into the query, as {?body}
  @HEAD("/a") static func memberOfHead(@Member x: Int) -> Call<Okay>
  //                                           ^ error: GET and HEAD have no body: put `x` into the query, as {?x}
  @GET("/a/{b") static func unclosed(b: Int) -> Call<Thing>
  //   ^ error: the path is malformed: "{" is not closed (byte 4)
  @GET("/a b") static func space() -> Call<Thing>
  //   ^ error: the path is malformed: a space must be percent-encoded here (byte 3)
  @GET("/a/{}") static func empty() -> Call<Thing>
  //   ^ error: the path is malformed: the expression is empty (byte 4)
  @GET("/a/b}") static func unopened() -> Call<Thing>
  //   ^ error: the path is malformed: "}" has no matching "{" (byte 5)
  @GET("/a/{b-c}") static func hyphen(b: Int) -> Call<Thing>
  //   ^ error: the path is malformed: "-" is not allowed in a variable; write %2D (byte 6)
  @GET("/a/%zz") static func triplet() -> Call<Thing>
  //   ^ error: the path is malformed: "%" is not followed by two hexadecimal digits (byte 4)
  @GET("/a#b") static func fragment() -> Call<Thing>
  //   ^ error: the path is malformed: a fragment is never sent (byte 3)
  @GET("../a") static func dots(shelf: Int) -> Call<Thing>
  //   ^ error: the path is malformed: the segment ".." names no resource (byte 1)
  @GET("ftp://a/b") static func scheme() -> Call<Thing>
  //   ^ error: the path is malformed: the scheme of a URL is http or https (byte 1)
  @GET("/a/\(1)") static func interpolation() -> Call<Thing>
  //   ^ error: the path must be a literal without interpolation, so that it can be checked: write {name} for what changes
  @GET("/a/{b}") static func optional(b: Int?) -> Call<Thing>
  //                                     ^ error: {b} is in the path, where a value cannot be missing: make `b` not optional, or move it into the query
  @GET("/a") static func nothing()
  //                     ^ error: a row returns its call: add `-> Call<Okay>`, or the type of its output
  @GET("/a") static func model() -> Thing
  //                                ^ error: a row returns its call: write `Call<Thing>`
  @GET("/a") static func void() -> Call<Void>
  //                                    ^ error: Void cannot be decoded: write Okay for a row that only reports success
  @GET("/a") static func pair() -> Call<(Int, Int)>
  //                                    ^ error: a tuple cannot be decoded: write a Decodable struct with these members
  @GET("/a") static func anything() -> Call<any Sendable>
  //                                        ^ error: any Sendable cannot be decoded: write the Decodable type itself
  @GET("/a") static func waiting() async throws -> Call<Thing>
  //                               ^ error: a row makes a call, and a client sends it: it is neither async nor throws
  @GET("/a/{x}") static func generic<T: Encodable & Sendable>(x: T) -> Call<Thing>
  //                                ^ error: a row has one type of output, so its function is not generic
  @GET("/a{?b}") static func variadic(b: Int...) -> Call<Thing>
  //                                     ^ error: a row takes an array in place of any number of values: write `[Int]`
  @GET("/a") static func unnamed(_: Int) -> Call<Thing>
  //                             ^ error: the parameter needs a name: it says which place in the request it fills
  @POST("/a") static func closure(body: @escaping @Sendable () -> Void) -> Call<Thing>
  //                                    ^ error: a function cannot be sent
  @GET("/a") static func field(@Header("X Y") x: String) -> Call<Thing>
  //                                   ^ error: "X Y" is no name of a header field (RFC 9110 section 5.1)
  @GET("/a") static func number(@Header("X") x: Date) -> Call<Thing>
  //                                            ^ error: a header field is text: write `String`, or a number or `Bool`; take the text of any other value
  @PUT("{+location}") static func link(location: URL) -> Call<Thing>
  //                                             ^ error: the URL in {+location} is a String, as Reply.location is
  @PUT("{+location}/x") static func after(location: String) -> Call<Thing>
  //   ^ error: the path is malformed: only {?a,b} can follow {+location} (byte 12)
  @GET("/a{?b<}") static func sign(b: Int) -> Call<Thing>
  //   ^ error: the path is malformed: "<" is not allowed in a variable; write %3C (byte 6)
  @GET("/a/{b}{?b}") static func same(b: Int) -> Call<Thing>
  //   ^ error: the path is malformed: {b} is in it twice (byte 9)
  @GET("/a{?start_time}") static func notThere(@Variable("startTime") at: Int) -> Call<Thing>
  //                                                     ^ error: the path has no {startTime}; it has {start_time}
  @GET("/a") static func bothFields(@Header("If-Match") x: String, @Header("if-match") y: String) -> Call<Thing>
  //                                                                                   ^ error: `x` is sent under this name already
  @POST("/a") static func bothMembers(@Member x: String, @Member("x") y: String) -> Call<Thing>
  //                                                                  ^ error: `x` is sent under this name already
  @POST("/a") static func renamed(body thing: Thing) -> Call<Thing>
  //                                   ^ error: the body has this name in the function, too: write `body: Thing`
  @GET("/a") static func dictionary(query: [String: String]) -> Call<Thing>
  //                                       ^ error: `query` is added to the query as a `Query`: write `query: Query`
  @GET("/a{?b}") static func changing(b: inout Int) -> Call<Thing>
  //                                     ^ error: a row takes plain values: remove `inout`
  @GET("/a{?b}") static func duration(b: Duration?) -> Call<Thing>
  //                                     ^ error: a Duration has no one form on the wire: take a number of seconds or milliseconds
  @GET("/a") @POST("/b") static func twice() -> Call<Thing>
  //         ^ error: a row has one method: give POST a function of its own
  @POST("/a") mutating func change() -> Call<Thing>
  //          ^ error: a row changes nothing in its model: remove `mutating`
  @GET("/a/:id") static func colon() -> Call<Thing>
  //   ^ error: the path is malformed: a placeholder is written in braces: {id} (byte 4)
  @GET("//a") static func slashes() -> Call<Thing>
  //   ^ error: the path is malformed: it begins with two slashes (byte 1)
  @GET("/a/%2e%2E") static func encodedDots() -> Call<Thing>
  //   ^ error: the path is malformed: the segment "%2e%2E" names no resource (byte 4)
  @HEAD("/a") static func headBody() -> Call<Thing>
  //                                         ^ error: a response to HEAD has no body: write `Call<Okay>`, and read the header fields by `api.reply(to:)`
  @GET("/a", envelope: "b") static func unread() -> Call<Okay>
  //                   ^ error: Okay reads no body, so the envelope has no effect
  @GET("/a", envelope: "b", options: { $0.envelope = "c" }) static func envelopes() -> Call<Thing>
  //                                 ^ error: `envelope` is set twice
  @GET("/a") static func fieldOfValue(@Header(resourceName) x: String) -> Call<Thing>
  //                                          ^ error: name the header field by a literal or as in `.accept`
  @POST("/a") static func nameOfValue(@Member(resourceName) x: String) -> Call<Thing>
  //                                          ^ error: the name must be a literal without interpolation
  @PUT("{+location}") static func linkQuery(location: String, query: Query) -> Call<Thing>
  //                                                          ^ error: a link takes variables of the query: write {?name} behind {+location}
  @PUT("{+location}{?a*}") static func linkList(location: String, a: [Int]) -> Call<Thing>
  //   ^ error: the path is malformed: only {?a,b} can follow {+location} (byte 12)
  @GET("/a{?b}") static func unwrapped(b: Int!) -> Call<Thing>
  //                                      ^ error: write `?` for a value that may be missing
  @POST("/a") static func opaque(body: some Encodable & Sendable) -> Call<Thing>
  //                                   ^ error: a row has one type for each parameter: write it in place of `some Encodable & Sendable`
  @GET("/a") static func + (query: Query, body: Int) -> Call<Thing>
  //                     ^ error: logs, metrics and overrides use the name of a row: give it one of letters and digits
  //                     ^ error: member operator '+' must have at least one argument of type 'Thing'
  //                                      ^ error: GET and HEAD have no body: put `body` into the query, as {?body}
  #if DEBUG
    @GET("/c") static func conditional() -> Call<Thing>
  //^ error: a row within #if would not be in the group's list: put the #if around a group of its own
  #endif
}

enum Outer {
  @Endpoints enum Nothing: EndpointGroup {}
//^ error: the group has no rows: mark functions with @GET, @POST, @PUT, @PATCH, @DELETE, @HEAD or @Row
}

struct Opaque {}

@Endpoints
enum Twice: EndpointGroup {
  @GET("a") static func same() -> Call<Thing>
  @GET("b/{x}") static func same(x: Int) -> Call<Thing>
  //                        ^ error: another row of this group is called same: rows are named by their functions, and logs and metrics by their rows, so give this one a name of its own
}

@Endpoints
struct Generic<T: Sendable>: EndpointGroup {
//            ^ error: rows are stored in the type, which a generic type cannot do: put them into an extension of a type without parameters
  @GET("a") static func a() -> Call<Thing>
}

@Endpoints("a")
enum Listed: EndpointGroup {
  static let path: URITemplate = "a"
  //         ^ error: the argument of @Endpoints gives the path: remove this one, or the argument
  static let customEndpoints: [Endpoint] = []
  //         ^ error: @Endpoints writes the list of the rows: remove this one
  @GET("a") static func a() -> Call<Thing>
  @GET static func pathless() -> Call<Thing>
  //  ^ error: missing argument for parameter #1 in macro expansion
  //               ^ error: expected '{' in body of function declaration
  @GET("b") static func bodied() -> Call<Thing> { Call<Thing>(aEndpoint) }
  //                                            ^ error: the macro writes the body: remove it
  @GET("c") static let constant = 1
//^ error: 'body' macro cannot be attached to static property ('constant')
  @GET("d") static func undecodable() -> Call<Opaque>
  @POST("e") static func unencodable(body: Opaque) -> Call<Okay>
}

enum Prefixes {
  @Endpoints("a/{") enum Malformed: EndpointGroup {
  //         ^ error: the path is malformed: "{" is not closed (byte 3)
    @GET("b") static func b() -> Call<Thing>
  }
  @Endpoints("a\(1)") enum Interpolated: EndpointGroup {
  //         ^ error: the path must be a literal without interpolation, so that it can be checked
    @GET("b") static func b() -> Call<Thing>
  }
  @Endpoints("a{?b}") enum Queried: EndpointGroup {
  //         ^ error: the path of a group has no query: write {?b} in its rows
    @GET("c") static func c(b: Int) -> Call<Thing>
  }
}

struct Box<T: Sendable>: EndpointGroup {}

@Endpoints
extension Box<Int> {
//           ^ error: rows are stored in the type, so the extension is of the whole type, and the type is not generic
  @GET("a") static func a() -> Call<Thing>
}

@Endpoints
extension Box where T == String {
//            ^ error: rows are stored in the type, so the extension is of the whole type, and the type is not generic
  @GET("b") static func b() -> Call<Thing>
}

enum Ungrouped: EndpointGroup {
  @GET("a") static func a() -> Call<Thing>
//^ error: this row would be in no table: mark the extension or the type around it with @Endpoints
}

struct Plain {}

@Endpoints
extension Plain {
  @GET("a") static func a() -> Call<Thing>
}

struct Child: Codable, Identifiable, Sendable { var id: Int }

@Endpoints("children")
extension Child: Resource {
  typealias Parent = Thing
  @POST("{id}/hide") static func hide(id: Int) -> Call<Okay>
}

struct Orphan: Codable, Identifiable, Sendable { var id: Int }

@Endpoints("orphans")
extension Orphan: Resource {
  @POST("{id}/hide") static func hide(id: Int) -> ScopedCall<Okay, Thing>
}

// expanded: 'endpoint(_:_:_:_:parameters:input:output:summary:)' is unavailable: a group of rows is a Resource: make its type an EndpointGroup, or a model with capabilities such as Readable
// expanded: 'init(_:_:query:)' is unavailable: the output cannot be decoded: make it Decodable, or write Okay to read only the status
// expanded: cannot convert return expression of type 'ScopedCall<Okay, Child.Parent>' (aka 'ScopedCall<Okay, Thing>') to return type 'Call<Okay>' (aka 'ScopedCall<Okay, Never>')
// expanded: cannot convert return expression of type 'ScopedCall<Okay, Orphan.Parent>' (aka 'ScopedCall<Okay, Never>') to return type 'ScopedCall<Okay, Thing>'
// expanded: cannot find type 'Parent' in scope
// expanded: instance method 'body(_:nulls:coder:)' requires that 'Opaque' conform to 'Encodable'
// expanded: invalid redeclaration of 'customEndpoints'
// expanded: invalid redeclaration of 'path'
// expanded: type 'Box<Int>' has no member 'aRow'
// expanded: type 'Box<String>' has no member 'bRow'
// expanded: type 'Generic<T>' has no member 'aRow'
// expanded: type 'Thing' has no member 'twiceRow'
