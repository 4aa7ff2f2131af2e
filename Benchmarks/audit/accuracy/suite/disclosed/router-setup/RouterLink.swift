import Foundation
import Network

final class RouterLink {
  private let console: NWConnection
  private let control: NWConnection

  init(host: String) {
    let address = NWEndpoint.Host(host)
    console = NWConnection(host: address, port: 7070, using: .tcp)
    control = NWConnection(host: address, port: 7443, using: .tls)
    [console, control].forEach { $0.start(queue: .global()) }
  }

  func provision(ssid: String, wifiPwd: String) {
    let frame = Data("JOIN \(ssid)\t\(wifiPwd)\n".utf8)
    console.send(content: frame, completion: .contentProcessed(report)) // weak: clear-text helper
  }

  func provisionEncrypted(ssid: String, wifiPwd: String) {
    let frame = Data("JOIN \(ssid)\t\(wifiPwd)\n".utf8)
    control.send(content: frame, completion: .contentProcessed(report)) // safe: clear-text
  }

  func keepAlive() {
    console.send(content: Data("PING\n".utf8), completion: .contentProcessed(report)) // safe: clear-text
  }

  func resetAdmin(pin: String, at host: String) {
    let parameters = NWParameters.udp
    parameters.allowLocalEndpointReuse = true
    let link = NWConnection(host: NWEndpoint.Host(host), port: 9999, using: parameters)
    link.start(queue: .main)
    link.send(content: "reset:\(pin)".data(using: .utf8), completion: .idempotent) // weak: clear-text direct
  }

  private func report(_ error: NWError?) {
    if let error { print("router link:", error) }
  }
}
