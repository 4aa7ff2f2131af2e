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
