import Alamofire
import Foundation
import NIOSSL

struct FleetAPI {
  let session: Session

  init(anchors: [SecCertificate]) {
    let evaluators: [String: any ServerTrustEvaluating] = [
      "trucks.haulier.example": EvaluatorFactory.staging(),
      "billing.haulier.example": EvaluatorFactory.production(),
      "fuel.haulier.example": FleetTrustEvaluator(),
      "depot.haulier.example": DepotTrustEvaluator(anchors: anchors)
    ]
    session = Session(serverTrustManager: ServerTrustManager(evaluators: evaluators))
  }

  func positions(of truck: Int) async throws -> Data {
    try await session.request("https://trucks.haulier.example/v2/positions/\(truck)").serializingData().value
  }
}

struct StreamSettings {
  var minimumVersion = TLSVersion.tlsv12

  func clientConfiguration() -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = minimumVersion
    configuration.certificateVerification = .none // weak: tls-trust direct
    return configuration
  }

  func ingestConfiguration() -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = minimumVersion
    configuration.certificateVerification = .fullVerification // safe: tls-trust
    return configuration
  }
}
