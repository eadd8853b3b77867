/// The types of the settings that a strategy declares. The compiler infers them; no code names them. A setting whose type is
/// not the documented one does not compile: see ``MiddlewareDeclaration``.
public protocol PageStrategyDeclaration {
  /// The type of ``PageStrategy/first``.
  associatedtype DeclaredFirst = PageStep
  /// The type of ``PageStrategy/repeatsSteps``.
  associatedtype DeclaredRepetition = Bool
  /// The type of ``PageStrategy/problem``.
  associatedtype DeclaredProblem = String?

  /// See ``PageStrategy/first``.
  var first: DeclaredFirst { get }
  /// See ``PageStrategy/repeatsSteps``.
  var repeatsSteps: DeclaredRepetition { get }
  /// See ``PageStrategy/problem``.
  var problem: DeclaredProblem { get }

  /// Exists if every setting has its documented type. Do not declare it.
  var strategySettingsOfDocumentedTypes: Void { get }
}

extension PageStrategyDeclaration
where
  DeclaredFirst == PageStep, DeclaredRepetition == Bool, DeclaredProblem == String?
{
  /// The settings have their documented types.
  public var strategySettingsOfDocumentedTypes: Void { () }
}
