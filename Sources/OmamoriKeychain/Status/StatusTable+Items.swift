import OmamoriCore

// The codes of keychains and their items.

extension KeychainStatus {
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
      -25297, "DuplicateCallback", "The callback is installed already.", "このコールバックはすでに登録されています。", .correctCall
    ),
    row(-25298, "InvalidCallback", "The callback is not valid.", "コールバックが正しくありません。", .correctCall),
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
          アクセシビリティ、ラベル、アクセス制御は主キーに含まれないため、別のアクセシビリティを条件に検索しても、衝突している項目は見つかりません。
          """),
      LocalizedText(
        "Update the item by its primary key and set the accessibility in the update; never delete it first.",
        ja: "主キーで項目を更新し、アクセシビリティも更新で設定してください。先に削除してはいけません。")),
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
          同期対象の項目なのにkSecAttrSynchronizableの指定がない、利用できないアクセスグループにある、登録し直された指紋や解除されたパスコードに結び付いていた、\
          macOSでもう一方のキーチェーンにある、のいずれかが考えられます。
          """),
      LocalizedText(
        "Make a new secret only for this status, never for any other one; search with kSecAttrSynchronizableAny to see both kinds.",
        ja: "新しい秘密情報を作るのはこのコードの場合だけにし、他のコードでは作らないでください。両方の種類を探すにはkSecAttrSynchronizableAnyを指定します。")),
    row(-25301, "BufferTooSmall", "The buffer is too small.", "バッファーが小さすぎます。", .correctCall),
    row(-25302, "DataTooLarge", "The item holds more data than is allowed.", "項目のデータが大きすぎます。", .smaller),
    row(
      -25303, "NoSuchAttr", "Items of this class have no such attribute.", "このクラスの項目にその属性はありません。",
      .correctQuery),
    row(
      -25304, "InvalidItemRef", "The reference names no item any more; it may have been removed.",
      "参照が指す項目はありません。削除された可能性があります。", .correctQuery),
    row(-25305, "InvalidSearchRef", "The search is not valid.", "検索が正しくありません。", .correctQuery),
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
          画面ロック中のバックグラウンド起動(プッシュ通知、位置情報、フェッチ)で、ロック解除時のみ読める項目を読もうとしたときによく起こります。\
          macOSでは、SSHやCIなど画面のないセッションでも起こります。
          """),
      LocalizedText(
        """
        Wait until protected data become available and try again. Never take it for "not found": a new key made now would \
        replace the old one. Items that background work needs belong in AfterFirstUnlock.
        """,
        ja: """
          保護されたデータが利用可能になるまで待って再試行してください。「見つからない」と扱って鍵を作り直すと、古い鍵が失われます。\
          バックグラウンドで必要な項目はAfterFirstUnlockにしてください。
          """)),
    row(-25309, "ReadOnlyAttr", "The attribute cannot be changed.", "この属性は変更できません。", .correctQuery),
    row(
      -25310, "WrongSecVersion", "The keychain was made by another version of the system.",
      "キーチェーンは別のバージョンのシステムで作成されています。", .upgrade),
    row(-25311, "KeySizeNotAllowed", "The key's size is not allowed.", "鍵長が許可されていません。", .otherAlgorithm),
    row(
      -25312, "NoStorageModule", "The storage module could not be loaded.", "ストレージモジュールを読み込めません。", .restart),
    row(
      -25313, "NoCertificateModule", "The certificate module could not be loaded.", "証明書モジュールを読み込めません。",
      .restart),
    row(-25314, "NoPolicyModule", "The policy module could not be loaded.", "ポリシーモジュールを読み込めません。", .restart),
    row(
      -25315, "InteractionRequired", "A person has to be asked, which is not allowed here.",
      "本人への確認が必要ですが、ここでは許可されていません。", .credentials),
    row(
      -25316, "DataNotAvailable", "The item is there and its secret cannot be had.", "項目はありますが、秘密情報を取り出せません。",
      .retry),
    row(-25317, "DataNotModifiable", "The secret cannot be changed.", "秘密情報は変更できません。", .permissions),
    row(
      -25318, "CreateChainFailed", "The chain of a certificate cannot be completed.", "証明書チェーンを構築できません。",
      .trust),
    row(
      -25319, "InvalidPrefsDomain", "There is no such preferences domain.", "設定ドメインが正しくありません。", .correctCall),
    row(
      -25320, "InDarkWake", "The machine woke without its screen, so nobody can be asked.",
      "画面を点灯せずに復帰しているため、本人に確認できません。", .retry),
    row(
      -25330, "AuthNeeded", "The item asks for a proof first; the system's client handles this itself.",
      "先に認証が必要です。通常はシステムのクライアントが処理します。", .credentials),
    row(
      -26275, "Decode", "The stored data cannot be decoded: they are damaged or were changed.",
      "保存されたデータを解読できません。破損または改変されています。", .restore),
  ]

  static let accessRows: [KeychainStatus] = [
    row(
      -25240, "ACLNotSimple", "The access control list is not in the simple form.", "アクセス制御リストが単純な形式ではありません。",
      .accessControl),
    row(-25241, "PolicyNotFound", "There is no such policy.", "指定されたポリシーはありません。", .correctCall),
    row(-25242, "InvalidTrustSetting", "A trust setting is not valid.", "信頼設定が正しくありません。", .trust),
    row(-25243, "NoAccessForItem", "The item has no access control.", "項目にアクセス制御がありません。", .accessControl),
    row(
      -25244, "InvalidOwnerEdit", "Only its owner may change the item's owner.", "項目の所有者を変更できるのは所有者だけです。",
      .accessControl),
    row(-25245, "TrustNotAvailable", "There are no results of a trust evaluation.", "信頼評価の結果がありません。", .trust),
    row(
      -67696, "ACLDeleteFailed", "An entry of the access control list could not be removed.",
      "アクセス制御リストの項目を削除できません。", .accessControl),
    row(
      -67697, "ACLReplaceFailed", "An entry of the access control list could not be replaced.",
      "アクセス制御リストの項目を置き換えられません。", .accessControl),
    row(
      -67698, "ACLAddFailed", "An entry could not be added to the access control list.",
      "アクセス制御リストに項目を追加できません。", .accessControl),
    row(
      -67699, "ACLChangeFailed", "The access control list could not be changed.", "アクセス制御リストを変更できません。",
      .accessControl),
    row(
      -67700, "InvalidAccessCredentials", "The credentials for the access are not valid.",
      "アクセスの資格情報が正しくありません。", .credentials),
    row(-67702, "InvalidACL", "The access control list is not valid.", "アクセス制御リストが正しくありません。", .accessControl),
    row(
      -67703, "InvalidSampleValue", "A sample of the credentials is not valid.", "資格情報のサンプル値が正しくありません。",
      .credentials),
    row(-67705, "PrivilegeNotGranted", "The privilege was not granted.", "権限が与えられていません。", .entitlement),
    row(-67726, "PrivilegeNotSupported", "There is no such privilege.", "この権限には対応していません。", .correctCall),
    row(-67729, "NotLoggedIn", "Nobody is logged in to the module.", "モジュールにログインしていません。", .credentials),
    row(-67813, "InvalidLoginName", "The login name is not valid.", "ログイン名が正しくありません。", .credentials),
    row(-67814, "AlreadyLoggedIn", "Somebody is logged in already.", "すでにログインしています。", .nothing),
    row(-67822, "InsufficientCredentials", "The credentials are not enough.", "資格情報が足りません。", .credentials),
    row(
      -67851, "InvalidBaseACLs", "The basic access control lists are not valid.", "基本のアクセス制御リストが正しくありません。",
      .accessControl),
    row(
      -67876, "InvalidAccessRequest", "The request for access is not valid.", "アクセス要求が正しくありません。", .correctCall
    ),
    row(-67878, "InvalidNewOwner", "The new owner is not valid.", "新しい所有者が正しくありません。", .accessControl),
  ]
}
