/// A coding key whose text is the name of the member in the document. No strategy or rule for names of Refinery's coders
/// changes it.
package protocol UnconvertedKey: CodingKey {}
