import OmamoriCore

/// The suites that one side takes: at least one, each once, the weakest first.
///
/// A value; safe to share between threads.
struct SuiteList: Sendable, Hashable {
  /// The suites, the weakest first.
  let suites: [HandshakeSuite]

  /// Makes a list of some suites, or `nil` of none.
  init?(_ suites: some Sequence<HandshakeSuite>) {
    self.suites = Set(suites).sorted()
    guard !self.suites.isEmpty else { return nil }
  }

  /// Reads a list: the number of suites and one byte for each, ascending.
  init(from reader: inout ByteReader<ByteProblem>) throws(ByteProblem) {
    let count = Int(try reader.number(UInt8.self))
    try reader.require(1...HandshakeSuite.allCases.count ~= count)
    var suites: [HandshakeSuite] = []
    for byte in try reader.bytes(count) {
      guard let suite = HandshakeSuite(rawValue: byte), suites.last.map({ $0 < suite }) ?? true else {
        throw .unexpected
      }
      suites.append(suite)
    }
    self.suites = suites
  }

  /// The encoded form.
  var encoded: [UInt8] { [UInt8(suites.count)] + suites.map(\.rawValue) }

  /// The mechanism of the suites that have one, or `nil` when none has; a list may name only one.
  var encapsulation: KeyEncapsulation? { suites.lazy.compactMap(\.encapsulation).first }

  /// Whether all suites can be served with one key for encapsulation.
  var hasOneEncapsulation: Bool { suites.count { $0.encapsulation != nil } <= 1 }

  /// The strongest suite that both lists name.
  func strongest(with other: SuiteList) -> HandshakeSuite? { suites.last { other.suites.contains($0) } }
}
