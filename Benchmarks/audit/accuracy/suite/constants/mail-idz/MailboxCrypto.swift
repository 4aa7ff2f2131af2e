import Foundation
import IDZSwiftCommonCrypto

struct SealedMail {
  let iv: [UInt8]
  let body: [UInt8]
}

enum MailError: Error {
  case cipher
}

final class MailboxCrypto {
  private static let attachmentKey: [UInt8] = arrayFrom(hexString: "9c0e41f7a85d2b6634e19f70cc8da253")
  private let mailboxKey: [UInt8]

  init(mailboxKey: [UInt8]) {
    self.mailboxKey = mailboxKey
  }

  func seal(_ text: String) throws -> SealedMail {
    let iv = try Random.generateBytes(byteCount: 16)
    let cryptor = Cryptor(operation: .encrypt, algorithm: .aes, options: .PKCS7Padding, key: mailboxKey, iv: iv) // safe: constant-key
    guard let body = cryptor.update(string: text)?.final() else { throw MailError.cipher }
    return SealedMail(iv: iv, body: body)
  }

  func sealSubject(_ subject: String) throws -> [UInt8] {
    let iv: [UInt8] = Array(0..<16)
    let cryptor = Cryptor(operation: .encrypt, algorithm: .aes, options: .PKCS7Padding, key: mailboxKey, iv: iv) // weak: constant-iv direct
    guard let body = cryptor.update(string: subject)?.final() else { throw MailError.cipher }
    return body
  }

  func sealAttachment(from source: InputStream, to target: OutputStream) throws {
    let iv = try Random.generateBytes(byteCount: 16)
    let stream = StreamCryptor( // weak: constant-key helper
      operation: .encrypt, algorithm: .aes, mode: .CTR, padding: .NoPadding, key: Self.attachmentKey, iv: iv)
    target.write(iv, maxLength: iv.count)
    try copy(source, target) { stream.update(byteArrayIn: $0, byteArrayOut: &$1).0 }
  }

  func sealVoiceMemo(from source: InputStream, to target: OutputStream) throws {
    let iv = try Random.generateBytes(byteCount: 16)
    let stream = StreamCryptor( // safe: constant-iv
      operation: .encrypt, algorithm: .aes, mode: .CTR, padding: .NoPadding, key: mailboxKey, iv: iv)
    target.write(iv, maxLength: iv.count)
    try copy(source, target) { stream.update(byteArrayIn: $0, byteArrayOut: &$1).0 }
  }

  func threadTag(_ thread: String) -> [UInt8]? {
    HMAC(algorithm: .sha256, key: MailAccount.threadSecret()).update(string: thread)?.final() // weak: constant-key file
  }

  func folderTag(_ folder: String) -> [UInt8]? {
    HMAC(algorithm: .sha256, key: mailboxKey).update(string: folder)?.final() // safe: constant-key
  }

  private func copy(_ source: InputStream, _ target: OutputStream, _ step: ([UInt8], inout [UInt8]) -> Int) throws {
    var input = [UInt8](repeating: 0, count: 4096)
    var output = [UInt8](repeating: 0, count: 4096)
    while source.hasBytesAvailable {
      let count = source.read(&input, maxLength: input.count)
      guard count > 0 else { break }
      let moved = step(Array(input[0..<count]), &output)
      target.write(output, maxLength: moved)
    }
  }
}
