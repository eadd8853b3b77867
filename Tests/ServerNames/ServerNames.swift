public import HTTPTypes
public import Logging

// The part of Hummingbird 2 that the page "Within a server" uses, by the same names and signatures, so that the page is
// compiled beside names that both modules have, and the package does not depend on Hummingbird. Nothing here runs.

public struct Request: Sendable {}
public struct Response: Sendable, ResponseGenerator {
  public init(status: HTTPResponse.Status, headers: HTTPFields = .init(), body: ResponseBody) {}
}

public struct ByteBuffer: Sendable {
  public init(string: String) {}
  public init(bytes: some Sequence<UInt8>) {}
}

public protocol ResponseBodyWriter {
  mutating func write(_ buffer: ByteBuffer) async throws
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws
}

public struct ResponseBody: Sendable {
  public init(contentLength: Int? = nil, _ write: @Sendable @escaping (inout any ResponseBodyWriter) async throws -> Void) {}
}

public protocol ResponseGenerator {}
public protocol ResponseEncodable: Encodable, ResponseGenerator {}
public protocol ResponseCodable: ResponseEncodable, Decodable {}

public struct HTTPError: Error {
  public init(_ status: HTTPResponse.Status) {}
  public init(_ status: HTTPResponse.Status, headers: HTTPFields, message: String? = nil) {}
}

public struct Parameters: Sendable {
  public func require<T: LosslessStringConvertible>(_ name: String, as: T.Type) throws -> T {
    guard let value = T(name) else { throw HTTPError(.badRequest) }
    return value
  }
}

public protocol RequestContext: Sendable {
  var logger: Logger { get }
  var parameters: Parameters { get }
}

public struct BasicRequestContext: RequestContext {
  public let logger: Logger
  public let parameters: Parameters
}

public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
  associatedtype Input
  associatedtype Output
  associatedtype Context
  func handle(_ input: Input, context: Context, next: (Input, Context) async throws -> Output) async throws -> Output
}

public protocol RouterMiddleware<Context>: MiddlewareProtocol where Input == Request, Output == Response {}

public final class Router<Context: RequestContext> {
  public init(context: Context.Type = BasicRequestContext.self) {}

  @discardableResult public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self { self }

  @discardableResult public func get(
    _ path: String, use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
  ) -> Self { self }
}

public protocol Service: Sendable {
  func run() async throws
}

public func gracefulShutdown() async throws {}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  public func cancelOnGracefulShutdown() -> Self { self }
}

public protocol ApplicationProtocol: Service {}

public struct Application: ApplicationProtocol {
  public init<Context: RequestContext>(router: Router<Context>) {}
  public mutating func addServices(_ services: any Service...) {}
  public func run() async throws {}
}
