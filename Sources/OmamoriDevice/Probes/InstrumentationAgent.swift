import OmamoriCore

/// A tool that instruments programs.
///
/// A value; safe to share between threads.
enum InstrumentationAgent: Sendable, Hashable, CaseIterable {
  case frida, valgrind, dynamoRIO, pin

  /// The tool that a path or a thread's name gives away.
  init?(in text: String) {
    guard let agent = Self.allCases.first(where: { $0.isNamed(in: text) }) else { return nil }
    self = agent
  }

  private func isNamed(in text: String) -> Bool { marks.contains { Self.contains($0, in: text) } }

  /// Parts of names that nothing else bears.
  private var marks: [StaticString] {
    switch self {
    case .frida: ["frida-agent", "frida-gadget", "frida-helper", "frida-gum", "gum-js-loop", "re.frida."]
    case .valgrind:
      ["vgpreload_", "/valgrind/memcheck-", "/valgrind/callgrind-", "/valgrind/none-", "/valgrind/lackey-"]
    case .dynamoRIO: ["libdynamorio.so", "libdrpreload.so"]
    case .pin: ["/pinbin", "libpinvm", "libpindwarf.so"]
    }
  }

  /// Searches byte by byte, since there are hundreds of names and nearly none has a mark.
  private static func contains(_ mark: StaticString, in text: String) -> Bool {
    text.utf8.count >= mark.utf8CodeUnitCount && text.contains(String(describing: mark))
  }

  /// The name in evidence.
  var label: SecurityEvent.Value {
    switch self {
    case .frida: .label("Frida")
    case .valgrind: .label("valgrind")
    case .dynamoRIO: .label("DynamoRIO")
    case .pin: .label("Pin")
    }
  }
}
