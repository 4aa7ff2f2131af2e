import Foundation
import UIKit

struct SharedStore {
  private let defaults = UserDefaults(suiteName: "group.example.clipboardshelf")

  var lastClip: String { defaults?.string(forKey: "lastClip") ?? "" }
  var fontSize: Int { defaults?.integer(forKey: "fontSize") ?? 14 }
  var accent: Accent { Accent(rawValue: defaults?.string(forKey: "accent") ?? "") ?? .blue }
  var customCSS: String? { defaults?.string(forKey: "css") }

  enum Accent: String {
    case blue, green, orange
  }
}

final class ClipSource {
  var onClip: ((String) -> Void)?

  func poll() {
    if let text = UIPasteboard.general.string { onClip?(text) }
  }
}
