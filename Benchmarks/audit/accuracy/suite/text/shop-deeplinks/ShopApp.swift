import SwiftUI

@main
struct ShopApp: App {
  @State private var route: Route?
  @State private var returnAddress: URL?
  private let router = LinkRouter()

  var body: some Scene {
    WindowGroup {
      ShopRoot(route: $route, returnAddress: $returnAddress)
        .onOpenURL { url in
          if url.scheme == "larkmarket" {
            openFromApp(url)
          } else {
            route = router.route(url)
          }
        }
        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
          guard let url = activity.webpageURL, isStore(url) else { return }
          route = router.route(url) ?? .partner(url)
        }
    }
  }

  private func openFromApp(_ url: URL) {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    guard let back = items.first(where: { $0.name == "return" })?.value else { return }
    if back.hasPrefix("https://shop.larkmarket.com/") { // safe: host-check
      returnAddress = URL(string: back)
    } else if back.hasPrefix("https://shop.larkmarket.co.uk") { // weak: host-check direct
      returnAddress = URL(string: back)
    }
  }

  private func isStore(_ url: URL) -> Bool {
    guard let host = url.host?.lowercased() else { return false }
    return host.hasPrefix("shop.larkmarket.") // weak: host-check helper
  }
}

struct ShopRoot: View {
  @Binding var route: Route?
  @Binding var returnAddress: URL?

  var body: some View {
    VStack {
      Text(route == nil ? "Start" : "Link")
      if let returnAddress { Link("Back to the store", destination: returnAddress) }
    }
  }
}
