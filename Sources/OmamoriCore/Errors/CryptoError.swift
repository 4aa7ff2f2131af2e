/// What can fail in OmamoriCrypto beyond what `CryptoKitError` says.
///
/// It holds formats, places, sizes and codes only, never a key, a password, a path or a part of the data.
@nonexhaustive
public enum CryptoError: OmamoriError {
  /// The key, the password or the context is wrong, or the data were changed; which of these is not said.
  case authenticationFailed
  /// None of the given identities and passwords belongs to the file.
  case noMatchingKey
  /// Only some of the recipients hold against quantum computers, so the file would not.
  case mixedRecipients
  /// The input is not what the format allows, at this byte offset where one is known.
  case malformed(CryptoFormat, offset: Int?)
  /// This line of a file of keys, counted from 1, is not one that can be used.
  case malformedLine(CryptoFormat, line: Int)
  /// The input begins like no format of encrypted files that is known.
  case unknownFormat
  /// The input ends too early.
  case truncated(CryptoFormat)
  /// The version or algorithm of the input is not one that this version reads.
  case unsupported(CryptoFormat)
  /// The input asks for more memory or time to check a password than is allowed.
  case costLimitExceeded
  /// New password hashes would be too cheap to guess against.
  case costTooLow
  /// Too many passwords are being checked at the same time.
  case overloaded
  /// A size, count or cost lies outside of this range.
  case outOfRange(lower: Int, upper: Int)
  /// The key has been used as often as is safe.
  case usageLimitReached
  /// The key or the pepper with this identifier is not among those that were given.
  case unknownKey(id: UInt32)
  /// The primary key of a keyset can be neither retired nor destroyed; another one has to be primary first.
  case primaryKeyNeeded
  /// The input changed while it was being read.
  case sourceChanged
  /// A file already stands where the result belongs.
  case destinationExists
  /// The file system refused; `code` is its error number.
  case file(FileOperation, code: Int32)
  /// The task was cancelled; nothing was left behind.
  case cancelled
  /// The operating system gave no random bytes; `code` is its error number.
  case randomnessUnavailable(code: Int32)
  /// The operating system refused a call, such as one for a thread; `code` is its error number.
  case system(code: Int32)
  /// There was not enough memory for the calculation.
  case outOfMemory
  /// The cryptographic library failed in a way that valid input does not cause; `code` is its error number.
  case backend(code: UInt)

  /// What failed, as a sentence.
  public var explanation: LocalizedText { Self.explanation(of: self) }
  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { Self.recovery(from: self) }
}

extension CryptoError: SystemCodeError {}

extension CryptoError {
  /// The error of this module for one of the core's, of which only that of the random source can occur here.
  package init(_ error: CoreError) {
    self =
      if case .randomnessUnavailable(let code) = error { .randomnessUnavailable(code: code) } else {
        .backend(code: 0)
      }
  }
}

extension CryptoError {
  static func explanation(of error: CryptoError) -> LocalizedText {
    switch error {
    case .authenticationFailed:
      LocalizedText(
        "The data cannot be opened: the key or the context is wrong, or the data were changed.",
        ja: "復号できません。鍵またはコンテキストが違うか、データが改変されています。")
    case .noMatchingKey:
      LocalizedText(
        "None of the keys and passwords given opens this file.",
        ja: "指定された鍵やパスワードでは、このファイルを開けません。")
    case .mixedRecipients:
      LocalizedText(
        "Only some of the recipients are of the kind that holds against quantum computers.",
        ja: "量子計算機に耐える種類の受信者と、そうでない受信者が混在しています。")
    case .malformed(let format, let offset): malformed(format.name, offset)
    case .malformedLine(let format, let line):
      LocalizedText(
        "Line \(line) is not a valid \(format.name.english), or one of a kind that is not supported.",
        ja: "\(line) 行目: \(format.name.japanese)の形式が正しくないか、未対応の種類です。")
    case .unknownFormat:
      LocalizedText(
        "The input is neither an Omamori nor an age file.",
        ja: "入力は、Omamori 暗号化ファイルでも age ファイルでもありません。")
    case .truncated(let format):
      LocalizedText(
        "The \(format.name.english) ends too early.", ja: "\(format.name.japanese)が途中で終わっています。")
    case .unsupported(let format):
      LocalizedText(
        "The \(format.name.english) uses a version or an algorithm that is not supported.",
        ja: "\(format.name.japanese)は、未対応のバージョンまたはアルゴリズムを使っています。")
    case .costLimitExceeded:
      LocalizedText(
        "Checking the password would take more memory or time than is allowed.",
        ja: "パスワードの検証に必要なメモリまたは時間が、許可された上限を超えています。")
    case .costTooLow:
      LocalizedText(
        "The cost of a new password hash is lower than is safe.",
        ja: "新しいパスワードハッシュのコストが、安全な下限に達していません。")
    case .overloaded:
      LocalizedText(
        "Too many passwords are being checked at the same time.",
        ja: "同時に検証しているパスワードが多すぎます。")
    case .outOfRange(let lower, let upper):
      LocalizedText(
        "A size or cost is outside of \(lower)...\(upper).",
        ja: "サイズまたはコストが \(lower)〜\(upper) の範囲にありません。")
    case .usageLimitReached:
      LocalizedText(
        "The key has been used as often as is safe.", ja: "この鍵は安全に使える回数の上限に達しました。")
    case .unknownKey(let id):
      LocalizedText(
        "The key or pepper \(id) is not among those given.", ja: "指定された鍵やペッパーの中に、\(id) がありません。")
    case .primaryKeyNeeded:
      LocalizedText(
        "A keyset cannot be without its primary key.", ja: "キーセットから主鍵を取り除くことはできません。")
    case .sourceChanged:
      LocalizedText("The input changed while it was being read.", ja: "読み込み中に入力が変更されました。")
    case .destinationExists:
      LocalizedText(
        "A file already stands where the result belongs.", ja: "出力先に同名のファイルが既にあります。")
    case .file(let operation, let code):
      LocalizedText(
        "The file system refused \(operation.name.english) (error \(code)).",
        ja: "\(operation.name.japanese)に失敗しました（エラー \(code)）。")
    case .cancelled:
      LocalizedText("The work was cancelled.", ja: "処理は中止されました。")
    case .randomnessUnavailable(let code):
      LocalizedText(
        "The operating system gave no random bytes (error \(code)).",
        ja: "OS から乱数を取得できませんでした（エラー \(code)）。")
    case .system(let code):
      LocalizedText(
        "The system refused a call with error \(code).", ja: "システムコールがエラー \(code) で失敗しました。")
    case .outOfMemory:
      LocalizedText("There is not enough memory.", ja: "メモリが不足しています。")
    case .backend(let code):
      LocalizedText(
        "The cryptographic library failed (error \(code)).",
        ja: "暗号ライブラリでエラーが発生しました（エラー \(code)）。")
    }
  }

  static func recovery(from error: CryptoError) -> LocalizedText {
    switch error {
    case .authenticationFailed:
      LocalizedText(
        "Check the key and the context; if they are right, restore the data from a copy.",
        ja: "鍵とコンテキストを確認し、正しい場合はデータをバックアップから復元してください。")
    case .noMatchingKey:
      LocalizedText(
        "Give the identity or the password that the file was made for.",
        ja: "ファイルの宛先に対応する秘密鍵またはパスワードを指定してください。")
    case .mixedRecipients:
      LocalizedText(
        "Use recipients of one kind, or encrypt two files.",
        ja: "受信者の種類を揃えるか、別々のファイルとして暗号化してください。")
    case .malformedLine:
      LocalizedText("Correct or remove that line.", ja: "その行を修正するか、削除してください。")
    case .malformed, .truncated:
      LocalizedText(
        "Get a whole, unchanged copy of the input.", ja: "欠けや変更のない入力を取得し直してください。")
    case .unknownFormat:
      LocalizedText(
        "Check that it is the right file; a plain file needs no decryption.",
        ja: "ファイルが正しいか確認してください。暗号化されていないファイルは復号する必要がありません。")
    case .unsupported:
      LocalizedText(
        "Use a newer version, or write the input again with a supported algorithm.",
        ja: "新しいバージョンを使うか、対応しているアルゴリズムで作り直してください。")
    case .costLimitExceeded:
      LocalizedText(
        "Raise the limit only for input that you trust.",
        ja: "信頼できる入力の場合に限り、上限を引き上げてください。")
    case .costTooLow:
      LocalizedText(
        "Use at least 19 MiB and 2 passes of Argon2id, or the recommended cost of the other functions.",
        ja: "Argon2id では 19 MiB・2 回以上、その他の関数では推奨コスト以上を指定してください。")
    case .overloaded:
      LocalizedText("Try again in a moment.", ja: "しばらくしてから、もう一度お試しください。")
    case .outOfRange: LocalizedText("Use a value in that range.", ja: "範囲内の値を指定してください。")
    case .usageLimitReached: LocalizedText("Rotate to a new key.", ja: "新しい鍵へ切り替えてください。")
    case .unknownKey:
      LocalizedText(
        "Give the keyset or the peppers that were used at the time, with the retired ones.",
        ja: "当時使用したキーセットまたはペッパーを、退役したものも含めて指定してください。")
    case .primaryKeyNeeded:
      LocalizedText("Promote another key first.", ja: "先に別の鍵を主鍵に昇格させてください。")
    case .sourceChanged:
      LocalizedText("Try again when nothing writes to it.", ja: "書き込みが終わってから、やり直してください。")
    case .destinationExists:
      LocalizedText(
        "Choose another name or allow replacing.", ja: "別の名前を指定するか、上書きを許可してください。")
    case .file:
      LocalizedText(
        "Check the free space, the permissions and the path; the previous file is unchanged.",
        ja: "空き容量、権限、パスを確認してください。元のファイルは変更されていません。")
    case .cancelled: LocalizedText("Nothing was left behind.", ja: "途中のファイルは残っていません。")
    case .randomnessUnavailable:
      LocalizedText(
        "Let the program read the system's random source.",
        ja: "プログラムが OS の乱数源を利用できるようにしてください。")
    case .system:
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味は errno(3) で確認してください。")
    case .outOfMemory: LocalizedText("Lower the memory cost.", ja: "メモリコストを下げてください。")
    case .backend:
      LocalizedText(
        "Check the installation of the cryptographic library.",
        ja: "暗号ライブラリのインストールを確認してください。")
    }
  }

  private static func malformed(_ name: LocalizedText, _ offset: Int?) -> LocalizedText {
    guard let offset else {
      return LocalizedText(
        "The \(name.english) is not valid.", ja: "\(name.japanese)の形式が正しくありません。")
    }
    return LocalizedText(
      "The \(name.english) is not valid at byte \(offset).",
      ja: "\(name.japanese)の \(offset) バイト目が正しくありません。")
  }
}

/// A format that OmamoriCrypto reads.
public enum CryptoFormat: String, Sendable, Hashable, CaseIterable {
  /// An encrypted file of Omamori, with a header for recipients or a password.
  case omamoriFile
  /// The chunked body of an encrypted file, Cobblestone (c2sp.org/chunked-encryption).
  case cobblestone
  /// An age file, version 1 (age-encryption.org/v1).
  case ageFile
  /// The text armor of an age file.
  case ageArmor
  /// A recipient (public key) as text.
  case recipient
  /// An identity (private key) as text.
  case identity
  /// A sealed field of a database.
  case sealedField
  /// A set of keys.
  case keyset
  /// A password hash as a PHC string.
  case passwordHash
  /// A key in DER.
  case der
  /// A key in PEM.
  case pem
  /// A ciphertext of ECIES.
  case ecies
  /// A file of 1 MiB AES-GCM boxes without a header, as some old programs wrote it.
  case legacyChunks
  /// A ciphertext of a key encapsulation mechanism.
  case encapsulatedKey
  /// An X.509 certificate.
  case certificate
  /// A signed message of CMS (PKCS #7), such as a receipt.
  case signedMessage

  /// The name in a sentence.
  public var name: LocalizedText {
    switch self {
    case .omamoriFile: LocalizedText("Omamori file", ja: "Omamori 暗号化ファイル")
    case .cobblestone: LocalizedText("chunked ciphertext", ja: "チャンク形式の暗号文")
    case .ageFile: LocalizedText("age file", ja: "age ファイル")
    case .ageArmor: LocalizedText("age armor", ja: "age のアーマー")
    case .recipient: LocalizedText("recipient", ja: "受信者の公開鍵")
    case .identity: LocalizedText("identity", ja: "秘密鍵（identity）")
    case .sealedField: LocalizedText("sealed field", ja: "暗号化フィールド")
    case .keyset: LocalizedText("keyset", ja: "キーセット")
    case .passwordHash: LocalizedText("password hash", ja: "パスワードハッシュ")
    case .der: LocalizedText("DER key", ja: "DER 形式の鍵")
    case .pem: LocalizedText("PEM key", ja: "PEM 形式の鍵")
    case .ecies: LocalizedText("ECIES ciphertext", ja: "ECIES の暗号文")
    case .legacyChunks: LocalizedText("old chunked file", ja: "旧形式の分割暗号化ファイル")
    case .encapsulatedKey: LocalizedText("encapsulated key", ja: "カプセル化された鍵")
    case .certificate: LocalizedText("certificate", ja: "証明書")
    case .signedMessage: LocalizedText("signed message", ja: "署名付きメッセージ（CMS）")
    }
  }
}

/// What was being done to a file when the system refused.
public enum FileOperation: String, Sendable, Hashable, CaseIterable {
  /// Opening the file that is read.
  case openSource
  /// Reading.
  case read
  /// Making the temporary file beside the result.
  case createTemporary
  /// Writing.
  case write
  /// Waiting until the bytes are on the disk.
  case synchronize
  /// Giving the finished file its name.
  case rename

  /// The operation in a sentence.
  public var name: LocalizedText {
    switch self {
    case .openSource: LocalizedText("opening the input", ja: "入力を開く処理")
    case .read: LocalizedText("reading", ja: "読み込み")
    case .createTemporary: LocalizedText("creating the temporary file", ja: "一時ファイルの作成")
    case .write: LocalizedText("writing", ja: "書き込み")
    case .synchronize: LocalizedText("syncing to disk", ja: "ディスクへの同期")
    case .rename: LocalizedText("naming the finished file", ja: "完成したファイルへの名前付け")
    }
  }
}
