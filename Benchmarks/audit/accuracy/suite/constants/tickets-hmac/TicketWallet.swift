import CryptoKit
import Foundation

struct TicketWallet {
  let signer: TicketSigner
  let serverKey: P256.KeyAgreement.PublicKey

  func transfer(_ ticket: Ticket) throws -> (header: Data, body: Data?) {
    let own = P256.KeyAgreement.PrivateKey()
    let shared = try own.sharedSecretFromKeyAgreement(with: serverKey)
    let label = Data("transfer".utf8)
    let key = shared.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: label, outputByteCount: 32) // safe: constant-key
    let box = try AES.GCM.seal(ticket.message, using: key)
    return (own.publicKey.compactRepresentation ?? own.publicKey.x963Representation, box.combined)
  }

  func printSlip(_ ticket: Ticket, key: SymmetricKey) throws -> Data? {
    var raw = Data()
    for value in stride(from: UInt8(12), to: 0, by: -1) { raw.append(value) }
    return try AES.GCM.seal(ticket.message, using: key, nonce: .init(data: raw)).combined // weak: constant-iv direct
  }

  func partnerSession(completion: @escaping (Result<Data, Error>) -> Void) {
    let info = Bundle.main.infoDictionary
    let user = info?["PartnerUser"] as? String ?? ""
    let password = info?["PartnerPassword"] as? String ?? ""
    let credential = URLCredential(user: user, password: password, persistence: .none) // weak: constant-password direct
    let session = URLSession(configuration: .ephemeral, delegate: CredentialDelegate(credential), delegateQueue: nil)
    session.dataTask(with: URL(string: "https://partner.arena.example/login")!) { data, _, error in
      completion(error.map { .failure($0) } ?? .success(data ?? Data()))
    }.resume()
  }
}

final class CredentialDelegate: NSObject, URLSessionTaskDelegate {
  private let credential: URLCredential

  init(_ credential: URLCredential) {
    self.credential = credential
  }

  func urlSession(_ session: URLSession, task: URLSessionTask,
                  didReceive challenge: URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    challenge.previousFailureCount > 0 ? (.cancelAuthenticationChallenge, nil) : (.useCredential, credential)
  }
}
