import OmamoriATS
import OmamoriCore

@testable import OmamoriTransport

/// Documents of pins and signed pin sets are read within limits, and what is written of them reads back.
func fuzzPinDocuments(_ bytes: [UInt8]) {
  let host = try? HostName("a.example")
  for format in PinFormat.allCases {
    guard let document = try? PinDocument.read(bytes, as: format, host: host).document else { continue }
    guard let json = try? document.written(as: .json),
      let again = try? PinDocument.read(Array(json.text.utf8), as: .json).document
    else {
      expect(false, "what was read can be written and read again")
      continue
    }
    // Whole seconds are all that JSON keeps of a date.
    expect(again.entries.map(\.pins) == document.entries.map(\.pins), "no pin is lost")
    expect(again.combination == document.combination, "the rule is kept")
    for target in PinFormat.allCases { _ = try? document.written(as: target) }
    guard let rules = try? document.rules(requiresBackup: false).rules,
      let policy = try? TransportPolicy(rules: rules)
    else { continue }
    for entry in document.entries.prefix(8) {
      guard let stated = try? document.pins(for: entry.host)?.pinSet(requiresBackup: false) else { continue }
      expect((try? policy.policy(for: entry.host).pins) == stated, "the policy pins as the document does")
    }
  }
  _ = try? SignedPinEnvelope(bytes)
}
