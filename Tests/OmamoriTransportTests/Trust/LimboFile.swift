import Foundation

/// The test cases of x509-limbo (C2SP), as its file `limbo.json` has them.
struct LimboFile: Decodable {
  struct Name: Decodable {
    let kind: String
    let value: String
  }

  struct Case: Decodable {
    let id: String
    let validationKind: String
    let trustedCerts: [String]
    let untrustedIntermediates: [String]
    let peerCertificate: String
    let validationTime: Date?
    let expectedResult: String
    let expectedPeerName: Name?
    let maxChainDepth: Int?

    var isGood: Bool { expectedResult == "SUCCESS" }
  }

  let testcases: [Case]

  /// The file, when `OMAMORI_VECTORS` names a folder that has it.
  static let location = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"]
    .map { URL(filePath: $0 + "/x509-limbo/limbo.json") }
    .flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }

  static func read(_ location: URL) throws -> LimboFile {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(LimboFile.self, from: Data(contentsOf: location))
  }
}
