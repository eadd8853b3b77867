#if Load
  package import RefineryCore

  extension LoadReport {
    /// Everything that the report knows, for programs. Times are in seconds, from the start of the first step.
    ///
    /// - Parameters:
    ///   - row: the name of the row.
    ///   - client: the description of the client.
    package func json(row: String, client: String) -> JSONValue {
      let (name, share): (String, JSONValue) =
        switch ending {
        case .complete: ("complete", .null)
        case .errors(let share, _): ("errors", .decimal(share))
        case .interrupted: ("interrupted", .null)
        }
      return [
        "row": .string(row),
        "client": .string(client),
        "ending": ["reason": .string(name), "errorShare": share, "elapsed": .seconds(elapsed)],
        "plan": plan.json,
        "warmUpCalls": .number(warmUpCalls),
        "mostUnderWay": .number(peakUnderWay),
        "clientDelay": clientDelay.map { delay in
          [
            "percentile": .decimal(delay.percentile), "lateness": .seconds(delay.lateness),
            "latency": .seconds(delay.latency),
          ]
        } ?? .null,
        "remarks": .array(remarks.map { .string($0) }),
        "total": total.json,
        "steps": .array(
          steps.map { step in
            [
              "rate": .decimal(step.rate), "duration": .seconds(step.duration), "achievedRate": .decimal(step.achievedRate),
              "calls": step.counts.json,
            ]
          }),
        "intervalSeconds": .number(intervalSeconds),
        "intervals": .array(intervals.map(\.json)),
      ]
    }
  }

  extension LoadPlan {
    fileprivate var json: JSONValue {
      [
        "steps": .array(
          steps.map { ["rate": .decimal($0.rate), "duration": .seconds($0.duration.wholeNanoseconds)] }),
        "warmUp": .seconds(warmUp.wholeNanoseconds), "arrival": .string(arrival.rawValue), "seed": .string(String(seed)),
        "maximumUnderWay": .number(maximumUnderWay),
        "maximumErrorShare": maximumErrorShare.map(JSONValue.decimal) ?? .null,
      ]
    }
  }

  extension LoadCounts {
    fileprivate var json: JSONValue {
      [
        "intended": .number(intended), "notStarted": .number(notStarted), "succeeded": .number(succeeded),
        "failed": .number(failed), "refused": .number(refused), "cancelled": .number(cancelled), "bytes": .number(bytes),
        "attempts": .number(attempts), "fromTheChain": .number(local),
        "statuses": .object(statuses.sorted { $0.key < $1.key }.map { (String($0.key), .number($0.value)) }),
        "errors": .object(errors.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) }),
        "refusals": .object(refusals.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) }),
        "latency": latency.json, "service": service.json, "succeededLatency": success.json, "lateness": lateness.json,
      ]
    }
  }

  extension LatencyHistogram {
    /// The percentiles, and the curve of the plot as pairs of a percentile and a duration.
    fileprivate var json: JSONValue {
      var percentiles = LoadReport.percentiles.map { percentile in
        (String(NumberText.percentile(percentile).dropLast(2)), JSONValue.seconds(value(at: percentile)))
      }
      percentiles.append(("100", .seconds(maximum)))
      return [
        "count": .number(count), "mean": .seconds(mean.map { Int64($0) }), "percentiles": .object(percentiles),
        "curve": .array(curve().map { [.decimal($0.percentile), .seconds($0.nanoseconds)] }),
      ]
    }
  }

  extension LoadInterval {
    fileprivate var json: JSONValue {
      [
        "start": .number(start), "attempted": .number(attempted), "notStarted": .number(notStarted),
        "completed": .number(completed), "failed": .number(failed), "refused": .number(refused), "bytes": .number(bytes),
        "median": .seconds(median), "percentile99": .seconds(percentile99), "maximum": .seconds(maximum),
      ]
    }
  }

  extension JSONValue {
    fileprivate static func decimal(_ number: Double) -> JSONValue { Number(number).map { .number($0) } ?? .null }

    /// Nanoseconds as seconds; `null` for none.
    fileprivate static func seconds(_ nanoseconds: Int64?) -> JSONValue {
      nanoseconds.map { decimal(Double($0) / 1e9) } ?? .null
    }
  }
#endif
