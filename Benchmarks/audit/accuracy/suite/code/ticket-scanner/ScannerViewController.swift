import AVFoundation
import UIKit
import WebKit

final class ScannerViewController: UIViewController, AVCaptureMetadataOutputObjectsDelegate {
  var onTicket: ((Ticket) -> Void)?
  private let overlay = WKWebView()

  func metadataOutput(
    _ output: AVCaptureMetadataOutput,
    didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    guard let code = metadataObjects.first as? AVMetadataMachineReadableCodeObject, let payload = code.stringValue else { return }
    if let ticket = Ticket(scanned: payload) {
      onTicket?(ticket)
    } else {
      overlay.evaluateJavaScript("window.rejected.push(\"" + payload + "\")", completionHandler: nil) // weak: script direct
    }
    let packed = Data(payload.utf8).base64EncodedString()
    overlay.evaluateJavaScript("window.lastScan = '\(packed)'", completionHandler: nil) // safe: script
    let side = code.bounds.width
    overlay.evaluateJavaScript(String(format: "drawFrame(%.2f)", side), completionHandler: nil) // safe: script
  }
}
