#if !canImport(Darwin)
import OmamoriCore

// The numbers that stand for names in the binary form. They never change.

extension ItemAccessibility {
  /// The number of the accessibility in the store.
  var storeCode: UInt8 {
    switch self {
    case .whenUnlocked: 1
    case .afterFirstUnlock: 2
    case .whenUnlockedThisDeviceOnly: 3
    case .afterFirstUnlockThisDeviceOnly: 4
    case .whenPasscodeSetThisDeviceOnly: 5
    }
  }

  /// The accessibility with a number; `nil` when there is none.
  init?(storeCode: UInt8) {
    switch storeCode {
    case 1: self = .whenUnlocked
    case 2: self = .afterFirstUnlock
    case 3: self = .whenUnlockedThisDeviceOnly
    case 4: self = .afterFirstUnlockThisDeviceOnly
    case 5: self = .whenPasscodeSetThisDeviceOnly
    default: return nil
    }
  }
}

extension ItemProtection {
  /// The number of the protection in the store.
  var storeCode: UInt8 {
    switch self {
    case .none: 0
    case .keyBound: 1
    case .gate: 2
    }
  }

  /// The protection with a number; `nil` when there is none.
  init?(storeCode: UInt8) {
    switch storeCode {
    case 0: self = .none
    case 1: self = .keyBound
    case 2: self = .gate
    default: return nil
    }
  }
}

extension ItemAttribute {
  /// The four characters of the name as a number.
  var storeCode: UInt32 { rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  /// The attribute whose name has these four characters; `nil` when there is none.
  init?(storeCode: UInt32) {
    var (lower, upper) = (0, Self.byCode.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if Self.byCode[middle].code < storeCode { lower = middle + 1 } else { upper = middle }
    }
    guard lower < Self.byCode.count, Self.byCode[lower].code == storeCode else { return nil }
    self = Self.byCode[lower].attribute
  }

  /// All attributes in the order of their numbers.
  private static let byCode = allCases.map { (code: $0.storeCode, attribute: $0) }.sorted {
    $0.code < $1.code
  }
}

extension ItemClass {
  /// The class whose name has these four characters; `nil` when there is none.
  init?(storeCode: UInt32) {
    guard let found = Self.byCode.first(where: { $0.code == storeCode }) else { return nil }
    self = found.itemClass
  }

  private static let byCode = allCases.map { itemClass in
    (code: itemClass.rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) }, itemClass: itemClass)
  }
}
#endif
