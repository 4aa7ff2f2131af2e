extension KeychainError {
  /// The pairs that stand for one another in both directions.
  private static let pairs: [(error: KeychainError, code: Int32)] = [
    (.locked, -25308), (.denied, -25293), (.cancelled, -128), (.corrupt(.item), -26275),
    (.unavailable(.appleKeychain), -25291), (.duplicate, -25299), (.accessGroupDenied, -34018),
    (.storeExists, -25296), (.diskFull, -34), (.readOnly, -25292), (.contended, -67638), (.busy, -67869),
    (.malformedImport(line: nil), -25257),
  ]

  /// The error that a status of Apple's keychain stands for.
  ///
  /// It is `nil` for the two answers that are no errors, success (0) and "there is none" (-25300).
  ///
  /// - Parameter status: What a function of the Security framework returned.
  public init?(status: Int32) {
    switch status {
    case 0, -25300: return nil
    case -61: self = .readOnly
    case -25315: self = .denied
    case -25320: self = .locked
    default: self = Self.pairs.first { $0.code == status }?.error ?? .status(status)
    }
  }

  /// The status of Apple's keychain that comes closest to the error.
  ///
  /// `KeychainError(status: error.status)` gives an error of the same status; what the status has no room for, such as
  /// a place or a number of seconds, is lost. It is never "there is none".
  public var status: Int32 {
    if let pair = Self.pairs.first(where: { $0.error == self }) { return pair.code }
    switch self {
    case .status(let status): return status
    case .wrongCredential, .lockedOut, .invalidated: return -25293
    case .corrupt: return -26275
    case .unavailable: return -25291
    case .unknownAttribute: return -25303
    case .wrongType: return -67594
    case .tooLarge, .tooMany: return -25302
    case .unsupported: return -4
    case .newerFormat: return -25310
    case .insecurePermissions: return -67705
    case .rolledBack, .anchorBehind, .migrationFailed: return -67808
    case .malformedImport: return -25257
    case .file: return -36
    case .backend: return -2070
    default: return -50
    }
  }
}
