/// The formats that are read.
enum DescriptionFormat: Comparable {
  case swagger2
  case openAPI30
  case openAPI31
  case openAPI32
}
