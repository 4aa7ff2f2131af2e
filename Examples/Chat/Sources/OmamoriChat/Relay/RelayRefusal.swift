import OmamoriCore

/// What a relay answered that is no success; Documentation/formats/relay.md lists the codes.
struct RelayRefusal: Error, Equatable {
  /// The status of HTTP.
  let status: Int
  /// The relay's word for it.
  let code: String
  /// The relay's time in milliseconds since 1970, where it says that ours is wrong.
  var time: Int?

  /// Reads the body of an answer that is no success.
  init(status: Int, body: Data) {
    let limits = JSONLimits(depth: 4, size: 4096, values: 16)
    // because an answer without a code is told by its status
    let json = try? StrictJSON.parse(Array(body), limits: limits)
    self.status = status
    code = json?["error"]?.stringValue ?? ""
    time = json?["time"]?.intValue
  }

  /// Whether the same request may be a success a little later.
  var isPassing: Bool { [408, 429, 500, 503].contains(status) }
}

extension RelayRefusal: ExitCodeProviding {
  /// A name that is taken or unknown is an answer; the rest could not be completed.
  var exitCode: ExitCode {
    switch status {
    case 404, 409: .findings
    case 413: .usage
    default: .failure
    }
  }

  var message: LocalizedText {
    switch (status, code) {
    case (401, "clock"):
      LocalizedText(
        "the clock of this machine differs from the relay's by \(skew)",
        ja: "このマシンの時計がリレーの時計と \(skew) ずれています")
    case (401, _):
      LocalizedText("the relay does not know this account", ja: "リレーにこのアカウントは登録されていません")
    case (404, _): LocalizedText("the relay does not have it", ja: "リレーに該当するものがありません")
    case (409, _): LocalizedText("the relay has something else under this name", ja: "リレーで同じ名前がすでに使用されています")
    case (413, _): LocalizedText("it is larger than the relay takes", ja: "リレーの上限サイズを超えています")
    case (429, _): LocalizedText("the relay is asked too often", ja: "リレーへの要求が多すぎます")
    case (507, _): LocalizedText("the relay has no room left for it", ja: "リレーの空き容量が不足しています")
    default: LocalizedText("the relay answered with status \(status)", ja: "リレーがステータス \(status) を返しました")
    }
  }

  var hint: LocalizedText? {
    switch (status, code) {
    case (401, "clock"): LocalizedText("set the clock of this machine", ja: "このマシンの時計を合わせてください")
    case (401, _):
      LocalizedText(
        "register it again with 'omamori-chat register'", ja: "'omamori-chat register' で登録し直してください")
    case (507, _):
      LocalizedText(
        "it goes out when the other side has fetched its messages", ja: "相手がメッセージを受信すると送信されます")
    case (429, _), (500..., _): LocalizedText("try again in a while", ja: "しばらく待ってからやり直してください")
    default: nil
    }
  }

  /// How far the clocks are apart, roughly.
  private var skew: String {
    guard let time else { return "?" }
    let seconds = abs(Date().timeIntervalSince1970 - Double(time) / 1000)
    return seconds < 7200 ? "\(Int(seconds / 60)) min" : "\(Int(min(seconds / 3600, 1e6))) h"
  }
}
