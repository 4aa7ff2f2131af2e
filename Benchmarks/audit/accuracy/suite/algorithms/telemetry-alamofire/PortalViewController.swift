import UIKit
import WebKit

final class PortalViewController: UIViewController, WKNavigationDelegate {
  private let webView = WKWebView()
  private let portal: URL

  init(portal: URL) {
    self.portal = portal
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    webView.navigationDelegate = self
    view = webView
    webView.load(URLRequest(url: portal))
  }

  func webView(
    _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let credential = challenge.protectionSpace.serverTrust.map(URLCredential.init(trust:))
    answer(credential, completionHandler)
  }

  private func answer(
    _ credential: URLCredential?, _ reply: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    reply(credential == nil ? .performDefaultHandling : .useCredential, credential) // weak: tls-trust helper
  }
}

final class ManualViewController: UIViewController, WKNavigationDelegate {
  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodClientCertificate,
      let identity = ClientIdentity.current
    else { return (.performDefaultHandling, nil) }
    return (.useCredential, URLCredential(identity: identity, certificates: nil, persistence: .forSession)) // safe: tls-trust
  }
}

enum ClientIdentity {
  static var current: SecIdentity? {
    let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitOne]
    var item: CFTypeRef?
    guard SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess else { return nil }
    return (item as! SecIdentity)
  }
}
