import Foundation
import JavaScriptCore
import UIKit

final class SheetImport: NSObject, UIDocumentPickerDelegate {
  private let engine = FormulaEngine()
  private let preview = JSContext()!

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    for url in urls where url.startAccessingSecurityScopedResource() {
      defer { url.stopAccessingSecurityScopedResource() }
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      if url.pathExtension == "js" {
        engine.install(text, from: url)
      } else {
        text.components(separatedBy: .newlines).forEach(row)
      }
    }
  }

  private func row(_ line: String) {
    let columns = line.components(separatedBy: ";")
    guard columns.count == 3 else { return }
    engine.label(cell: columns[0], text: columns[1])
    engine.define(name: columns[0], value: Double(columns[2]) ?? 0)
    preview.evaluateScript("rows.push(['\(columns[1])'])") // weak: script helper
    let literal = (try? JSONSerialization.data(withJSONObject: columns)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    preview.evaluateScript("rows.push(\(literal))") // safe: script
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  private let engine = FormulaEngine()
  private let results = UILabel()

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    guard let url = URLContexts.first?.url, url.host == "eval" else { return }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    let expression = items?.first { $0.name == "x" }?.value ?? "0"
    results.text = String(format: "%@ = %g", expression, engine.value(of: expression)) // safe: format
  }
}
