public import OmamoriCore
import OmamoriCrypto
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why a keychain could not do what it was asked; that there is no item is an answer and not among these.
///
/// It holds places, numbers and codes only, never a secret, a name, an account or a path. A value; safe to share between
/// threads.
@nonexhaustive
public enum KeychainError: OmamoriError {
  /// The store is locked, or the item is usable only while it is unlocked.
  case locked
  /// The proof was refused, or none was given where one is needed.
  case denied
  /// The passphrase, the PIN, the key or the recovery code is wrong.
  case wrongCredential
  /// Too many wrong proofs; this many seconds have to pass where they are known.
  case lockedOut(seconds: Int?)
  /// The person or the caller cancelled.
  case cancelled
  /// What the item was bound to is not there any more: other fingers, another device, a removed passcode.
  case invalidated
  /// The store contradicts itself here; nothing was deleted.
  case corrupt(KeychainPlace)
  /// The store, or a part of it, is an older state than the one that is known.
  case rolledBack(expected: UInt64, found: UInt64)
  /// The store was changed so often since an anchor recorded it last that nobody can tell whether it came from that state.
  case anchorBehind(recorded: UInt64, found: UInt64)
  /// The store cannot be reached.
  case unavailable(KeychainService)
  /// There is an item with the same primary key already.
  case duplicate
  /// The caller may not use the access group.
  case accessGroupDenied
  /// The attribute is not one of the item's class.
  case unknownAttribute(ItemAttribute)
  /// The query or the item contradicts itself.
  case invalidRequest(KeychainFault)
  /// The data must not be kept there, because of their classification.
  case classification(ClassificationFault)
  /// The stored value is not of the type that was asked for.
  case wrongType
  /// A message was not encrypted to the key, or was changed.
  case unreadableMessage
  /// The secret or an attribute is longer than this many bytes.
  case tooLarge(limit: Int)
  /// There are more items than this many.
  case tooMany(limit: Int)
  /// The store or this system cannot do it.
  case unsupported(KeychainFeature)
  /// The store was made by a newer version of the toolkit.
  case newerFormat(version: Int)
  /// There is a store already.
  case storeExists
  /// There is no such slot, or it is the last one.
  case slot(SlotFault)
  /// A file or folder is not as private as it must be, or not the owner's.
  case insecurePermissions(KeychainPlace)
  /// The disk or the user's share of it is full; the old state is intact.
  case diskFull
  /// The store is on a read-only file system or may not be written; it is intact.
  case readOnly
  /// The item was changed by others again and again while it was being changed here.
  case contended
  /// Writers kept the store busy for longer than it waits; nothing was changed.
  case busy
  /// A migration cannot go on: the step with this number, counted from 1, did not verify.
  case migrationFailed(step: Int)
  /// The file to be imported is malformed at this line, counted from 1, where it is known.
  case malformedImport(line: Int?)
  /// The operating system refused; `code` is its error number.
  case file(KeychainPlace, code: Int32)
  /// The operating system refused a call, such as one for a thread; `code` is its error number.
  case system(code: Int32)
  /// The cryptographic library or the database failed in a way that valid use does not cause.
  case backend(code: Int)
  /// A system keychain answered with a status that has no name here.
  case status(Int32)

  /// What failed, as a sentence.
  public var explanation: LocalizedText { Self.explanation(of: self) }
  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { Self.recovery(from: self) }
}

extension KeychainError: SystemCodeError {}

extension KeychainError {
  /// What a failure of a file or of cryptography means for the keychain.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - place: What was being worked on.
  package init(_ error: CryptoError, at place: KeychainPlace) {
    switch error {
    case .file(_, let code): self.init(errorNumber: code, at: place)
    case .destinationExists: self = .file(place, code: EEXIST)
    case .noMatchingKey: self = .wrongCredential
    case .authenticationFailed, .malformed, .truncated, .unknownKey, .sourceChanged: self = .corrupt(place)
    case .unknownFormat, .malformedLine: self = .malformedImport(line: nil)
    case .unsupported, .costLimitExceeded: self = .unsupported(.format)
    case .outOfRange(_, let upper): self = .tooLarge(limit: upper)
    case .cancelled: self = .cancelled
    case .overloaded: self = .busy
    case .system(let code): self = .system(code: code)
    case .outOfMemory: self = .backend(code: Int(ENOMEM))
    case .randomnessUnavailable(let code): self = .backend(code: Int(code))
    case .backend(let code): self = .backend(code: Int(clamping: code))
    default: self = .backend(code: 0)
    }
  }

  /// What an error number of the system means for the keychain.
  ///
  /// - Parameters:
  ///   - code: The error number.
  ///   - place: What was being worked on.
  package init(errorNumber code: Int32, at place: KeychainPlace) {
    switch code {
    case ENOSPC, EDQUOT: self = .diskFull
    case EROFS: self = .readOnly
    default: self = .file(place, code: code)
    }
  }
}

extension KeychainError {
  package static func explanation(of error: KeychainError) -> LocalizedText {
    switch error {
    case .locked: LocalizedText("The keychain is locked.", ja: "キーチェーンがロックされています。")
    case .denied: LocalizedText("Access to the item was refused.", ja: "項目へのアクセスが拒否されました。")
    case .wrongCredential:
      LocalizedText(
        "The passphrase, PIN, key file or recovery code is wrong.",
        ja: "パスフレーズ、PIN、鍵ファイル、または復旧コードが正しくありません。")
    case .lockedOut(let seconds?):
      LocalizedText(
        "There were too many wrong attempts; wait \(seconds) seconds.",
        ja: "失敗の回数が多すぎます。\(seconds) 秒お待ちください。")
    case .lockedOut(nil):
      LocalizedText("There were too many wrong attempts.", ja: "失敗の回数が多すぎます。")
    case .cancelled: LocalizedText("The request was cancelled.", ja: "要求が取り消されました。")
    case .invalidated:
      LocalizedText(
        "What the item was bound to has changed, so it can no longer be opened.",
        ja: "項目に結び付けられていた条件が変わったため、もう開けません。")
    case .corrupt(let place):
      LocalizedText(
        "\(place.name.english) is damaged or was changed from outside.",
        ja: "\(place.name.japanese)が破損しているか、外部から変更されています。")
    case .rolledBack(let expected, let found):
      LocalizedText(
        "The keychain is in an older state (\(found)) than the one last seen (\(expected)).",
        ja: "キーチェーンの状態（\(found)）が、最後に確認された状態（\(expected)）より古くなっています。")
    case .anchorBehind(let recorded, let found):
      LocalizedText(
        "The anchor last recorded state \(recorded), which is too far from state \(found) to be compared.",
        ja: "アンカーが最後に記録した状態（\(recorded)）は、現在の状態（\(found)）から離れすぎているため照合できません。")
    case .unavailable(let service):
      LocalizedText(
        "\(service.name.english) cannot be reached.", ja: "\(service.name.japanese)を利用できません。")
    case .duplicate:
      LocalizedText("There is an item with the same key already.", ja: "同じキーを持つ項目がすでにあります。")
    case .accessGroupDenied:
      LocalizedText("The access group may not be used here.", ja: "このアクセスグループは使用できません。")
    case .unknownAttribute(let attribute):
      LocalizedText(
        "The attribute \(attribute.rawValue) does not belong to items of this class.",
        ja: "属性 \(attribute.rawValue) は、このクラスの項目にはありません。")
    case .invalidRequest(let fault): fault.explanation
    case .classification(let fault): fault.explanation
    case .wrongType:
      LocalizedText(
        "The stored value is not of the type that was asked for.", ja: "保存されている値は、要求された型ではありません。")
    case .unreadableMessage:
      LocalizedText(
        "The message was not encrypted to this key, or was changed.",
        ja: "メッセージがこの鍵宛てに暗号化されたものではないか、改変されています。")
    case .tooLarge(let limit):
      LocalizedText("A value is longer than \(limit) bytes.", ja: "値が \(limit) バイトを超えています。")
    case .tooMany(let limit):
      LocalizedText("There are more than \(limit) items.", ja: "項目が \(limit) 件を超えています。")
    case .unsupported(let feature):
      LocalizedText(
        "This store or system does not support \(feature.name.english).",
        ja: "このストアまたはシステムは、\(feature.name.japanese)に対応していません。")
    case .newerFormat(let version):
      LocalizedText(
        "The keychain has format \(version), which is newer than this version reads.",
        ja: "キーチェーンの形式（\(version)）は、このバージョンが読める形式より新しいものです。")
    case .storeExists: LocalizedText("There is a keychain already.", ja: "キーチェーンはすでに存在します。")
    case .slot(let fault): fault.explanation
    case .insecurePermissions(let place):
      LocalizedText(
        "\(place.name.english) can be read or changed by others, or belongs to someone else.",
        ja: "\(place.name.japanese)が他のユーザーから読み書きできるか、所有者が異なります。")
    case .diskFull:
      LocalizedText("The disk is full; nothing was changed.", ja: "ディスクの空きがありません。変更は行われていません。")
    case .readOnly:
      LocalizedText(
        "The keychain cannot be written; nothing was changed.", ja: "キーチェーンに書き込めません。変更は行われていません。")
    case .contended:
      LocalizedText("The item was changed by others meanwhile.", ja: "その間に項目が他から変更されました。")
    case .busy:
      LocalizedText("Others kept the keychain busy for too long.", ja: "他の処理がキーチェーンを長時間使用しています。")
    case .migrationFailed(let step):
      LocalizedText(
        "Step \(step) of the migration could not be verified; nothing was changed.",
        ja: "移行の手順 \(step) を検証できませんでした。変更は行われていません。")
    case .malformedImport(let line?):
      LocalizedText(
        "Line \(line) of the file to be imported is malformed.", ja: "取り込むファイルの \(line) 行目の形式が正しくありません。")
    case .malformedImport(nil):
      LocalizedText("The file to be imported is malformed.", ja: "取り込むファイルの形式が正しくありません。")
    case .file(let place, let code):
      LocalizedText(
        "\(place.name.english) could not be used (error \(code)).",
        ja: "\(place.name.japanese)を使用できませんでした（エラー \(code)）。")
    case .system(let code):
      LocalizedText(
        "The system refused a call with error \(code).", ja: "システムコールがエラー \(code) で失敗しました。")
    case .backend(let code):
      LocalizedText(
        "The database or the cryptographic library failed (code \(code)).",
        ja: "データベースまたは暗号ライブラリでエラーが発生しました（コード \(code)）。")
    case .status(let status):
      named(status)
    }
  }

  package static func recovery(from error: KeychainError) -> LocalizedText {
    switch error {
    case .locked:
      LocalizedText("Unlock it and try again; the items are intact.", ja: "ロックを解除して再試行してください。項目は無事です。")
    case .denied, .cancelled:
      LocalizedText("Try again with the proof that is asked for.", ja: "求められた認証を行って、再試行してください。")
    case .wrongCredential:
      LocalizedText("Try again, or use another slot.", ja: "入力し直すか、別のスロットを使用してください。")
    case .lockedOut:
      LocalizedText("Wait, or use another slot.", ja: "しばらく待つか、別のスロットを使用してください。")
    case .invalidated:
      LocalizedText("Store the secret again after signing in anew.", ja: "サインインし直して、秘密情報を保存し直してください。")
    case .corrupt:
      LocalizedText(
        "Nothing was deleted. Restore a backup, or run `omamori keychain verify` for details.",
        ja: "何も削除されていません。バックアップから復元するか、`omamori keychain verify` で詳細を確認してください。")
    case .rolledBack:
      LocalizedText(
        "Nothing was deleted. Find out who restored an old copy before using its secrets.",
        ja: "何も削除されていません。秘密情報を使う前に、古いコピーが復元された経緯を確認してください。")
    case .anchorBehind:
      LocalizedText(
        "When you know why the anchor was not reached, accept that once; it records the newest state then.",
        ja: "アンカーに到達できなかった理由がわかっている場合は、一度だけ受け入れてください。最新の状態が記録されます。")
    case .unavailable(let service): service.recovery
    case .duplicate:
      LocalizedText("Update it, or use another name.", ja: "更新するか、別の名前を使用してください。")
    case .accessGroupDenied:
      LocalizedText("Use a group that the program is entitled to.", ja: "プログラムに許可されたグループを使用してください。")
    case .unknownAttribute, .invalidRequest:
      LocalizedText("Correct the query.", ja: "クエリを修正してください。")
    case .classification(let fault): fault.recovery
    case .wrongType:
      LocalizedText("Read it as the type it was stored as.", ja: "保存したときの型で読み込んでください。")
    case .unreadableMessage:
      LocalizedText("Ask the sender to encrypt it to the current key.", ja: "現在の鍵で暗号化し直すよう、送信者に依頼してください。")
    case .tooLarge:
      LocalizedText("Keep large data in an encrypted file.", ja: "大きなデータは暗号化ファイルに保存してください。")
    case .tooMany: LocalizedText("Divide them into parts.", ja: "分割してください。")
    case .unsupported:
      LocalizedText("Use another store or option.", ja: "別のストアまたはオプションを使用してください。")
    case .newerFormat: LocalizedText("Use a newer version.", ja: "新しいバージョンを使用してください。")
    case .storeExists: LocalizedText("Use it, or choose another path.", ja: "それを使用するか、別のパスを指定してください。")
    case .slot(let fault): fault.recovery
    case .insecurePermissions:
      LocalizedText(
        "Make it yours and private (folder 0700, files 0600).",
        ja: "所有者を自分にし、他から読めない権限（フォルダ 0700、ファイル 0600）にしてください。")
    case .diskFull: LocalizedText("Make room and try again.", ja: "空きを作って再試行してください。")
    case .readOnly: LocalizedText("Make it writable and try again.", ja: "書き込み可能にして再試行してください。")
    case .contended, .busy: LocalizedText("Try again.", ja: "再試行してください。")
    case .migrationFailed:
      LocalizedText("Correct the step and run the migration again.", ja: "手順を修正して、移行を再実行してください。")
    case .malformedImport: LocalizedText("Export it again.", ja: "エクスポートし直してください。")
    case .file: LocalizedText("Check the path, its owner and its permissions.", ja: "パス、所有者、権限を確認してください。")
    case .system:
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味は errno(3) で確認してください。")
    case .backend: LocalizedText("Please report it.", ja: "不具合としてご報告ください。")
    case .status(let status):
      KeychainStatus(code: status)?.cure
        ?? LocalizedText("Look the status up in Apple's SecBase.h.", ja: "Apple の SecBase.h で確認してください。")
    }
  }

  /// A status of the system's keychain with its name and meaning, where it has them.
  private static func named(_ code: Int32) -> LocalizedText {
    let status = KeychainStatus(code: code)
    let shown = status?.description ?? String(code)
    return LocalizedText(
      "The system keychain answered with status \(shown)."
        + (status.map { " " + $0.explanation.english } ?? ""),
      ja: "システムのキーチェーンがステータス \(shown) を返しました。" + (status?.explanation.japanese ?? ""))
  }
}
