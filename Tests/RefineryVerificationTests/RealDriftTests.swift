#if Import
  import Foundation
  import RefineryJSON
  import RefineryOpenAPI
  import Testing

  @testable import RefineryVerification

  @Suite("S06: seeded drifts in real descriptions")
  struct RealDriftTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../shared/descriptions").standardized.path
    private static let isThere = FileManager.default.fileExists(atPath: folder)
    private static let reason: Comment = "the folder ../shared/descriptions is missing"

    @Test(
      "a change of one place is found once, with its kind, and nothing else", .enabled(if: isThere, reason),
      arguments: ["xero-accounting.yaml", "adyen-checkout.yaml"])
    func seeded(_ file: String) throws {
      let description = try Description.reading(file: "\(Self.folder)/\(file)")
      var counts: [Drift.Kind: Int] = [:]
      for seed in RealSeed.all(of: description) {
        var changed = description
        seed.change(&changed)

        let found = Comparison(description, changed).drifts

        #expect(found.map(\.kind) == [seed.kind], "\(seed.place): \(found.map(\.sentence))")
        #expect(found.first?.effect == seed.effect || seed.effect == nil, "\(seed.place)")
        #expect(found.first?.operations.isEmpty == false)
        counts[seed.kind, default: 0] += 1
      }
      #expect(counts.values.reduce(0, +) >= 30, "\(counts)")
    }
  }

  /// A change of one place of a real description.
  private struct RealSeed {
    let place: String
    let kind: Drift.Kind
    /// Nil if it depends on where the schema is used.
    let effect: Drift.Effect?
    let change: (inout Description) -> Void

    /// Changes of operations and of shared schemas, evenly taken from the whole description.
    static func all(of description: Description) -> [RealSeed] {
      operations(of: description) + schemas(of: description)
    }

    private static func operations(of description: Description) -> [RealSeed] {
      var seeds: [RealSeed] = []
      let count = description.operations.count
      for index in stride(from: 0, to: count, by: max(1, count / 4)) {
        let operation = description.operations[index]
        let place = "\(operation.method) \(operation.path)"
        seeds.append(
          RealSeed(place: place, kind: .operationMissing, effect: .breaking) { $0.operations.remove(at: index) })
        seeds.append(
          RealSeed(place: place, kind: .parameterNew, effect: .breaking) {
            let pointer = "\(operation.pointer)/parameters/99"
            $0.operations[index].parameters.append(
              Parameter("seeded", in: .query, Schema(.string, at: pointer), isRequired: true, at: pointer))
          })
        seeds.append(
          RealSeed(place: place, kind: .statusNew, effect: .harmless) {
            $0.operations[index].responses.append(Response(.code(418), [], at: "\(operation.pointer)/responses/418"))
          })
        seeds.append(
          RealSeed(place: place, kind: .deprecated, effect: .harmless) {
            $0.operations[index].isDeprecated.toggle()
          })
      }
      return seeds
    }

    private static func schemas(of description: Description) -> [RealSeed] {
      let reached = description.reachedSchemas()
      let keys = description.schemaOrder.filter { key in
        guard reached.contains(key), case .object(let object)? = description.schemas[key]?.schema.kind else { return false }
        return object.discriminator == nil && object.properties.contains { !$0.schema.isReadOnly && !$0.schema.isWriteOnly }
      }
      var seeds: [RealSeed] = []
      for key in keys.striding(by: max(1, keys.count / 4)) {
        guard case .object(let object)? = description.schemas[key]?.schema.kind,
          let place = object.properties.firstIndex(where: { !$0.schema.isReadOnly && !$0.schema.isWriteOnly })
        else { continue }
        func seed(_ kind: Drift.Kind, _ effect: Drift.Effect?, _ edit: @escaping (inout Schema.Object) -> Void) {
          seeds.append(
            RealSeed(place: "\(key) \(object.properties[place].name)", kind: kind, effect: effect) { description in
              description.schemas[key]?.schema.editObject(edit)
            })
        }
        seed(.memberMissing, .breaking) { $0.properties.remove(at: place) }
        seed(.memberNew, .harmless) {
          $0.properties.append(.member("seeded", Schema(.string, at: "\(key)/properties/seeded")))
        }
        seed(.memberRequired, nil) { $0.properties[place].isRequired.toggle() }
        switch object.properties[place].schema.kind {
        case .string, .integer, .number: seed(.type, .breaking) { $0.properties[place].schema.kind = .boolean }
        default: break
        }
      }
      return seeds
    }
  }

  extension Array {
    fileprivate func striding(by step: Int) -> [Element] { stride(from: 0, to: count, by: step).map { self[$0] } }
  }

  extension Description {
    /// The shared schemas that an operation reaches.
    fileprivate func reachedSchemas() -> Set<SchemaKey> {
      var reached: Set<SchemaKey> = []
      var waiting: [Schema] = operations.flatMap { operation in
        operation.parameters.map(\.schema) + (operation.body?.content.compactMap(\.schema) ?? [])
          + operation.responses.flatMap { $0.content.compactMap(\.schema) }
      }
      while let schema = waiting.popLast() {
        switch schema.kind {
        case .reference(let key):
          if reached.insert(key).inserted, let named = schemas[key] { waiting.append(named.schema) }
        case .array(let items): waiting.append(items)
        case .all(let branches), .union(let branches, _, _): waiting += branches
        case .object(let object):
          waiting += object.properties.map(\.schema)
          if case .typed(let values) = object.additional { waiting.append(values) }
        default: break
        }
      }
      return reached
    }
  }
#endif
