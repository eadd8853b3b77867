/// The former name of `JSONValue`. The next release removes it.
@available(*, deprecated, renamed: "JSONValue")
public typealias RawJSON = JSONValue

/// The former name of ``JSONValueEncoder``. The next release removes it.
@available(*, deprecated, renamed: "JSONValueEncoder")
public typealias RawJSONEncoder = JSONValueEncoder

/// The former name of ``JSONValueDecoder``. The next release removes it.
@available(*, deprecated, renamed: "JSONValueDecoder")
public typealias RawJSONDecoder = JSONValueDecoder
