#if !canImport(Darwin)
import OmamoriCore

extension TPMError {
  static func explanation(of error: TPMError) -> LocalizedText {
    switch error {
    case .unavailable(.library):
      LocalizedText("The TPM software stack is not installed.", ja: "TPMソフトウェアスタックがインストールされていません。")
    case .unavailable(.device): LocalizedText("The TPM cannot be reached.", ja: "TPMに接続できません。")
    case .unavailable(.noAnswer): LocalizedText("The TPM does not answer.", ja: "TPMが応答しません。")
    case .invalidAddress: LocalizedText("The TPM's address is not valid.", ja: "TPMのアドレスが正しくありません。")
    case .wrongAuthorization:
      LocalizedText("The PIN or key for the TPM is wrong.", ja: "TPMのPINまたは鍵が違います。")
    case .pinMissing: LocalizedText("A PIN is needed.", ja: "PINが必要です。")
    case .lockedOut(let seconds?):
      LocalizedText(
        "Too many wrong PINs; the TPM accepts another try within \(seconds) s.",
        ja: "PINの誤りが多すぎます。TPMは、遅くとも\(seconds)秒後に次の試行を受け付けます。")
    case .lockedOut(nil):
      LocalizedText("Too many wrong PINs; the TPM refuses more.", ja: "PINの誤りが多すぎるため、TPMが拒否しています。")
    case .otherDevice:
      LocalizedText(
        "Another TPM sealed the secret, or this one was cleared since.",
        ja: "秘密情報は別のTPMで封印されたか、封印後にこのTPMがクリアされています。")
    case .tampered:
      LocalizedText("The sealed secret is damaged or was changed.", ja: "封印された秘密情報が破損または改変されています。")
    case .newerFormat(let version):
      LocalizedText(
        "The sealed secret has format \(version), which this version does not know.",
        ja: "封印された秘密情報の形式\(version)は、このバージョンでは未対応です。")
    case .systemChanged:
      LocalizedText(
        "The machine's measured state differs from the one at sealing.",
        ja: "計測されたシステムの状態が、封印したときと異なります。")
    case .ownerAuthorizationRequired:
      LocalizedText(
        "The TPM wants its owner's authorisation.", ja: "TPMの所有者の認可が必要です。")
    case .invalidLength(let limit):
      LocalizedText(
        "A value for the TPM is empty or longer than \(limit) bytes.",
        ja: "TPMに渡す値が空か、\(limit)バイトを超えています。")
    case .invalidIndex: LocalizedText("The counter's index is out of range.", ja: "カウンターの番号が範囲外です。")
    case .counterMissing: LocalizedText("The TPM has no such counter.", ja: "TPMにそのカウンターはありません。")
    case .counterExists:
      LocalizedText("The TPM's index is in use already.", ja: "TPMのその番号はすでに使用されています。")
    case .notACounter:
      LocalizedText("Something else is at the TPM's index.", ja: "TPMのその番号には別のものがあります。")
    case .noRoom: LocalizedText("The TPM has no room left.", ja: "TPMに空きがありません。")
    case .busy: LocalizedText("The TPM is busy.", ja: "TPMは使用中です。")
    case .cancelled: LocalizedText("The request to the TPM was cancelled.", ja: "TPMへの要求は取り消されました。")
    case .failed(let code):
      LocalizedText(
        "The TPM refused with code \(hexadecimal(code)).",
        ja: "TPMがコード\(hexadecimal(code))で拒否しました。")
    }
  }

  static func recovery(from error: TPMError) -> LocalizedText {
    switch error {
    case .unavailable(.library): LocalizedText("Install tpm2-tss.", ja: "tpm2-tssをインストールしてください。")
    case .unavailable(.device), .unavailable(.noAnswer):
      LocalizedText(
        "Check that there is a TPM and that you may use it (group tss).",
        ja: "TPMの有無と利用権限(tssグループ)を確認してください。")
    case .invalidAddress:
      LocalizedText(
        "Correct TPM2TOOLS_TCTI, for example to device:/dev/tpmrm0.",
        ja: "TPM2TOOLS_TCTIを、device:/dev/tpmrm0などに修正してください。")
    case .wrongAuthorization, .pinMissing:
      LocalizedText("Give the right PIN or key.", ja: "正しいPINまたは鍵を指定してください。")
    case .lockedOut:
      LocalizedText(
        "Wait, or have the TPM's administrator clear the lockout.",
        ja: "時間をおくか、TPMの管理者にロックアウトの解除を依頼してください。")
    case .otherDevice, .tampered, .systemChanged:
      LocalizedText(
        "Use another way to unlock, and seal again.", ja: "別の方法で解錠し、封印し直してください。")
    case .newerFormat: LocalizedText("Use a newer version.", ja: "新しいバージョンを使用してください。")
    case .ownerAuthorizationRequired:
      LocalizedText(
        "Give the owner's authorisation, or ask the TPM's administrator.",
        ja: "所有者の認可値を指定するか、TPMの管理者に問い合わせてください。")
    case .invalidLength: LocalizedText("Give a value that fits.", ja: "範囲内の長さの値を指定してください。")
    case .invalidIndex, .counterExists, .notACounter:
      LocalizedText(
        "Choose another index from 0x01800000 to 0x01BFFFFF.",
        ja: "0x01800000から0x01BFFFFFの間で別の番号を指定してください。")
    case .counterMissing:
      LocalizedText(
        "Find out who removed it before you create it again.",
        ja: "作成し直す前に、削除された経緯を確認してください。")
    case .noRoom: LocalizedText("Remove a counter that nobody needs.", ja: "不要なカウンターを削除してください。")
    case .busy, .cancelled: LocalizedText("Try again.", ja: "再試行してください。")
    case .failed: LocalizedText("Look the code up with tpm2_rc_decode.", ja: "tpm2_rc_decodeでコードを確認してください。")
    }
  }

  private static func hexadecimal(_ code: UInt32) -> String { "0x" + String(code, radix: 16) }
}
#endif
