import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CovertCaptureTests {
  @Test(arguments: [
    """
    final class Journal: UIViewController {
      let session = AVCaptureSession()
      override func viewDidAppear(_ animated: Bool) {
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.isHidden = true
        ⟦session.startRunning()⟧
      }
    }
    """,
    """
    final class Journal: UIViewController {
      var session: AVCaptureSession!
      var previewLayer: AVCaptureVideoPreviewLayer!
      override func viewDidLoad() { setUp() }
      func setUp() {
        previewLayer.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
        DispatchQueue.global().async { ⟦self.session.startRunning()⟧ }
      }
    }
    """,
    """
    struct Journal: View {
      let session = AVCaptureSession()
      let preview = AVCaptureVideoPreviewLayer()
      var body: some View {
        Text(entry).onAppear {
          preview.opacity = 0
          ⟦session.startRunning()⟧
        }
      }
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(CovertCapture.self, in: source, severity: .medium, confidence: .medium)
  }

  @Test(arguments: [
    """
    final class Journal: UIViewController {
      let session = AVCaptureSession()
      let output = AVCaptureMovieFileOutput()
      override func viewDidLoad() { ⟦session.startRunning()⟧ }
    }
    """,
    """
    final class Journal: UIViewController {
      var recorder: AVAudioRecorder?
      override func viewWillAppear(_ animated: Bool) { ⟦recorder?.record()⟧ }
    }
    """,
  ])
  func isLessCertain(_ source: String) { expect(CovertCapture.self, in: source, confidence: .low) }

  @Test(arguments: [
    // A scanner for codes that shows what it sees.
    """
    final class Scanner: UIViewController {
      let session = AVCaptureSession()
      override func viewDidLoad() {
        let preview = AVCaptureVideoPreviewLayer(session: session)
        preview.frame = view.layer.bounds
        session.startRunning()
      }
    }
    """,
    """
    final class Scanner: UIViewController {
      let session = AVCaptureSession()
      let output = AVCapturePhotoOutput()
      let preview = AVCaptureVideoPreviewLayer()
      @IBAction func start() {
        preview.isHidden = true
        session.startRunning()
      }
    }
    """,
    "final class Memo { var recorder: AVAudioRecorder?\n @IBAction func recordTapped() { recorder?.record() } }",
    "override func viewDidLoad() { engine.startRunning() }",
  ])
  func isSilent(_ source: String) { expect(CovertCapture.self, in: source) }
}
