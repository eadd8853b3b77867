#if Macros
  public import FoundationEssentials
  public import Refinery
  public import RefineryMacros

  /// Prometheus: queries of time series, and the targets that it watches.
  ///
  /// ```swift
  /// let api = Client(baseURL: "http://127.0.0.1:9090/api/v1")
  /// for sample in try await api.send(Prometheus.query("rate(http_requests_total[5m])")) {
  ///   print(sample.metric["job"] ?? "", sample.value.value)
  /// }
  /// ```
  ///
  /// An error response is read as ``PrometheusError``.
  ///
  /// Source: Prometheus 2.42, HTTP API v1.
  @Endpoints
  public enum Prometheus: EndpointGroup {
    /// Every row of this file.
    public static let table = EndpointTable("Prometheus", [Target.self, Prometheus.self])
    /// Error bodies are read as ``PrometheusError``.
    public static let options = Options { $0.errors.add(PrometheusError.self, for: StatusSet(400...599)) }

    /// Returns the value of an expression at a time, for each series.
    ///
    /// The result of the expression must be a vector: for a scalar, the call throws an error at the stage `mapping`.
    ///
    /// - Parameters:
    ///   - query: the expression, such as `up == 0`.
    ///   - time: the time; nil for now.
    @GET("query{?query,time}", envelope: "data.result")
    public static func query(_ query: String, at time: Date? = nil) -> Call<[Sample]>

    /// Returns the values of an expression from `start` to `end`, both included, for each series.
    ///
    /// - Parameters:
    ///   - query: the expression, such as `up`.
    ///   - start: the first time.
    ///   - end: the last time.
    ///   - step: the interval between two values, in seconds.
    @GET("query_range{?query,start,end,step}", envelope: "data.result")
    public static func range(_ query: String, from start: Date, to end: Date, step: Double) -> Call<[Series]>

    /// Returns the values of a label.
    @GET("label/{name}/values", envelope: "data")
    public static func values(of name: String) -> Call<[String]>

    /// One value of a series.
    public struct Sample: Decodable, Sendable {
      /// The labels of the series.
      public let metric: [String: String]
      /// The value of the series.
      public let value: Point
    }

    /// Values of a series.
    public struct Series: Decodable, Sendable {
      /// The labels of the series.
      public let metric: [String: String]
      /// The values of the series, the oldest first.
      public let values: [Point]
    }

    /// A value at a time. The server writes it as `[1435781451.781, "0.5"]`.
    public struct Point: Decodable, Sendable {
      /// The time.
      public let time: Date
      /// The value. It may be infinite or not a number, so the server writes it as text.
      public let value: Double

      /// Reads a list of the time and the value.
      public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        time = Date(timeIntervalSince1970: try list.decode(Double.self))
        guard let value = Double(try list.decode(String.self)) else {
          throw DecodingError.dataCorruptedError(in: list, debugDescription: "The text is not a number.")
        }
        self.value = value
      }
    }

    /// A target that Prometheus watches.
    public struct Target: Decodable, Sendable {
      /// The labels of the target.
      public let labels: [String: String]
      /// The state: `up`, `down` or `unknown`.
      public let health: String
      /// The error of the last scrape; empty if the scrape succeeded.
      public let lastError: String
    }
  }

  extension Prometheus.Target: Enumerable {
    /// The path of the targets. The query `["state": "active"]` leaves out dropped targets.
    public static let path: URITemplate = "targets"
    /// `{"status": "success", "data": {"activeTargets": [...]}}`.
    public static let listEnvelope: MemberPath = "data.activeTargets"
    /// Error bodies are read as ``PrometheusError``.
    public static let options = Prometheus.options
  }

  /// An error response of Prometheus.
  public struct PrometheusError: Decodable, SafelyDescribed, Equatable {
    /// The kind, such as `bad_data` for a malformed expression, or `timeout`.
    public let errorType: String
    /// A description. It may contain the expression.
    public let error: String

    /// One line, safe to log: the kind.
    public var description: String { "Prometheus: \(Redaction.escaped(errorType))" }
  }
#endif
