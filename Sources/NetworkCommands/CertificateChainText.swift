import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

/// The certificates of a server as they are shown, with what is known of their trust.
struct CertificateChainText {
  /// The validated chain up to its root, or else what the server sent.
  let certificates: [Certificate]
  /// Whether the chain was validated.
  let isValidated: Bool
  /// Everything against the chain.
  let faults: [TrustFault]

  init(_ facts: ServerFacts) {
    isValidated = facts.trustedChain != nil
    faults = facts.faults
    certificates =
      facts.trustedChain?.certificates
      ?? (facts.presentedChain?.unverifiedCertificates ?? []).compactMap {
        try? Certificate(derRepresentation: $0)
      }
  }

  /// What people call the subject of a certificate.
  static func name(of certificate: Certificate) -> String {
    guard let details = try? CertificateDetails(certificate) else { return "?" }
    return Printable.plain(details.commonNames.last ?? "-")
  }

  /// The name of the root that a validated chain leads to.
  var root: String? { isValidated ? certificates.last.map(Self.name) : nil }

  /// Whether the chain is to be believed, in a few words.
  var trust: LocalizedText {
    guard let root else {
      return LocalizedText(
        "UNVERIFIED: it may be anybody's", ja: "未検証: 別のサーバーのものである可能性があります")
    }
    return LocalizedText("validated, root \(root)", ja: "検証済み、ルート \(root)")
  }

  /// The pin of a certificate's key or of the whole, in the usual form.
  static func pin(_ certificate: Certificate, _ kind: CertificatePin.Kind) -> String {
    "sha256/" + CertificatePin(certificate: certificate, kind: kind).base64
  }

  /// For programs.
  var json: JSONValue {
    var object: JSONObject = ["validated": .bool(isValidated)]
    object["root"] = root.map(JSONValue.string)
    object["faults"] = .array(faults.map { .string($0.explanation.english) })
    object["certificates"] = .array(
      certificates.enumerated().map { depth, certificate in
        [
          "depth": .integer(depth), "subject": .string(Self.name(of: certificate)),
          "notBefore": .string(certificate.notValidBefore.formatted(.iso8601)),
          "notAfter": .string(certificate.notValidAfter.formatted(.iso8601)),
          "keyPin": .string(Self.pin(certificate, .publicKey)),
          "certificatePin": .string(Self.pin(certificate, .certificate)),
        ]
      })
    return .object(object)
  }
}
