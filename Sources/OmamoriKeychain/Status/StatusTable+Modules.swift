// The codes of the old CSSM layer: its modules, and services that Apple has ended.

extension KeychainStatus {
  static let moduleRows: [KeychainStatus] = [
    row(
      -67657, "MobileMeRequestQueued", "The MobileMe request waits for the next connection.",
      "MobileMeへの要求は次の接続時に送信されます。", .retired),
    row(
      -67658, "MobileMeRequestRedirected", "The MobileMe request was redirected.", "MobileMeへの要求が転送されました。",
      .retired),
    row(
      -67659, "MobileMeServerError", "The MobileMe server has an error.", "MobileMeサーバーでエラーが発生しました。", .retired
    ),
    row(
      -67660, "MobileMeServerNotAvailable", "The MobileMe server does not answer.", "MobileMeサーバーが応答しません。",
      .retired),
    row(
      -67661, "MobileMeServerAlreadyExists", "The MobileMe server has the item already.",
      "MobileMeサーバーに同じ項目があります。", .retired),
    row(
      -67662, "MobileMeServerServiceErr", "The MobileMe service has an error.", "MobileMeサービスでエラーが発生しました。",
      .retired),
    row(
      -67663, "MobileMeRequestAlreadyPending", "A MobileMe request is under way.", "MobileMeへの要求が処理中です。",
      .retired),
    row(
      -67664, "MobileMeNoRequestPending", "No MobileMe request is under way.", "処理中のMobileMeへの要求はありません。",
      .retired),
    row(
      -67665, "MobileMeCSRVerifyFailure", "MobileMe did not verify the certificate request.",
      "MobileMeが証明書要求を検証できませんでした。", .retired),
    row(
      -67666, "MobileMeFailedConsistencyCheck", "MobileMe found an inconsistency.", "MobileMeが不整合を検出しました。",
      .retired),
    row(
      -67667, "NotInitialized", "The CSSM layer was not initialized.", "CSSM層が初期化されていません。", .modernFunctions),
    row(
      -67668, "InvalidHandleUsage", "The handle belongs to a service of another kind.",
      "ハンドルが別の種類のサービスのものです。", .modernFunctions),
    row(
      -67669, "PVCReferentNotFound", "The calling module is not on the list of callers.",
      "呼び出し元のモジュールが許可リストにありません。", .modernFunctions),
    row(
      -67670, "FunctionIntegrityFail", "A function lies outside of the verified module.",
      "関数が検証済みモジュールの外にあります。", .modernFunctions),
    row(-67671, "InternalError", "There was an internal error.", "内部エラーが発生しました。", .report),
    row(-67672, "MemoryError", "There is not enough memory.", "メモリが不足しています。", .freeMemory),
    row(
      -67674, "MDSError", "The directory of modules has an error.", "モジュールディレクトリでエラーが発生しました。",
      .modernFunctions),
    row(-67675, "InvalidPointer", "A pointer is not valid.", "ポインターが正しくありません。", .correctCall),
    row(-67676, "SelfCheckFailed", "A module's check of itself failed.", "モジュールの自己検査に失敗しました。", .restart),
    row(-67677, "FunctionFailed", "The function failed.", "関数が失敗しました。", .report),
    row(
      -67678, "ModuleManifestVerifyFailed", "A module's manifest does not verify.", "モジュールのマニフェストを検証できません。",
      .restart),
    row(
      -67679, "InvalidGUID", "A module's identifier is not valid.", "モジュールの識別子が正しくありません。", .modernFunctions),
    row(-67680, "InvalidHandle", "The handle is not valid.", "ハンドルが正しくありません。", .correctCall),
    row(-67681, "InvalidDBList", "The list of databases is not valid.", "データベースの一覧が正しくありません。", .correctCall),
    row(
      -67682, "InvalidPassthroughID", "The passthrough identifier is not valid.", "パススルーIDが正しくありません。",
      .modernFunctions),
    row(
      -67683, "InvalidNetworkAddress", "The network address is not valid.", "ネットワークアドレスが正しくありません。",
      .correctCall),
    row(-67695, "CallbackFailed", "A callback failed.", "コールバックが失敗しました。", .correctCall),
    row(-67706, "InvalidScope", "The scope is not valid.", "範囲が正しくありません。", .modernFunctions),
    row(
      -67707, "PVCAlreadyConfigured", "The check of callers is configured already.", "呼び出し元の検査はすでに設定されています。",
      .modernFunctions),
    row(
      -67708, "InvalidPVC", "The check of callers is not valid.", "呼び出し元の検査の設定が正しくありません。", .modernFunctions),
    row(
      -67709, "EMMLoadFailed", "An elective module manager could not be loaded.", "選択式モジュールマネージャーを読み込めません。",
      .modernFunctions),
    row(
      -67710, "EMMUnloadFailed", "An elective module manager could not be unloaded.",
      "選択式モジュールマネージャーを解放できません。", .modernFunctions),
    row(-67711, "AddinLoadFailed", "An add-in could not be loaded.", "アドインを読み込めません。", .modernFunctions),
    row(-67714, "AddinUnloadFailed", "An add-in could not be unloaded.", "アドインを解放できません。", .modernFunctions),
    row(
      -67715, "LibraryReferenceNotFound", "A library's reference was not found.", "ライブラリの参照が見つかりません。",
      .modernFunctions),
    row(
      -67716, "InvalidAddinFunctionTable", "An add-in's table of functions is not valid.",
      "アドインの関数表が正しくありません。", .modernFunctions),
    row(
      -67717, "InvalidServiceMask", "The mask of services is not valid.", "サービスの指定が正しくありません。",
      .modernFunctions),
    row(-67718, "ModuleNotLoaded", "The module is not loaded.", "モジュールが読み込まれていません。", .modernFunctions),
    row(
      -67719, "InvalidSubServiceID", "The subservice's identifier is not valid.", "サブサービスの識別子が正しくありません。",
      .modernFunctions),
    row(
      -67720, "AttributeNotInContext", "The context lacks the attribute.", "コンテキストに属性がありません。", .correctCall),
    row(
      -67721, "ModuleManagerInitializeFailed", "The module manager could not be initialized.",
      "モジュールマネージャーを初期化できません。", .restart),
    row(
      -67722, "ModuleManagerNotFound", "There is no module manager.", "モジュールマネージャーがありません。", .modernFunctions),
    row(
      -67723, "EventNotificationCallbackNotFound", "There is no callback for events.", "イベント通知のコールバックがありません。",
      .modernFunctions),
    row(-67727, "DeviceError", "The cryptographic device has an error.", "暗号デバイスでエラーが発生しました。", .restart),
    row(-67728, "AttachHandleBusy", "The cryptographic module is busy.", "暗号モジュールが使用中です。", .retry),
  ]
}
