import OmamoriCore
import OmamoriTransport

@testable import OmamoriAuth

/// Answers of servers are read without harm, and no token that is taken could end a header field.
///
/// The first byte is the status of the answer, and the rest its body.
func fuzzTokenAnswer(_ bytes: [UInt8]) {
  guard let choice = bytes.first, let fields = try? ResponseFields(["Content-Type": "application/json"])
  else {
    return
  }
  let body = Data(bytes.dropFirst())
  let status = [200, 201, 400, 401, 403, 500][Int(choice) % 6]
  let answer = HTTPAnswer(status: status, fields: fields, body: body)
  let sentAt = Date(timeIntervalSince1970: 1_800_000_000)
  for type in TokenType.allCases { read(answer, sentAt, type) }
  _ = AuthError(refusal: answer).refreshFailure
  guard let issuer = try? Issuer("https://as.example") else { return }
  if let metadata = try? ServerMetadata(document: body, issuer: issuer) {
    expect(metadata.endpoints.values.allSatisfy { $0.text.hasPrefix("https://") }, "endpoints are secure")
  }
  if let object = try? answer.members() {
    _ = try? DeviceAuthorization(object, sentAt: sentAt)
    _ = try? Introspection(object)
  }
  if let login = try? PendingAuthorization(decoding: SecretBytes(copying: body)) {
    expect((try? PendingAuthorization(decoding: login.encoded())) == login, "a login survives the round trip")
  }
}

private func read(_ answer: HTTPAnswer, _ sentAt: Date, _ type: TokenType) {
  guard let tokens = try? TokenAnswer(answer, sentAt: sentAt, expecting: type) else { return }
  expect(answer.status < 300, "only a success has tokens")
  expect(tokens.tokenType == type, "a token is of the type that was asked for")
  var headers = HeaderFields()
  let value = tokens.tokenType.rawValue + " " + tokens.accessToken.reveal()
  expect((try? headers.set("Authorization", value)) != nil, "a token that is taken can be shown")
  expect(headers.values("Authorization") == [value], "it is shown as it came")
  if let lifetime = tokens.lifetime {
    expect(lifetime >= .zero && lifetime <= TokenAnswer.greatestLifetime, "lifetimes have bounds")
  }
}
