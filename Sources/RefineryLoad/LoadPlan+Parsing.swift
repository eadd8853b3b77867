#if Load
  extension LoadPlan {
    /// Reads the rates of steps: numbers and ranges, separated by commas, as in `100,200` and `100..1000 by 100`.
    ///
    /// - Returns: nil if the text is something else, or names more than 100 steps.
    package static func rates(_ text: String) -> [Double]? {
      var rates: [Double] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let some = range(part), rates.count + some.count <= 100 else { return nil }
        rates += some
      }
      return rates
    }

    private static func range(_ text: Substring) -> [Double]? {
      let words = text.split(separator: " ")
      let bounds = (words.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
      if words.count == 1, let rate = number(words[0]) { return [rate] }
      guard words.count == 3, words[1] == "by", let step = number(words[2]), step > 0,
        let middle = bounds.firstIndex(of: ""), middle > 0
      else { return nil }
      guard let first = number(bounds[..<middle].joined(separator: ".")[...]),
        let last = number(bounds[(middle + 1)...].joined(separator: ".")[...])
      else { return nil }
      let count = (abs(last - first) / step + 1e-9).rounded(.down)
      guard count < 100 else { return nil }
      return (0...Int(count)).map { first + (last < first ? -1 : 1) * Double($0) * step }
    }

    private static func number(_ text: Substring) -> Double? {
      // `Double` also reads hexadecimal numbers, `inf` and `nan`.
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
      return Double(text)
    }

    /// Reads a duration: a number and `ms`, `s`, `m` or `h`, as in `90s` or `1.5m`. A number without a unit is in seconds.
    ///
    /// - Returns: nil if the text is something else, or the duration is longer than 1000 days.
    package static func duration(_ text: String) -> Duration? {
      let unit = text.drop { $0.isNumber || $0 == "." }
      let seconds: Double? =
        switch unit {
        case "ms": 0.001
        case "", "s": 1
        case "m": 60
        case "h": 3600
        default: nil
        }
      guard let seconds, let count = number(text.dropLast(unit.count)), count * seconds <= 86_400_000 else { return nil }
      return .nanoseconds(Int64((count * seconds * 1e9).rounded()))
    }

    /// Reads a share: a number and `%`, or a number from 0 to 1.
    package static func share(_ text: String) -> Double? {
      text.hasSuffix("%") ? number(text.dropLast()).map { $0 / 100 } : number(text[...])
    }
  }
#endif
