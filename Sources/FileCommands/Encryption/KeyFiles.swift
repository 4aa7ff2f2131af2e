package import CommandLineKit
import CommandSupport
import OmamoriCore
package import OmamoriCrypto

/// Reads the recipients and identities that a command line names.
package struct KeyFiles {
  private static let greatestSize = 4 << 20

  private let arguments: Arguments

  package init(arguments: Arguments) { self.arguments = arguments }

  /// A recipient from the command line.
  func recipient(_ text: String) throws(CryptoFault) -> Recipient {
    guard !text.uppercased().hasPrefix("AGE-SECRET-KEY-") else {
      throw .usage(
        HelpText(
          "that is an identity, which is secret, not a recipient", ja: "受信者の公開鍵ではなく、秘密鍵（identity）が指定されています"),
        hint: HelpText(
          "give the recipient (age1…); make a new identity if others could see this one",
          ja: "受信者の公開鍵（age1…）を指定してください。他人に見られた可能性があれば鍵を作り直してください"))
    }
    do throws(CryptoError) {
      return try Recipient(text: text)
    } catch {
      let isSSH = text.hasPrefix("ssh-") || text.hasPrefix("ecdsa-")
      throw .usage(
        HelpText(
          "\(Printable.quote(text)) is not a recipient", ja: "\(Printable.quote(text)) は受信者の公開鍵ではありません"),
        hint: isSSH
          ? HelpText(
            "SSH keys are not supported; make a key with 'omamori keygen'",
            ja: "SSH 鍵には対応していません。'omamori keygen' で鍵を作成してください")
          : HelpText(
            "recipients begin with age1; check that it is complete", ja: "公開鍵は age1 で始まります。途中で切れていないか確認してください"
          ))
    }
  }

  /// The recipients in a file; `-` is standard input.
  package func recipients(inFile path: String) throws -> [Recipient] {
    let text = try SecretInput.read(path, limit: Self.greatestSize)
    do throws(CryptoError) {
      return try Recipient.recipients(inFile: text.bytes)
    } catch {
      if (try? Identity.identities(inFile: text.bytes))?.isEmpty == false {
        let file = Printable.quote(path)
        throw CryptoFault.usage(
          HelpText("\(file) is a private key, not a list of recipients", ja: "\(file) は公開鍵の一覧ではなく秘密鍵です"),
          hint: HelpText(
            "give it with -i to encrypt to yourself; 'omamori keygen -y FILE' prints its recipient for others",
            ja: "自分宛てに暗号化するには -i で指定してください。他の人に渡す公開鍵は 'omamori keygen -y FILE' で表示できます"))
      }
      throw Self.fault(error, in: path)
    }
  }

  /// The identities in a file; `-` is standard input.
  package func identities(inFile path: String) throws -> [Identity] {
    arguments.warnIfOthersCanRead(path)
    let text = try SecretInput.read(path, limit: Self.greatestSize)
    do throws(CryptoError) {
      return try Identity.identities(inFile: text.bytes)
    } catch {
      for start in ["age-encryption.org/", "-----BEGIN AGE ENCRYPTED", "\u{89}OMAMORI"]
      where text.begins(with: start) {
        throw CryptoFault.usage(
          HelpText(
            "\(Printable.quote(path)) is encrypted itself", ja: "\(Printable.quote(path)) 自体が暗号化されています"),
          hint: HelpText(
            "decrypt it first: omamori decrypt FILE | omamori decrypt -i - …",
            ja: "先に復号してください: omamori decrypt FILE | omamori decrypt -i - …"))
      }
      throw Self.fault(error, in: path)
    }
  }

  /// What a file of keys is refused for; its size is bounded before.
  private static func fault(_ error: CryptoError, in path: String) -> CryptoFault {
    guard case .outOfRange(_, let most) = error else { return CryptoFault(error, reading: path) }
    return .usage(
      HelpText(
        "\(Printable.quote(path)) has more than \(most) keys",
        ja: "\(Printable.quote(path)) の鍵が \(most) 個を超えています"),
      hint: HelpText(
        "encrypt for some of them at a time, or give a group one key", ja: "何回かに分けて暗号化するか、グループで 1 つの鍵を使ってください"
      ))
  }
}

extension SecretBytes {
  fileprivate func begins(with text: String) -> Bool {
    let start = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    guard count >= start.count else { return false }
    return start.indices.allSatisfy { bytes.unsafeLoad(at: $0) == start[$0] }
  }
}

extension RawSpan {
  fileprivate func unsafeLoad(at offset: Int) -> UInt8 {
    // because the caller's offset lies within the bytes
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
