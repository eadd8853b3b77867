/// A coding key whose text is the name of the member in the document. No strategy or rule for names changes it when a container
/// of this module writes it. ``MemberReader`` and ``MemberWriter`` need no keys.
package protocol UnconvertedKey: CodingKey {}
