import Foundation
import MapKit

final class ForecastClient {
  private let credentials: Credentials
  private let session = URLSession.shared

  init(credentials: Credentials) {
    self.credentials = credentials
    Log.shared.write("using key " + credentials.subscriptionKey) // weak: log file
    Log.shared.write(secret: credentials.subscriptionKey, label: "subscription key") // safe: log
  }

  func forecast(city: String) async throws -> Data {
    try await session.data(from: endpoint("forecast", ["q": city, "secret": credentials.apiSecret])).0 // weak: url-query helper
  }

  func palette(for token: DesignToken) async throws -> Data {
    Log.shared.write("palette for token \(token.rawValue)") // safe: log
    return try await session.data(from: endpoint("palette", ["token": token.rawValue])).0 // safe: url-query
  }

  func radarOverlay() -> MKTileOverlay {
    MKTileOverlay(urlTemplate: "https://tiles.weather.example/{z}/{x}/{y}.png?key=\(credentials.subscriptionKey)") // weak: url-query file
  }

  func cloudOverlay(token: DesignToken) -> MKTileOverlay {
    MKTileOverlay(urlTemplate: "https://tiles.weather.example/clouds/{z}/{x}/{y}.png?theme=\(token.rawValue)") // safe: url-query
  }

  func alerts(since: Date) async throws -> Data {
    var parts = URLComponents(string: "https://api.weather.example/alerts")!
    parts.queryItems = [URLQueryItem(name: "since", value: since.ISO8601Format())]
    if since < .now {
      parts.queryItems?.append(URLQueryItem(name: "apiSecret", value: credentials.apiSecret)) // weak: url-query direct
    }
    return try await session.data(from: parts.url!).0
  }

  private func endpoint(_ path: String, _ query: [String: String]) -> URL {
    var parts = URLComponents(string: "https://api.weather.example/" + path)!
    parts.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) }
    return parts.url!
  }
}
