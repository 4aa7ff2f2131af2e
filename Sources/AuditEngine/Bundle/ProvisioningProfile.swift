package import OmamoriATS
package import OmamoriCore

/// What a provisioning profile allows.
///
/// The profile is read, and its signature is not verified.
package struct ProvisioningProfile: Sendable {
  /// The file, relative to the audited path.
  package let path: String
  /// Everything it says.
  package let root: PropertyList

  /// Reads the profile in `file`, or `nil` when it holds no list that can be read.
  package init?(_ file: SourceFile) {
    do {
      self.init(path: file.path, bytes: try file.bytes())
    } catch {
      return nil
    }
  }

  /// Reads a profile: a property list inside a signed container.
  package init?(path: String, bytes: [UInt8]) {
    guard let start = Self.find("<?xml", in: bytes, from: 0),
      let end = Self.find("</plist>", in: bytes, from: start)
    else { return nil }
    do {
      root = try PropertyListReader.read(Array(bytes[start..<end + 8])).root
    } catch {
      return nil
    }
    guard root.dictionary != nil else { return nil }
    self.path = path
  }

  private static func find(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let wanted = Array(text.description.utf8)
    guard bytes.count >= wanted.count, let first = wanted.first else { return nil }
    return (start...max(start, bytes.count - wanted.count)).first { index in
      bytes[index] == first && bytes[index...].starts(with: wanted)
    }
  }

  /// What an app with this profile may ask for.
  package var entitlements: PropertyList? { root["Entitlements"] }

  /// Whether debuggers may attach.
  package var allowsDebugging: Bool {
    ["get-task-allow", "com.apple.security.get-task-allow"].contains { entitlements?[$0]?.boolean == true }
  }

  /// Whether it holds for every device there is, as the profiles of enterprises do.
  package var isForAllDevices: Bool { root["ProvisionsAllDevices"]?.boolean == true }

  /// The devices that it names.
  package var devices: [String] { root["ProvisionedDevices"]?.array?.compactMap(\.string) ?? [] }

  /// When it ends.
  package var expires: Date? {
    guard case .date(let date) = root["ExpirationDate"]?.content else { return nil }
    return date
  }

  /// The teams that it was made for.
  package var teams: [String] { root["TeamIdentifier"]?.array?.compactMap(\.string) ?? [] }
}
