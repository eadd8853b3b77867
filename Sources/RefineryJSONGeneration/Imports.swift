#if CodeGeneration
  import SwiftSyntax

  /// The imports of a generated file: those of its models' files, and RefineryJSON.
  struct Imports {
    private var modules: [String: Module] = [:]
    private var conditional: [String] = []
    private var whole: [String: [Module]] = [:]

    private struct Module {
      let kind: String
      let attribute: String
      let path: String
      let access: String

      var text: String {
        [attribute.isEmpty ? "" : "@\(attribute)", access, "import", kind, path].filter { !$0.isEmpty }.joined(separator: " ")
      }
      /// The groups that the formatter separates.
      var group: Int { attribute.isEmpty ? (kind.isEmpty ? 0 : 1) : 2 }
    }

    init(of models: [Source], all: [Source]) {
      for node in all.flatMap({ Self.imports(in: $0.tree.statements) }) {
        let module = Self.module(node)
        whole[module.path, default: []].append(module)
      }
      for source in models {
        for item in source.tree.statements {
          if let node = item.item.as(ImportDeclSyntax.self) {
            let module = Self.module(node)
            modules[[module.attribute, module.kind, module.path].joined(separator: " ")] = module
          } else if let node = item.item.as(IfConfigDeclSyntax.self), node.importsAlone {
            // Imports that are public elsewhere need not be public in the generated file.
            let text = node.trimmedDescription.replacing(
              /(?:public|package|internal|fileprivate|private) (import (?:\w+ )?(\S+))/
            ) { found in
              [reach(of: String(found.2)), String(found.1)].filter { !$0.isEmpty }.joined(separator: " ")
            }
            if !conditional.contains(text) { conditional.append(text) }
          }
        }
      }
    }

    /// All imports, including conditional ones.
    private static func imports(in items: CodeBlockItemListSyntax) -> [ImportDeclSyntax] {
      items.flatMap { item -> [ImportDeclSyntax] in
        if let node = item.item.as(ImportDeclSyntax.self) { return [node] }
        return (item.item.as(IfConfigDeclSyntax.self)?.clauses ?? []).flatMap { clause -> [ImportDeclSyntax] in
          if case .statements(let items) = clause.elements { imports(in: items) } else { [] }
        }
      }
    }

    /// The text of the imports, in groups.
    ///
    /// - Parameter access: the access level of the models.
    func text(for access: Access) -> [String] {
      var own = modules.values.filter { $0.path != "RefineryJSON" }.map { module in
        Module(kind: module.kind, attribute: module.attribute, path: module.path, access: reach(of: module.path))
      }
      let explicit = access > .internal ? access.rawValue : reach(of: "RefineryJSON")
      own.append(Module(kind: "", attribute: "", path: "RefineryJSON", access: explicit))
      let groups = (0...2).map { group in
        own.filter { $0.group == group }.sorted { $0.path < $1.path }.map(\.text).joined(separator: "\n")
      }
      return (groups + conditional.sorted()).filter { !$0.isEmpty }
    }

    /// The access level to write for an import. It is empty if another file imports the module without an access level, because
    /// the compiler would report an ambiguity.
    private func reach(of path: String) -> String {
      guard let others = whole[path], others.allSatisfy({ !$0.access.isEmpty }) else { return "" }
      return "internal"
    }

    private static func module(_ node: ImportDeclSyntax) -> Module {
      let attributes = node.attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
      return Module(
        kind: node.importKindSpecifier?.text ?? "", attribute: attributes.contains("testable") ? "testable" : "",
        path: node.path.trimmedDescription, access: node.modifiers.first?.name.text ?? "")
    }
  }

  extension IfConfigDeclSyntax {
    /// Whether its branches contain only imports.
    fileprivate var importsAlone: Bool {
      let items = clauses.flatMap { clause -> [CodeBlockItemSyntax] in
        if case .statements(let items) = clause.elements { Array(items) } else { [] }
      }
      return !items.isEmpty
        && items.allSatisfy { item in
          item.item.is(ImportDeclSyntax.self) || item.item.as(IfConfigDeclSyntax.self)?.importsAlone == true
        }
    }
  }
#endif
