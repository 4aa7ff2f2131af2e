import Combine
import Foundation

struct AdminForm: Encodable {
  var login: String
  var adminPassword: String
}

final class AdminPage {
  static let root = URL(string: "http://192.168.1.1")!
  private var cancellables = Set<AnyCancellable>()

  func signIn(_ form: AdminForm) {
    let request = makeRequest(path: "login.cgi", body: try? JSONEncoder().encode(form))
    URLSession.shared.dataTaskPublisher(for: request) // weak: clear-text helper
      .map { ($0.response as? HTTPURLResponse)?.statusCode }
      .replaceError(with: nil)
      .sink { code in print("sign-in status", code ?? 0) }
      .store(in: &cancellables)
  }

  func uptime() {
    URLSession.shared.dataTaskPublisher(for: makeRequest(path: "uptime", body: nil)) // safe: clear-text
      .map(\.data.count)
      .replaceError(with: 0)
      .sink { count in print("uptime bytes", count) }
      .store(in: &cancellables)
  }

  private func makeRequest(path: String, body: Data?) -> URLRequest {
    var request = URLRequest(url: Self.root.appendingPathComponent(path))
    request.httpMethod = body == nil ? "GET" : "POST"
    request.httpBody = body
    return request
  }
}
