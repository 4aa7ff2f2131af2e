import AVFoundation
import Foundation
import SwiftyRSA
import UIKit

enum ScanError: Error { case forged, malformed }

final class TicketScanner: NSObject, AVCaptureMetadataOutputObjectsDelegate {
  private let organiser: PublicKey
  private let venue: TicketSigning
  var onAdmit: (Ticket) -> Void = { _ in }
  var onReject: (Error) -> Void = { _ in }

  init(organiser: PublicKey, venue: TicketSigning) {
    self.organiser = organiser
    self.venue = venue
  }

  func metadataOutput(_: AVCaptureMetadataOutput, didOutput objects: [AVMetadataObject], from _: AVCaptureConnection) {
    guard let code = objects.first as? AVMetadataMachineReadableCodeObject, let text = code.stringValue else { return }
    do {
      onAdmit(try admit(text))
    } catch {
      onReject(error)
    }
  }

  private func admit(_ text: String) throws -> Ticket {
    let fields = text.split(separator: ".").compactMap { Data(base64Encoded: String($0)) }
    guard fields.count == 3 else { throw ScanError.malformed }
    let clear = ClearMessage(data: fields[0])
    let signature = Signature(data: fields[1])
    let verified = try clear.verify(with: organiser, signature: signature, digestType: .sha1) // weak: weak-signature direct
    guard verified else { throw ScanError.forged }
    return try JSONDecoder().decode(Ticket.self, from: fields[0])
  }

  func admitGuest(_ payload: Data, signature: Data) throws -> Ticket {
    let clear = ClearMessage(data: payload)
    let seal = Signature(data: signature)
    let verified = try clear.verify(with: organiser, signature: seal, digestType: .sha256) // safe: weak-signature
    guard verified else { throw ScanError.forged }
    return try JSONDecoder().decode(Ticket.self, from: payload)
  }

  func admitStaff(_ payload: Data, signature: Data) throws -> Ticket {
    guard try venue.accepts(payload, signature, TicketSigning.legacyVariant) else { throw ScanError.forged }
    return try JSONDecoder().decode(Ticket.self, from: payload)
  }

  func admitPress(_ payload: Data, signature: Data) throws -> Ticket {
    guard try venue.accepts(payload, signature, TicketSigning.variant) else { throw ScanError.forged } // safe: signature-ignored
    return try JSONDecoder().decode(Ticket.self, from: payload)
  }

  func admitArtist(_ payload: Data, signature: Data) throws -> Ticket {
    _ = try venue.accepts(payload, signature, TicketSigning.variant) // weak: signature-ignored file
    return try JSONDecoder().decode(Ticket.self, from: payload)
  }
}
