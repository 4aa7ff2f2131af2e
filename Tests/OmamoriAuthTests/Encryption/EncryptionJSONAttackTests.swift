import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Attacks with the JSON serializations of encrypted tokens")
struct EncryptionJSONAttackTests {
  /// The members of a good token for ``ForgedToken/key``.
  static func members(_ protected: String = #"{"alg":"dir","enc":"A256GCM"}"#) throws -> JSONObject {
    let token = try ForgedToken(protected)
    return [
      "protected": .string(token.parts[0]), "iv": .string(token.parts[2]),
      "ciphertext": .string(token.parts[3]),
      "tag": .string(token.parts[4]),
    ]
  }

  static func fault(_ members: JSONObject, with decrypter: TokenDecrypter? = nil) throws -> AuthError? {
    let decrypter = try decrypter ?? ForgedToken.decrypter()
    do throws(AuthError) {
      _ = try decrypter.decrypt(json: JSONValue.object(members).utf8())
      return nil
    } catch {
      return error
    }
  }

  @Test("a good one is taken, flattened and with a list")
  func good() throws {
    var members = try Self.members()
    #expect(try Self.fault(members) == nil)
    members["recipients"] = [[:]]
    #expect(try Self.fault(members) == nil)
  }

  @Test("each member has to be there, and of its type", arguments: ["protected", "iv", "ciphertext", "tag"])
  func missing(_ name: String) throws {
    for value in [nil, .null, 1, ["AAAA"], [:], "=", "A"] as [JSONValue?] {
      var members = try Self.members()
      members[name] = value
      #expect(try Self.fault(members) == .token(.malformed))
    }
  }

  @Test("headers do not repeat one another", arguments: ["alg", "enc"])
  func repeated(_ name: String) throws {
    for place in ["unprotected", "header"] {
      var members = try Self.members()
      members[place] = [name: .string(name == "alg" ? "dir" : "A256GCM")]
      #expect(try Self.fault(members) == .token(.malformed))
    }
    var members = try Self.members()
    members["unprotected"] = ["kid": "a"]
    members["header"] = ["kid": "a"]
    #expect(try Self.fault(members) == .token(.malformed))
  }

  @Test("what must be authenticated is not taken from elsewhere")
  func unprotected() throws {
    for place in ["unprotected", "header"] {
      var members = try Self.members(#"{"alg":"dir"}"#)
      members[place] = ["enc": "A256GCM"]
      #expect(try Self.fault(members) == .token(.malformed))
      members = try Self.members()
      members[place] = ["crit": ["exp"], "exp": 1]
      #expect(try Self.fault(members) == .token(.criticalHeader))
      members[place] = ["zip": "DEF"]
      #expect(try Self.fault(members) == .token(.criticalHeader))
      #expect(
        try Self.fault(members, with: ForgedToken.decrypter(inflationLimit: 100)) == .token(.criticalHeader))
      for value in [.null, "x", [], 1] as [JSONValue] {
        members[place] = value
        #expect(try Self.fault(members) == .token(.malformed))
      }
      // The type and the kind of content, on which the caller decides, are not read there either.
      members[place] = ["cty": "JWT", "typ": "at+jwt"]
      let token = try ForgedToken.decrypter().decrypt(json: JSONValue.object(members).utf8())
      #expect(token.contentType == nil && token.type == nil)
    }
  }

  @Test("lists of recipients are bounded and are not mixed with the flattened form")
  func recipients() throws {
    for list in [
      [], .null, "x", ["x"], .array([JSONValue](repeating: [:], count: 17)), [[:], [:]],
    ] as [JSONValue] {
      var members = try Self.members()
      members["recipients"] = list
      #expect(try Self.fault(members) == .token(.malformed))
    }
    for name in ["header", "encrypted_key"] {
      var members = try Self.members()
      members["recipients"] = [[:]]
      members[name] = name == "header" ? [:] : ""
      #expect(try Self.fault(members) == .token(.malformed))
    }
  }

  @Test("what many recipients cost together is bounded")
  func costlyRecipients() throws {
    let recipient: JSONValue = [
      "header": ["alg": "PBES2-HS256+A128KW", "p2s": "AAAAAAAAAAAAAAAA", "p2c": 400_000],
      "encrypted_key": .string(Base64URL.encode([UInt8](repeating: 0, count: 40))),
    ]
    var members = try Self.members(#"{"enc":"A256GCM"}"#)
    members["recipients"] = .array([recipient, recipient, recipient])
    let decrypter = try TokenDecrypter(
      keys: [DecryptionKey(Password("x"))], keyManagement: [.pbes2HS256A128KW], contentEncryption: [.a256GCM])
    #expect(try Self.fault(members, with: decrypter) == .token(.malformed))
  }

  @Test("other authenticated data are a part of what is authenticated")
  func authenticatedData() throws {
    var members = try Self.members()
    members["aad"] = ""
    #expect(try Self.fault(members) == .token(.decryptionFailed))
    members["aad"] = "A"
    #expect(try Self.fault(members) == .token(.malformed))
    members["aad"] = 1
    #expect(try Self.fault(members) == .token(.malformed))
  }

  @Test("a compact token is no JSON, and a JSON token is not compact")
  func forms() throws {
    let decrypter = try ForgedToken.decrypter()
    #expect(throws: AuthError.token(.malformed)) {
      _ = try decrypter.decrypt(json: Array(ForgedToken().text.utf8))
    }
    let json = String(decoding: JSONValue.object(try Self.members()).utf8(), as: UTF8.self)
    #expect(ForgedToken.fault(json, with: decrypter) == .token(.malformed))
  }
}
