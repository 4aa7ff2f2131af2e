import Foundation

struct HostRules {
  let domain: String
  static let grid = HostRules(domain: "voltgrid.io")

  func owns(_ host: String) -> Bool {
    host == domain || host.hasSuffix("." + domain) // safe: host-check
  }

  func serves(_ host: String) -> Bool {
    host.hasSuffix(domain) // weak: host-check file
  }

  static let meterHost = "^[a-z0-9-]+.voltgrid.io$" // weak: regex-host file
  static let anyHost = "^([a-z0-9-]+\\.)*voltgrid\\.io$" // safe: regex-host
}
