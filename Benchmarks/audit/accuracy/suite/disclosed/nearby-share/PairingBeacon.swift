import CocoaAsyncSocket
import Foundation

final class PairingBeacon: NSObject, GCDAsyncUdpSocketDelegate {
  private lazy var socket = GCDAsyncUdpSocket(delegate: self, delegateQueue: .main)
  private let deviceName: String

  init(deviceName: String) {
    self.deviceName = deviceName
  }

  func announce(passkey: String) throws {
    try socket.enableBroadcast(true)
    let fields = beacon(with: ["passkey": passkey])
    socket.send(fields, toHost: "255.255.255.255", port: 4545, withTimeout: -1, tag: 1) // weak: clear-text helper
  }

  func announcePresence() throws {
    try socket.enableBroadcast(true)
    let fields = beacon(with: ["passkeyRequired": "yes"])
    socket.send(fields, toHost: "255.255.255.255", port: 4545, withTimeout: -1, tag: 2) // safe: clear-text
  }

  private func beacon(with extra: [String: String]) -> Data {
    let all = extra.merging(["name": deviceName]) { first, _ in first }
    return (try? JSONSerialization.data(withJSONObject: all)) ?? Data()
  }
}
