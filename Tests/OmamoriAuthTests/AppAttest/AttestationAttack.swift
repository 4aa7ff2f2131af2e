import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriAuth

enum CBORReaderLimit {
  static let size = CBORReader.greatestSize
}

/// One thing that is wrong with an attestation, and the reason it must be refused for.
struct AttestationAttack: Sendable, CustomTestStringConvertible {
  typealias Change = @Sendable (inout FakeAppleDevice.Parts, FakeAppleDevice) throws -> Void

  let name: String
  let fault: AttestationFault
  let change: Change

  init(_ name: String, _ fault: AttestationFault, _ change: @escaping Change) {
    (self.name, self.fault, self.change) = (name, fault, change)
  }

  var testDescription: String { name }

  static let all = object + chain + nonce + data

  private static let object: [AttestationAttack] = [
    .init("another format", .malformed) { parts, _ in parts.format = CBORText.text("apple") },
    .init("the format as bytes", .malformed) { parts, _ in
      parts.format = CBORText.bytes(Array("apple-appattest".utf8))
    },
    .init("a member too many", .malformed) { parts, _ in
      parts.moreMembers = [(CBORText.text("ver"), CBORText.text("1"))]
    },
    .init("authenticator data twice", .malformed) { parts, _ in
      parts.moreMembers = [(CBORText.text("authData"), CBORText.bytes([UInt8](repeating: 0, count: 37)))]
    },
    .init("a receipt twice", .malformed) { parts, _ in
      parts.moreStatement = [(CBORText.text("receipt"), CBORText.bytes([9]))]
    },
    .init("an algorithm in the statement", .malformed) { parts, _ in
      parts.moreStatement = [(CBORText.text("alg"), [0x26])]
    },
    .init("a receipt that is text", .malformed) { parts, _ in parts.receipt = CBORText.text("receipt") },
    .init("an indefinite length", .malformed) { parts, _ in parts.receipt = [0x5F, 0x41, 0x01, 0xFF] },
    .init("a length that is longer than it needs", .malformed) { parts, _ in
      parts.receipt = [0x58, 0x01, 0x07]
    },
    .init("a length beyond the end", .malformed) { parts, _ in
      parts.receipt = [0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    },
    .init("a tag", .malformed) { parts, _ in parts.receipt = [0xC2, 0x41, 0x01] },
  ]

  private static let chain: [AttestationAttack] = [
    .init("no certificate", .malformed) { parts, _ in parts.chain = { _, _, _ in [] } },
    .init("only the leaf", .malformed) { parts, _ in parts.chain = { leaf, _, _ in [leaf] } },
    .init("five certificates", .malformed) { parts, _ in
      parts.chain = { leaf, middle, _ in [leaf, middle, middle, middle, middle] }
    },
    .init("a certificate that is none", .malformed) { parts, _ in
      parts.chain = { leaf, _, _ in [leaf, Data([0x30, 0x00])] }
    },
    .init("the wrong order", .untrustedChain) { parts, _ in
      parts.chain = { leaf, middle, _ in [middle, leaf] }
    },
    .init("the intermediate twice", .untrustedChain) { parts, _ in
      parts.chain = { leaf, middle, _ in [leaf, middle, middle] }
    },
    .init("the leaf signed by another key", .untrustedChain) { parts, _ in parts.leafSigner = .p384() },
    .init("the leaf signed by the root", .untrustedChain) { parts, device in parts.leafSigner = device.root },
    .init("the intermediate signed by another key", .untrustedChain) { parts, _ in
      parts.intermediateSigner = .p384()
    },
    .init("the leaf signed by itself", .untrustedChain) { parts, device in
      parts.leafSigner = FakeSigner(key: .p256(device.key))
    },
    .init("a changed signature", .untrustedChain) { parts, _ in parts.changesSignature = true },
    .init("an issuer of another name", .untrustedChain) { parts, _ in parts.leaf.issuer = "Other" },
    .init("an intermediate that is no authority", .untrustedChain) { parts, _ in
      parts.intermediate.isAuthority = false
    },
    .init("an intermediate that may not sign certificates", .untrustedChain) { parts, _ in
      parts.intermediate.keyUsage = [0x03, 0x02, 0x07, 0x80]
    },
    .init("an intermediate without key usage", .untrustedChain) { parts, _ in
      parts.intermediate.keyUsage = nil
    },
    .init("a leaf that is an authority", .untrustedChain) { parts, _ in parts.leaf.isAuthority = true },
    .init("a leaf that may not sign", .untrustedChain) { parts, _ in
      parts.leaf.keyUsage = [0x03, 0x02, 0x05, 0x20]
    },
    .init("a leaf of version 1", .untrustedChain) { parts, _ in parts.leaf.version = 0 },
    .init("a critical extension nobody knows", .untrustedChain) { parts, _ in
      parts.leaf.others.append(("1.2.3.4", true, [0x05, 0x00]))
    },
    .init("a critical extension in the intermediate", .untrustedChain) { parts, _ in
      parts.intermediate.others.append(("2.5.29.36", true, [0x30, 0x00]))
    },
    .init("a leaf that has ended", .expired) { parts, device in parts.leaf.ends = device.now - 1 },
    .init("a leaf that has not begun", .expired) { parts, device in parts.leaf.begins = device.now + 1 },
    .init("a leaf that ends before it begins", .expired) { parts, device in
      (parts.leaf.begins, parts.leaf.ends) = (device.now + 1, device.now - 1)
    },
    .init("an intermediate that ends before it begins", .expired) { parts, device in
      (parts.intermediate.begins, parts.intermediate.ends) = (device.now + 2, device.now + 1)
    },
    .init("an intermediate that has ended", .expired) { parts, device in
      parts.intermediate.ends = device.now - 1
    },
    .init("the key identifier of another issuer", .untrustedChain) { parts, _ in
      parts.intermediate.others.append(("2.5.29.14", false, DERText.octets([1, 2, 3])))
      parts.leaf.others.append(("2.5.29.35", false, DERText.sequence([0x80, 0x03, 9, 9, 9])))
    },
    .init("an extension twice", .malformed) { parts, _ in
      parts.leaf.others.append(("1.2.840.113635.100.8.2", false, [0x05, 0x00]))
    },
  ]

  private static let nonce: [AttestationAttack] = [
    .init("no nonce", .nonceMismatch) { parts, _ in parts.hasNonce = false },
    .init("another nonce", .nonceMismatch) { parts, _ in parts.nonce = Data(count: 32) },
    .init("a nonce of 31 bytes", .nonceMismatch) { parts, _ in parts.nonce = Data(count: 31) },
    .init("a nonce with another tag", .nonceMismatch) { parts, _ in
      parts.nonceExtension = DERText.sequence(
        DERText.context(2, DERText.octets([UInt8](repeating: 0, count: 32))))
    },
    .init("two nonces", .nonceMismatch) { parts, _ in
      let one = DERText.context(1, DERText.octets([UInt8](repeating: 0, count: 32)))
      parts.nonceExtension = DERText.sequence(one, one)
    },
    .init("the digest of the client data alone", .nonceMismatch) { parts, device in
      parts.nonce = Data(SHA256.hash(data: device.challenge))
    },
  ]

  private static let data: [AttestationAttack] = [
    .init("another app", .appMismatch) { parts, _ in parts.appID = "A1B2C3D4E5.com.example.other" },
    .init("another team", .appMismatch) { parts, _ in parts.appID = "Z1B2C3D4E5.com.example.app" },
    .init("the bundle alone", .appMismatch) { parts, _ in parts.appID = "com.example.app" },
    .init("a counter of 1", .counter) { parts, _ in parts.counter = 1 },
    .init("the greatest counter", .counter) { parts, _ in parts.counter = .max },
    .init("an unknown environment", .wrongEnvironment) { parts, _ in
      parts.environment = Array("appattestsandbox".utf8)
    },
    .init("production with spaces", .wrongEnvironment) { parts, _ in
      parts.environment = Array("appattest       ".utf8)
    },
    .init("another credential", .keyMismatch) { parts, _ in
      parts.credential = [UInt8](repeating: 7, count: 32)
    },
    .init("a credential of 31 bytes", .malformed) { parts, _ in parts.credential.removeLast() },
    .init("a credential of 65,535 bytes", .malformed) { parts, _ in parts.credentialSize = 65_535 },
    .init("an empty credential", .malformed) { parts, _ in parts.credential = [] },
    .init("another key in COSE", .keyMismatch) { parts, _ in
      parts.cose = FakeAppleDevice.cose(P256.Signing.PrivateKey().publicKey.x963Representation)
    },
    .init("the certificate of another key", .keyMismatch) { parts, _ in
      parts.leafKey = Array(P256.Signing.PrivateKey().publicKey.derRepresentation)
    },
    .init("a certificate with a key of P-384", .keyMismatch) { parts, _ in
      parts.leafKey = FakeSigner.p384().publicKey
    },
    .init("COSE with another type of key", .malformed) { parts, device in
      parts.cose = FakeAppleDevice.cose(device.key.publicKey.x963Representation, type: 0x01)
    },
    .init("COSE with another algorithm", .malformed) { parts, device in
      parts.cose = FakeAppleDevice.cose(device.key.publicKey.x963Representation, algorithm: 0x27)
    },
    .init("COSE with another curve", .malformed) { parts, device in
      parts.cose = FakeAppleDevice.cose(device.key.publicKey.x963Representation, curve: 0x02)
    },
    .init("no key in COSE", .malformed) { parts, _ in parts.cose = [] },
    .init("extensions that are a list", .malformed) { parts, _ in parts.tail = [0x80] },
    .init("two maps of extensions", .malformed) { parts, _ in parts.tail = [0xA0, 0xA0] },
    .init("extensions named by numbers", .malformed) { parts, _ in parts.tail = [0xA1, 0x01, 0x01] },
    .init("a category of three bytes", .malformed) { parts, _ in
      parts.tail = CBORText.map([(CBORText.text("apple_validation_category_01"), CBORText.bytes([4, 0, 0]))])
    },
    .init("a category that is a number", .malformed) { parts, _ in
      parts.tail = CBORText.map([(CBORText.text("apple_validation_category_01"), [0x04])])
    },
    .init("a version that is bytes", .malformed) { parts, _ in
      parts.tail = CBORText.map([(CBORText.text("apple_bundle_version_01"), CBORText.bytes([0x31]))])
    },
    .init("a zero byte at the end", .malformed) { parts, _ in parts.tail = [0x00] },
  ]
}
