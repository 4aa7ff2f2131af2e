import Foundation
import Network
import Security
import Starscream

final class ChatSockets {
  private let queue = DispatchQueue(label: "chat.sockets")
  private let rules: TrustRules

  init(rules: TrustRules) { self.rules = rules }

  func liveSocket(_ url: URL) -> WebSocket {
    let security = FoundationSecurity(allowSelfSigned: SocketOptions.allowsAnyServer) // weak: tls-trust file
    return WebSocket(request: URLRequest(url: url), certPinner: security)
  }

  func archiveSocket(_ url: URL) -> WebSocket {
    var request = URLRequest(url: url)
    request.allowsCellularAccess = SocketOptions.allowsCellular
    return WebSocket(request: request, certPinner: FoundationSecurity(allowSelfSigned: false)) // safe: tls-trust
  }

  func voiceConnection(to endpoint: NWEndpoint) -> NWConnection {
    NWConnection(to: endpoint, using: parameters { _ in true }) // weak: tls-trust helper
  }

  func fileConnection(to host: String, port: NWEndpoint.Port) -> NWConnection {
    let checked = parameters { [rules] in rules.accepts($0, host: host) } // safe: tls-trust
    return NWConnection(host: NWEndpoint.Host(host), port: port, using: checked)
  }

  private func parameters(_ decide: @escaping (SecTrust) -> Bool) -> NWParameters {
    let options = NWProtocolTLS.Options()
    sec_protocol_options_set_verify_block(options.securityProtocolOptions, { _, trust, complete in
      complete(decide(sec_trust_copy_ref(trust).takeRetainedValue()))
    }, queue)
    return NWParameters(tls: options)
  }
}
