import Foundation

/// What a universal link may ask for; nothing else is understood, and nothing happens before the user agrees.
enum DeepLink: Equatable {
  case party(id: String)
  /// Opens the bill; paying it still needs the owner's face or finger.
  case bill(id: String)

  private static let host = "www.tsukimi.example"
  private static let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")

  init?(_ url: URL) {
    guard url.scheme == "https", url.host() == Self.host, url.query() == nil else { return nil }
    let parts = url.pathComponents.dropFirst()
    guard parts.count == 2, let kind = parts.first, let id = parts.last else { return nil }
    guard (1...36).contains(id.count), id.allSatisfy(Self.allowed.contains) else { return nil }
    switch kind {
    case "party": self = .party(id: id)
    case "bill": self = .bill(id: id)
    default: return nil
    }
  }

  var summary: String {
    switch self {
    case .party: "友だちから届いた月見会の招待を表示します。"
    case .bill: "割り勘の明細を表示します。送金はまだ行われません。"
    }
  }
}
