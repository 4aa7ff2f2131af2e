// What a request throws is always a TransportError: this is the form to catch it in, also in a loop.
import Omamori

let api = try HostName("api.example.com")
let rule = try HostRule(HostPattern(api, subdomains: .excluded))
let session = SecureSession(policy: try TransportPolicy(rules: [rule], unlistedHosts: .refused))

for place in ["https://elsewhere.example/", "http://api.example.com/"] {
  do throws(TransportError) {
    let response = try await session.response(to: HTTPRequest(.get, RequestURL(place)))
    print(response.status)
  } catch {
    switch error {
    case .refused(let verdict): print("not the server that the policy asks for: \(verdict.faults)")
    case .status(let code): print("the server answered \(code)")
    case .nameNotResolved, .notConnected, .connectionLost, .timedOut: print("try again later")
    default: print(error.explanation.english, error.recovery.english)
    }
  }
}
await session.close()
