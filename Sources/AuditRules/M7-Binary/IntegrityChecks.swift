import AuditEngine
import SwiftParser
import SwiftSyntax

/// What rules about tampering know of the ways in which apps look for it.
enum IntegrityChecks {
  /// The functions that look for signs of a jailbreak, each with a sign.
  static func jailbreakChecks(_ source: SwiftSource) -> [(function: Function, marker: String)] {
    let probing = probes.flatMap { source.facts.references[$0] ?? [] }
    guard !probing.isEmpty else { return [] }
    return source.facts.functions.compactMap { function in
      guard probing.contains(where: { source.facts.isWithin($0.scope, function.scope) }) else { return nil }
      let own = source.facts.strings(in: function.scope)
        .compactMap { $0.node.knownText }
      if let marker = own.first(where: isMarker) { return (function, marker) }
      let listed = lists(in: source).first { list in
        !source.facts.references(list.name, in: function.scope).isEmpty
      }
      return listed.map { (function, $0.marker) }
    }
  }

  /// Whether `name` says that a function looks for tampering.
  static func isCheck(_ name: String) -> Bool {
    let words = Words.of(name)
    if words.contains(where: subjects.contains) { return true }
    return words.contains("integrity")
      && words.contains { ["check", "verify", "validate", "is", "valid"].contains($0) }
  }

  /// The lists of the file that hold a sign.
  private static func lists(in source: SwiftSource) -> [(name: String, marker: String)] {
    source.facts.bindings.compactMap { binding in
      guard let value = binding.value, value.is(ArrayExprSyntax.self),
        case .array(let values) = source.fold(value, in: binding.scope),
        let marker = values.lazy.compactMap(\.string).first(where: isMarker)
      else { return nil }
      return (binding.name, marker)
    }
  }

  static func isMarker(_ text: String) -> Bool {
    let isPlace = text.hasPrefix("/") || text.contains("://")
    guard isPlace, text.count < 120 else { return false }
    let text = text.lowercased()
    return markers.contains { text.contains($0) }
  }

  /// What looks for a file or an app, or tries what a jail forbids.
  static let probes = [
    "fileExists", "fileExistsAtPath", "canOpenURL", "fopen", "stat", "lstat", "access", "open",
    "isReadableFile",
    "isWritableFile", "contentsOfDirectory", "destinationOfSymbolicLink", "write", "fork",
  ]
  private static let markers = [
    "cydia", "mobilesubstrate", "sileo", "zbra:", "zebra.app", "/var/jb", "/private/var/lib/apt",
    "substitute",
    "blackra1n", "winterboard", "undecimus", "checkra1n", "unc0ver", "libhooker", "/private/jailbreak",
    "filza",
  ]
  private static let subjects: Set = [
    "jailbroken", "jailbreak", "jailbreaked", "rooted", "tampered", "tampering", "debugger", "debugged",
    "hooked",
    "frida", "resigned", "repackaged",
  ]
}
