import ChatSystem
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
    // The names are a line before the document, which readers of PEM skip.
    let header = "Names: " + all.map(\.notation).joined(separator: ",") + "\n"
    do throws(SystemFailure) {
      if let bytes = try PrivateFile.read(path, limit: greatestSize) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix(header),
          let known = try? Certificate(pemRepresentation: String(text.dropFirst(header.count))),
          known.subjectPublicKeyInfo == key.publicKeyInfo, known.notValidBefore <= now,
          known.notValidAfter > now + reserve
        {
          return known
        }
      }
    } catch {
      throw .system(code: error.code)
    }
    let made = try make(key, all, now)
    do throws(SystemFailure) {
      try PrivateFile.write(Array((header + made.pemRepresentation).utf8), to: path, replacing: true)
    } catch {
      throw .system(code: error.code)
    }
    return made
  }

  private static func make(
    _ key: RelayKey, _ names: [CertificateName], _ now: Date
  ) throws(RelayError) -> Certificate {
    let first = now - allowance
    let der = try CertificateMaker.make(for: key, names: names, lifetime: first...first + lifetime)
    do throws(CryptoError) {
      return try Certificate(derRepresentation: der)
    } catch {
      throw .certificate
    }
  }
}
