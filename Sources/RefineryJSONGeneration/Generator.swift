#if CodeGeneration
  import SwiftSyntax

  /// Reads the models of a module from its files and writes their `JSONReadable` conformances.
  ///
  /// ```swift
  /// let result = try Generator(options: options).generate(from: files)
  /// print(result.text)
  /// ```
  public struct Generator: Sendable {
    /// The result of a run.
    public struct Result: Sendable {
      /// The file; nil if it has no model for which a conformance can be generated.
      public let text: String?
      /// The names of the models in the file.
      public let models: [String]
      /// Why other models are left out.
      public let errors: [ModelError]
    }

    private static let decodable: Set<String> = [
      "Decodable", "Codable", "Creatable", "Enumerable", "Patchable", "Readable", "Updatable",
    ]

    private let options: GeneratorOptions

    /// A generator with options, which the file's head repeats.
    public init(options: GeneratorOptions) { self.options = options }

    /// Makes the file for the models in the files of one module.
    ///
    /// - Throws: ``Mistakes`` if a file is not valid Swift, or a named model does not exist.
    public func generate(from files: [SourceFile]) throws(Mistakes) -> Result {
      let sources = files.map(Source.init)
      let malformed = sources.flatMap(\.errors)
      guard malformed.isEmpty else { throw Mistakes(lines: malformed.map(\.description)) }
      let declarations = Declarations(sources)
      let wanted = try wanted(in: declarations)
      let read = wanted.map { ModelReader.read($0, declarations, decodable: Self.decodable) }
      let models = read.compactMap(\.model)
      let errors = read.flatMap(\.errors)
      guard !models.isEmpty else { return Result(text: nil, models: [], errors: errors) }
      let names = Set(models.map(\.name))
      let paths = Set(wanted.filter { names.contains($0.name) }.map(\.source.path))
      let imports = Imports(of: sources.filter { paths.contains($0.path) }, all: sources)
      let access = models.map(\.access).max() ?? .internal
      let text = Rendering(models: models, imports: imports.text(for: access), header: options.header).text
      return Result(text: text, models: models.map(\.name), errors: errors)
    }

    private func wanted(in declarations: Declarations) throws(Mistakes) -> [Declaration] {
      let types = declarations.types.sorted { $0.key < $1.key }.compactMap(\.value.first)
      let written: (Declaration) -> Bool = { type in
        declarations.part(of: type.name, conformingTo: ["JSONReadable", "RefineryJSON.JSONReadable"]) != nil
      }
      if options.types.isEmpty {
        return types.filter { type in
          !type.node.is(ProtocolDeclSyntax.self) && !written(type)
            && declarations.part(of: type.name, conformingTo: Self.decodable) != nil
        }
      }
      var lines: [String] = []
      for name in options.types {
        if let type = declarations.types[name]?.first {
          if written(type) { lines.append("\(name) already conforms to JSONReadable; remove it from --type") }
        } else {
          let nested = types.map(\.name).filter { $0.hasSuffix("." + name) }
          lines.append("there is no type \(name) in \(options.target)" + (nested.first.map { "; did you mean \($0)?" } ?? ""))
        }
      }
      guard lines.isEmpty else { throw Mistakes(lines: lines) }
      return types.filter { options.types.contains($0.name) }
    }
  }
#endif
