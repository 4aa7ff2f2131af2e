#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// The relay's certificate in its file: made when there is none, and again for the same key when it is about to end.
enum RelayCertificate {
  private static let day = 86_400.0
  /// As long as the longest one that public authorities may issue.
  private static let lifetime = 397 * day
  /// Clocks of clients may be behind.
  private static let allowance = day
  /// A certificate with less time is made again.
  private static let reserve = 30 * day
  private static let greatestSize = 64 * 1024

  /// Reads the certificate, or makes it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - key: The key of the relay.
  ///   - names: Names beside the ones that every relay has.
  ///   - now: The time of day.
  /// - Returns: The certificate, for that key, those names and that moment.
  /// - Throws: ``RelayError``.
  static func prepare(
    at path: String, key: RelayKey, names: [String], now: Date
  ) throws(RelayError) -> Certificate {
    var all = CertificateName.own
    for name in names {
      guard let name = CertificateName(name) else { throw .invalidName }
      if !all.contains(name) { all.append(name) }
    }
    do throws(CryptoError) {
      // The names are a line before the document, which readers of PEM skip.
      let header = "Names: " + all.map(\.notation).joined(separator: ",") + "\n"
      if let bytes = try WholeFile.read(path, limit: greatestSize) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix(header),
          let known = try? Certificate(pemRepresentation: String(text.dropFirst(header.count))),
          known.subjectPublicKeyInfo == key.publicKeyInfo, known.notValidBefore <= now,
          known.notValidAfter > now + reserve
        {
          return known
        }
      }
      let made = try make(key, all, now)
      // because UInt8 has no padding
      try unsafe WholeFile.write(
        path, Array((header + made.pemRepresentation).utf8).byteSpan.bytes, replacing: true)
      return made
    } catch .malformed {
      throw .certificate
    } catch {
      throw .cryptography(error)
    }
  }

  private static func make(
    _ key: RelayKey, _ names: [CertificateName], _ now: Date
  ) throws(CryptoError) -> Certificate {
    let der: Data
    do throws(RelayError) {
      let first = now - allowance
      der = try CertificateMaker.make(for: key, names: names, lifetime: first...first + lifetime)
    } catch {
      throw .malformed(.certificate, offset: nil)
    }
    return try Certificate(derRepresentation: der)
  }
}
#endif
