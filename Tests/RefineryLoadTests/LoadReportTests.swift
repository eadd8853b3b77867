#if Load
  import Foundation
  import FoundationXML
  import RefineryCore
  import RefineryLoad
  import RefineryTesting
  import Testing

  @Suite struct LoadReportTests {
    /// A run of some steps at 100 calls a second. Each call takes 2 ms, and 60 take up to 200 ms, because of a stall.
    private func report(steps: Int = 2, failing: Bool = false) -> LoadReport {
      let plan = LoadPlan(steps: (1...steps).map { LoadPlan.Step(rate: 100 * Double($0), duration: .seconds(2)) })
      var tally = LoadTally(plan)
      for entry in LoadSchedule(plan) {
        guard tally.begin(entry) else { continue }
        let stall = Swift.max(0, 1_200_000_000 - Swift.max(entry.intended, 1_000_000_000))
        let service = 2_000_000 + (entry.intended < 1_000_000_000 ? 0 : stall)
        let fails = failing && entry.number % 10 == 0
        tally.end(
          entry, start: entry.intended + 50_000, end: entry.intended + 50_000 + service,
          fails
            ? LoadOutcome(.failure("connection_lost")) : LoadOutcome(.success, status: 200, bytes: 1000))
      }
      return LoadReport(tally, ending: .complete, elapsed: plan.duration.wholeNanoseconds)
    }

    @Test("S11: the report fits 80 columns, and its plot shows the percentiles", arguments: [(1, false), (5, true)])
    func text(steps: Int, failing: Bool) {
      let report = report(steps: steps, failing: failing)
      let text = report.text(title: "Person.read", width: 80)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.count < 80 }, "\(text)")
      #expect(text.contains("*") && text.contains("99%") && !text.contains("\u{1B}"), "\(text)")
      #expect(text.contains("connection_lost") == failing)
      let coloured = report.text(title: "Person.read", width: 80, isColoured: true)
      #expect(coloured.contains("\u{1B}[34m*") && coloured.replacing(/\u{1B}\[[0-9]*m/, with: "") == text)
    }

    @Test("S11: a stall appears in the corrected percentile")
    func stall() throws {
      let total = report(steps: 1).total
      #expect(total.latency.count == 200)
      // 20 of 200 calls were due in the stall of 200 ms, so a tenth of the latencies is longer than usual.
      #expect(try #require(total.latency.value(at: 99)) > 180_000_000)
      #expect(try #require(total.latency.value(at: 89)) < 3_000_000)
    }

    @Test("A report without any call can be printed")
    func empty() throws {
      let plan = LoadPlan(steps: [LoadPlan.Step(rate: 1, duration: .seconds(1))])
      let report = LoadReport(LoadTally(plan), ending: .interrupted, elapsed: -5)
      #expect(report.text(title: "x").contains("Interrupted after 0 s."))
      #expect(try isWellFormed(report.svg(title: "x")))
      #expect(report.json(row: "x", client: "y")["total"]?["latency"]?["count"] == 0)
    }

    @Test("S11: after too many errors, the calls that end later count over the time in which they end")
    func stopped() throws {
      let plan = LoadPlan(steps: [LoadPlan.Step(rate: 100, duration: .seconds(60))])
      var tally = LoadTally(plan)
      // Each call takes five seconds. The run stops at 5.2 seconds.
      for entry in LoadSchedule(plan).prefix(520) where tally.begin(entry) {
        let end = entry.intended + 5_000_000_000
        tally.end(entry, start: entry.intended, end: end, LoadOutcome(.failure("timed_out")))
      }
      let report = LoadReport(tally, ending: .errors(share: 1, at: 5_200_000_000), elapsed: 10_200_000_000)
      #expect(report.steps.count == 1)
      #expect(abs(report.steps[0].achievedRate - 520 / 10.2) < 0.1)
    }

    @Test("S11: requests that were sent again are told, also if other calls were refused")
    func retries() {
      let plan = LoadPlan(steps: [LoadPlan.Step(rate: 100, duration: .seconds(1))])
      func text(attempts: Int) -> String {
        var tally = LoadTally(plan)
        for entry in LoadSchedule(plan) where tally.begin(entry) {
          let outcome =
            switch entry.number % 3 {
            case 0: LoadOutcome(.refusal("Refused"), attempts: 0)
            case 1: LoadOutcome(.success, status: 200, attempts: 0, isLocal: true)
            default: LoadOutcome(.success, status: 200, attempts: attempts)
            }
          tally.end(entry, start: entry.intended, end: entry.intended + 1, outcome)
        }
        return LoadReport(tally, ending: .complete, elapsed: 1_000_000_000).text(title: "x")
      }
      #expect(text(attempts: 2).contains("sent again"))
      #expect(!text(attempts: 1).contains("sent again"))
    }

    @Test("S11: the SVG is well-formed, whatever the title", arguments: [1, 7])
    func svg(steps: Int) throws {
      let svg = report(steps: steps, failing: true).svg(title: "a<b> & \"c\"\u{1}")
      #expect(try isWellFormed(svg), "\(svg)")
      #expect(svg.contains("<polyline") && svg.contains("a&lt;b&gt; &amp; &quot;c&quot;"))
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    private func isWellFormed(_ text: String) throws -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    @Test("S11: the JSON has the percentiles, the counts, the steps and each second")
    func json() throws {
      let report = report(failing: true)
      let json = try JSONValue(parsing: Data("\(report.json(row: "Person.read", client: "Client"))".utf8))
      let total = try #require(json["total"])
      #expect(total["intended"] == 600 && total["failed"] == 60 && total["errors"] == ["connection_lost": 60])
      #expect(total["statuses"] == ["200": 540])
      #expect(total["latency"]?["percentiles"]?["50"]?.double.map { abs($0 - 0.00205) < 0.00001 } == true)
      #expect(total["lateness"]?["percentiles"]?["100"]?.double == 0.00005)
      #expect(json["steps"]?.array?.count == 2)
      #expect(json["steps"]?[0]?["achievedRate"]?.double.map { abs($0 - 100) < 2 } == true)
      #expect(json["intervals"]?.array?.map { $0["attempted"] } == [100, 100, 200, 200])
    }

    @Test("Memory does not grow with the number of calls: an hour at any rate has 3,600 intervals, a day no more")
    func intervals() {
      for (hours, seconds) in [(1, 1), (24, 24)] {
        let tally = LoadTally(LoadPlan(steps: [LoadPlan.Step(rate: 10_000, duration: .seconds(3600 * hours))]))
        #expect(tally.intervalSeconds == seconds)
      }
    }
  }
#endif
