import OmamoriCore

/// A key of `NSExceptionDomains`, or a name of `NSPinnedDomains`, seen as what it can match.
struct ExceptionKey {
  /// What the key covers.
  enum Reach: Equatable {
    /// Nothing outside of this device or link.
    case local
    /// Hosts of a private network.
    case privateNetwork
    /// One public name or address, or a small range.
    case host
    /// A registered domain with every name below it.
    case domain
    /// A whole top-level domain, or so many addresses that it is no exception any more.
    case everything
  }

  let text: String

  /// Why no host can ever match the key, or `nil` when one can.
  func fault(isPinned: Bool = false) -> LocalizedText? {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { return LocalizedText("it is empty", ja: "空です") }
    if bytes.contains(where: { $0 >= 0x80 }) {
      return LocalizedText("it is not ASCII; write the xn-- form", ja: "ASCII ではありません。xn-- 形式で書いてください")
    }
    if text.contains("*") { return LocalizedText("wildcards are not known", ja: "ワイルドカードは使えません") }
    if text.contains("://") { return LocalizedText("it has a scheme", ja: "スキームが付いています") }
    if ATSAddress(text) != nil { return nil }
    if text.contains("/") {
      return ATSAddressRange(text) == nil || isPinned
        ? LocalizedText("it has a path or is no address range", ja: "パスが付いているか、アドレス範囲として正しくありません") : nil
    }
    if text.contains(":") { return LocalizedText("it has a port", ja: "ポート番号が付いています") }
    if bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
      return LocalizedText("it has a space or a control character", ja: "空白または制御文字が含まれています")
    }
    if !isPinned, bytes.contains(where: { (0x41...0x5A).contains($0) }) {
      return LocalizedText("it has upper-case letters", ja: "大文字が含まれています")
    }
    if text.hasPrefix(".") || text.contains("..") {
      return LocalizedText("it has an empty label", ja: "空のラベルがあります")
    }
    if isPinned, text.hasSuffix(".") { return LocalizedText("it ends in a dot", ja: "末尾にドットがあります") }
    return nil
  }

  /// What the key covers, when a host can match it.
  func reach(includesSubdomains: Bool) -> Reach {
    if let range = ATSAddressRange(text) { return Self.reach(of: range) }
    if let address = ATSAddress(text) {
      return address.isLocal ? .local : address.isPrivate ? .privateNetwork : .host
    }
    let labels = text.split(separator: ".").map(String.init)
    let last = labels.last ?? ""
    if last == "local" || last == "localhost" { return .local }
    if Self.privateDomains.contains(last) || text.hasSuffix("home.arpa") { return .privateNetwork }
    if labels.count == 1 { return includesSubdomains ? .everything : .local }
    guard includesSubdomains else { return .host }
    let isSuffix = labels.count == 2 && last.utf8.count == 2 && Self.registries.contains(labels[0])
    if isSuffix { return .everything }
    let underRegistry = labels.count == 3 && last.utf8.count == 2 && Self.registries.contains(labels[1])
    return labels.count == 2 || underRegistry ? .domain : .host
  }

  /// Whether the name looks like a host of development and not of production.
  var isDevelopment: Bool {
    PinnedDomains.lowercased(text).utf8.split { !ASCII.isAlphanumeric($0) }
      .contains {
        Self.developmentWords.contains(String(decoding: $0.filter { ASCII.digit($0) == nil }, as: UTF8.self))
      }
  }

  private static func reach(of range: ATSAddressRange) -> Reach {
    let isWide = range.prefix < (range.address.bytes.count == 4 ? 8 : 16)
    if range.prefix >= 8, range.address.isLocal { return .local }
    if isWide, !(range.prefix >= 7 && range.address.isPrivate) { return .everything }
    return range.address.isPrivate ? .privateNetwork : .host
  }

  /// Top-level names that are not delegated in the public name system.
  private static let privateDomains: Set<String> = [
    "internal", "test", "example", "invalid", "lan", "home", "corp", "intranet", "localdomain", "private",
  ]

  /// Second-level names under which country registries register domains.
  private static let registries: Set<String> = [
    "co", "com", "net", "org", "gov", "edu", "ac", "ad", "ed", "go", "gr", "lg", "ne", "or",
  ]

  private static let developmentWords: Set<String> = [
    "dev", "develop", "development", "stage", "staging", "stg", "test", "testing", "qa", "uat", "sandbox",
    "debug",
    "mock", "preprod", "local", "localhost",
  ]
}
