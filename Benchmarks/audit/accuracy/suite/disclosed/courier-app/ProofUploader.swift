import Foundation

struct ProofUploader {
  let host = "dispatch.courier.example"
  var apiKey: String
  var session = URLSession.shared

  func confirm(_ stop: Stop, photo: Data) async throws {
    let url = URL(string: "https://\(host)/stops/\(stop.stopNo)/proof?gate=\(stop.gateCode)")! // weak: url-query direct
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    _ = try await session.upload(for: request, from: photo)
  }

  func fetchRoute(day: Int) async throws -> [Stop] {
    let url = URL(string: "https://\(host)/routes/\(day)?limit=200")! // safe: url-query
    var request = URLRequest(url: url)
    request.setValue(apiKey, forHTTPHeaderField: "X-Api-Key")
    let (data, _) = try await session.data(for: request)
    return try JSONDecoder().decode([Stop].self, from: data)
  }
}
