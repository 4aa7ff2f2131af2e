import UniformTypeIdentifiers
import WebKit

enum SiteError: Error {
  case outside
}

extension URL {
  func resolved(_ relative: String) throws -> URL {
    let base = standardizedFileURL
    let child = base.appendingPathComponent(relative).standardizedFileURL
    guard child.path.hasPrefix(base.path + "/") else { throw SiteError.outside }
    return child
  }

  func child(_ relative: String) -> URL {
    appendingPathComponent(relative)
  }
}

final class BundleSchemeHandler: NSObject, WKURLSchemeHandler {
  private let site: URL

  init(site: URL) {
    self.site = site
  }

  func webView(_ webView: WKWebView, start urlSchemeTask: WKURLSchemeTask) {
    guard let url = urlSchemeTask.request.url else { return }
    do {
      let data = try body(for: url)
      let type = UTType(filenameExtension: url.pathExtension)?.preferredMIMEType
      urlSchemeTask.didReceive(URLResponse(url: url, mimeType: type, expectedContentLength: data.count, textEncodingName: nil))
      urlSchemeTask.didReceive(data)
      urlSchemeTask.didFinish()
    } catch {
      urlSchemeTask.didFailWithError(error)
    }
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: WKURLSchemeTask) {}

  private func body(for url: URL) throws -> Data {
    switch url.host {
    case "pages":
      return try Data(contentsOf: site.resolved(url.path)) // safe: path
    case "media":
      return try Data(contentsOf: site.child(url.path.removingPercentEncoding ?? url.path), options: .mappedIfSafe) // weak: path helper
    case "fonts":
      return try font(url.lastPathComponent)
    default:
      return try Data(contentsOf: Bundle.main.url(forResource: "index", withExtension: "html")!) // safe: path
    }
  }

  private func font(_ name: String) throws -> Data {
    guard ["inter.woff2", "lora.woff2"].contains(name) else { throw SiteError.outside }
    return try Data(contentsOf: site.appendingPathComponent("fonts").appendingPathComponent(name)) // safe: path
  }
}
