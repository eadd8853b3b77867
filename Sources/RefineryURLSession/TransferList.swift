import CSession

/// The transfers of a session's engine, found by reflection. Used only on the queue that moves the session's bytes.
///
/// Reflection takes some 13 us, so it is used once. It also finds the place where the engine stores its list. Later, the list
/// is read from that place.
final class TransferList {
  // An array refers to memory that has its count and its elements; an object begins with its type and its reference count.
  private static let countOffset = 16
  private static let elementsOffset = 32
  private static let handleOffset = 16

  private let engine: AnyObject
  /// Where the engine stores its list, in bytes from the start of its memory.
  private var place: Int?
  private var isKnown = false

  init(of engine: AnyObject) { self.engine = engine }

  /// Returns libcurl's handle of the transfer that was added last, or nil.
  func newest() -> UnsafeMutableRawPointer? {
    if let place { return newest(at: place) }
    guard let transfers = Mirror(reflecting: engine).descendant("easyHandles") as? any ListOfObjects,
      let newest = transfers.lastElement,
      let handle = Mirror(reflecting: newest).descendant("rawHandle") as? UnsafeMutableRawPointer
    else { return nil }
    if !isKnown {
      isKnown = true
      place = findPlace(of: transfers.memory.map { $0 - Self.elementsOffset }, newest: handle)
    }
    return handle
  }

  private var memory: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(engine).toOpaque()) }

  private func newest(at place: Int) -> UnsafeMutableRawPointer? {
    guard let list = memory.load(fromByteOffset: place, as: UnsafeRawPointer?.self) else { return nil }
    let count = list.load(fromByteOffset: Self.countOffset, as: Int.self)
    guard count > 0 else { return nil }
    let last = Self.elementsOffset + (count - 1) * MemoryLayout<UnsafeRawPointer>.stride
    guard let transfer = list.load(fromByteOffset: last, as: UnsafeRawPointer?.self) else { return nil }
    return transfer.load(fromByteOffset: Self.handleOffset, as: UnsafeMutableRawPointer?.self)
  }

  /// Returns nil if the memory is not laid out as expected.
  private func findPlace(of list: UnsafeRawPointer?, newest handle: UnsafeMutableRawPointer) -> Int? {
    guard let list else { return nil }
    let place = refinery_place_of(list, memory)
    return place >= 0 && newest(at: place) == handle ? place : nil
  }
}

/// An array of objects whose type is Foundation's own.
private protocol ListOfObjects {
  var lastElement: Any? { get }
  /// The memory of the elements.
  var memory: UnsafeRawPointer? { get }
}

extension Array: ListOfObjects {
  fileprivate var lastElement: Any? { last }
  fileprivate var memory: UnsafeRawPointer? { withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }
}
