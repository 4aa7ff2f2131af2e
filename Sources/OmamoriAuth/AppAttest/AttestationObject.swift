import OmamoriCore

/// The parts of an attestation, not verified.
struct AttestationObject {
  private static let format = CBORValue.text("apple-appattest")

  let authenticatorData: Data
  let certificates: [Data]
  let receipt: Data

  /// Takes an attestation apart: three members, of which the statement has two.
  init(_ bytes: Data) throws(AuthError) {
    guard let object = try CBORReader.value(of: bytes).map, object.count == 3,
      object[.text("fmt")] == Self.format, let data = object[.text("authData")]?.bytes,
      let statement = object[.text("attStmt")]?.map, statement.count == 2,
      let chain = statement[.text("x5c")]?.array, let receipt = statement[.text("receipt")]?.bytes
    else { throw .attestation(.malformed) }
    let certificates = chain.compactMap(\.bytes)
    guard certificates.count == chain.count else { throw .attestation(.malformed) }
    (authenticatorData, self.certificates, self.receipt) = (data, certificates, receipt)
  }
}
