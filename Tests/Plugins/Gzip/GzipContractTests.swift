import HTTPTypes
import RefineryGzip
import RefineryTesting
import Testing

@Test(
  "L04, L06: GzipMiddleware keeps the contract of every middleware", arguments: [Compression.automatic, .above(0), .never])
func gzipKeepsTheContract(requests: Compression) async throws {
  let byDesign: MiddlewareContract.Allowance = [
    .mayResend, .mayChangeRequestBody, .mayDecodeResponse, .addsHeaders([.acceptEncoding]),
  ]
  try await MiddlewareContract.verify(allowing: byDesign) { GzipMiddleware(requests: requests) }
}
