import SafariServices
import UIKit
import WebKit

final class TicketViewController: UIViewController {
  private let scanner = ScannerViewController()
  private let card = WKWebView()
  private let seatMap = WKWebView()
  private let counter = UILabel()
  private let partnerHosts: Set<String> = ["arena.example", "tickets.arena.example"]
  private var remaining = 0

  private lazy var cardTemplate: String = {
    let url = Bundle.main.url(forResource: "card", withExtension: "html")!
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    card.loadHTMLString(cardTemplate, baseURL: nil) // safe: html
    scanner.onTicket = { [weak self] ticket in self?.show(ticket) }
  }

  private func show(_ ticket: Ticket) {
    let filled = cardTemplate.replacingOccurrences(of: "{{holder}}", with: ticket.holder)
    card.loadHTMLString(filled, baseURL: nil) // weak: html file
    remaining -= 1
    counter.text = String(format: ticket.greeting, remaining) // weak: format file
    counter.accessibilityLabel = String(format: "%@, %d", ticket.holder, remaining) // safe: format
    highlight(ticket)
    openInfo(ticket.info)
  }

  private func highlight(_ ticket: Ticket) {
    if ticket.hasRegularSeat {
      seatMap.evaluateJavaScript("highlight('\(ticket.seat)')") // safe: script
    } else {
      seatMap.evaluateJavaScript("search('\(ticket.seat)')") // weak: script file
    }
    seatMap.loadHTMLString("<svg class='\(ticket.gate.rawValue)'></svg>", baseURL: nil) // safe: html
  }

  private func openInfo(_ url: URL?) {
    guard let url = url, url.scheme == "https", let host = url.host, partnerHosts.contains(host) else { return }
    present(SFSafariViewController(url: url), animated: true) // safe: url-open
  }

  func findOnMap(_ ticket: Ticket) {
    var components = URLComponents(string: "https://maps.arena.example/find")!
    components.queryItems = [URLQueryItem(name: "seat", value: ticket.seat)]
    guard let url = components.url else { return }
    UIApplication.shared.open(url) // safe: url-open
  }
}
