/// Writes the signature of a slice field by field.
struct SignatureBuilder {
  struct Directory {
    var version: UInt32 = 0x20400
    var flags: UInt32 = 0
    var hash: UInt8 = 2
    var identifier = "jp.example.app"
    var team: String? = "TEAM123456"
  }

  var directories = [Directory()]
  var entitlements: String?
  var hasBinaryEntitlements = true
  var binaryEntitlements: [UInt8] = [0x70, 0]
  var hasCertificate = true

  private static let big: MachOBuilder = {
    var builder = MachOBuilder()
    builder.isBigEndian = true
    return builder
  }()

  /// A signature as a person makes it, with these entitlements.
  static func signed(_ entitlements: String = "", team: String? = "TEAM123456", flags: UInt32 = 0) -> Self {
    SignatureBuilder(
      directories: [Directory(flags: flags, team: team)],
      entitlements: "<plist version=\"1.0\"><dict>\(entitlements)</dict></plist>")
  }

  /// A signature without a certificate.
  static var adHoc: Self {
    SignatureBuilder(directories: [Directory(flags: 2, team: nil)], hasCertificate: false)
  }

  func bytes() -> [UInt8] {
    let big = Self.big
    var parts: [(slot: UInt32, bytes: [UInt8])] = []
    for (index, directory) in directories.enumerated() {
      parts.append((index == 0 ? 0 : 0x1000 + UInt32(index) - 1, Self.blob(0xFADE_0C02, body(of: directory))))
    }
    if let entitlements { parts.append((5, Self.blob(0xFADE_7171, Array(entitlements.utf8)))) }
    if entitlements != nil, hasBinaryEntitlements {
      parts.append((7, Self.blob(0xFADE_7172, binaryEntitlements)))
    }
    parts.append((0x10000, Self.blob(0xFADE_0B01, hasCertificate ? [0x30, 0x80, 0, 0] : [])))
    var (index, place) = ([UInt8](), UInt32(12 + parts.count * 8))
    for part in parts {
      index += big.word(part.slot) + big.word(place)
      place += UInt32(part.bytes.count)
    }
    let head = big.word(0xFADE_0CC0) + big.word(place) + big.word(UInt32(parts.count))
    return head + index + parts.flatMap(\.bytes)
  }

  private static func blob(_ magic: UInt32, _ contents: [UInt8]) -> [UInt8] {
    big.word(magic) + big.word(UInt32(8 + contents.count)) + contents
  }

  /// The fields of a directory after its magic and length.
  private func body(of directory: Directory) -> [UInt8] {
    let big = Self.big
    let start: UInt32 = 88
    let team: [UInt8] = directory.team.map { Array($0.utf8) + [0] } ?? []
    let identifier: [UInt8] = Array(directory.identifier.utf8) + [0]
    var fields = [directory.version, directory.flags, 0, start, 0, 0, 0].flatMap(big.word)
    fields += [directory.hash == 1 ? 20 : 32, directory.hash, 0, 12]
    fields += big.word(0) + big.word(0)
    fields += big.word(team.isEmpty ? 0 : start + UInt32(identifier.count))
    fields += [UInt8](repeating: 0, count: Int(start) - 8 - fields.count)
    return fields + identifier + team
  }
}
