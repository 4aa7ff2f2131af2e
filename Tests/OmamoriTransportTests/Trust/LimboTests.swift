#if !canImport(Darwin)
import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite("x509-limbo, public test cases of path validation", .enabled(if: LimboFile.location != nil))
struct LimboTests {
  @Test("The verdicts are those of the test cases, but for the ones that are explained")
  func agreement() throws {
    let file = try LimboFile.read(#require(LimboFile.location))
    #expect(file.testcases.count == 194)
    var agreed = 0
    for item in file.testcases {
      if item.validationKind == "CLIENT" { continue }
      let result = try Self.result(item)
      if result.isTrusted == item.isGood {
        agreed += 1
        #expect(LimboDifference.all[item.id] == nil, "\(item.id) agrees and needs no explanation")
      } else {
        #expect(
          LimboDifference.all[item.id] != nil, "\(item.id): \(item.expectedResult), found \(result.faults)")
      }
    }
    let clients = file.testcases.filter { $0.validationKind == "CLIENT" }.count
    #expect(agreed + LimboDifference.all.count + clients == file.testcases.count)
    #expect(agreed >= 169)
  }

  private static func result(_ item: LimboFile.Case) throws -> ValidationResult {
    var requirements = CertificateRequirements()
    // Most of the certificates are valid for a thousand years.
    requirements.greatestValidityDays = nil
    if let depth = item.maxChainDepth { requirements.greatestIntermediateCount = depth }
    let (anchors, sent): ([Certificate], [Certificate])
    do throws(CryptoError) {
      anchors = try certificates(item.trustedCerts)
      sent = try certificates([item.peerCertificate] + item.untrustedIntermediates)
    } catch {
      return ValidationResult(chain: nil, faults: [.malformed(depth: 0)])
    }
    let host = try HostName(item.expectedPeerName?.value ?? anyName(of: #require(sent.first)))
    let presented: PresentedChain
    do throws(TransportError) {
      presented = try PresentedChain(unverifiedCertificates: sent.map(\.derRepresentation))
    } catch {
      return ValidationResult(chain: nil, faults: [.malformed(depth: 32)])
    }
    let store = try AnchorStore(.only(anchors))
    return ChainValidator(host: host, requirements: requirements, anchors: store)
      .validate(presented, at: item.validationTime ?? Date())
  }

  private static func certificates(_ documents: [String]) throws(CryptoError) -> [Certificate] {
    var certificates: [Certificate] = []
    for document in documents { certificates.append(try Certificate(pemRepresentation: document)) }
    return certificates
  }

  /// For a case that is not about names.
  private static func anyName(of certificate: Certificate) throws -> String {
    for case .dns(let name) in try CertificateDetails(certificate).extensions.subjectAlternativeNames ?? [] {
      return name
    }
    return "example.com"
  }
}
#endif
