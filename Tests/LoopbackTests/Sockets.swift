import TestSupport
import Testing

/// The suites that open sockets. Only one of their tests runs at a time, because some make hundreds of calls at once, and
/// others measure time. Tests of other suites may run meanwhile.
///
/// Declare a new suite here, and write its tests in an extension. A test that hangs fails at its time limit, and the failure
/// names the test.
@Suite(.serialized, .afterTheRush) enum Sockets {
  @Suite(.timeLimit(.minutes(5))) struct BrokenTransportTests {}
  @Suite(.timeLimit(.minutes(5))) struct BystanderTests {}
  @Suite(.timeLimit(.minutes(5))) struct CassetteTests {}
  @Suite(.timeLimit(.minutes(5))) struct ConnectionLifetimeTests {}
  @Suite(.timeLimit(.minutes(5))) struct ContractTests {}
  @Suite(.timeLimit(.minutes(5))) struct ControlTests {}
  @Suite(.timeLimit(.minutes(5))) struct DefectTests {
    let transport = Engine.standardURLSession
  }
  @Suite(.timeLimit(.minutes(20))) struct DownloadTests {}
  @Suite(.timeLimit(.minutes(20))) struct EventStreamTests {}
  @Suite(.timeLimit(.minutes(5))) struct FailureTests {}
  @Suite(.timeLimit(.minutes(5))) struct GzipTests {}
  // Environment variables change how long these tests take.
  @Suite(.timeLimit(.minutes(60))) struct HostileTests {}
  @Suite(.timeLimit(.minutes(20))) struct ItemStreamTests {}
  @Suite(.timeLimit(.minutes(5))) struct LimiterTests {}
  @Suite(.timeLimit(.minutes(5)), .enabled(if: hostsFile != nil, "REFINERY_HOSTS does not name the file of host names"))
  struct NameChangeTests {}
  @Suite(.timeLimit(.minutes(5))) struct LongErrorTests {}
  @Suite(.timeLimit(.minutes(5))) struct MockFaultTests {}
  @Suite(.timeLimit(.minutes(5))) struct RedirectTests {}
  @Suite(.timeLimit(.minutes(20))) struct ResumableUploadTests {}
  @Suite(.timeLimit(.minutes(5))) struct SameRequestTests {}
  @Suite(.timeLimit(.minutes(60))) struct SoakTests {}
  @Suite(.timeLimit(.minutes(5))) struct StreamTests {}
  @Suite(
    .timeLimit(.minutes(20)),
    .enabled(if: tusServer != nil, "REFINERY_TUS_URL does not say where the server is"))
  struct TusServerTests {}
  @Suite(.timeLimit(.minutes(5))) struct UnaskedResponseTests {}
  @Suite(.timeLimit(.minutes(5))) struct UploadTests {}

  #if canImport(FoundationNetworking)
    @Suite(.timeLimit(.minutes(5))) struct InnerQueueTests {}
  #endif

  #if AsyncHTTPClient || Curl
    @Suite(.timeLimit(.minutes(60))) struct HostileHTTP2Tests {}
    @Suite(.timeLimit(.minutes(5))) struct SecureContractTests {}
  #endif

  #if AsyncHTTPClient
    @Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTests {}
    @Suite(.timeLimit(.minutes(5))) struct CertificateRuleTests {}
    @Suite(.timeLimit(.minutes(5))) struct HTTP1GuardTests {}
    @Suite(.timeLimit(.minutes(5))) struct HTTP2GuardTests {}
  #endif

  #if Curl
    @Suite(.timeLimit(.minutes(5))) struct CurlExecutorTests {}
    @Suite(.timeLimit(.minutes(5)), .enabled(if: Engine.curl.speaksHTTP2, "libcurl is too old for HTTP/2"))
    struct CurlFloodTests {}
    @Suite(.timeLimit(.minutes(5))) struct CurlHandleTests {}
    @Suite(.timeLimit(.minutes(5)), .enabled(if: Engine.curl.speaksHTTP2, "libcurl is too old for HTTP/2"))
    struct CurlHTTP2Tests {}
    @Suite(.timeLimit(.minutes(5))) struct CurlLoopTests {}
    @Suite(.timeLimit(.minutes(5))) struct CurlResponseTests {}
    @Suite(.timeLimit(.minutes(5))) struct CurlReuseTests {}
    @Suite(.timeLimit(.minutes(5))) struct CurlSecurityTests {}
    @Suite(.timeLimit(.minutes(5))) struct CurlTests {}
  #endif
}
