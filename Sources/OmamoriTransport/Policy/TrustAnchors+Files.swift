public import OmamoriCore
public import OmamoriCrypto

extension TrustAnchors {
  /// The largest bundle that is read, in bytes.
  package static let greatestBundleSize = 4 * 1024 * 1024
  /// The most certificates of a bundle.
  package static let greatestBundleCount = 1024

  /// The certificates of a file, and no others.
  ///
  /// - Parameter bundle: One certificate in DER, or any number in PEM, as for ``certificates(in:)``.
  /// - Returns: The anchors.
  /// - Throws: ``TransportError/policy(_:)``.
  public static func only(in bundle: some DataProtocol) throws(TransportError) -> TrustAnchors {
    .only(try certificates(in: bundle))
  }

  /// The certificates of a file, and the roots that the system trusts.
  ///
  /// - Parameter bundle: One certificate in DER, or any number in PEM, as for ``certificates(in:)``.
  /// - Returns: The anchors.
  /// - Throws: ``TransportError/policy(_:)``.
  public static func systemAnd(in bundle: some DataProtocol) throws(TransportError) -> TrustAnchors {
    .systemAnd(try certificates(in: bundle))
  }

  /// Reads the certificates of a file.
  ///
  /// - Parameter bundle: One certificate in DER; or PEM documents with the label `CERTIFICATE` and comments between them,
  ///   as in a bundle of roots. A certificate that is there twice is taken once.
  /// - Returns: The certificates in order, at least one.
  /// - Throws: ``TransportError/policy(_:)`` for a certificate that cannot be read, a document of another kind (such as a
  ///   private key, which does not belong there), no certificate, or more than 1,024.
  public static func certificates(in bundle: some DataProtocol) throws(TransportError) -> [Certificate] {
    guard bundle.count <= greatestBundleSize else { throw .policy(.tooManyAnchors) }
    let bytes = Array(bundle)
    // A certificate in DER is a sequence; no text begins with that byte and the length of one.
    if bytes.starts(with: [0x30, 0x82]) || bytes.starts(with: [0x30, 0x81]) {
      guard let certificate = try? Certificate(derRepresentation: bytes) else {
        throw .policy(.malformedAnchor)
      }
      return [certificate]
    }
    var found: [Certificate] = []
    var seen: Set<Certificate> = []
    for document in try documents(bytes) {
      guard let certificate = try? Certificate(pemRepresentation: document) else {
        throw .policy(.malformedAnchor)
      }
      guard seen.count < greatestBundleCount else { throw .policy(.tooManyAnchors) }
      if seen.insert(certificate).inserted { found.append(certificate) }
    }
    guard !found.isEmpty else { throw .policy(.noAnchors) }
    return found
  }

  /// The PEM documents between boundary lines.
  private static func documents(_ bytes: [UInt8]) throws(TransportError) -> [String] {
    let (begin, end) = (Array("-----BEGIN ".utf8), Array("-----END ".utf8))
    var (documents, current): ([String], [ArraySlice<UInt8>]?) = ([], nil)
    for var line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      while let last = line.last, last == 0x0D || HeaderGrammar.isBlank(last) { line = line.dropLast() }
      if line.starts(with: begin) {
        guard current == nil else { throw .policy(.malformedAnchor) }
        current = [line]
      } else if current != nil {
        current?.append(line)
        if line.starts(with: end), let lines = current {
          documents.append(String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self))
          current = nil
        }
      } else if line.starts(with: end) {
        throw .policy(.malformedAnchor)
      }
    }
    guard current == nil else { throw .policy(.malformedAnchor) }
    return documents
  }
}
