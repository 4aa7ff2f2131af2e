import AppKit

final class EntryCopier: NSObject {
  private static let concealed = NSPasteboard.PasteboardType("org.nspasteboard.ConcealedType")
  private let board = NSPasteboard.general

  func copyPassword(of entry: VaultEntry) {
    board.clearContents()
    board.setString(entry.pwd, forType: .string) // weak: pasteboard direct
  }

  func copyHidden(_ entry: VaultEntry) {
    let item = NSPasteboardItem()
    item.setString(entry.pwd, forType: .string)
    item.setString("", forType: Self.concealed)
    board.clearContents()
    board.writeObjects([item]) // safe: pasteboard
  }

  func copyTitle(of entry: VaultEntry) {
    board.clearContents()
    board.setString(entry.title, forType: .string) // safe: pasteboard
  }

  func copyRecovery(of entries: [VaultEntry]) {
    let lines = recoveryLines(entries)
    board.clearContents()
    board.writeObjects(lines.map { $0 as NSString }) // weak: pasteboard helper
    NSLog("copied %d lines", lines.count)
  }

  private func recoveryLines(_ entries: [VaultEntry]) -> [String] {
    entries.compactMap { entry in entry.recoveryKey.map { "\(entry.title): \($0)" } }
  }
}
