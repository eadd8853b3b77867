import RefineryCore

/// The exit statuses of a tool, so that scripts can tell outcomes apart.
public enum ToolStatus: Int32, Sendable {
  /// It worked.
  case okay = 0
  /// Another failure: a response of the wrong shape, a table or an explained client with problems, a demo with an unexpected
  /// result, or results that cannot be written to standard output.
  case failure = 1
  /// The command line, or a file that it names, cannot be used; nothing was sent.
  case usage = 2
  /// The response has a status from 400 to 499.
  case clientError = 3
  /// The response has a status from 500 to 599.
  case serverError = 4
  /// There was no complete response: the connection was refused or lost, or the peer does not speak HTTP.
  case transport = 5
  /// A time limit was reached.
  case timeout = 6
  /// `verify` found a drift that breaks calls; with `--strict`, any drift.
  case drift = 7
  /// `scan` found secrets.
  case secrets = 8

  /// The status for a failed call.
  init(_ error: CallError) {
    self =
      switch (error.kind, error.status) {
      case (.timedOut, _): .timeout
      // The pages before it were requested, so the command line is correct.
      case (.badRequest, _) where (error.page ?? 1) > 1: .failure
      case (.badRequest, _), (.missingIdentifier, _): .usage
      case (.transport, _), (.badResponse, _): .transport
      case (.mapping, _): .failure
      case (_, .some(400...499)): .clientError
      case (_, .some(500...599)): .serverError
      default: .failure
      }
  }

  static let help = """
    Exit status: 0 it worked, 1 it failed in another way, 2 the command line is invalid and nothing was sent, \
    3 status 4xx, 4 status 5xx, 5 no complete response (refused, lost, not HTTP), 6 a time limit was reached, \
    7 verify found a drift, 8 scan found secrets.
    """
}
