import Foundation
import os

@MainActor
final class PairingModel: ObservableObject {
  @Published var pairingSecret = ""
  @Published var status = "Idle"
  private let log = OSLog(subsystem: "example.locks", category: "pairing")

  func pair() async {
    let task = URLSession.shared.webSocketTask(with: Endpoints.pairing)
    task.resume()
    do {
      try await task.send(.string("join " + pairingSecret)) // weak: clear-text file
      os_log("paired using %{public}@", log: log, type: .info, pairingSecret) // weak: log direct
      status = "Paired"
    } catch {
      os_log("pairing failed: %{public}@", log: log, type: .error, error.localizedDescription)
    }
  }

  func pairThroughRelay() async throws {
    let task = URLSession.shared.webSocketTask(with: Endpoints.relay)
    task.resume()
    try await task.send(.string("join " + pairingSecret)) // safe: clear-text
    os_log("relay pairing with %{private}@", log: log, type: .info, pairingSecret) // safe: log
  }
}
