import FoundationEssentials
import RefineryJSON

/// A type of which the shape is known.
protocol ShapedType {
  static var modelShape: ModelShape { get }
}

extension String: ShapedType { static var modelShape: ModelShape { .text } }
extension UUID: ShapedType { static var modelShape: ModelShape { .text } }
extension URL: ShapedType { static var modelShape: ModelShape { .text } }
extension CalendarDate: ShapedType { static var modelShape: ModelShape { .text } }
extension Bool: ShapedType { static var modelShape: ModelShape { .boolean } }
extension Double: ShapedType { static var modelShape: ModelShape { .number } }
extension Float: ShapedType { static var modelShape: ModelShape { .number } }
extension Decimal: ShapedType { static var modelShape: ModelShape { .number } }
extension Date: ShapedType { static var modelShape: ModelShape { .date } }
extension Data: ShapedType { static var modelShape: ModelShape { .data } }
extension JSONValue: ShapedType { static var modelShape: ModelShape { .any } }

extension ShapedType where Self: FixedWidthInteger {
  static var modelShape: ModelShape { .integer }
}

extension Int: ShapedType {}
extension Int8: ShapedType {}
extension Int16: ShapedType {}
extension Int32: ShapedType {}
extension Int64: ShapedType {}
extension UInt: ShapedType {}
extension UInt8: ShapedType {}
extension UInt16: ShapedType {}
extension UInt32: ShapedType {}
extension UInt64: ShapedType {}

extension Optional: ShapedType { static var modelShape: ModelShape { .optional(Wrapped.self) } }
extension Field: ShapedType { static var modelShape: ModelShape { .optional(Value.self) } }
extension Boxed: ShapedType { static var modelShape: ModelShape { .of(Value.self) } }
extension Array: ShapedType { static var modelShape: ModelShape { .list(Element.self) } }
extension Set: ShapedType { static var modelShape: ModelShape { .list(Element.self) } }
extension Dictionary: ShapedType { static var modelShape: ModelShape { .dictionary(Value.self) } }
