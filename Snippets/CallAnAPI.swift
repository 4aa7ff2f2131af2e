// A client for one API: its certificates are pinned, its secrets stay with it, and plain HTTP is no URL at all.
import Omamori

let api = try HostName("api.example.com")
let pins = try PinSet(
  authorities: [
    CertificatePin(base64: "jQJTbIh0grw0/1TkHSumWb+Fs0Ggogr621gT3PvPKG0="),
    CertificatePin(base64: "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=", role: .backup),
  ])
let rule = try HostRule(HostPattern(api, subdomains: .excluded), pins: pins)
let policy = try TransportPolicy(rules: [rule], unlistedHosts: .refused)
let session = SecureSession(policy: policy)

do {
  let response = try await session.response(to: HTTPRequest(.get, RequestURL("http://api.example.com/users")))
  print(response)
} catch {
  print(error)
}
do {
  let response = try await session.response(to: HTTPRequest(.get, RequestURL("https://elsewhere.example/")))
  print(response)
} catch {
  print(error)
}
await session.close()
