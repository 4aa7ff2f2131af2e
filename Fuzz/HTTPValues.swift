import OmamoriCore
import OmamoriTransport

/// URLs keep their origin, media types and headers are read without a crash, and what is read is written as the same.
///
/// The first byte chooses the reader, and the rest is its text.
func fuzzHTTPValues(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let content = Array(bytes.dropFirst())
  let text = String(decoding: content, as: UTF8.self)
  switch choice % 6 {
  case 0: fuzzURL(text)
  case 1: fuzzEndpoint(text)
  case 2: fuzzMediaType(text)
  case 3: fuzzFields(content)
  case 4: fuzzHead(content)
  default: fuzzAnchors(content)
  }
}

private func fuzzURL(_ text: String) {
  if let url = try? RequestURL(text) {
    expect((try? RequestURL(url.text)) == url, "a URL that was read is written as the same")
    expect(url.path.hasPrefix("/"), "a path begins with a slash")
  }
  guard let base = try? RequestURL("https://api.example.com/v1/users?key=1") else { return }
  if let target = try? base.resolve(text) {
    expect((try? RequestURL(target.text)) == target, "a target is written as the same")
    expect(target.text.hasPrefix("https://"), "a reference leads to https only")
  }
}

private func fuzzEndpoint(_ text: String) {
  guard let base = try? RequestURL("https://api.example.com/v1") else { return }
  let pieces = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let endpoints = [
    try? Endpoint(text), try? Endpoint(segments: pieces),
    try? Endpoint("a", query: pieces.map { QueryItem($0, $0) }),
  ]
  for case let endpoint? in endpoints {
    guard let url = try? base.appending(endpoint) else { continue }
    expect(url.hasOrigin(of: base) && url.path.hasPrefix(base.path), "an endpoint stays below its base")
    expect((try? RequestURL(url.text)) == url, "nothing of an endpoint is a dot segment or a delimiter")
  }
}

private func fuzzMediaType(_ text: String) {
  if let range = ContentRange(text) {
    expect(
      0 <= range.first && range.first <= range.last && range.last < range.total, "a part lies in its whole")
  }
  guard let type = MediaType(text) else { return }
  let written = type.description
  if written.utf8.count <= MediaType.greatestSize {
    expect(MediaType(written) == type, "a media type is written as the same")
  }
}

private func fuzzFields(_ bytes: [UInt8]) {
  if let record = PartialRecord(bytes) {
    expect(record.bytes == bytes, "a record that was read is written as the same")
  }
  let names = [
    "Strict-Transport-Security", "Content-Security-Policy", "Set-Cookie", "Cache-Control", "Referrer-Policy",
    "Access-Control-Allow-Origin", "X-Content-Type-Options", "Content-Type", "Server",
  ]
  guard let host = try? HostName("a.example") else { return }
  for name in names {
    var fields = ResponseFields()
    for line in bytes.split(separator: 0x0A) { try? fields.append(Array("\(name):".utf8) + line) }
    let report = HeaderReport(fields, from: host)
    expect(report.findings.count <= 8 + 5 * fields.fields.count, "findings are bounded by the fields")
    expect(fields.fields.allSatisfy { !$0.value.utf8.contains(0) }, "no field has a NUL")
  }
  if let value = StrictTransportSecurity(String(decoding: bytes, as: UTF8.self)) {
    let written = "max-age=\(value.maximumAge)" + (value.includesSubdomains ? "; includeSubDomains" : "")
    let again = StrictTransportSecurity(written)
    expect(again?.maximumAge == value.maximumAge, "an age is read again")
    expect(again?.includesSubdomains == value.includesSubdomains, "subdomains are read again")
  }
}

private func fuzzHead(_ bytes: [UInt8]) {
  var reader = ResponseHeadReader(limit: 4096)
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
    guard (try? reader.append(Array(line) + [0x0A])) != nil else { return }
  }
  if reader.isComplete { expect((200...999).contains(reader.status ?? 0), "a response has a final status") }
}

private func fuzzAnchors(_ bytes: [UInt8]) {
  guard let certificates = try? TrustAnchors.certificates(in: bytes) else { return }
  expect(!certificates.isEmpty, "a bundle has a certificate or is refused")
  expect(Set(certificates).count == certificates.count, "a certificate is taken once")
}
