import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// What a pin set refuses to be, so that nobody finds out with the app in people's hands.
@Suite struct PinSetTests {
  private static func pin(
    _ byte: UInt8, _ role: CertificatePin.Role = .primary, _ kind: CertificatePin.Kind = .publicKey
  ) throws
    -> CertificatePin
  {
    try CertificatePin(kind, digest: [UInt8](repeating: byte, count: 32), role: role)
  }

  @Test func backupIsAnotherKey() throws {
    let sets: [[CertificatePin]] = [
      [try Self.pin(1)], [try Self.pin(1), try Self.pin(2)], [try Self.pin(1, .backup)],
      [try Self.pin(1), try Self.pin(1, .backup)],
      [try Self.pin(1), try Self.pin(2), try Self.pin(1, .backup)],
      [try Self.pin(1), try Self.pin(2), try Self.pin(2, .backup, .certificate), try Self.pin(1, .backup)],
    ]
    for pins in sets {
      #expect(throws: TransportError.policy(.noBackupPin)) { try PinSet(leaf: pins) }
      #expect(throws: TransportError.policy(.noBackupPin)) { try PinSet(authorities: pins) }
      #expect(throws: TransportError.policy(.noBackupPin)) { try PinSet(anywhere: pins) }
      #expect(throws: Never.self) { try PinSet(anywhere: pins, requiresBackup: false) }
    }
    #expect(throws: Never.self) { try PinSet(leaf: [Self.pin(1), Self.pin(2, .backup)]) }
    #expect(throws: Never.self) { try PinSet(leaf: [Self.pin(1, .backup), Self.pin(2, .backup)]) }
    #expect(throws: TransportError.policy(.noBackupPin)) {
      try PinSet(leaf: [Self.pin(1), Self.pin(2, .backup)], authorities: [Self.pin(3)])
    }
  }

  @Test(arguments: ["", "sha256/", "sha256//"])
  func textIsReadAlsoWhenTheDigestBeginsWithASlash(prefix: String) throws {
    for byte: UInt8 in [0xFF, 0xFC, 0x00] {
      let pin = try Self.pin(byte)
      #expect(try CertificatePin(base64: prefix + pin.base64) == pin)
    }
    for text in ["sha256///" + String(repeating: "A", count: 43) + "=", prefix, prefix + "AA=="] {
      #expect(throws: TransportError.policy(.malformedPin)) { try CertificatePin(base64: text) }
    }
  }

  @Test func boundsAndReach() throws {
    let many = try (0...PinSet.greatestCount).map { try Self.pin(UInt8($0), $0 == 0 ? .primary : .backup) }
    #expect(throws: TransportError.policy(.tooManyPins)) { try PinSet(leaf: many) }
    #expect(throws: Never.self) { try PinSet(leaf: Array(many.dropLast())) }
    #expect(throws: TransportError.policy(.tooManyPins)) {
      try PinSet(leaf: Array(many.prefix(33)), anywhere: Array(many.suffix(32)))
    }
    #expect(throws: TransportError.policy(.noPins)) { try PinSet(requiresBackup: false) }
    let pins = [try Self.pin(1), try Self.pin(2, .backup)]
    #expect(throws: TransportError.policy(.unreachablePins)) { try PinSet(leaf: pins, greatestDepth: -1) }
    #expect(throws: TransportError.policy(.unreachablePins)) {
      try PinSet(authorities: pins, greatestDepth: 0)
    }
    #expect(throws: Never.self) { try PinSet(authorities: pins, greatestDepth: 1) }
    for count in [0, 31, 33, 64] {
      #expect(throws: TransportError.policy(.malformedPin)) {
        try CertificatePin(digest: [UInt8](repeating: 0, count: count))
      }
    }
  }

  @Test(arguments: [
    "", "sha256/", "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB=", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= ",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==", "sha256///AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "sha256/sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  ])
  func textsThatAreNoPin(_ text: String) {
    #expect(throws: TransportError.policy(.malformedPin)) { try CertificatePin(base64: text) }
  }
}
