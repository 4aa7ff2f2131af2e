/// The bounds of a request's head.
struct HTTPLimits: Sendable, Hashable {
  /// The most bytes of a target.
  var target = 4096
  /// The most bytes of a field's line.
  var line = 8192
  /// The most bytes of all fields' lines.
  var head = 16_384
  /// The most fields.
  var fields = 64

  /// The most bytes of a request line: a target with a method and a version around it.
  var requestLine: Int { target + 32 }
}
