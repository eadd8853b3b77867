import HTTPTypes
import RefineryAuth
import Testing

@Suite struct AuthenticationChallengeTests {
  private func challenges(_ values: String...) -> [AuthenticationChallenge] {
    var fields = HTTPFields()
    for value in values { fields.append(HTTPField(name: .wwwAuthenticate, value: value)) }
    return fields.authenticationChallenges
  }

  @Test("The challenges of RFC 9110 section 11.6.1, in one field or in two")
  func several() {
    let basic = #"Basic realm="simple""#
    let other = #"Newauth realm="apps", type=1, title="Login to \"apps\"""#
    for read in [challenges("\(basic), \(other)"), challenges(basic, other), challenges(", \(basic) ,, \(other),")] {
      #expect(read.map(\.scheme) == ["basic", "newauth"])
      #expect(read[0].parameters == ["realm": "simple"])
      #expect(read[1].parameters == ["realm": "apps", "type": "1", "title": #"Login to "apps""#])
      #expect(read.allSatisfy { $0.token68 == nil })
    }
  }

  @Test("The challenge of a container registry: commas in quotes separate nothing")
  func registry() {
    let read = challenges(#"Bearer realm="https://a.example/token",service="a.example",scope="repository:x/y:pull,push""#)
    #expect(read.count == 1 && read[0].scheme == "bearer")
    #expect(read[0]["realm"] == "https://a.example/token" && read[0]["scope"] == "repository:x/y:pull,push")
    #expect(read[0]["error"] == nil)
  }

  @Test(
    "A scheme may have one token in place of parameters",
    arguments: [
      ("Negotiate", [nil]), ("Negotiate YII+/a", ["YII+/a"]), ("Negotiate YII=", ["YII="]),
      ("Negotiate YI==, Basic realm=a", ["YI==", nil]),
      ("Negotiate, NTLM", [nil, nil]),
    ])
  func token(text: String, tokens: [String?]) {
    #expect(challenges(text).map(\.token68) == tokens)
  }

  @Test("An empty quoted value is that of a parameter")
  func emptyValue() {
    let read = challenges(#"Basic realm="", charset="UTF-8""#)
    #expect(read.count == 1 && read[0].token68 == nil)
    #expect(read[0].parameters == ["realm": "", "charset": "UTF-8"])
  }

  @Test("Names are in lower case, spaces around = do not count, and the first of two parameters is kept")
  func parameters() {
    let read = challenges("Bearer Realm = \"a\" ,\tREALM=b, error=c")
    #expect(read.count == 1 && read[0].parameters == ["realm": "a", "error": "c"])
  }

  @Test(
    "Malformed text ends, and is never another challenge's",
    arguments: [
      "", ",", "=", "==,=", "=a", "\"", "Bearer =", "Bearer ,=,", "Bearer realm=\"a, b=c", "Bearer realm=\"a\\", "a b c d",
      "\u{FF}=",
    ])
  func malformed(text: String) {
    let read = challenges(text)
    #expect(read.count <= 2)
    #expect(read.allSatisfy { $0["b"] == nil })
  }
}
