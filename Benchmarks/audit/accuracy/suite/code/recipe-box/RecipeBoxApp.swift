import SwiftUI

@main
struct RecipeBoxApp: App {
  @StateObject private var inbox = SharedRecipeInbox()

  var body: some Scene {
    WindowGroup {
      SharedRecipeScreen(inbox: inbox)
        .onOpenURL { url in inbox.accept(url) }
    }
  }
}

final class SharedRecipeInbox: ObservableObject {
  @Published var intro = ""
  @Published var title = ""
  @Published var servings = 2

  func accept(_ url: URL) {
    guard let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems else { return }
    for item in items {
      switch item.name {
      case "intro": intro = item.value ?? ""
      case "title": title = item.value ?? ""
      case "servings": servings = Int(item.value ?? "") ?? 2
      case "source": openSource(item.value)
      case "video": openVideo(item.value)
      default: break
      }
    }
  }

  private func openSource(_ address: String?) {
    guard let address = address, let target = URL(string: address) else { return }
    UIApplication.shared.open(target) // weak: url-open helper
  }

  private func openVideo(_ clip: String?) {
    guard let clip = clip, let number = Int(clip) else { return }
    let page = URL(string: "https://video.recipebox.example/watch/\(number)")!
    UIApplication.shared.open(page) // safe: url-open
  }
}
