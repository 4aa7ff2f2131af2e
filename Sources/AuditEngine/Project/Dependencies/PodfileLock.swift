/// What a `Podfile.lock` says beside the list of pods.
///
/// Source: <https://guides.cocoapods.org/using/using-cocoapods.html>
package struct PodfileLock: Sendable {
  /// A line of the section `DEPENDENCIES`: what the Podfile asked for when the lock was written.
  package struct Requirement: Sendable {
    /// The name of the pod.
    package let name: String
    /// What stands in parentheses, such as `~> 5.9`; empty when nothing does.
    package let text: String
    /// The bytes of the line.
    package let range: Range<Int>
  }

  /// What the Podfile asked for.
  package private(set) var requirements: [Requirement] = []
  /// The checksums of the specifications by pod.
  package private(set) var checksums: [String: String] = [:]
  /// SHA-1 of the Podfile in hexadecimal, with the bytes of the line.
  package private(set) var podfileChecksum: (text: String, range: Range<Int>)?
  /// The pods that each pod needs.
  package private(set) var edges: [String: [String]] = [:]

  /// The most lines of a section that are kept.
  static let maximumEntries = 20_000

  /// Reads a lock file; lines that are not understood are left out.
  package init(_ text: TextSource) {
    var section = ""
    var pod = ""
    for line in text.numberedLines {
      let words = String(decoding: line.bytes, as: UTF8.self)
      if let first = words.first, first != " ", let colon = words.firstIndex(of: ":") {
        section = String(words[..<colon])
        if section == "PODFILE CHECKSUM" {
          let value = words[words.index(after: colon)...].filter { $0 != " " }
          podfileChecksum = (value.lowercased(), line.range)
        }
        continue
      }
      switch section {
      case "PODS":
        if words.hasPrefix("  - ") {
          pod = Self.name(words.dropFirst(4))
        } else if words.hasPrefix("    - "), edges.count < Self.maximumEntries {
          edges[pod, default: []].append(Self.name(words.dropFirst(6)))
        }
      case "DEPENDENCIES":
        guard words.hasPrefix("  - "), requirements.count < Self.maximumEntries else { continue }
        let entry = words.dropFirst(4)
        let open = entry.firstIndex(of: "(")
        let text = open.map { entry[entry.index(after: $0)...].filter { $0 != ")" && $0 != "\"" } } ?? ""
        requirements.append(Requirement(name: Self.name(entry), text: String(text), range: line.range))
      case "SPEC CHECKSUMS":
        let parts = words.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, checksums.count < Self.maximumEntries else { continue }
        checksums[Self.name(parts[0])] = parts[1].filter { $0 != " " }
      default: break
      }
    }
  }

  /// The name in front of a parenthesis, without quotes and white space.
  private static func name(_ entry: Substring) -> String {
    String(entry.prefix { $0 != "(" && $0 != ":" }.filter { $0 != " " && $0 != "\"" })
  }
}
