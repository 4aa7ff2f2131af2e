import Foundation

enum Endpoints {
  static let doorbell = URL(string: "ws://doorbell.locks.example:8080/stream")!
  static let relay = URL(string: "wss://relay.locks.example/v2")!
  static let pairing = URL(string: "ws://pair.locks.example/join")!
}
