import UIKit
import WebKit

final class ArticleViewController: UIViewController {
  private let service = ArticleService()
  private let webView = WKWebView()
  private let teaserView = WKWebView()
  private let noticeLabel = UILabel()
  var articleID = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(webView)
    view.addSubview(teaserView)
    teaserView.loadHTMLString("<p>" + NSLocalizedString("article.loading", comment: "") + "</p>", baseURL: nil) // safe: html
    service.article(id: articleID) { [weak self] result in
      guard case .success(let article) = result else { return }
      DispatchQueue.main.async { self?.render(article) }
    }
    Task { await showNotice() }
  }

  private func render(_ article: Article) {
    let page = PageTemplate.page(title: article.headline, body: article.body)
    webView.loadHTMLString(page, baseURL: nil) // weak: html file
    let minutes = max(1, article.wordCount / 220)
    teaserView.loadHTMLString(PageTemplate.teaser(title: article.headline, minutes: minutes), baseURL: nil) // safe: html
    webView.evaluateJavaScript("document.body.dataset.words = \(article.wordCount)") // safe: script
    markByline(article)
  }

  private func markByline(_ article: Article) {
    let script = "document.querySelector('.byline').textContent = '" + article.byline + "'"
    webView.evaluateJavaScript(script) { _, error in // weak: script file
      if error != nil { self.noticeLabel.isHidden = true }
    }
    webView.callAsyncJavaScript( // safe: script
      "document.querySelector('.byline').title = byline",
      arguments: ["byline": article.byline],
      in: nil,
      in: .page
    )
  }

  private func showNotice() async {
    guard let notice = try? await service.correctionNotice(), !notice.isEmpty else { return }
    noticeLabel.attributedText = attributed(notice)
    let plain = Data("<em>\(notice.htmlEscaped)</em>".utf8)
    noticeLabel.accessibilityAttributedLabel = try? NSAttributedString( // safe: html
      data: plain,
      options: [.documentType: NSAttributedString.DocumentType.html, .characterEncoding: String.Encoding.utf8.rawValue],
      documentAttributes: nil
    )
  }

  private func attributed(_ markup: String) -> NSAttributedString? {
    guard let data = markup.data(using: .utf8) else { return nil }
    let options: [NSAttributedString.DocumentReadingOptionKey: Any] = [.documentType: NSAttributedString.DocumentType.html]
    return try? NSAttributedString(data: data, options: options, documentAttributes: nil) // weak: html file
  }
}
