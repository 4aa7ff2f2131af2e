import UIKit
import UniformTypeIdentifiers

struct Clipboard {
  var board = UIPasteboard.general
  var lifetime: TimeInterval = 45

  func place(_ text: String) {
    let expiry = Date(timeIntervalSinceNow: lifetime)
    board.setItems( // safe: pasteboard
      [[UTType.plainText.identifier: text]],
      options: [.localOnly: true, .expirationDate: expiry]
    )
  }
}
