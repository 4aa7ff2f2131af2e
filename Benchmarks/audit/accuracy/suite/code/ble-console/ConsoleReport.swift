import Foundation
import WebKit
import os

final class ConsoleReport {
  private var lines: [String] = []
  private let log = OSLog(subsystem: "example.console", category: "report")
  var level = 0

  func add(_ line: String) {
    lines.append(line)
    os_log("line %d: %{private}@", log: log, type: .debug, lines.count, line) // safe: format
  }

  private var markup: String {
    lines.map { "<li>" + $0 + "</li>" }.joined(separator: "\n")
  }

  func show(in webView: WKWebView) {
    webView.loadHTMLString("<ol>\(markup)</ol>", baseURL: nil) // weak: html file
  }

  func showLevel(in webView: WKWebView) {
    webView.loadHTMLString(String(format: "<progress max='100' value='%d'></progress>", level), baseURL: nil) // safe: html
  }

  func dump() {
    let last = lines.last ?? ""
    withVaList([level]) { arguments in
      _ = vprintf(last + " %ld\n", arguments) // weak: format file
    }
    withVaList([level, lines.count]) { arguments in
      _ = vprintf("level %ld, %ld lines\n", arguments) // safe: format
    }
  }
}
