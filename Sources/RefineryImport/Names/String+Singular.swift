extension String {
  /// The name of one of many: `users` has `user`, `addresses` has `address`; a name that is not a plural gets `Item`.
  var singular: String {
    let small = lowercased()
    if small.hasSuffix("ies"), count > 4 { return dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zes"] where small.hasSuffix(ending) { return String(dropLast(2)) }
    if small.hasSuffix("s"), !small.hasSuffix("ss"), !small.hasSuffix("us"), !small.hasSuffix("is"), count > 2 {
      return String(dropLast())
    }
    return self + "Item"
  }
}
