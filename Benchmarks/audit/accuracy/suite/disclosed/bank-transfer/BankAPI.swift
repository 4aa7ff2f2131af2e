import CocoaLumberjackSwift
import Foundation

final class BankAPI {
  var accessToken = ""
  private let base = URL(string: "https://api.bank.example/v1")!

  func transfer(to iban: String, amount: Decimal, tan: String) async throws {
    var request = URLRequest(url: base.appendingPathComponent("transfers"))
    request.httpMethod = "POST"
    request.setValue("Bearer \(accessToken)", forHTTPHeaderField: "Authorization")
    request.httpBody = try JSONEncoder().encode(["iban": iban, "amount": "\(amount)", "tan": tan])
    DDLogVerbose("→ \(request.url?.path ?? "") \(request.allHTTPHeaderFields ?? [:])") // weak: log direct
    let (_, response) = try await URLSession.shared.data(for: request)
    DDLogVerbose("← \((response as? HTTPURLResponse)?.statusCode ?? 0)")
  }

  func balance(accountRef: UUID, pin: String) async throws -> Data {
    var parts = URLComponents(url: base.appendingPathComponent("balance"), resolvingAgainstBaseURL: false)!
    parts.path += "/" + accountRef.uuidString
    parts.queryItems = [URLQueryItem(name: "pin", value: pin)] // weak: url-query direct
    return try await URLSession.shared.data(from: parts.url!).0
  }

  func statements(accountRef: UUID, page: Int) async throws -> Data {
    var parts = URLComponents(url: base.appendingPathComponent("statements"), resolvingAgainstBaseURL: false)!
    parts.path += "/" + accountRef.uuidString
    parts.queryItems = [URLQueryItem(name: "page", value: "\(page)")] // safe: url-query
    var request = URLRequest(url: parts.url!)
    request.setValue("Bearer \(accessToken)", forHTTPHeaderField: "Authorization")
    return try await URLSession.shared.data(for: request).0
  }
}
