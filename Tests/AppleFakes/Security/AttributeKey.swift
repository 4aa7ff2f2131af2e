internal import Foundation

/// The keys a keychain dictionary may have, with the strings that Apple's constants hold.
enum AttributeKey: String, CaseIterable {
  case itemClass = "class"
  case data = "v_Data"
  case persistentReference = "v_PersistentRef"
  case reference = "v_Ref"

  case accessGroup = "agrp"
  case accessible = "pdmn"
  case accessControl = "accc"
  case synchronizable = "sync"
  case account = "acct"
  case label = "labl"
  case description = "desc"
  case comment = "icmt"
  case creator = "crtr"
  case type = "type"
  case isInvisible = "invi"
  case isNegative = "nega"
  case creationDate = "cdat"
  case modificationDate = "mdat"

  case service = "svce"
  case generic = "gena"

  case server = "srvr"
  case securityDomain = "sdmn"
  case `protocol` = "ptcl"
  case authenticationType = "atyp"
  case port = "port"
  case path = "path"

  case certificateType = "ctyp"
  case issuer = "issr"
  case serialNumber = "slnr"
  case subject = "subj"
  case subjectKeyID = "skid"
  case publicKeyHash = "pkhh"

  case keyClass = "kcls"
  case applicationLabel = "klbl"
  case applicationTag = "atag"
  case keySizeInBits = "bsiz"
  case effectiveKeySize = "esiz"
  case isPermanent = "perm"
  case canEncrypt = "encr"
  case canDecrypt = "decr"
  case canDerive = "drve"
  case canSign = "sign"
  case canVerify = "vrfy"
  case canWrap = "wrap"
  case canUnwrap = "unwp"

  case matchLimit = "m_Limit"
  case returnData = "r_Data"
  case returnAttributes = "r_Attributes"
  case returnPersistentReference = "r_PersistentRef"
  case useDataProtectionKeychain = "nleg"
  case authenticationContext = "u_AuthCtx"
  case authenticationUI = "u_AuthUI"

  /// The public constant for this key.
  var constant: CFString { NSString(string: rawValue) }
}

/// The classes of item this keychain stores; identities are not imitated.
enum ItemClass: String {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"

  /// The public constant for this class.
  var constant: CFString { NSString(string: rawValue) }

  /// What makes two items the same, beside the access group and synchronizability.
  ///
  /// See <https://developer.apple.com/documentation/security/errsecduplicateitem>.
  var primaryKeys: [AttributeKey] {
    switch self {
    case .genericPassword: [.account, .service]
    case .internetPassword:
      [.account, .securityDomain, .server, .protocol, .authenticationType, .port, .path]
    case .certificate: [.certificateType, .issuer, .serialNumber]
    case .key:
      [.keyClass, .applicationLabel, .applicationTag, .creator, .type, .keySizeInBits, .effectiveKeySize]
    }
  }

  /// Attributes an item of this class may have.
  var attributes: Set<AttributeKey> {
    let shared: Set<AttributeKey> = [
      .accessGroup, .accessible, .accessControl, .synchronizable, .label, .creationDate, .modificationDate,
    ]
    let password: Set<AttributeKey> = [
      .account, .description, .comment, .creator, .type, .isInvisible, .isNegative,
    ]
    let own: Set<AttributeKey> =
      switch self {
      case .genericPassword: password.union([.generic])
      case .internetPassword: password
      case .certificate: [.subject, .subjectKeyID, .publicKeyHash]
      case .key:
        [
          .isPermanent, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
        ]
      }
    return shared.union(primaryKeys).union(own)
  }
}

/// When an item's data can be used.
///
/// See <https://developer.apple.com/documentation/security/ksecattraccessible>.
enum Accessibility: String {
  case whenPasscodeSetThisDeviceOnly = "akpu"
  case whenUnlocked = "ak"
  case whenUnlockedThisDeviceOnly = "aku"
  case afterFirstUnlock = "ck"
  case afterFirstUnlockThisDeviceOnly = "cku"

  /// The public constant for this value.
  var constant: CFString { NSString(string: rawValue) }

  /// Whether the item stays on the device, so that it cannot be synchronised.
  var isThisDeviceOnly: Bool { self != .whenUnlocked && self != .afterFirstUnlock }

  /// Whether the data can be used in the given state of the device.
  func isAvailable(in state: DeviceState) -> Bool {
    switch state {
    case .unlocked: true
    case .locked: self == .afterFirstUnlock || self == .afterFirstUnlockThisDeviceOnly
    case .beforeFirstUnlock: false
    }
  }
}
