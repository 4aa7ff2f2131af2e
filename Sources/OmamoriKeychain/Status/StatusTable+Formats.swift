// The codes of import and export, files and stored blobs.

extension KeychainStatus {
  static let formatRows: [KeychainStatus] = [
    row(
      -25256, "UnsupportedFormat", "The format cannot be imported or exported.", "この形式の読み込みや書き出しには対応していません。",
      .otherFormat),
    row(
      -25257, "UnknownFormat", "The format of the data was not recognised.", "データの形式を判別できません。", .importAgain),
    row(
      -25258, "KeyIsSensitive", "The key leaves the keychain only wrapped.", "この鍵は暗号化した形でのみ書き出せます。",
      .correctCall),
    row(
      -25259, "MultiplePrivKeys", "There is more than one private key to import.", "取り込む秘密鍵が複数あります。",
      .importAgain),
    row(
      -25260, "PassphraseRequired", "A passphrase is needed to import or export.", "読み込みや書き出しにはパスフレーズが必要です。",
      .credentials),
    row(
      -25261, "InvalidPasswordRef", "The reference to the passphrase is not valid.", "パスフレーズの参照が正しくありません。",
      .correctCall),
    row(
      -25262, "InvalidTrustSettings", "The stored trust settings are damaged.", "保存された信頼設定が破損しています。", .restore
    ),
    row(-25263, "NoTrustSettings", "There are no trust settings.", "信頼設定がありません。", .nothing),
    row(
      -25264, "Pkcs12VerifyFailure", "The PKCS #12 file does not verify; its passphrase is probably wrong.",
      "PKCS #12ファイルを検証できません。パスフレーズが誤っている可能性があります。", .credentials),
    row(
      -26267, "NotSigner", "A certificate was not signed by the one above it.", "証明書が、上位の証明書によって署名されていません。",
      .trust),
    row(-67585, "ServiceNotAvailable", "The service is not there.", "サービスを利用できません。", .restart),
    row(
      -67586, "InsufficientClientID", "The client's identity is not sufficient.", "クライアントの識別情報が不十分です。",
      .entitlement),
    row(-67587, "DeviceReset", "The cryptographic device was reset.", "暗号デバイスがリセットされました。", .retry),
    row(-67588, "DeviceFailed", "The cryptographic device failed.", "暗号デバイスが故障しています。", .restart),
    row(
      -67589, "AppleAddAppACLSubject", "The application could not be added to the access control list.",
      "アクセス制御リストにアプリケーションを追加できません。", .accessControl),
    row(
      -67590, "ApplePublicKeyIncomplete", "The public key lacks its parameters.", "公開鍵にパラメータがありません。",
      .importAgain),
    row(
      -67591, "AppleSignatureMismatch", "The program's signature does not match the one on record.",
      "プログラムの署名が記録と一致しません。", .entitlement),
    row(-67592, "AppleInvalidKeyStartDate", "The key's start date is not valid.", "鍵の開始日が正しくありません。", .clock),
    row(-67593, "AppleInvalidKeyEndDate", "The key's end date is not valid.", "鍵の終了日が正しくありません。", .clock),
    row(-67594, "ConversionError", "A value could not be converted.", "値を変換できません。", .correctData),
    row(
      -67595, "AppleSSLv2Rollback", "Somebody tried to force the connection down to SSL 2.",
      "SSL 2への引き下げが検出されました。", .trust),
    row(-67673, "InvalidData", "The data are not valid.", "データが正しくありません。", .correctData),
    row(-67724, "InputLengthError", "The input has a wrong length.", "入力の長さが正しくありません。", .correctCall),
    row(
      -67725, "OutputLengthError", "The room for the output has a wrong length.", "出力領域の長さが正しくありません。",
      .correctCall),
    row(-67853, "InvalidEncoding", "The encoding is not valid.", "エンコーディングが正しくありません。", .otherFormat),
  ]

  static let storageRows: [KeychainStatus] = [
    row(-67596, "QuotaExceeded", "The quota is used up.", "割り当て容量を超えています。", .freeSpace),
    row(-67597, "FileTooBig", "The file is too large.", "ファイルが大きすぎます。", .smaller),
    row(
      -67598, "InvalidDatabaseBlob", "The keychain's header is not valid.", "キーチェーンのヘッダーが正しくありません。", .restore),
    row(-67599, "InvalidKeyBlob", "A stored key is not valid.", "保存された鍵が正しくありません。", .restore),
    row(
      -67600, "IncompatibleDatabaseBlob", "The keychain's header is of another version.",
      "キーチェーンのヘッダーのバージョンが異なります。", .upgrade),
    row(
      -67601, "IncompatibleKeyBlob", "A stored key is of another version.", "保存された鍵のバージョンが異なります。", .upgrade),
    row(-67634, "EndOfData", "The data end here.", "データの終わりに達しました。", .nothing),
    row(-67636, "NetworkFailure", "The network failed.", "ネットワークに失敗しました。", .network),
    row(
      -67638, "RecordModified", "The record was changed by others meanwhile.", "その間に他からレコードが変更されました。", .retry),
    row(-67701, "InvalidRecord", "The record is not valid.", "レコードが正しくありません。", .restore),
    row(-67704, "IncompatibleVersion", "The versions do not go together.", "バージョンに互換性がありません。", .upgrade),
    row(
      -67869, "DatabaseLocked", "Others keep the keychain's database locked.", "他の処理がキーチェーンのデータベースをロックしています。",
      .retry),
    row(-67870, "DatastoreIsOpen", "The data store is open.", "データストアが開いています。", .retry),
  ]
}
