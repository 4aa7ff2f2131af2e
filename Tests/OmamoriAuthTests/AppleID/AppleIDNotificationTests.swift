import OmamoriAuth
@_spi(Testing) import OmamoriCore
import Testing

@Suite("Sign in with Apple: notifications")
struct AppleIDNotificationTests {
  private let clock = ManualClock()
  private let apple: FakeApple

  init() throws { apple = try FakeApple(clock: clock) }

  private func body(_ change: (inout JSONObject) -> Void = { _ in }) throws -> Data {
    var claims: JSONObject = [
      "iss": "https://appleid.apple.com", "aud": .string(FakeApple.clientID), "jti": "event-1",
      "iat": .integer(Int64(clock.date.timeIntervalSince1970)),
      "events": """
      {"type":"email-disabled","sub":"person","email":"a@privaterelay.appleid.com",
      "is_private_email":"true","event_time":1508184845}
      """,
    ]
    change(&claims)
    return Data(JSONValue.object(["payload": .string(try apple.sign(claims).reveal())]).utf8())
  }

  private func verify(_ body: Data) async throws -> AppleIDNotification {
    try await AppleIDNotificationVerifier(clientID: FakeApple.clientID, keys: apple.keys(), clock: clock)
      .verify(body)
  }

  @Test(
    "Each kind is told apart",
    arguments: [
      ("email-disabled", AppleIDNotification.Kind.emailDisabled), ("email-enabled", .emailEnabled),
      ("consent-revoked", .consentRevoked), ("account-delete", .accountDeleted),
      ("account-deleted", .accountDeleted), ("something-new", nil),
    ])
  func kinds(name: String, kind: AppleIDNotification.Kind?) async throws {
    for isText in [true, false] {
      let event: JSONObject = ["type": .string(name), "sub": "person", "event_time": 1_508_184_845_000]
      let value: JSONValue =
        isText
        ? .string(String(decoding: JSONValue.object(event).utf8(), as: UTF8.self)) : .object(event)
      let notification = try await verify(try body { $0["events"] = value })
      #expect(notification.kind == kind && notification.subject == "person")
      #expect(notification.date == Date(timeIntervalSince1970: 1_508_184_845))
      #expect(notification.identifier == "event-1")
    }
  }

  @Test("What is not a fresh notification for this client is refused")
  func faults() async throws {
    let sound = try await verify(try body())
    #expect(sound.email == "a@privaterelay.appleid.com")
    let faults: [(TokenFault, (inout JSONObject) -> Void)] = [
      (.claimMismatch(.issuer), { $0["iss"] = "https://example.com" }),
      (.claimMismatch(.audience), { $0["aud"] = "com.example.other" }),
      (.claimMissing(.events), { $0["events"] = nil }),
      (.claimMissing(.identifier), { $0["jti"] = nil }),
      (.claimMissing(.issuedAt), { $0["iat"] = nil }),
      (.claimMalformed(.events), { $0["events"] = "not JSON" }),
      (.claimMalformed(.events), { $0["events"] = .array([]) }),
      (.claimMalformed(.events), { $0["events"] = #"{"type":"email-disabled"}"# }),
      (.claimMalformed(.events), { $0["events"] = #"{"type":"a","type":"b","sub":"c"}"# }),
    ]
    for (fault, change) in faults {
      let body = try body(change)
      await #expect(throws: AuthError.token(fault)) { try await verify(body) }
    }
    for text in ["", "{}", "[]", #"{"payload":1}"#, #"{"payload":"a.b"}"#] {
      await #expect(throws: AuthError.token(.malformed)) { try await verify(Data(text.utf8)) }
    }
    let old = try body()
    clock.advance(by: .seconds(86_400 + 61))
    await #expect(throws: AuthError.token(.tooOld)) { try await verify(old) }
  }
}
