/// Which encodings of X25519 public keys are taken.
///
/// RFC 7748 takes every 32 bytes. Here a key has one encoding alone, and the points of small order, with which nobody
/// agrees on a secret, are refused before they are used.
enum AgreementPoint {
  /// The length of an encoding in bytes.
  static let byteCount = 32

  /// 2^255 − 19, little-endian.
  private static let prime: [UInt8] = [0xED] + Array(repeating: 0xFF, count: 30) + [0x7F]

  /// The coordinates below the prime of points of small order on the curve and on its twist.
  private static let smallOrder: [[UInt8]] = [
    Array(repeating: 0, count: 32),
    [1] + Array(repeating: 0, count: 31),
    [
      0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
      0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
    ],
    [
      0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B,
      0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
    ],
    [0xEC] + Array(repeating: 0xFF, count: 30) + [0x7F],
  ]

  /// Whether the bytes are a canonical encoding of a point that is not of small order.
  static func isAcceptable(_ bytes: [UInt8]) -> Bool {
    bytes.count == byteCount && bytes.reversed().lexicographicallyPrecedes(prime.reversed())
      && !smallOrder.contains(bytes)
  }
}
