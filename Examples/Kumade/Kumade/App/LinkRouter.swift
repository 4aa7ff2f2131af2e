import SafariServices
import UIKit
import WebKit

/// Shows what links ask for.
final class LinkRouter {
    private var presenter: UIViewController? {
        return UIApplication.shared.delegate?.window??.rootViewController
    }

    func open(_ url: URL) {
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
    }

    func showCoupon(number: String) {
        let controller = CouponViewController()
        controller.number = number
        presenter?.present(controller, animated: true)
    }

    func showTerms() {
        let page = SFSafariViewController(url: URL(string: "https://www.kumade.example/terms")!)
        presenter?.present(page, animated: true)
    }

    func showShop(named name: String) {
        let address = "https://shops" + name + ".kumade.example/"
        if let url = URL(string: address) {
            URLSession.shared.dataTask(with: url).resume()
        }
    }

    func search(_ words: String) {
        let text = words.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
        let url = URL(string: "https://www.kumade.example/search?words=\(text)&page=1")
        if let url = url { URLSession.shared.dataTask(with: url).resume() }
    }

    func searchWell(_ words: String) {
        var components = URLComponents(string: "https://www.kumade.example/search")
        components?.queryItems = [URLQueryItem(name: "words", value: words)]
        if let url = components?.url { URLSession.shared.dataTask(with: url).resume() }
    }

    func log(_ link: URL) {
        SecurityLog.shared.append("opened " + link.absoluteString + "\n")
    }
}
