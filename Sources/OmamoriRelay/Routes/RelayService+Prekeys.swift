#if !canImport(Darwin)
import OmamoriCore

extension RelayService {
  private static let greatestEntryCount = 200
  private static let greatestEntry = 4096
  private static let greatestName = 32

  /// Takes the signed part of an account's bundle.
  func publish(_ prekeys: [UInt8], of account: RelayStore.Account) throws(RelayError) -> HTTPResponse {
    guard !prekeys.isEmpty else { return Self.malformed }
    try store.publish(prekeys, of: account)
    return HTTPResponse(.noContent)
  }

  /// Takes one-time entries.
  func addEntries(_ body: [UInt8], to account: RelayStore.Account) throws(RelayError) -> HTTPResponse {
    guard let entries = Self.entries(body) else { return Self.malformed }
    switch try store.add(entries, to: account) {
    case .stored(let remaining): return HTTPResponse(.ok, json: ["remaining": .integer(remaining)])
    case .conflict: return HTTPResponse(.conflict, error: "conflict")
    case .full: return HTTPResponse(.insufficientStorage, error: "full")
    }
  }

  /// Says how many one-time entries are left.
  func countEntries(of account: RelayStore.Account) throws(RelayError) -> HTTPResponse {
    HTTPResponse(.ok, json: ["remaining": .integer(try store.remainingEntries(of: account))])
  }

  /// Gives a bundle away, with a one-time entry unless that would let somebody use them up.
  func bundle(
    of address: String, for account: RelayStore.Account
  ) throws(RelayError) -> HTTPResponse {
    let now = now
    let wait = counters.countBundle(for: account.id, now: now)
    guard wait == 0 else { return HTTPResponse(.tooManyRequests, error: "rate", retryAfter: wait) }
    guard let target = try store.account(address) else { return Self.notFound }
    let takesEntry = counters.allowsEntry(of: target.id, for: account.id, now: now)
    guard let bundle = try store.bundle(of: target, takesEntry: takesEntry, now: now) else {
      return Self.notFound
    }
    var object: JSONObject = [
      "identity": .string(Base64URL.encode(target.identity)),
      "prekeys": .string(Base64URL.encode(bundle.prekeys)), "oneTime": .null,
    ]
    if let entry = bundle.entry {
      object["oneTime"] = ["name": .string(entry.name), "entry": .string(Base64URL.encode(entry.bytes))]
    }
    return HTTPResponse(.ok, json: .object(object))
  }

  static let malformed = HTTPResponse(.badRequest, error: "malformed")
  static let notFound = HTTPResponse(.notFound, error: "not_found")

  /// Reads a publication; `nil` when it has any other form than the one in the specification.
  private static func entries(_ body: [UInt8]) -> [RelayStore.Entry]? {
    let limits = JSONLimits(depth: 4, size: body.count, values: 4 * greatestEntryCount)
    guard let document = try? StrictJSON.parse(body, limits: limits).objectValue, document.count == 1,
      let list = document["entries"]?.arrayValue, list.count <= greatestEntryCount
    else { return nil }
    var names: Set<String> = []
    var entries: [RelayStore.Entry] = []
    for item in list {
      guard let item = item.objectValue, item.count == 2, let name = item["name"]?.stringValue,
        isName(name), names.insert(name).inserted, let text = item["entry"]?.stringValue,
        text.utf8.count <= greatestEntry * 4 / 3 + 4, let bytes = try? Base64URL.decode(text),
        (1...greatestEntry).contains(bytes.count)
      else { return nil }
      entries.append(RelayStore.Entry(name: name, bytes: bytes))
    }
    return entries
  }

  private static func isName(_ text: String) -> Bool {
    (1...greatestName).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }
}
#endif
