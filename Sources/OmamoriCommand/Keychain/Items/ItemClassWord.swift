#if !canImport(Darwin)
import CommandLineKit
import OmamoriKeychain

/// The classes of items as words of the command line.
enum ItemClassWord: String, CaseIterable, CommandLineValue {
  case generic, internet, certificate, key

  var itemClass: ItemClass {
    switch self {
    case .generic: .genericPassword
    case .internet: .internetPassword
    case .certificate: .certificate
    case .key: .key
    }
  }

  /// The word for a class.
  init(_ itemClass: ItemClass) {
    self = Self.allCases.first { $0.itemClass == itemClass } ?? .certificate
  }
}
#endif
