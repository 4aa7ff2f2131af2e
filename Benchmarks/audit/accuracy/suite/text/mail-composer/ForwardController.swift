import MessageUI
import UIKit

final class ForwardController: UIViewController, MFMailComposeViewControllerDelegate {
  private let mail: IncomingMail
  private let builder = QuoteBuilder()

  init(mail: IncomingMail) {
    self.mail = mail
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  @objc func forward() {
    guard MFMailComposeViewController.canSendMail(), builder.hasValidID(mail) else { return }
    let composer = MFMailComposeViewController()
    composer.mailComposeDelegate = self
    composer.setSubject(builder.subject(for: mail))
    composer.setMessageBody(builder.quote(mail), isHTML: true)
    present(composer, animated: true)
  }

  func mailComposeController(
    _ controller: MFMailComposeViewController,
    didFinishWith result: MFMailComposeResult,
    error: Error?
  ) {
    controller.dismiss(animated: true)
  }
}
