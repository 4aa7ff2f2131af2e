/// The 128-bit FNV-1a hash: the same bytes give the same number on every machine, in every process.
///
/// It is fast, needs no library and spreads short texts well. It is **not** cryptographic: whoever can choose the
/// texts can make two of them collide, so it identifies findings and must never protect anything.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9923> (FNV Non-Cryptographic Hash Algorithm).
struct FNV1a128: Sendable {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  /// Takes in one byte.
  mutating func combine(_ byte: UInt8) {
    value ^= UInt128(byte)
    value &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
  }

  /// Takes in the UTF-8 bytes of `text` and a zero byte, so that neighbouring fields cannot run into each other.
  mutating func combine(field text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0)
  }

  /// The value as 32 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
