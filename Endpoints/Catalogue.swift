public import RefineryCore

/// The tables of this module: what `refinery table` prints and the README shows.
public enum Catalogue {
  /// Every table, in the order of the README.
  public static let tables = [Household.table, Blog.table, Kinto.table, HTTPBin.table]
}
