#if !canImport(Darwin)
import OmamoriCore

/// What the browser shows when it has come back; without scripts, and nothing of the request is in it.
enum LoopbackPage {
  /// The whole answer to a callback.
  static func received(_ language: Language) -> [UInt8] {
    let title = text("The answer has arrived", "応答を受け取りました", language)
    let advice = text(
      "You can close this page and go back to the program.", "このページを閉じて、プログラムに戻ってください。", language)
    return page("200 OK", title, advice, language)
  }

  /// The whole answer to a callback that is not of this login.
  static func foreign(_ language: Language) -> [UInt8] {
    let title = text("This is not the answer to the login", "このログインの応答ではありません", language)
    let advice = text(
      "Nobody was logged in. The program goes on waiting for the answer of the page that it opened.",
      "ログインは行われていません。プログラムは、開いたページからの応答を引き続き待っています。", language)
    return page("400 Refused", title, advice, language)
  }

  /// The whole answer to anything else.
  static func refused(_ status: Int) -> [UInt8] {
    answer(status: "\(status) Refused", type: "text/plain; charset=utf-8", Array("\(status)\n".utf8))
  }

  private static func page(
    _ status: String, _ title: String, _ advice: String, _ language: Language
  ) -> [UInt8] {
    let page = """
      <!doctype html>
      <html lang="\(language == .ja ? "ja" : "en")"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><title>\(title)</title></head>
      <body style="font-family: sans-serif; margin: 4em auto; max-width: 30em">
      <h1>\(title)</h1><p>\(advice)</p></body></html>

      """
    return answer(status: status, type: "text/html; charset=utf-8", Array(page.utf8))
  }

  private static func answer(status: String, type: String, _ body: [UInt8]) -> [UInt8] {
    let fields = [
      "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.count)", "Connection: close",
      "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin",
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; "
        + "base-uri 'none'; form-action 'none'",
    ]
    return Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  private static func text(_ english: String, _ japanese: String, _ language: Language) -> String {
    LocalizedText(english, ja: japanese)[language]
  }
}
#endif
