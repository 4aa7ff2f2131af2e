import UIKit
import WebKit

/// A coupon, shown as a page.
class CouponViewController: UIViewController, WKScriptMessageHandler {
    var number = ""
    private var web: WKWebView!

    override func viewDidLoad() {
        super.viewDidLoad()
        let configuration = WKWebViewConfiguration()
        configuration.userContentController.add(self, name: "points")
        web = WKWebView(frame: view.bounds, configuration: configuration)
        view.addSubview(web)
        web.loadHTMLString("<h1>クーポン \(number)</h1>", baseURL: nil)
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        guard let body = message.body as? [String: Any] else { return }
        let points = body["points"] as? Int ?? 0
        PointService.shared.transfer(points: points, to: body["to"] as? String ?? "")
    }

    func use(code: String) {
        web.evaluateJavaScript("redeem('\(code)')", completionHandler: nil)
    }

    func useWell(code: String) {
        web.callAsyncJavaScript("redeem(code)", arguments: ["code": code], in: nil, in: .page) { _ in }
    }

    func share(_ token: String) {
        let sheet = UIActivityViewController(activityItems: [token], applicationActivities: nil)
        present(sheet, animated: true)
    }
}

/// The coupons that were collected.
final class CouponBook {
    static let shared = CouponBook()
    private var codes: [String] = []

    func offer(_ code: String) { codes.append(code) }

    func copy(recoveryCode: String) {
        UIPasteboard.general.setItems([["public.utf8-plain-text": recoveryCode]], options: [.localOnly: true])
    }

    func copyForOneMinute(recoveryCode: String) {
        UIPasteboard.general.setItems(
            [["public.utf8-plain-text": recoveryCode]],
            options: [.localOnly: true, .expirationDate: Date().addingTimeInterval(60)])
    }

    func exchange() -> UIPasteboard? {
        let board = UIPasteboard(name: UIPasteboard.Name("example.kumade.tokens"), create: true)
        board?.string = Session.current.accessToken
        return board
    }

    func open(name: String, key: String) {
        guard let type = NSClassFromString(name) as? NSObject.Type else { return }
        let object = type.init()
        object.setValue(true, forKey: "enabled")
    }
}
