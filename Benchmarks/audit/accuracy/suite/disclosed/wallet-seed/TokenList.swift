import Foundation
import UIKit

struct Token: Decodable {
  let symbol: String
  let contract: String
  let decimals: Int
}

@MainActor
final class TokenList: ObservableObject {
  @Published private(set) var tokens: [Token] = []
  private let listURL = URL(string: "https://tokens.wallet.example/list.json")!

  func refresh() async {
    do {
      let (data, _) = try await URLSession.shared.data(from: listURL)
      tokens = try JSONDecoder().decode([Token].self, from: data)
      log.info("tokens: \(tokens.map(\.symbol).joined(separator: ","))") // safe: log
    } catch {
      log.error("token list failed: \(error)")
    }
  }

  func copyContract(of token: Token) {
    UIPasteboard.general.string = token.contract // safe: pasteboard
  }

  func shareKeystore(_ keystore: [String: String], passphrase: String) {
    var bundle = keystore
    bundle["passphrase"] = passphrase
    guard let json = try? JSONEncoder().encode(bundle) else { return }
    UIPasteboard.general.setItems([["public.json": json]]) // weak: pasteboard direct
  }
}
