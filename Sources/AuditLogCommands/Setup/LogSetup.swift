import CommandLineKit
import CommandSupport
import Glibc
import OmamoriAuditLog
import OmamoriCore

/// How a log was begun.
///
/// Nothing in it is secret. It lies with the log's keys, out of the log's folder.
struct LogSetup: Sendable {
  private static let name = "setup.json"
  private static let version = 1
  private static let greatestSize = 64 << 10

  /// The public key of the log.
  let key: LogKey
  /// Who reads it.
  let auditor: AuditorKey
  /// Whether this machine can read it, too.
  let localReading: LocalReading
  /// The file elsewhere that remembers how far the log was, absolute.
  let witness: String?

  /// The setup of a log that was begun.
  ///
  /// - Throws: ``CryptoFault`` when there is none, or it is damaged.
  init(of place: LogPlace) throws {
    let path = place.keys + "/" + Self.name
    if case .failure(let failure) = FileStatus.of(path), failure.code == ENOENT { throw CryptoFault.noLog }
    let bytes = try SmallFile.read(path, limit: Self.greatestSize)
    guard let json = try? StrictJSON.parse(bytes), json["version"]?.intValue == Self.version,
      let key = json["log"]?.stringValue.flatMap({ try? LogKey(text: $0) }),
      let auditor = json["auditor"]?.stringValue.flatMap({ try? AuditorKey(text: $0) }),
      let isLocal = json["localReading"]?.boolValue
    else {
      throw CryptoFault(
        .failure, HelpText("\(Printable.quote(path)) is damaged", ja: "\(Printable.quote(path)) が壊れています"),
        hint: HelpText("put it back from a copy", ja: "控えから復元してください"))
    }
    (self.key, self.auditor, witness) = (key, auditor, json["witness"]?.stringValue)
    localReading = isLocal ? .keychainKey : .off
  }

  init(key: LogKey, auditor: AuditorKey, localReading: LocalReading, witness: String?) {
    (self.key, self.auditor, self.localReading, self.witness) = (key, auditor, localReading, witness)
  }

  /// Whether a log was begun with keys at this place.
  static func exists(at place: LogPlace) -> Bool { FileStatus(at: place.keys + "/" + name) != nil }

  /// The setup as JSON.
  var json: JSONValue {
    var object: JSONObject = [
      "version": .integer(Self.version), "log": .string(key.text), "auditor": .string(auditor.text),
      "localReading": .bool(localReading == .keychainKey),
    ]
    if let witness { object["witness"] = .string(witness) }
    return .object(object)
  }

  /// Writes the setup.
  ///
  /// - Throws: `CommandLineError`.
  func save(at place: LogPlace) throws {
    try AtomicFile.write(
      Array((json.text(.pretty) + "\n").utf8), to: place.keys + "/" + Self.name, permissions: 0o600)
  }

  /// The places outside of the log that remember how far it was.
  var anchors: [any LogAnchor] { witness.map { [WitnessFileAnchor(path: $0)] } ?? [] }
}
