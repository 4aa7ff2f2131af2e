import Combine
import UIKit
import WebKit

struct ReaderComment: Decodable {
  let author: String
  let text: String
  let votes: Int
}

final class CommentsViewController: UIViewController {
  private let webView = WKWebView()
  private let summaryView = WKWebView()
  private var bag = Set<AnyCancellable>()

  func load(_ endpoint: URL) {
    URLSession.shared.dataTaskPublisher(for: endpoint)
      .map(\.data)
      .decode(type: [ReaderComment].self, decoder: JSONDecoder())
      .replaceError(with: [])
      .receive(on: DispatchQueue.main)
      .sink { [weak self] comments in
        let rows = comments.map { "<li><b>\($0.author)</b> \($0.text.htmlEscaped)</li>" }
        self?.webView.loadHTMLString("<ul>\(rows.joined())</ul>", baseURL: nil) // weak: html direct
        let total = comments.reduce(0) { $0 + $1.votes }
        self?.summaryView.loadHTMLString("<p>\(comments.count) / \(total)</p>", baseURL: nil) // safe: html
      }
      .store(in: &bag)
  }

  func append(_ comment: ReaderComment) throws {
    let literal = String(decoding: try JSONEncoder().encode([comment.author, comment.text]), as: UTF8.self)
    webView.evaluateJavaScript("addComment(...\(literal))") // safe: script
  }
}
