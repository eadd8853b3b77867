// The tool of an app with one table, and clients that differ in their transport and their limits.
import Refinery
import RefineryCommand
import RefineryConcurrency
import RefineryCurl
import RefineryRateLimit

let table = EndpointTable("Shop", rows: [Endpoint("Person.read", .get, "person/{id}")])
let base = "http://127.0.0.1:18460"

// Only 100 calls a second. A call that would have to wait for its turn is refused.
var hundred = RateLimitPolicy(100)
hundred.maximumWait = .zero

let clients: KeyValuePairs<String, Client> = [
  "curl": Client(baseURL: base, middleware: [GzipMiddleware(), RetryMiddleware()], transport: CurlTransport()),
  "urlsession": Client(baseURL: base, middleware: [GzipMiddleware(), RetryMiddleware()], transport: URLSessionTransport()),
  "limited": Client(baseURL: base, middleware: [try RateLimitMiddleware(hundred)], transport: CurlTransport()),
  "narrow": Client(baseURL: base, middleware: [try ConcurrencyMiddleware(ConcurrencyPolicy(4))], transport: CurlTransport()),
]

await Tool("shop", tables: [table], clients: clients).main()
