import Refinery

// The Swift blocks of RefineryTracking.md. DocumentationTests compares them, imports included.

struct Recipe: Codable, Identifiable, Sendable { var id: Int; var title: String; var steps: [String] }

extension Recipe: Readable, Patchable { static let path: URITemplate = "recipes" }

func retitle(_ api: Client) async throws {
  var recipe = try await api.send(Recipe.read(5).tracked)
  recipe.value.title = "Soup"
  try await api.save(&recipe)  // PATCH recipes/5 {"title":"Soup"}
  recipe.value.steps.append("Serve hot.")
  try await api.save(&recipe, rebasing: .mine)  // on a conflict: merges both versions and tries again
}
