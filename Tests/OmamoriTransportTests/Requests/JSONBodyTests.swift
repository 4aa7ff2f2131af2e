import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct JSONBodyTests {
  struct User: Codable, Equatable {
    let name: String
    let age: Int
  }

  @Test func thereAndBack() throws {
    let user = User(name: "日本 \"x\"", age: 7)
    guard case .bytes(let data, let type) = try JSONBody.encode(user) else {
      Issue.record("JSON is bytes")
      return
    }
    #expect(type == .json)
    #expect(try JSONBody.decode(User.self, from: data) == user)
    guard case .bytes(let tree, .json) = JSONBody.encode(["name": "a", "age": 1]) else {
      Issue.record("JSON is bytes")
      return
    }
    #expect(try JSONBody.decode(User.self, from: tree) == User(name: "a", age: 1))
    #expect(try JSONBody.parse(tree) == ["name": "a", "age": 1])
  }

  @Test(arguments: [
    "", "{", "{}", "null", "[]", "{\"name\":\"a\"}", "{\"name\":\"a\",\"age\":\"1\"}",
    "{\"name\":\"a\",\"age\":1}x",
    "{\"name\":\"a\",\"age\":1,\"age\":2}", "{\"name\":\"a\",\"n\\u0061me\":\"b\",\"age\":1}",
    "{\"name\":\"a\",\"age\":1,}", "\u{FEFF}{\"name\":\"a\",\"age\":1}", "{'name':'a','age':1}",
    "{\"name\":\"a\",\"age\":1.5}",
    "{\"name\":\"a\",\"age\":99999999999999999999}", "{\"name\":\"\\ud800\",\"age\":1}",
    String(repeating: "[", count: 100_000),
  ])
  func refused(_ text: String) {
    #expect(throws: TransportError.undecodableBody) { try JSONBody.decode(User.self, from: Data(text.utf8)) }
  }

  @Test func whatCannotBeEncoded() {
    #expect(throws: TransportError.unreadableBody) { try JSONBody.encode([Double.nan]) }
  }

  @Test func forms() {
    guard
      case .bytes(let data, let type) = RequestBody.form([QueryItem("a b", "c&d=e"), QueryItem("f", "+")])
    else {
      Issue.record("a form is bytes")
      return
    }
    #expect(String(decoding: data, as: UTF8.self) == "a%20b=c%26d%3De&f=%2B")
    #expect(type == .form)
  }
}
