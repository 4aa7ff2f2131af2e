import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

/// Keys that have to be refused when they are read, with the reason.
@Suite struct KeyAttackTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let json: String
    let fault: KeyFault
  }

  @Test(arguments: try Self.attacks()) func isRefused(_ attack: Attack) {
    #expect(throws: AuthError.key(attack.fault)) { try JSONWebKey(json: attack.json) }
  }

  static func attacks() throws -> [Attack] {
    try texts() + points() + edwards() + moduli() + privateParts() + secrets() + attributes()
  }

  private static func attack(_ name: String, _ json: String, _ fault: KeyFault) -> Attack {
    Attack(testDescription: "key: \(name)", json: json, fault: fault)
  }

  /// One of the example keys with these members in place of or besides its own.
  private static func changed(
    _ name: String, _ json: String, _ members: KeyValuePairs<String, JSONValue?>, _ fault: KeyFault
  ) throws -> Attack {
    guard var object = try StrictJSON.parse(json).objectValue else { throw AuthError.unsupported }
    for (name, value) in members { object[name] = value }
    return attack(name, JSONValue.object(object).text(), fault)
  }

  private static let nothing = JSONValue?.none

  private static func texts() throws -> [Attack] {
    let ec = ExampleKeys.p256
    return [
      attack("nothing", "", .malformed), attack("null", "null", .malformed),
      attack("an array", "[]", .malformed),
      attack("no members", "{}", .malformed), attack("a byte order mark", "\u{FEFF}" + ec, .malformed),
      attack("two keys", ec + ec, .malformed),
      attack("x twice", ec.replacing(#""crv":"#, with: #""x":"AA","crv":"#), .malformed),
      attack("kty twice, escaped", ec.replacing(#""crv":"#, with: #""\u006bty":"oct","crv":"#), .malformed),
      attack("10000 arrays", #"{"kty":"# + String(repeating: "[", count: 10_000), .malformed),
      attack("70 kB", #"{"kty":"oct","k":""# + String(repeating: "A", count: 70_000) + #""}"#, .malformed),
      try changed("no kty", ec, ["kty": nothing], .malformed),
      try changed("kty a number", ec, ["kty": 1], .malformed),
      try changed("kty unknown", ec, ["kty": "AKP"], .unsupported),
      try changed("kty ec", ec, ["kty": "ec"], .unsupported),
      try changed("kty RSA for a point", ec, ["kty": "RSA"], .malformed),
      try changed("kty OKP for P-256", ec, ["kty": "OKP"], .algorithmMismatch),
      try changed("kty EC for Ed25519", ExampleKeys.ed25519, ["kty": "EC"], .algorithmMismatch),
      try changed("kid a number", ec, ["kid": 1], .malformed),
      try changed("kid null", ec, ["kid": .null], .malformed),
      try changed("kid of 2 kB", ec, ["kid": .string(String(repeating: "k", count: 2000))], .malformed),
    ]
  }

  private static func points() throws -> [Attack] {
    let ec = ExampleKeys.p256
    let zero = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
    let prime: [UInt8] =
      [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 12)
      + [UInt8](repeating: 0xFF, count: 12)
    let outside = JSONValue.string(Base64URL.encode(prime))
    return [
      try changed("no crv", ec, ["crv": nothing], .malformed),
      try changed("secp256k1", ec, ["crv": "secp256k1"], .unsupported),
      try changed("P-192", ec, ["crv": "P-192"], .unsupported),
      try changed("Ed448", ec, ["crv": "Ed448"], .unsupported),
      try changed("crv RSA", ec, ["crv": "RSA"], .unsupported),
      try changed("crv oct", ec, ["crv": "oct"], .unsupported),
      try changed("crv P-384 for P-256", ec, ["crv": "P-384"], .malformed),
      try changed("crv Ed25519 for P-256", ec, ["crv": "Ed25519"], .algorithmMismatch),
      try changed("no y", ec, ["y": nothing], .malformed),
      try changed("no x", ec, ["x": nothing], .malformed),
      try changed("the point (0, 0)", ec, ["x": zero, "y": zero, "d": nothing], .invalidPoint),
      try changed("x = 0", ec, ["x": zero, "d": nothing], .invalidPoint),
      try changed("x = p", ec, ["x": outside, "d": nothing], .invalidPoint),
      try changed("y = p", ec, ["y": outside, "d": nothing], .invalidPoint),
      try changed(
        "y of the other point", ec, ["y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a4", "d": nothing],
        .invalidPoint),
      try changed("x with padding", ec, ["x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU="], .malformed),
      try changed("x with stray bits", ec, ["x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEV"], .malformed),
      try changed(
        "x of 31 bytes", ec, ["x": .string(Base64URL.encode([UInt8](repeating: 1, count: 31)))], .malformed),
      try changed(
        "x of 33 bytes", ec, ["x": .string(Base64URL.encode([UInt8](repeating: 0, count: 33)))], .malformed),
      try changed("x a number", ec, ["x": 1], .malformed),
    ]
  }

  private static func edwards() throws -> [Attack] {
    func repeated(_ byte: UInt8, _ count: Int = 30) -> [UInt8] { [UInt8](repeating: byte, count: count) }
    let orderEight: [UInt8] = [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
      0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
    ]
    let weak: [(String, [UInt8])] = [
      ("0", repeated(0, 32)), ("1", [1] + repeated(0, 31)), ("1 with a sign", [1] + repeated(0) + [0x80]),
      ("-1", [0xEC] + repeated(0xFF) + [0x7F]), ("p", [0xED] + repeated(0xFF) + [0x7F]),
      ("p + 1", [0xEE] + repeated(0xFF) + [0x7F]), ("2^255 - 1", repeated(0xFF, 31) + [0x7F]),
      ("of order 8", orderEight), ("of order 8 with a sign", orderEight.dropLast() + [0xFA]),
    ]
    let agreement: [UInt8] = [
      0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
      0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
    ]
    func okp(_ curve: String, _ x: [UInt8]) -> String {
      #"{"kty":"OKP","crv":"\#(curve)","x":"\#(Base64URL.encode(x))"}"#
    }
    return weak.map { attack("Ed25519: \($0.0)", okp("Ed25519", $0.1), .weak) } + [
      attack("X25519: 0", okp("X25519", repeated(0, 32)), .weak),
      attack("X25519: of order 8", okp("X25519", agreement), .weak),
      attack("Ed25519: 31 bytes", okp("Ed25519", repeated(2, 31)), .malformed),
      attack("Ed25519: 33 bytes", okp("Ed25519", repeated(2, 33)), .malformed),
      try changed(
        "Ed25519: another private part", ExampleKeys.ed25519,
        ["d": .string(Base64URL.encode(repeated(7, 32)))], .invalidPoint),
      try changed(
        "X25519 for EdDSA", ExampleKeys.ed25519, ["crv": "X25519", "d": nothing, "alg": "EdDSA"],
        .algorithmMismatch),
    ]
  }

  private static func moduli() throws -> [Attack] {
    let rsa = ExampleKeys.rsa
    func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
    func modulus(_ count: Int, _ last: UInt8 = 0x0F) -> JSONValue {
      text([0xC1] + [UInt8](repeating: 0x5A, count: count - 2) + [last])
    }
    let original = try JSONWebKey(json: rsa)
    guard case .rsa(let key) = original.material else { return [] }
    return [
      try changed("1024 bits", rsa, ["n": modulus(128)], .weak),
      try changed("2040 bits", rsa, ["n": modulus(255)], .weak),
      try changed("2047 bits", rsa, ["n": text([0x41] + key.modulus.dropFirst())], .weak),
      try changed("16392 bits", rsa, ["n": modulus(2049)], .weak),
      try changed("8 bits", rsa, ["n": text([0x0F])], .weak),
      try changed("an even modulus", rsa, ["n": modulus(256, 0x0E)], .invalidPoint),
      try changed("an empty modulus", rsa, ["n": ""], .malformed),
      try changed("no modulus", rsa, ["n": nothing], .malformed),
      try changed("a zero before the modulus", rsa, ["n": text([0] + key.modulus)], .malformed),
      try changed("e = 0", rsa, ["e": "AA"], .malformed), try changed("e = 1", rsa, ["e": "AQ"], .weak),
      try changed("e = 2", rsa, ["e": "Ag"], .weak), try changed("e = 65536", rsa, ["e": "AQAA"], .weak),
      try changed("e = 65537 with a zero", rsa, ["e": "AAEAAQ"], .malformed),
      try changed("e of 9 bytes", rsa, ["e": text([1, 0, 0, 0, 0, 0, 0, 0, 1])], .weak),
      try changed("e as long as n", rsa, ["e": text(key.modulus)], .weak),
      try changed("no e", rsa, ["e": nothing], .malformed),
      try changed("e a number", rsa, ["e": 65537], .malformed),
      // Of the weak generator's form: 65537 to the power of 3 modulo the product of the primes that are tested.
      try changed("a modulus of the ROCA form", rsa, ["n": .string(try rocaModulus())], .weak),
    ]
  }

  /// A number of 2048 bits that is 1 modulo each of the primes up to 167, as 65537 to the power of 0 is.
  private static func rocaModulus() throws -> String {
    let primes: [UInt32] = [
      2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101,
      103, 107,
      109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
    ]
    // The product, little endian; then as many multiples by 255 as make 2048 bits.
    var number: [UInt32] = [1]
    func multiply(_ factor: UInt32) {
      var carry: UInt32 = 0
      for index in number.indices {
        let product = number[index] * factor + carry
        (number[index], carry) = (product & 0xFF, product >> 8)
      }
      if carry > 0 { number.append(carry) }
    }
    for prime in primes { multiply(prime) }
    while number.count < 256 || number.last ?? 0 < 0x80 {
      multiply(number.count < 255 ? 251 : 3)
      guard number.count <= 256 else { return "" }
    }
    number[0] += 1
    return Base64URL.encode(number.reversed().map { UInt8($0) })
  }

  private static func privateParts() throws -> [Attack] {
    let (ec, rsa) = (ExampleKeys.p256, ExampleKeys.hobbitRSA)
    let zero = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
    return [
      try changed("d = 0", ec, ["d": zero], .invalidPoint),
      try changed(
        "another d", ec, ["d": .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))], .invalidPoint),
      try changed(
        "d of 31 bytes", ec, ["d": .string(Base64URL.encode([UInt8](repeating: 1, count: 31)))], .malformed),
      try changed("d null", ec, ["d": .null], .malformed),
      try changed(
        "RSA: d alone", rsa, ["p": nothing, "q": nothing, "dp": nothing, "dq": nothing, "qi": nothing],
        .unsupported),
      try changed("RSA: no qi", rsa, ["qi": nothing], .unsupported),
      try changed("RSA: three primes", rsa, ["oth": []], .unsupported),
      try changed("RSA: another d", rsa, ["d": "AQAB"], .invalidPoint),
      try changed("RSA: another p", rsa, ["p": "AQAB"], .invalidPoint),
      try changed("RSA: another qi", rsa, ["qi": "AQAB"], .invalidPoint),
      try changed("RSA: another dp", rsa, ["dp": "AQAB"], .invalidPoint),
    ]
  }

  private static func secrets() throws -> [Attack] {
    func oct(_ count: Int, _ more: String = "") -> String {
      #"{"kty":"oct","k":"\#(Base64URL.encode([UInt8](repeating: 7, count: count)))"\#(more)}"#
    }
    return [
      attack("oct: empty", oct(0), .weak), attack("oct: no k", #"{"kty":"oct"}"#, .malformed),
      attack("oct: k null", #"{"kty":"oct","k":null}"#, .malformed),
      attack("oct: k not encoded", #"{"kty":"oct","k":"my secret!"}"#, .malformed),
      attack("HS256: 31 bytes", oct(31, #","alg":"HS256""#), .weak),
      attack("HS384: 47 bytes", oct(47, #","alg":"HS384""#), .weak),
      attack("HS512: 63 bytes", oct(63, #","alg":"HS512""#), .weak),
      attack("A128KW: 32 bytes", oct(32, #","alg":"A128KW""#), .algorithmMismatch),
      attack("A256GCM: 16 bytes", oct(16, #","alg":"A256GCM""#), .algorithmMismatch),
      attack("oct for RS256", oct(64, #","alg":"RS256""#), .algorithmMismatch),
      attack("oct for none", oct(64, #","alg":"none""#), .unsupported),
    ]
  }

  private static func attributes() throws -> [Attack] {
    let ec = ExampleKeys.p256
    let algorithms: [(JSONValue, KeyFault)] = [
      ("RS256", .algorithmMismatch), ("ES384", .algorithmMismatch), ("EdDSA", .algorithmMismatch),
      ("HS256", .algorithmMismatch), ("RSA-OAEP", .algorithmMismatch), ("ES521", .unsupported),
      ("none", .unsupported),
      ("", .unsupported), ("es256", .unsupported), (1, .malformed), (["ES256"], .malformed),
    ]
    let uses: [(JSONValue, KeyFault)] = [
      ("tls", .unsupported), ("SIG", .unsupported), ("", .unsupported), (1, .malformed),
      (["sig"], .malformed),
    ]
    let operations: [(JSONValue, KeyFault)] = [
      ([], .useNotAllowed), ("verify", .malformed), ([1], .malformed), (["verify", "verify"], .malformed),
      (["sign", "encrypt"], .useNotAllowed), (["verify", "deriveKey"], .useNotAllowed),
      (["unknown"], .useNotAllowed),
      (.null, .malformed),
    ]
    return try algorithms.map { try changed("alg \($0.0.text())", ec, ["alg": $0.0], $0.1) }
      + uses.map { try changed("use \($0.0.text())", ec, ["use": $0.0], $0.1) }
      + operations.map { try changed("key_ops \($0.0.text())", ec, ["key_ops": $0.0], $0.1) }
      + [
        try changed("use sig for ECDH-ES", ec, ["use": "sig", "alg": "ECDH-ES"], .useNotAllowed),
        try changed("use enc for ES256", ec, ["use": "enc", "alg": "ES256"], .useNotAllowed),
        try changed("use enc to sign", ec, ["use": "enc", "key_ops": ["sign"]], .useNotAllowed),
        try changed("ES256 to derive keys", ec, ["alg": "ES256", "key_ops": ["deriveKey"]], .useNotAllowed),
      ]
  }
}
