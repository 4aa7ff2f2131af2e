import Foundation
import OmamoriCrypto

/// Digests as an app shows and compares them.
enum Fingerprint {
  static func hexadecimal(_ data: Data) -> String {
    SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
  }

  static func hexadecimal<H: HashFunction>(of pieces: [Data], with hash: H.Type) -> String {
    var hasher = H()
    for piece in pieces { hasher.update(data: piece) }
    return hasher.finalize().reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  static func isIntact(_ data: some DataProtocol, expected: Data) -> Bool {
    SHA256.hash(data: data) == expected
  }

  static func bytes(of digest: some Digest) -> [UInt8] { Array(digest) }

  /// The identifier that older servers still ask for.
  static func legacy(_ text: String) -> Data { Data(Insecure.SHA1.hash(data: Data(text.utf8))) }

  static func checksum(_ data: Data) -> Insecure.MD5Digest { Insecure.MD5.hash(data: data) }

  /// Counts how often each content occurs; digests are keys of a dictionary.
  static func occurrences(_ contents: [Data]) -> [SHA512Digest: Int] {
    contents.reduce(into: [:]) { $0[SHA512.hash(data: $1), default: 0] += 1 }
  }

  static func first4Bytes(_ data: Data) -> UInt32 {
    // because a digest has more than four bytes
    let prefix = unsafe SHA384.hash(data: data).withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
    return UInt32(bigEndian: prefix)
  }
}
