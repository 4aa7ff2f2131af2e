/// A `Podfile`, as far as it can be read without running it.
package struct Podfile: Sendable {
  /// A `pod` statement.
  package struct Pod: Sendable {
    /// The name, with a subspec behind `/`.
    package let name: String
    /// The version requirements, such as `~> 1.2`.
    package let requirements: [String]
    /// The options with their text, or `nil` when it is computed.
    package let options: [String: String?]
    /// The options that are set to `true`, and requirements such as `:head` that stand alone.
    package let flags: Set<String>
    /// Whether a part of the statement was computed or not understood.
    package let isComputed: Bool
    /// The bytes of the statement.
    package let range: Range<Int>
  }

  /// A text with its place.
  package struct Source: Sendable {
    /// The address.
    package let url: String
    /// Its bytes with quotes.
    package let range: Range<Int>
  }

  /// The file.
  package let text: TextSource
  /// The pods in their order.
  package private(set) var pods: [Pod] = []
  /// The `source` statements.
  package private(set) var sources: [Source] = []

  /// Reads a Podfile.
  package init(_ text: TextSource) {
    self.text = text
    for statement in Self.statements(RubyTokenizer.tokens(of: text.bytes)) {
      guard case .word(let name)? = statement.first?.kind else { continue }
      let arguments = statement.dropFirst().filter { !Self.isParenthesis($0) }
      if name == "pod" {
        if let pod = Self.pod(statement, arguments) { pods.append(pod) }
      } else if name == "source", case .string(let url?)? = arguments.first?.kind,
        let range = arguments.first?.range
      {
        sources.append(Source(url: url, range: range))
      }
    }
  }

  /// A statement ends with its line, unless the line ends with a comma or an operator.
  private static func statements(_ tokens: [RubyToken]) -> [[RubyToken]] {
    var (statements, current) = ([[RubyToken]](), [RubyToken]())
    for token in tokens {
      if token.kind == .newline {
        if current.last?.kind == .comma || current.last?.kind == .arrow { continue }
        if !current.isEmpty { statements.append(current) }
        current = []
      } else if case .word("if") = token.kind, !current.isEmpty {
        statements.append(current)
        current = [token]
      } else {
        current.append(token)
      }
    }
    return statements
  }

  private static func isParenthesis(_ token: RubyToken) -> Bool {
    token.kind == .other(UInt8(ascii: "(")) || token.kind == .other(UInt8(ascii: ")"))
  }

  private static func pod(_ statement: [RubyToken], _ arguments: [RubyToken]) -> Pod? {
    guard case .string(let name?)? = arguments.first?.kind, let first = statement.first,
      let last = statement.last
    else { return nil }
    var (requirements, options, flags, isComputed) = ([String](), [String: String?](), Set<String>(), false)
    for part in arguments.dropFirst().split(whereSeparator: { $0.kind == .comma }) {
      let part = part.filter { $0.kind != .arrow }
      switch part.first?.kind {
      case .string(let version):
        if let version { requirements.append(version) } else { isComputed = true }
      case .symbol(let key):
        switch part.dropFirst().first?.kind {
        case .string(let value): options[key] = .some(value)
        case .word("true"), nil: flags.insert(key)
        case .word("false"): break
        default: options[key] = .some(nil)
        }
      case nil: break
      default:
        // A list of settings continues with further parts; only a computed requirement matters.
        if requirements.isEmpty, options.isEmpty { isComputed = true }
      }
    }
    return Pod(
      name: name, requirements: requirements, options: options, flags: flags, isComputed: isComputed,
      range: first.range.lowerBound..<last.range.upperBound)
  }
}

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
