import CTPM
package import OmamoriCore

/// Why a TPM did not do what it was asked.
///
/// It holds codes and numbers only.
package enum TPMError: OmamoriError {
  /// There is no TPM to use.
  case unavailable(TPMAbsence)
  /// The address is of no known kind.
  case invalidAddress
  /// The PIN or the counter's key is wrong. Wrong PINs count towards the lockout.
  case wrongAuthorization
  /// The secret wants a PIN and none was given; that does not count as a wrong one.
  case pinMissing
  /// Too many wrong PINs; after at most this many seconds one more is allowed, where the TPM says so.
  case lockedOut(seconds: Int?)
  /// Another TPM sealed it, or this one was cleared since.
  case otherDevice
  /// The sealed object is damaged or was changed.
  case tampered
  /// A newer version of the toolkit sealed it.
  case newerFormat(version: Int)
  /// The platform configuration registers do not have the values that they had when it was sealed.
  case systemChanged
  /// The TPM has an owner, whose authorisation is needed and was not given or is wrong.
  case ownerAuthorizationRequired
  /// A value is empty or longer than this many bytes.
  case invalidLength(limit: Int)
  /// The index is outside the range for owners, 0x01800000 to 0x01BFFFFF.
  case invalidIndex
  /// There is no counter at the index.
  case counterMissing
  /// There is something at the index already.
  case counterExists
  /// What is at the index is not a counter made by this toolkit.
  case notACounter
  /// The TPM has no room for another counter.
  case noRoom
  /// Others use all of the TPM's memory, or it is busy with itself.
  case busy
  /// The caller's task was cancelled; the TPM may have done it all the same.
  case cancelled
  /// The TPM refused with this response code of the TCG's.
  case failed(code: UInt32)

  /// What failed, as a sentence.
  package var explanation: LocalizedText { Self.explanation(of: self) }
  /// What to do about it, as a sentence.
  package var recovery: LocalizedText { Self.recovery(from: self) }
}

extension TPMError {
  /// The error that a call's result stands for, or `nil` when everything was done.
  init?(_ result: omtpm_result) {
    switch result.step {
    case OMTPM_DONE: return nil
    case OMTPM_LIBRARY: self = .unavailable(.library)
    case OMTPM_SIZE: self = .invalidLength(limit: Int(OMTPM_MAX_AUTH))
    case OMTPM_MALFORMED: self = .tampered
    case OMTPM_OTHER_PARENT: self = .otherDevice
    case OMTPM_PIN_MISSING: self = .pinMissing
    case OMTPM_NO_COUNTER: self = .counterMissing
    case OMTPM_NOT_A_COUNTER: self = .notACounter
    case OMTPM_CONNECT: self = .unavailable(.device)
    default: self.init(code: result.code, at: result.step)
    }
  }

  private init(code: UInt32, at step: omtpm_step) {
    // The third byte says who speaks: 0 and 12 hand on the TPM's own words, 10 is the connection.
    let layer = code >> 16 & 0xff
    switch layer {
    case 0, 12: self.init(response: code & 0xffff, at: step)
    case 10: self = .unavailable(.device)
    default: self = .failed(code: code)
    }
  }

  /// Reads a response code of the TPM's (TPM 2.0 Library, Part 2, 6.6).
  private init(response: UInt32, at step: omtpm_step) {
    guard response & 0x80 == 0 else {
      // Format one: the error is in six bits, the others say which handle, parameter or session it is about.
      self.init(formatOne: response & 0x3f, response, at: step)
      return
    }
    switch response {
    case 0x921: self = .lockedOut(seconds: nil)
    case 0x901...0x906, 0x907, 0x908, 0x90a, 0x920, 0x922, 0x923: self = .busy
    case 0x128: self = .systemChanged
    case 0x14b: self = .noRoom
    case 0x14c: self = .counterExists
    case 0x120: self = .unavailable(.device)
    default: self = step == OMTPM_LOAD ? .tampered : .failed(code: response)
    }
  }

  private init(formatOne error: UInt32, _ response: UInt32, at step: omtpm_step) {
    let wantsOwner = step == OMTPM_PARENT || step == OMTPM_DEFINE
    switch error {
    case 0x0e, 0x22: self = wantsOwner ? .ownerAuthorizationRequired : .wrongAuthorization
    case 0x1d: self = .systemChanged
    // The hierarchy is disabled.
    case 0x05: self = .unavailable(.device)
    default: self = step == OMTPM_LOAD ? .tampered : .failed(code: response)
    }
  }
}

extension TPMError {
  static func explanation(of error: TPMError) -> LocalizedText {
    switch error {
    case .unavailable(.library):
      LocalizedText("The TPM software stack is not installed.", ja: "TPM ソフトウェアスタックがインストールされていません。")
    case .unavailable(.device): LocalizedText("The TPM cannot be reached.", ja: "TPM に接続できません。")
    case .unavailable(.noAnswer): LocalizedText("The TPM does not answer.", ja: "TPM が応答しません。")
    case .invalidAddress: LocalizedText("The TPM's address is not valid.", ja: "TPM のアドレスが正しくありません。")
    case .wrongAuthorization:
      LocalizedText("The PIN or key for the TPM is wrong.", ja: "TPM の PIN または鍵が違います。")
    case .pinMissing: LocalizedText("A PIN is needed.", ja: "PIN が必要です。")
    case .lockedOut(let seconds?):
      LocalizedText(
        "Too many wrong PINs; the TPM accepts another try within \(seconds) s.",
        ja: "PIN の誤りが多すぎます。TPM は、遅くとも \(seconds) 秒後に次の試行を受け付けます。")
    case .lockedOut(nil):
      LocalizedText("Too many wrong PINs; the TPM refuses more.", ja: "PIN の誤りが多すぎるため、TPM が拒否しています。")
    case .otherDevice:
      LocalizedText(
        "Another TPM sealed the secret, or this one was cleared since.",
        ja: "秘密情報は別の TPM で封印されたか、封印後にこの TPM がクリアされています。")
    case .tampered:
      LocalizedText("The sealed secret is damaged or was changed.", ja: "封印された秘密情報が破損または改変されています。")
    case .newerFormat(let version):
      LocalizedText(
        "The sealed secret has format \(version), which this version does not know.",
        ja: "封印された秘密情報の形式 \(version) は、このバージョンでは未対応です。")
    case .systemChanged:
      LocalizedText(
        "The machine's measured state differs from the one at sealing.",
        ja: "計測されたシステムの状態が、封印したときと異なります。")
    case .ownerAuthorizationRequired:
      LocalizedText(
        "The TPM wants its owner's authorisation.", ja: "TPM の所有者の認可が必要です。")
    case .invalidLength(let limit):
      LocalizedText(
        "A value for the TPM is empty or longer than \(limit) bytes.",
        ja: "TPM に渡す値が空か、\(limit) バイトを超えています。")
    case .invalidIndex: LocalizedText("The counter's index is out of range.", ja: "カウンターの番号が範囲外です。")
    case .counterMissing: LocalizedText("The TPM has no such counter.", ja: "TPM にそのカウンターはありません。")
    case .counterExists:
      LocalizedText("The TPM's index is in use already.", ja: "TPM のその番号はすでに使用されています。")
    case .notACounter:
      LocalizedText("Something else is at the TPM's index.", ja: "TPM のその番号には別のものがあります。")
    case .noRoom: LocalizedText("The TPM has no room left.", ja: "TPM に空きがありません。")
    case .busy: LocalizedText("The TPM is busy.", ja: "TPM は使用中です。")
    case .cancelled: LocalizedText("The request to the TPM was cancelled.", ja: "TPM への要求は取り消されました。")
    case .failed(let code):
      LocalizedText(
        "The TPM refused with code \(hexadecimal(code)).",
        ja: "TPM がコード \(hexadecimal(code)) で拒否しました。")
    }
  }

  static func recovery(from error: TPMError) -> LocalizedText {
    switch error {
    case .unavailable(.library): LocalizedText("Install tpm2-tss.", ja: "tpm2-tss をインストールしてください。")
    case .unavailable(.device), .unavailable(.noAnswer):
      LocalizedText(
        "Check that there is a TPM and that you may use it (group tss).",
        ja: "TPM の有無と利用権限（tss グループ）を確認してください。")
    case .invalidAddress:
      LocalizedText(
        "Correct TPM2TOOLS_TCTI, for example to device:/dev/tpmrm0.",
        ja: "TPM2TOOLS_TCTI を、device:/dev/tpmrm0 などに修正してください。")
    case .wrongAuthorization, .pinMissing:
      LocalizedText("Give the right PIN or key.", ja: "正しい PIN または鍵を指定してください。")
    case .lockedOut:
      LocalizedText(
        "Wait, or have the TPM's administrator clear the lockout.",
        ja: "時間をおくか、TPM の管理者にロックアウトの解除を依頼してください。")
    case .otherDevice, .tampered, .systemChanged:
      LocalizedText(
        "Use another way to unlock, and seal again.", ja: "別の方法で解錠し、封印し直してください。")
    case .newerFormat: LocalizedText("Use a newer version.", ja: "新しいバージョンを使用してください。")
    case .ownerAuthorizationRequired:
      LocalizedText(
        "Give the owner's authorisation, or ask the TPM's administrator.",
        ja: "所有者の認可値を指定するか、TPM の管理者に問い合わせてください。")
    case .invalidLength: LocalizedText("Give a value that fits.", ja: "範囲内の長さの値を指定してください。")
    case .invalidIndex, .counterExists, .notACounter:
      LocalizedText(
        "Choose another index from 0x01800000 to 0x01BFFFFF.",
        ja: "0x01800000 から 0x01BFFFFF の間で別の番号を指定してください。")
    case .counterMissing:
      LocalizedText(
        "Find out who removed it before you create it again.",
        ja: "作成し直す前に、削除された経緯を確認してください。")
    case .noRoom: LocalizedText("Remove a counter that nobody needs.", ja: "不要なカウンターを削除してください。")
    case .busy, .cancelled: LocalizedText("Try again.", ja: "再試行してください。")
    case .failed: LocalizedText("Look the code up with tpm2_rc_decode.", ja: "tpm2_rc_decode でコードを確認してください。")
    }
  }

  private static func hexadecimal(_ code: UInt32) -> String { "0x" + String(code, radix: 16) }
}
