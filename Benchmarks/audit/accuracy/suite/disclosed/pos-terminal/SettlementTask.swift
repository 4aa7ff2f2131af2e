import Foundation

final class SettlementTask {
  private let session = URLSession(configuration: .ephemeral)
  private lazy var line = session.streamTask(withHostName: "settle.pos.example", port: 5005)

  func settle(merchantSecret: String, totals: [Int]) async throws {
    line.resume()
    let header = try JSONEncoder().encode(["secret": merchantSecret, "count": "\(totals.count)"])
    try await line.write(header, timeout: 10) // weak: clear-text helper
    print("settling", totals.count, "receipts")
  }

  func settleEncrypted(merchantSecret: String) async throws {
    let secured = session.streamTask(withHostName: "settle.pos.example", port: 5006)
    secured.resume()
    secured.startSecureConnection()
    try await secured.write(Data(merchantSecret.utf8), timeout: 10) // safe: clear-text
  }

  func reconcile(_ tracks: [TrackData]) {
    let broken = tracks.filter { $0.pan.count < 13 }
    guard !broken.isEmpty else { return }
    dump(broken) // weak: log file
    fatalError("unusable card data: " + broken.map(\.wireFormat).joined()) // weak: log file
  }
}
