import Foundation

extension UserDefaults {
  var lastQuote: String? {
    get { string(forKey: "lastQuote") }
    set { set(newValue, forKey: "lastQuote") }
  }

  func store<T: Encodable>(_ value: T, as name: String) {
    guard let data = try? JSONEncoder().encode(value) else { return }
    set(data, forKey: name)
  }
}

struct ExchangeCredentials: Codable {
  var label: String
  var apiKey: String
  var apiSecret: String
}

struct Quote: Codable {
  var pair: String
  var tokenPrice: Decimal
}

final class ExchangeSession {
  private let defaults = UserDefaults.standard
  var onQuote: ((Quote) -> Void)?

  func connect(_ credentials: ExchangeCredentials) {
    defaults.store(credentials, as: "exchange") // weak: store-preferences helper
  }

  func received(_ quote: Quote) {
    defaults.store(quote, as: "tokenQuote") // safe: store-preferences
    defaults.lastQuote = quote.pair // safe: store-preferences
    onQuote?(quote)
  }

  func rotate(to credentials: ExchangeCredentials) {
    let line = [credentials.label, credentials.apiSecret].joined(separator: "|")
    defaults.lastQuote = line // weak: store-preferences helper
  }
}
