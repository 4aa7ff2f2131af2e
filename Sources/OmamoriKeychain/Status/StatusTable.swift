import OmamoriCore

extension KeychainStatus {
  static let generalRows: [KeychainStatus] = [
    row(0, "Success", "It worked.", "成功しました。", .nothing),
    row(
      -4, "Unimplemented", "The system does not have this function or this combination of options.",
      "この関数、またはこのオプションの組み合わせは実装されていません。", .correctCall),
    row(-34, "DiskFull", "The disk is full.", "ディスクの空きがありません。", .freeSpace, aliases: ["DskFull"]),
    row(-36, "IO", "Reading or writing the keychain's file failed.", "キーチェーンファイルの読み書きに失敗しました。", .restart),
    row(-49, "OpWr", "The file is already open for writing.", "ファイルはすでに書き込み用に開かれています。", .retry),
    row(
      -50, "Param",
      LocalizedText(
        """
        A parameter is wrong. SecItem functions answer this for every contradiction in a query: a key or value that the \
        function does not take (kSecMatchLimit or kSecReturn… in an update or removal), a persistent reference together \
        with other conditions, a value of the wrong type, an access control on a synchronizable item, or both \
        kSecAttrAccessible and kSecAttrAccessControl.
        """,
        ja: """
          引数が正しくありません。SecItem の関数は、クエリの矛盾をすべてこのコードで返します。更新や削除の kSecMatchLimit や kSecReturn…など受け付けないキー、\
          永続参照と他の条件の併用、値の型の誤り、同期対象の項目へのアクセス制御の指定、kSecAttrAccessible と kSecAttrAccessControl の同時指定などが原因です。
          """),
      LocalizedText(
        "Take keys out of the query until it is accepted, then correct the last one; check that an access control was created.",
        ja: "受け付けられるまでクエリからキーを減らし、最後に外したキーを修正してください。アクセス制御オブジェクトの作成に成功しているかも確認してください。")),
    row(-61, "WrPerm", "There is no permission to write.", "書き込みの権限がありません。", .permissions),
    row(-108, "Allocate", "There is not enough memory.", "メモリが不足しています。", .freeMemory),
    row(
      -128, "UserCanceled",
      LocalizedText(
        """
        The person dismissed the question for a passcode, a fingerprint or a face, or the app cancelled it. The item is \
        there and intact; it was only not released.
        """,
        ja: """
          パスコードや指紋、顔による確認を本人が取り消したか、アプリが中止しました。項目は無事に残っており、取り出されなかっただけです。
          """),
      LocalizedText(
        "Treat it as \"not now\": keep the session, offer to try again, and never delete or replace the item.",
        ja: "「今は行わない」という意思として扱い、セッションを保ったまま再試行の手段を示してください。項目を削除したり置き換えたりしないでください。")),
    row(
      -909, "BadReq", "A parameter or the state does not fit the operation.", "引数または状態が操作に合っていません。",
      .correctCall),
    row(
      -2070, "InternalComponent", "A part of the Security framework failed.", "Security フレームワークの内部で失敗しました。",
      .restart),
    row(
      -4960, "CoreFoundationUnknown", "Core Foundation gave an error of its own.",
      "Core Foundation でエラーが発生しました。", .report),
    row(
      -34018, "MissingEntitlement",
      LocalizedText(
        """
        The program's signature does not entitle it to the keychain or to the access group that the query names. Usual \
        places: unit tests without a host application, command-line tools and package tests on macOS with the data \
        protection keychain, an app signed anew without its entitlements, and a group without the team's prefix.
        """,
        ja: """
          プログラムの署名に、キーチェーンまたはクエリで指定したアクセスグループを使う権限がありません。ホストアプリのない単体テスト、\
          macOS のデータ保護キーチェーンを使うコマンドラインツールやパッケージのテスト、エンタイトルメントなしで再署名されたアプリ、\
          チーム ID の接頭辞がないグループ名でよく起こります。
          """),
      LocalizedText(
        """
        Add the Keychain Sharing capability with this group, give the tests a host application, or test with a keychain in \
        memory. List the entitlements with `codesign -d --entitlements -`.
        """,
        ja: """
          Keychain Sharing にこのグループを追加するか、テストにホストアプリを指定するか、メモリ上のキーチェーンでテストしてください。\
          エンタイトルメントは `codesign -d --entitlements -` で確認できます。
          """)),
    row(
      -34020, "RestrictedAPI", "The function is kept for programs of the system.", "この関数はシステムのプログラム専用です。",
      .entitlement),
  ]

  static let itemRows: [KeychainStatus] = [
    row(
      -25291, "NotAvailable", "There is no keychain, or the keychain service does not answer.",
      "キーチェーンがないか、キーチェーンサービスが応答しません。", .restart),
    row(-25292, "ReadOnly", "The keychain cannot be changed.", "キーチェーンは変更できません。", .permissions),
    row(
      -25293, "AuthFailed",
      LocalizedText(
        """
        The proof was refused: a wrong passphrase, biometrics that failed too often, or, for an item that exists only while \
        a passcode is set, a device without a passcode.
        """,
        ja: "認証が拒否されました。パスフレーズの誤り、生体認証の失敗の繰り返し、またはパスコード設定時のみ有効な項目に対してパスコードが設定されていないことが原因です。"),
      LocalizedText(
        "Ask again; when no passcode is set, ask the person to set one before storing such an item.",
        ja: "もう一度認証を求めてください。パスコードが未設定の場合は、保存の前に設定を促してください。")),
    row(-25294, "NoSuchKeychain", "There is no such keychain.", "指定されたキーチェーンはありません。", .correctCall),
    row(-25295, "InvalidKeychain", "The file is not a keychain.", "ファイルはキーチェーンではありません。", .restore),
    row(
      -25296, "DuplicateKeychain", "There is a keychain of that name already.", "同名のキーチェーンがすでにあります。",
      .correctCall),
    row(
      -25299, "DuplicateItem",
      LocalizedText(
        """
        There is an item with the same primary key: for a generic password the account, the service, the access group and \
        whether it is synchronizable. The accessibility, the label and the access control are not part of the key, so a \
        search that names another accessibility does not find the item that is in the way.
        """,
        ja: """
          主キーが同じ項目がすでにあります。一般パスワードの主キーは、アカウント、サービス、アクセスグループ、同期の有無です。\
          保護クラス、ラベル、アクセス制御は主キーに含まれないため、別の保護クラスを条件に検索しても、衝突している項目は見つかりません。
          """),
      LocalizedText(
        "Update the item by its primary key and set the accessibility in the update; never delete it first.",
        ja: "主キーで項目を更新し、保護クラスも更新で設定してください。先に削除してはいけません。")),
    row(
      -25300, "ItemNotFound",
      LocalizedText(
        """
        No item matches. It is an answer, not a failure, when nothing was stored. When something was: the query names \
        another service, account or access group; the item is synchronizable and kSecAttrSynchronizable is missing; its \
        access group is one that this program does not have; it was bound to other fingers or to a passcode that was \
        removed; or on macOS it is in the other of the two keychains.
        """,
        ja: """
          一致する項目がありません。何も保存していなければ正常な答えです。保存したはずの場合は、サービス名、アカウント名、アクセスグループの違い、\
          同期対象の項目なのに kSecAttrSynchronizable の指定がない、利用できないアクセスグループにある、登録し直された指紋や解除されたパスコードに結び付いていた、\
          macOS でもう一方のキーチェーンにある、のいずれかが考えられます。
          """),
      LocalizedText(
        "Make a new secret only for this status, never for any other one; search with kSecAttrSynchronizableAny to see both kinds.",
        ja: "新しい秘密情報を作るのはこのコードの場合だけにし、他のコードでは作らないでください。両方の種類を探すには kSecAttrSynchronizableAny を指定します。")),
    row(-25301, "BufferTooSmall", "The buffer is too small.", "バッファーが小さすぎます。", .correctCall),
    row(-25302, "DataTooLarge", "The item holds more data than is allowed.", "項目のデータが大きすぎます。", .smaller),
    row(
      -25303, "NoSuchAttr", "Items of this class have no such attribute.", "このクラスの項目にその属性はありません。",
      .correctQuery),
    row(
      -25304, "InvalidItemRef", "The reference names no item any more; it may have been removed.",
      "参照が指す項目はありません。削除された可能性があります。", .correctQuery),
    row(-25306, "NoSuchClass", "There is no such class of items.", "そのクラスの項目はありません。", .correctQuery),
    row(-25307, "NoDefaultKeychain", "The account has no default keychain.", "デフォルトのキーチェーンがありません。", .restart),
    row(
      -25308, "InteractionNotAllowed",
      LocalizedText(
        """
        The item is there and locked, or a person would have to be asked and the query forbids it. Usual moments: before \
        the first unlock after a restart, and a wake in the background (push, location, fetch) while the screen is locked \
        and the item is readable only when unlocked. On macOS also a session without a screen, such as SSH or CI.
        """,
        ja: """
          項目は存在しますがロックされているか、本人への確認が必要なのにクエリで禁止されています。再起動後の最初のロック解除前や、\
          画面ロック中のバックグラウンド起動（プッシュ通知、位置情報、フェッチ）で、ロック解除時のみ読める項目を読もうとしたときによく起こります。\
          macOS では、SSH や CI など画面のないセッションでも起こります。
          """),
      LocalizedText(
        """
        Wait until protected data become available and try again. Never take it for "not found": a new key made now would \
        replace the old one. Items that background work needs belong in AfterFirstUnlock.
        """,
        ja: """
          保護されたデータが利用可能になるまで待って再試行してください。「見つからない」と扱って鍵を作り直すと、古い鍵が失われます。\
          バックグラウンドで必要な項目は AfterFirstUnlock にしてください。
          """)),
    row(-25309, "ReadOnlyAttr", "The attribute cannot be changed.", "この属性は変更できません。", .correctQuery),
    row(
      -25310, "WrongSecVersion", "The keychain was made by another version of the system.",
      "キーチェーンは別のバージョンのシステムで作成されています。", .upgrade),
    row(-25311, "KeySizeNotAllowed", "The key's size is not allowed.", "鍵長が許可されていません。", .otherAlgorithm),
    row(
      -25315, "InteractionRequired", "A person has to be asked, which is not allowed here.",
      "本人への確認が必要ですが、ここでは許可されていません。", .credentials),
    row(
      -25316, "DataNotAvailable", "The item is there and its secret cannot be had.", "項目はありますが、秘密情報を取り出せません。",
      .retry),
    row(-25317, "DataNotModifiable", "The secret cannot be changed.", "秘密情報は変更できません。", .permissions),
    row(
      -25320, "InDarkWake", "The machine woke without its screen, so nobody can be asked.",
      "画面を点灯せずに復帰しているため、本人に確認できません。", .retry),
    row(
      -25330, "AuthNeeded", "The item asks for a proof first; the system's client handles this itself.",
      "先に認証が必要です。通常はシステムのクライアントが処理します。", .credentials),
    row(
      -26275, "Decode", "The stored data cannot be decoded: they are damaged or were changed.",
      "保存されたデータを解読できません。破損または改変されています。", .restore),
    row(-25243, "NoAccessForItem", "The item has no access control.", "項目にアクセス制御がありません。", .accessControl),
    row(
      -25244, "InvalidOwnerEdit", "Only its owner may change the item's owner.", "項目の所有者を変更できるのは所有者だけです。",
      .accessControl),
    row(-25245, "TrustNotAvailable", "There are no results of a trust evaluation.", "信頼評価の結果がありません。", .trust),
    row(-67705, "PrivilegeNotGranted", "The privilege was not granted.", "権限が与えられていません。", .entitlement),
  ]

  static let storageRows: [KeychainStatus] = [
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
      "PKCS #12 ファイルを検証できません。パスフレーズが誤っている可能性があります。", .credentials),
    row(-67585, "ServiceNotAvailable", "The service is not there.", "サービスを利用できません。", .restart),
    row(-67594, "ConversionError", "A value could not be converted.", "値を変換できません。", .correctData),
    row(-67673, "InvalidData", "The data are not valid.", "データが正しくありません。", .correctData),
    row(-67853, "InvalidEncoding", "The encoding is not valid.", "エンコーディングが正しくありません。", .otherFormat),
    row(-67636, "NetworkFailure", "The network failed.", "ネットワークに失敗しました。", .network),
    row(
      -67638, "RecordModified", "The record was changed by others meanwhile.", "その間に他からレコードが変更されました。", .retry),
    row(
      -67869, "DatabaseLocked", "Others keep the keychain's database locked.", "他の処理がキーチェーンのデータベースをロックしています。",
      .retry),
    row(-67693, "InvalidQuery", "The query is not valid.", "クエリが正しくありません。", .correctQuery),
    row(-67694, "InvalidValue", "A value is not valid.", "値が正しくありません。", .correctCall),
  ]

  static let certificateRows: [KeychainStatus] = [
    row(-67602, "HostNameMismatch", "The certificate is for another host name.", "証明書のホスト名が一致しません。", .host),
    row(
      -67603, "UnknownCriticalExtensionFlag", "A critical extension is not known.", "未知の重要拡張があります。",
      .certificate),
    row(
      -67605, "NoBasicConstraintsCA", "An issuer's certificate does not say that it is one.",
      "発行者の証明書が CA であることを示していません。", .certificate),
    row(
      -67608, "InvalidKeyUsageForPolicy", "The key usage does not fit the policy.", "鍵用途がポリシーに合っていません。",
      .certificate),
    row(
      -67609, "InvalidExtendedKeyUsage", "The extended key usage is not valid.", "拡張鍵用途が正しくありません。",
      .certificate),
    row(
      -67611, "PathLengthConstraintExceeded", "The chain is longer than an issuer allows.",
      "チェーンが発行者の許す長さを超えています。", .certificate),
    row(-67612, "InvalidRoot", "The root certificate is not valid.", "ルート証明書が正しくありません。", .trust),
    row(-67654, "TrustSettingDeny", "A trust setting denies this use.", "信頼設定でこの用途が拒否されています。", .trust),
    row(-67818, "CertificateExpired", "The certificate has expired.", "証明書の有効期限が切れています。", .renew),
    row(-67819, "CertificateNotValidYet", "The certificate is not valid yet.", "証明書はまだ有効になっていません。", .clock),
    row(-67820, "CertificateRevoked", "The certificate was revoked.", "証明書は失効しています。", .revoked),
    row(-67843, "NotTrusted", "The chain leads to no trusted anchor.", "チェーンが信頼されたアンカーに至りません。", .trust),
    row(-67844, "NoDefaultAuthority", "There is no default authority.", "デフォルトの認証局がありません。", .trust),
    row(-67854, "InvalidValidityPeriod", "The period of validity is not valid.", "有効期間が正しくありません。", .clock),
    row(-67880, "MissingRequiredExtension", "A required extension is missing.", "必要な拡張がありません。", .certificate),
    row(
      -67900, "CertificateNameNotAllowed", "An issuer does not allow this name.", "発行者がこの名前を許可していません。",
      .certificate),
    row(
      -67901, "CertificateValidityPeriodTooLong", "The certificate is valid for too long.", "証明書の有効期間が長すぎます。",
      .renew),
    row(
      -67635, "IncompleteCertRevocationCheck", "The revocation check could not be completed.",
      "失効確認を完了できませんでした。", .network),
    row(
      -67629, "SSLBadExtendedKeyUsage", "The extended key usage does not allow TLS.", "拡張鍵用途が TLS を許可していません。",
      .certificate),
    row(-67686, "VerificationFailure", "The verification failed.", "検証に失敗しました。", .correctData),
    row(-67688, "InvalidSignature", "The signature is not valid.", "署名が正しくありません。", .correctData),
    row(-67808, "VerifyFailed", "The cryptographic verification failed.", "暗号による検証に失敗しました。", .correctData),
  ]

  static let keyRows: [KeychainStatus] = [
    row(-67712, "InvalidKeyRef", "The key's reference is not valid.", "鍵の参照が正しくありません。", .correctCall),
    row(
      -67730, "AlgorithmMismatch", "The algorithm does not fit the key.", "アルゴリズムが鍵に合っていません。", .otherAlgorithm
    ),
    row(-67731, "KeyUsageIncorrect", "The key may not be used for this.", "鍵をこの用途に使うことはできません。", .keyUsage),
    row(-67734, "UnsupportedKeyFormat", "The key's format is not supported.", "鍵の形式に対応していません。", .otherFormat),
    row(-67735, "UnsupportedKeySize", "The key's size is not supported.", "鍵長に対応していません。", .otherAlgorithm),
    row(-67742, "InvalidKeyFormat", "The key's format is not valid.", "鍵の形式が正しくありません。", .otherFormat),
    row(-67747, "InvalidAlgorithm", "The algorithm is not valid.", "アルゴリズムが正しくありません。", .otherAlgorithm),
    row(-67671, "InternalError", "There was an internal error.", "内部エラーが発生しました。", .report),
    row(-67672, "MemoryError", "There is not enough memory.", "メモリが不足しています。", .freeMemory),
  ]
}
