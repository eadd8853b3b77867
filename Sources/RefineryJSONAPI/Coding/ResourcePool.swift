import RefineryCore
import Synchronization

/// The resources of one document by type and id. Relationships look up their targets here.
///
/// Relationships hold the pool, and the pool holds no model, so there are no retain cycles. If models are classes, the pool
/// holds them weakly: while any reference exists, one resource is one object.
final class ResourcePool: Sendable {
  /// The settings for reading resources.
  struct Settings: Sendable {
    var dates: DateStrategy
    var keys: KeyStrategy
    var userInfo: [CodingUserInfoKey: any Sendable]
  }

  let settings: Settings
  private let resources: [ResourceIdentifier: RawResource]
  private let objects: KnownObjects

  init(_ resources: some Sequence<RawResource>, settings: Settings) {
    self.settings = settings
    var known: [ResourceIdentifier: RawResource] = [:]
    for resource in resources {
      for key in resource.identifier.keys where known[key] == nil { known[key] = resource }
    }
    self.resources = known
    objects = KnownObjects()
  }

  private init(_ resources: [ResourceIdentifier: RawResource], settings: Settings, objects: KnownObjects) {
    self.settings = settings
    self.resources = resources
    self.objects = objects
  }

  /// Returns a pool of the same resources that reads them with other settings. A resource remains one object.
  func read(with settings: Settings) -> ResourcePool { ResourcePool(resources, settings: settings, objects: objects) }

  subscript(identifier: ResourceIdentifier) -> RawResource? {
    identifier.keys.lazy.compactMap { self.resources[$0] }.first
  }

  /// The resource, as the given type; nil if the document does not have it.
  ///
  /// - Throws: `MappingError` with its place in the document.
  func value<Value: Decodable>(_ type: Value.Type, for identifier: ResourceIdentifier) throws -> Value? {
    guard let resource = self[identifier] else { return nil }
    return try ResourceReader<Value>(self).value(of: resource)
  }

  func remembered(_ type: any Any.Type, _ identifier: ResourceIdentifier) -> AnyObject? {
    objects.entries.withLock { HeldObject(object: $0[ObjectKey(type, identifier)]?.object) }.object
  }

  /// Returns the object that represents the resource: this object, or the one that a faster task has stored.
  func remember(_ object: AnyObject, _ type: any Any.Type, _ identifier: ResourceIdentifier) -> AnyObject {
    let offer = HeldObject(object: object)
    let key = ObjectKey(type, identifier)
    return objects.entries.withLock { objects in
      if let faster = objects[key]?.object { return HeldObject(object: faster) }
      objects[key] = WeakObject(object: offer.object)
      return offer
    }.object ?? object
  }
}

extension ResourceIdentifier {
  /// The keys of a resource: one with its id, one with its local id.
  fileprivate var keys: [ResourceIdentifier] {
    guard let id, let lid else { return [self] }
    return [ResourceIdentifier(type: type, id: id), ResourceIdentifier(type: type, lid: lid)]
  }
}

/// The models of a document that are classes. All pools of the document share them.
private final class KnownObjects: Sendable {
  let entries = Mutex<[ObjectKey: WeakObject]>([:])
}

private struct ObjectKey: Hashable {
  let type: ObjectIdentifier
  let identifier: ResourceIdentifier

  init(_ type: any Any.Type, _ identifier: ResourceIdentifier) {
    self.type = ObjectIdentifier(type)
    self.identifier = identifier
  }
}

// Unchecked: it holds only models, which are `Sendable`.
private struct WeakObject: @unchecked Sendable {
  weak var object: AnyObject?
}

// Unchecked for the same reason.
private struct HeldObject: @unchecked Sendable {
  let object: AnyObject?
}

extension CodingUserInfoKey {
  static let resourcePool = CodingUserInfoKey(rawValue: "RefineryJSONAPI.ResourcePool")
}

/// A type that reads itself from a resource object.
protocol ResourceReadable {
  init(reading resource: RawResource, in pool: ResourcePool) throws
}

/// Reads resources of one document as one type.
struct ResourceReader<Value: Decodable> {
  private let pool: ResourcePool
  private let decoder: JSONValueDecoder
  private let keys: KeyStrategy
  private let model: (any JSONAPIResource.Type)?
  private let readable: (any ResourceReadable.Type)?
  private let cases: (any PolymorphicResource.Type)?
  private let hasNumericID: Bool
  private let isClass: Bool

  init(_ pool: ResourcePool) {
    self.pool = pool
    model = Value.self as? any JSONAPIResource.Type
    readable = Value.self as? any ResourceReadable.Type
    cases = Value.self as? any PolymorphicResource.Type
    keys = model?.keyStrategy ?? pool.settings.keys
    hasNumericID = model?.hasNumericID ?? false
    isClass = model != nil && Value.self is AnyClass
    var userInfo = pool.settings.userInfo
    if let key = CodingUserInfoKey.resourcePool { userInfo[key] = pool }
    decoder = JSONValueDecoder(dates: pool.settings.dates, keys: keys, userInfo: userInfo)
  }

  /// - Throws: `MappingError` with the place in the document.
  func value(of resource: RawResource) throws -> Value {
    if let readable, let value = try readable.init(reading: resource, in: pool) as? Value { return value }
    if let cases, let value = try cases.value(of: resource, in: pool) as? Value { return value }
    if let model, resource.identifier.type != model.resourceType {
      throw resource.place.member("type").error(.invalid, underlying: ResourceFault.unexpected(type: model.resourceType))
    }
    if isClass, let known = pool.remembered(Value.self, resource.identifier) as? Value { return known }
    do {
      let value = try decoder.decode(Value.self, from: resource.flattened(keys: keys, hasNumericID: hasNumericID))
      guard isClass else { return value }
      return pool.remember(value as AnyObject, Value.self, resource.identifier) as? Value ?? value
    } catch let error as CancellationError {
      throw error
    } catch {
      throw resource.placed(error, keys: keys, expecting: Value.self)
    }
  }
}
