import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport
import Testing

/// A collector that keeps books and misbehaves on demand; ended with this object.
final class CollectorServer: Sendable {
  /// What it knows.
  struct Books: Decodable {
    struct Batch: Decodable {
      let body: String
      let type: String
      let first: String
      let count: String
      let authorization: String?
    }

    let kept: [String: Batch]
    let seen: [String: Int]
    let messages: [String]
    let goodbyes: Int
  }

  let authority: TestAuthority
  private let ports: [String: Int]
  private let process: LineProgram

  /// One for all tests, which tell their batches apart by their identifiers.
  static let shared = Result { try CollectorServer(TestAuthority.shared.get()) }

  init(_ authority: TestAuthority) throws {
    self.authority = authority
    process = try LineProgram(script: "collector.py", [authority.folder.path])
    ports = try JSONDecoder().decode([String: Int].self, from: Data(process.readLine().utf8))
  }

  func port(_ name: String) throws -> UInt16 { UInt16(try #require(ports[name])) }

  func url(_ path: String) throws -> RequestURL {
    try RequestURL("https://localhost:\(port("https"))\(path)")
  }

  /// What it knows now.
  func books() async throws -> Books {
    let session = SecureSession(policy: try TestPolicy.make(authority))
    let books: Books = try await session.get(url("/books"))
    await session.close()
    return books
  }

  /// A delivery over HTTPS.
  func delivery(
    _ path: String, credential: CollectorCredential = .none, requiresCheckpoint: Bool = false
  ) throws -> HTTPSDelivery {
    HTTPSDelivery(
      to: try url(path), over: try session(), credential: credential, requiresCheckpoint: requiresCheckpoint,
      clock: ManualClock(date: Date(timeIntervalSince1970: 4_102_444_800)))
  }

  func session(
    root: String = "root", pins: PinSet? = nil, total: Duration = .seconds(20)
  ) throws -> SecureSession {
    SecureSession(
      policy: try TestPolicy.make(authority, root: root, pins: pins) { $0.total = total })
  }
}

extension DeliveryBatch {
  /// A batch with an identifier that no other has.
  static func sample(
    _ records: [String] = ["{\"a\":1}", "{\"b\":\"監査\"}"], type: String = "application/x-ndjson"
  ) -> DeliveryBatch {
    DeliveryBatch(
      identifier: UUID().uuidString, firstRecord: 17, mediaType: type, records: records.map { Array($0.utf8) }
    )
  }
}
