#if Macros
  import SwiftSyntax

  /// What the function of a row returns: `Call<[Repo]>`.
  struct Output {
    let call: TypeSyntax
    /// The output without its question mark.
    let type: TypeSyntax
    let isOptional: Bool

    init?(of function: FunctionDeclSyntax, _ report: Row.Report) {
      guard let type = function.signature.returnClause?.type else {
        report("a row returns its call: add `-> Call<Okay>`, or the type of its output", Syntax(function.name))
        return nil
      }
      guard ["Call", "ScopedCall"].contains(Self.name(of: type)), let output = Self.arguments(of: type)?.first,
        let output = output.argument.as(TypeSyntax.self)
      else {
        report("a row returns its call: write `Call<\(type.trimmedDescription)>`", Syntax(type))
        return nil
      }
      if let reason = Self.reason(against: output) {
        report(reason, Syntax(output))
        return nil
      }
      call = type
      let wrapped = output.optionalWrapped
      isOptional = wrapped != nil
      self.type = wrapped ?? output
    }

    /// `Call` of `RefineryCore.Call<Okay>`.
    static func name(of type: TypeSyntax) -> String {
      type.as(IdentifierTypeSyntax.self)?.name.text ?? type.as(MemberTypeSyntax.self)?.name.text ?? ""
    }

    static func arguments(of type: TypeSyntax) -> GenericArgumentListSyntax? {
      (type.as(IdentifierTypeSyntax.self)?.genericArgumentClause ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause)?
        .arguments
    }

    private static func reason(against output: TypeSyntax) -> String? {
      if let named = output.as(IdentifierTypeSyntax.self), !["Void", "Any", "AnyObject"].contains(named.name.text) {
        return nil
      }
      if output.is(ArrayTypeSyntax.self) || output.is(OptionalTypeSyntax.self) { return nil }
      if output.as(TupleTypeSyntax.self)?.elements.isEmpty == true || output.trimmedDescription == "Void" {
        return "Void cannot be decoded: write Okay for a row that only reports success"
      }
      if ["Any", "AnyObject"].contains(output.trimmedDescription) {
        return "\(output.trimmedDescription) cannot be decoded: write JSONValue for any JSON"
      }
      if output.is(TupleTypeSyntax.self) { return "a tuple cannot be decoded: write a Decodable struct with these members" }
      if output.is(FunctionTypeSyntax.self) { return "a function cannot be decoded: write a Decodable type" }
      if let some = output.as(SomeOrAnyTypeSyntax.self) {
        return "\(some.trimmedDescription) cannot be decoded: write the Decodable type itself"
      }
      return nil
    }
  }

  extension TypeSyntax {
    /// `Int` of `Int?` and of `Optional<Int>`; nil for other types.
    var optionalWrapped: TypeSyntax? {
      if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
      guard Output.name(of: self) == "Optional" else { return nil }
      return Output.arguments(of: self)?.first?.argument.as(TypeSyntax.self)
    }

    /// The name without its module: `URL` of `Foundation.URL`.
    var plainName: String {
      guard let member = self.as(MemberTypeSyntax.self), member.name.text != "Part" else { return trimmedDescription }
      return member.name.text
    }
  }
#endif
