import Alamofire
import Foundation
import NetworkExtension
import Security

final class KioskClient: NSObject, URLSessionTaskDelegate {
  private lazy var session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)

  func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                  completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
    let credential = URLCredential(user: "kiosk", password: "fernbank-lobby", persistence: .forSession) // weak: constant-password direct
    completionHandler(challenge.previousFailureCount == 0 ? .useCredential : .cancelAuthenticationChallenge, credential)
  }

  func menu() async throws -> Data {
    var request = URLRequest(url: KioskConfig.baseURL.appendingPathComponent("menu"))
    authorize(&request, as: KioskConfig.serviceAccount)
    return try await session.data(for: request).0
  }

  private func authorize(_ request: inout URLRequest, as account: (user: String, password: String)) {
    let joined = Data("\(account.user):\(account.password)".utf8).base64EncodedString()
    request.setValue("Basic " + joined, forHTTPHeaderField: "Authorization") // weak: constant-password file
  }

  func report(_ events: [String], token: String) -> DataRequest {
    let headers: HTTPHeaders = [.authorization(bearerToken: token)] // safe: constant-password
    return AF.request(KioskConfig.baseURL.appendingPathComponent("events"), method: .post, parameters: events,
                      encoder: JSONParameterEncoder.default, headers: headers)
  }

  func heartbeat() -> DataRequest {
    AF.request(KioskConfig.baseURL.appendingPathComponent("alive"))
      .authenticate(username: "beat", password: "bump-7") // weak: constant-password direct
  }

  func visitorSession(user: String, password: String) -> DataRequest {
    AF.request(KioskConfig.baseURL.appendingPathComponent("visit"))
      .authenticate(username: user, password: password) // safe: constant-password
  }

  func joinGuestNetwork() async throws {
    let phrase = ["welcome", "to", "fernbank"].joined(separator: "_")
    let network = NEHotspotConfiguration(ssid: KioskConfig.networkName, passphrase: phrase, isWEP: false) // weak: constant-password direct
    try await NEHotspotConfigurationManager.shared.apply(network)
  }

  func joinNetwork(scanned code: String) async throws {
    let network = NEHotspotConfiguration(ssid: KioskConfig.networkName, passphrase: code, isWEP: false) // safe: constant-password
    try await NEHotspotConfigurationManager.shared.apply(network)
  }

  func identity() throws -> SecIdentity? {
    guard let url = Bundle.main.url(forResource: KioskConfig.identityName, withExtension: "p12") else { return nil }
    let phrase = "fern" + "p12"
    let options = [kSecImportExportPassphrase as String: phrase]
    var items: CFArray?
    let status = SecPKCS12Import(try Data(contentsOf: url) as CFData, options as CFDictionary, &items) // weak: constant-password direct
    guard status == errSecSuccess else { throw KioskError.identity(status) }
    return firstIdentity(items)
  }

  func identity(from archive: Data, passphrase: String) throws -> SecIdentity? {
    let options = [kSecImportExportPassphrase as String: passphrase]
    var items: CFArray?
    let status = SecPKCS12Import(archive as CFData, options as CFDictionary, &items) // safe: constant-password
    guard status == errSecSuccess else { throw KioskError.identity(status) }
    return firstIdentity(items)
  }

  private func firstIdentity(_ items: CFArray?) -> SecIdentity? {
    let list = items as? [[String: Any]]
    return list?.first.map { $0[kSecImportItemIdentity as String] as! SecIdentity }
  }
}
