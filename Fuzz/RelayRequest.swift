import OmamoriCore

@testable import OmamoriRelay

/// What a relay reads does not depend on the pieces it comes in, is bounded, and has one meaning.
///
/// The first byte gives the size of the pieces and the second one the reader; the rest is the input.
func fuzzRelayRequest(_ bytes: [UInt8]) {
  guard bytes.count > 2 else { return }
  let content = Array(bytes.dropFirst(2))
  if bytes[1] == 1 { return fuzzAuthorization(String(decoding: content, as: UTF8.self)) }
  let whole = steps(content, pieces: content.count + 1)
  let pieces = steps(content, pieces: Int(bytes[0] % 64) + 1)
  expect(whole == pieces, "the pieces do not matter")
  for step in whole {
    guard case .head(let head) = step else { continue }
    expect(head.fields.count <= HTTPLimits().fields, "fields are bounded")
    expect(head.target.utf8.count <= HTTPLimits().target, "the target is bounded")
    expect(head.fields.filter { $0.name == "content-length" }.count <= 1, "a body has one length")
    expect(!head.fields.contains { $0.name == "transfer-encoding" }, "a body has no other length")
    expect(rewritten(head) == head, "a head that is written is read as the same")
    route(head)
  }
}

private func steps(_ bytes: [UInt8], pieces: Int) -> [RequestParser.Step] {
  var parser = RequestParser()
  var steps: [RequestParser.Step] = []
  var rest = bytes[...]
  while true {
    let step = parser.next()
    expect(parser.size <= 32_768 + pieces, "little is kept")
    switch step {
    case .needsInput:
      guard !rest.isEmpty else { return steps }
      parser.append(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    case .head:
      steps.append(step)
      guard (try? parser.takeBody(limit: 2000)) != nil else { return steps + [parser.next()] }
    case .body(let body):
      var length: Int?
      if case .head(let head) = steps.last { length = head.contentLength }
      expect(body.count == length, "a body is as long as its head said")
      steps.append(step)
    case .refused:
      expect(parser.next() == step, "nothing is read behind a refusal")
      return steps + [step]
    }
  }
}

/// The head as a client without whims writes it.
private func rewritten(_ head: RequestHead) -> RequestHead? {
  var text = "\(head.method) \(head.target) HTTP/1.1\r\n"
  for field in head.fields { text += "\(field.name): \(field.value)\r\n" }
  var parser = RequestParser()
  parser.append(Array((text + "\r\n").utf8))
  guard case .head(let again) = parser.next() else { return nil }
  return again
}

private func route(_ head: RequestHead) {
  guard case .route(let route) = RouteReader.read(method: head.method, target: head.target) else { return }
  if let owner = route.owner { expect(AccountAddress.isValid(owner), "an owner is an address") }
}

private func fuzzAuthorization(_ text: String) {
  guard let read = RequestAuthorization(text) else { return }
  let written =
    "Omamori address=\(read.address), time=\(read.time), nonce=\(Base64URL.encode(read.nonce)), "
    + "digest=\(Base64URL.encode(read.digest)), signature=\(Base64URL.encode(read.signature))"
  expect(written == text, "a signature has one spelling")
}
