import Foundation

struct Matcher {
  private let expression: NSRegularExpression?

  init(_ pattern: String) {
    expression = try? NSRegularExpression(pattern: pattern, options: .caseInsensitive) // safe: regex-input
  }

  func accepts(_ url: URL) -> Bool {
    let address = url.absoluteString
    let whole = NSRange(location: 0, length: address.utf16.count) // safe: length-mix
    return expression?.numberOfMatches(in: address, range: whole) ?? 0 > 0
  }
}

enum Route {
  case page(LinkPattern, URL)
  case payment(URL)
  case order(URL)
  case partner(URL)
  case picture(URL)
}

final class LinkRouter {
  private let pay = Matcher(LinkParts.scheme + LinkParts.payHosts + LinkParts.tail)
  private let order = Matcher("\(LinkParts.scheme)\(LinkParts.orderHosts)\(LinkParts.tail)")
  private let partnerHosts = ["boutique.larkmarket.com", "outlet.larkmarket.com"]

  func route(_ url: URL) -> Route? {
    for pattern in LinkPattern.allCases where Matcher(pattern.rawValue).accepts(url) {
      return .page(pattern, url)
    }
    if pay.accepts(url) { return .payment(url) }
    if order.accepts(url) { return .order(url) }
    if partnerHosts.contains(url.host ?? "") { return .partner(url) } // safe: host-check
    return other(url)
  }

  private func other(_ url: URL) -> Route? {
    let picture = NSPredicate(format: "SELF MATCHES %@", "https://img\\.larkmarket\\.com/.*") // safe: regex-host
    let partner = NSPredicate(format: "SELF MATCHES %@", "https://partner\\.larkmarket\\.com.*") // weak: regex-host direct
    if picture.evaluate(with: url.absoluteString) { return .picture(url) }
    return partner.evaluate(with: url.absoluteString) ? .partner(url) : nil
  }
}
