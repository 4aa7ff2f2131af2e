/// The systems that read the settings of App Transport Security alike.
///
/// The raw value is the iOS version that began the generation.
public enum ATSGeneration: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// iOS 9, macOS 10.11: only arbitrary loads and exception domains are read, and no host is exempt for being
  /// local.
  case iOS9 = 9
  /// iOS 10 to 16, macOS 10.12 to 13: the finer keys are read; local names and all addresses are exempt.
  case iOS10 = 10
  /// iOS 17 and 18, macOS 14 and 15: only local names and local addresses are exempt; addresses and address
  /// ranges may be exceptions.
  case iOS17 = 17
  /// iOS 26, macOS 26: TLS 1.0 and 1.1 are no longer honoured; the stricter TLS package can be asked for.
  case iOS26 = 26

  /// Makes the generation that a major version of iOS belongs to; `nil` before iOS 9.
  public init?(iOS major: Int) {
    switch major {
    case ..<9: return nil
    case 9: self = .iOS9
    case 10..<17: self = .iOS10
    case 17..<26: self = .iOS17
    default: self = .iOS26
    }
  }

  /// Says whether `first` came out before `second`.
  public static func < (first: ATSGeneration, second: ATSGeneration) -> Bool {
    first.rawValue < second.rawValue
  }
}
