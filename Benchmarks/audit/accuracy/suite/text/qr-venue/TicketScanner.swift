import AVFoundation
import RegexBuilder
import UIKit

final class TicketScanner: UIViewController, AVCaptureMetadataOutputObjectsDelegate {
  private let session = AVCaptureSession()
  private let checkIn = Regex { // weak: regex-host helper
    Anchor.startOfSubject
    "https://checkin."
    ChoiceOf {
      "stagepass"
      "stagepass-live"
    }
    ".com"
  }
  private let menu = Regex { // safe: regex-host
    "https://menu.stagepass.com/"
    Repeat(.digit, 1...8)
  }
  private let seat = #/^[A-Z]{1,2}[0-9]{1,3}(\.[0-9])?$/# // safe: regex-host

  override func viewDidLoad() {
    super.viewDidLoad()
    guard let camera = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: camera) else { return }
    let output = AVCaptureMetadataOutput()
    session.addInput(input)
    session.addOutput(output)
    output.setMetadataObjectsDelegate(self, queue: .main)
    output.metadataObjectTypes = [.qr]
  }

  func metadataOutput(
    _ output: AVCaptureMetadataOutput,
    didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    let codes = metadataObjects.compactMap { ($0 as? AVMetadataMachineReadableCodeObject)?.stringValue }
    guard let code = codes.first else { return }
    handle(code)
  }

  private func handle(_ code: String) {
    if code.firstMatch(of: seat) != nil {
      title = code
    } else if code.prefixMatch(of: checkIn) != nil || code.wholeMatch(of: menu) != nil {
      URL(string: code).map { UIApplication.shared.open($0) }
    } else if let url = URL(string: code), VenueHosts.lets(url) {
      UIApplication.shared.open(url)
    }
  }
}
