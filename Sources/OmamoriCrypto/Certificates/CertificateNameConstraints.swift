/// The names that an authority may sign (RFC 5280, section 4.2.1.10).
///
/// A value; safe to share between threads.
public struct CertificateNameConstraints: Sendable, Hashable {
  /// The trees that names of their kind must be in; empty for no such rule.
  public let permitted: [GeneralName]
  /// The trees that names must not be in.
  public let excluded: [GeneralName]

  init(_ reader: inout DERReader) throws(CryptoKitASN1Error) {
    var content = try reader.enter(DERTag.sequence)
    permitted = try Self.trees(&content, DERTag.context(0))
    excluded = try Self.trees(&content, DERTag.context(1))
    try content.finish()
    // RFC 5280 forbids constraints that constrain nothing; readers disagree about what they mean.
    guard !permitted.isEmpty || !excluded.isEmpty else { throw .invalidASN1Object }
  }

  private static func trees(
    _ reader: inout DERReader, _ tag: UInt8
  ) throws(CryptoKitASN1Error) -> [GeneralName] {
    guard reader.next(is: tag) else { return [] }
    var list = try reader.enter(tag)
    var names: [GeneralName] = []
    repeat {
      var tree = try list.enter(DERTag.sequence)
      names.append(try GeneralName(&tree))
      // The least distance is 0, which DER leaves out, and there is no greatest one.
      try tree.finish()
    } while !list.isAtEnd
    return names
  }
}
