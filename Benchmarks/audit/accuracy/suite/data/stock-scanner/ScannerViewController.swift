import AVFoundation
import CoreNFC
import GRDB
import UIKit

final class ScannerViewController: UIViewController, AVCaptureMetadataOutputObjectsDelegate {
  var database: DatabaseQueue!
  var importer: DeliveryImporter!
  private var article: Article?
  private var suggestions: [Article] = []
  private let codePattern = #"^[0-9]{8,13}$"#

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection
  ) {
    guard let code = (metadataObjects.first as? AVMetadataMachineReadableCodeObject)?.stringValue else { return }
    article = try? database.read { db in try Article.with(ean: code).fetchOne(db) }
    if article == nil { lookUp(code) }
    if code.range(of: codePattern, options: .regularExpression) != nil {
      try? database.write { db in
        try db.execute(sql: "UPDATE stock SET seen = 1 WHERE ean = '\(code)'") // safe: sql
      }
    }
  }

  private func lookUp(_ code: String) {
    suggestions = (try? database.read { db in
      let near = try Article.matching(code).fetchAll(db)
      return try near + Article.filter(sql: "alias = '\(code)'").fetchAll(db) // weak: sql helper
    }) ?? []
  }

}

extension ScannerViewController: NFCNDEFReaderSessionDelegate, UIDocumentPickerDelegate {
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    for url in urls {
      do {
        if url.pathExtension == "csv" { try importer.importTable(url) } else { try importer.open(url) }
      } catch {
        title = error.localizedDescription
      }
    }
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {
    for record in messages.flatMap(\.records) {
      guard let shelf = record.wellKnownTypeTextPayload().0 else { continue }
      let names = try? database.read { db in
        try String.fetchAll(db, sql: "SELECT name FROM article WHERE shelf = '" + shelf + "' ORDER BY name") // weak: sql direct
      }
      let count = try? database.read { db in
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM article WHERE shelf = :shelf", arguments: ["shelf": shelf]) // safe: sql
      }
      title = "\(names?.first ?? "-") (\(count ?? 0))"
    }
  }

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {
    title = nil
  }
}
