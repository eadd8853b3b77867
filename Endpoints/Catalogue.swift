public import RefineryCore

/// The tables of this module. `refinery table` prints them into `Endpoints/README.md`.
public enum Catalogue {
  /// Every table, in the order of `Endpoints/README.md`.
  public static let tables = [
    Household.table, Blog.table, Kinto.table, HTTPBin.table, Registry.table, Etcd.table, Matrix.table, Paperless.table,
    Prometheus.table,
  ]
}
