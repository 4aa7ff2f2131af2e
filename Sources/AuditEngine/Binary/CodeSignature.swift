package import OmamoriATS

/// The signature of a slice: what was signed, how, and with which entitlements.
///
/// It is read, not verified.
package struct CodeSignature: Sendable {
  /// The tables of what was signed; older and newer systems each read the one they know.
  package private(set) var directories: [CodeDirectory] = []
  /// The entitlements in the XML form, when there are any.
  package private(set) var entitlements: PropertyList?
  /// Whether the entitlements also have the binary form, which newer systems read.
  package private(set) var hasBinaryEntitlements = false
  /// The entitlements in the binary form, as far as they can be read.
  private(set) var binaryEntitlements: [String: EntitlementValue]?
  /// Whether a certificate signed it; without, the signature is ad hoc and anyone could have made it.
  package private(set) var hasCertificate = false
  /// The parts that could not be read.
  package private(set) var problems: [String] = []

  /// The most parts that are read.
  package static let limit = 64

  /// The largest list of entitlements that is read, in bytes.
  static let entitlementLimit = 1 << 20

  /// Reads the parts of a signature, which has its numbers in big-endian order whatever the slice has.
  package init?(_ raw: BinaryBytes) {
    let bytes = raw.reading(bigEndian: true)
    guard bytes.word(at: 0) == 0xFADE_0CC0, let length = bytes.size(at: 4), length <= bytes.count,
      let count = bytes.size(at: 8), count <= Self.limit
    else { return nil }
    for index in 0..<count {
      guard let slot = bytes.word(at: 12 + index * 8), let offset = bytes.size(at: 16 + index * 8),
        let magic = bytes.word(at: offset), let size = bytes.size(at: offset + 4), size >= 8,
        let blob = bytes.part(at: offset, count: size)
      else {
        problems.append("part \(index + 1)")
        continue
      }
      read(blob, magic: magic, slot: slot)
    }
  }

  private mutating func read(_ blob: BinaryBytes, magic: UInt32, slot: UInt32) {
    switch magic {
    case 0xFADE_0C02:
      guard let directory = CodeDirectory(blob) else { return problems.append("code directory") }
      directories.append(directory)
    case 0xFADE_7171 where entitlements == nil && blob.count <= Self.entitlementLimit:
      do {
        entitlements = try PropertyListReader.read(Array(blob.slice.dropFirst(8))).root
      } catch {
        problems.append("entitlements")
      }
    case 0xFADE_7172:
      hasBinaryEntitlements = true
      if binaryEntitlements == nil, blob.count <= Self.entitlementLimit {
        binaryEntitlements = BinaryEntitlements.read(blob.slice.dropFirst(8))
      }
    case 0xFADE_0B01: if slot == 0x10000 { hasCertificate = blob.count > 8 }
    default: break
    }
  }

  /// Whether no certificate stands behind the signature.
  package var isAdHoc: Bool { !hasCertificate || directories.contains { $0.flags.contains(.adHoc) } }

  /// The team whose certificate signed it.
  package var team: String? { directories.lazy.compactMap(\.team).first }

  /// The name under which it was signed.
  package var identifier: String? { directories.first?.identifier }

  /// Whether a debugger may attach, by either system's entitlement.
  package var allowsDebugging: Bool {
    ["get-task-allow", "com.apple.security.get-task-allow"].contains {
      entitlements?[$0]?.boolean == true || binaryEntitlements?[$0] == .boolean(true)
    }
  }

  /// The entitlements that the two forms do not have alike: old systems read one of them, new ones the other.
  package var differingEntitlements: [String] {
    guard let binary = binaryEntitlements, let list = entitlements,
      case .table(let table)? = EntitlementValue(list)
    else { return [] }
    return Set(binary.keys).union(table.keys).filter { binary[$0] != table[$0] }.sorted()
  }
}

/// The table of a signature that has a hash of every page.
package struct CodeDirectory: Sendable, Hashable {
  /// The hash that protects the pages.
  package enum Hash: Sendable, Hashable {
    case sha1
    case sha256
    case sha256Truncated
    case sha384
    case other(UInt8)

    package init(_ number: UInt8) {
      self =
        switch number {
        case 1: .sha1
        case 2: .sha256
        case 3: .sha256Truncated
        case 4: .sha384
        default: .other(number)
        }
    }
  }

  /// Properties of the signature, one a bit.
  package struct Flags: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt32

    /// Makes flags from their bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No certificate signed it.
    package static let adHoc = Flags(rawValue: 0x2)
    /// The hardened runtime of macOS is on.
    package static let hardenedRuntime = Flags(rawValue: 0x1_0000)
    /// The linker signed it, in place of a person.
    package static let linkerSigned = Flags(rawValue: 0x2_0000)
  }

  /// The version of the format.
  package let version: UInt32
  /// The properties.
  package let flags: Flags
  /// The hash.
  package let hash: Hash
  /// The name under which it was signed.
  package let identifier: String?
  /// The team whose certificate signed it.
  package let team: String?

  /// Reads the fields.
  package init?(_ bytes: BinaryBytes) {
    guard let version = bytes.word(at: 8), let flags = bytes.word(at: 12),
      let identifier = bytes.size(at: 20), let hash = bytes.byte(at: 37)
    else { return nil }
    (self.version, self.flags, self.hash) = (version, Flags(rawValue: flags), Hash(hash))
    self.identifier = bytes.text(at: identifier)
    // The team came with version 2.2 of the format.
    let team = version >= 0x20200 ? bytes.size(at: 48) ?? 0 : 0
    self.team = team > 0 ? bytes.text(at: team) : nil
  }
}
