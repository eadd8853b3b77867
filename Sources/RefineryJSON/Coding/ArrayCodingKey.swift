/// The keys of a model that is an array in JSON, as `[1435781451.781, "0.5"]`: the raw value of a key is the position of its
/// member, from 0.
///
/// ```swift
/// struct Candle: Codable {
///   var time: Date
///   var open, close: Double
///   var volume: Double?
///   enum CodingKeys: Int, ArrayCodingKey { case time, open, close = 4, volume }
/// }
/// ```
/// The synthesized `Codable` is enough. Elements at other positions are ignored. An optional is nil if its element is null, or
/// if the array ends before it. An object is read as well, by the names of the cases. Paths in errors have these names.
///
/// The model is written as an array again. Positions without a member are null. If properties that are nil are left out, the
/// array ends after the last one that is not. Members are written in the order of their positions, so list the cases in this
/// order; otherwise encoding throws `EncodingError`. A super encoder is an error, too.
///
/// Foundation's coders do not know this protocol: they read and write objects.
public protocol ArrayCodingKey: CodingKey, RawRepresentable where RawValue == Int {}
