import OmamoriCore

@testable import OmamoriAuth

extension TestAuthorizationServer {
  func beginDevice(_ form: [String: String], _ fields: [String: String]) async throws -> HTTPAnswer {
    let client = try await authenticate(form, fields)
    let code = fresh("device")
    let grant = Grant(client: client, scope: form["scope"] ?? "")
    state.withLock { $0.devices[code] = (grant, .pending) }
    return ServerAnswers.json([
      "device_code": .string(code), "user_code": "WDJB-MJHT",
      "verification_uri": "https://as.example/activate",
      "verification_uri_complete": "https://as.example/activate?user_code=WDJB-MJHT", "expires_in": 600,
      "interval": 5,
    ])
  }

  /// What the person does with every device that waits.
  func decideDevices(_ decision: DeviceState) {
    state.withLock { state in
      for code in state.devices.keys { state.devices[code]?.state = decision }
    }
  }

  func redeemDevice(_ form: [String: String], _ client: String, _ thumbprint: String?) throws -> HTTPAnswer {
    guard let code = form["device_code"], let device = state.withLock({ $0.devices[code] }),
      device.grant.client == client
    else { throw Refusal("invalid_grant") }
    switch device.state {
    case .pending: throw Refusal("authorization_pending")
    case .declined: throw Refusal("access_denied")
    case .approved:
      state.withLock { $0.devices[code] = nil }
      var grant = device.grant
      grant.keyThumbprint = thumbprint
      return try tokens(for: grant)
    }
  }
}
