import OmamoriCore
import OmamoriMessaging

extension ChatTool {
  static let chatGroupCommand = Command(
    "group", LocalizedText("Make and change groups", ja: "グループを作成、変更する"),
    discussion: LocalizedText(
      """
      Members of a group read what is sent with 'omamori-chat send --group'. Who is added reads nothing earlier, who is removed \
      nothing later; administrators add and remove: who made the group, and whom they add with --admin. A GROUP is a name, or \
      the first eight digits or more of what 'list' shows. Exports have no groups: after a restore write to a member, who \
      then removes you and adds you again.
      """,
      ja: """
        グループのメンバーは、'omamori-chat send --group' で送信されたメッセージを読めます。追加された人はそれ以前のメッセージを、外された人は\
        それ以後のメッセージを読めません。追加と削除は管理者（作成者と、--admin で追加された人）が行います。GROUP には名前、または 'list' が表示する\
        識別子の先頭 8 桁以上を指定します。グループは書き出されません。復元後はメンバーにメッセージを送り、一度外してから追加し直してもらってください。
        """),
    examples: [
      Example(
        "omamori-chat group create friends bob carol", LocalizedText("Make a group.", ja: "グループを作成します。")),
      Example("omamori-chat send --group friends 'Hello.'", LocalizedText("Write to it.", ja: "グループに送信します。")),
    ],
    commands: [
      groupCreateCommand, groupListCommand, groupMembersCommand, groupAddCommand, groupRemoveCommand,
      groupLeaveCommand, groupDeleteCommand,
    ])

  private static let groupCreateCommand = Command(
    "create", LocalizedText("Make a group", ja: "グループを作成する"),
    discussion: LocalizedText(
      "The members get the group with their next 'receive'. A name has at most 256 bytes, and members alone can read it.",
      ja: "メンバーには次の 'receive' でグループが届きます。名前は 256 バイトまでで、メンバーだけが読めます。"),
    examples: [
      Example(
        "omamori-chat group create friends bob carol", LocalizedText("Three people.", ja: "3 人のグループを作成します。"))
    ]
  ) { declare in
    let name = declare.argument(
      "NAME", as: String.self, help: LocalizedText("What it is called.", ja: "グループの名前。"))
    let peers = declare.arguments(
      "PEER", as: PeerName.self, isRequired: true, help: LocalizedText("The other members.", ja: "ほかのメンバー。"))
    let json = declare.flag("--json", help: LocalizedText("Write JSON.", ja: "JSON で出力します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (name, peers) = (try arguments[name], try arguments[peers].map(\.address))
      guard name.utf8.count <= ChatAccount.longestGroupName else { throw ChatFault.longGroupName }
      for (index, peer) in peers.enumerated() where peers[..<index].contains(peer) {
        throw ChatFault.namedTwice(peer.name)
      }
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.askWhetherHere()
        let group = try await account.createGroup(name, with: peers)
        if try arguments[json] {
          let object: JSONValue = ["group": .string(group.identifier.text), "name": .string(name)]
          try arguments.output.write(Printable.json(object, .pretty) + "\n")
        } else if try !arguments[sharedOptions.quiet] {
          try arguments.output.write(group.identifier.text + "\n")
        }
        return try await account.sendGroupChange(arguments)
      }
    }
  }

  private static let groupListCommand = Command(
    "list", LocalizedText("List the groups", ja: "グループを一覧表示する"),
    examples: [Example("omamori-chat group list", LocalizedText("Which there are.", ja: "グループを一覧表示します。"))]
  ) { declare in
    let json = declare.flag("--json", help: LocalizedText("Write JSON.", ja: "JSON で出力します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let isJSON = try arguments[json]
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.step {}
        var (list, text): ([JSONValue], String) = ([], "")
        for (group, name) in try await account.groups() {
          let (identifier, count) = (group.identifier, try await group.members().count)
          list.append(
            ["group": .string(identifier.text), "name": .string(name), "members": .integer(count)])
          let members = LocalizedText(
            count == 0 ? "you are no member" : "\(count) members",
            ja: count == 0 ? "メンバーではありません" : "メンバー \(count) 人")
          text += "\(Printable.plain(name))\t\(members[arguments.language])\t\(identifier.text)\n"
        }
        try arguments.output.write(isJSON ? Printable.json(.array(list), .pretty) + "\n" : text)
        return .success
      }
    }
  }

  private static let groupMembersCommand = Command(
    "members", LocalizedText("List the members of a group", ja: "グループのメンバーを一覧表示する"),
    examples: [
      Example("omamori-chat group members friends", LocalizedText("Who reads it.", ja: "メンバーを一覧表示します。"))
    ]
  ) { declare in
    let group = declare.argument("GROUP", as: String.self, help: .group)
    let json = declare.flag("--json", help: LocalizedText("Write JSON.", ja: "JSON で出力します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (word, isJSON) = (try arguments[group], try arguments[json])
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.step {}
        let group = try await account.group(called: word)
        var (list, text): ([JSONValue], String) = ([], "")
        for member in try await group.members() {
          let name = member.address.name
          let isOwn = member.address == account.messenger.address
          let isKnown = try await account.isVerified(name, in: group.identifier)
          let isVerified = isOwn || isKnown
          list.append(
            ["name": .string(name), "admin": .bool(member.isAdmin), "verified": .bool(isVerified)])
          let role = LocalizedText(
            member.isAdmin ? "administrator" : "member", ja: member.isAdmin ? "管理者" : "メンバー")
          text += "\(Printable.plain(name))\(isVerified ? "" : "?")\t\(role[arguments.language])\n"
        }
        try arguments.output.write(isJSON ? Printable.json(.array(list), .pretty) + "\n" : text)
        return .success
      }
    }
  }

  private static let groupAddCommand = Command(
    "add", LocalizedText("Add somebody to a group", ja: "グループにメンバーを追加する"),
    examples: [
      Example("omamori-chat group add friends dan", LocalizedText("From now on.", ja: "今後のメッセージを読めるようになります。"))
    ]
  ) { declare in
    let group = declare.argument("GROUP", as: String.self, help: .group)
    let peer = declare.argument("PEER", as: PeerName.self, help: .peer)
    let isAdmin = declare.flag(
      "--admin", help: LocalizedText("Let the new member add and remove others.", ja: "新しいメンバーを管理者にします。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (word, peer, isAdmin) = (try arguments[group], try arguments[peer].address, try arguments[isAdmin])
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.askWhetherHere()
        let (group, members) = try await account.ownGroup(called: word)
        guard !members.contains(where: { $0.address == peer }) else {
          throw ChatFault.isMember(peer.name, of: word)
        }
        try await account.begin(with: peer)
        try await account.change(.added(peer.name)) { records in
          _ = try await group.add(peer, isAdmin: isAdmin, recording: records)
        }
        return try await account.sendGroupChange(arguments)
      }
    }
  }

  private static let groupRemoveCommand = Command(
    "remove", LocalizedText("Remove somebody from a group", ja: "グループからメンバーを外す"),
    examples: [
      Example(
        "omamori-chat group remove friends dan", LocalizedText("Reads nothing later.", ja: "以後のメッセージは読めません。"))
    ]
  ) { declare in
    let group = declare.argument("GROUP", as: String.self, help: .group)
    let peer = declare.argument("PEER", as: PeerName.self, help: .peer)
    let handles = ChatHandles(&declare)
    return { arguments in
      let (word, peer) = (try arguments[group], try arguments[peer].address)
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.askWhetherHere()
        let (group, members) = try await account.ownGroup(called: word)
        guard peer != account.messenger.address else { throw ChatFault.removesItself }
        guard members.contains(where: { $0.address == peer }) else {
          throw ChatFault.noMember(peer.name, of: word)
        }
        try await account.change(.removed(peer.name)) { records in
          _ = try await group.remove(peer, recording: records)
        }
        return try await account.sendGroupChange(arguments)
      }
    }
  }

  private static let groupLeaveCommand = Command(
    "leave", LocalizedText("Leave a group", ja: "グループを退出する"),
    discussion: LocalizedText(
      "What was said stays. A member can add you again.", ja: "履歴は残ります。メンバーが再び追加することもできます。"),
    examples: [
      Example("omamori-chat group leave friends", LocalizedText("Read no more.", ja: "以後のメッセージを受け取りません。"))
    ]
  ) { declare in
    let group = declare.argument("GROUP", as: String.self, help: .group)
    let handles = ChatHandles(&declare)
    return { arguments in
      let word = try arguments[group]
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.askWhetherHere()
        let group = try await account.ownGroup(called: word).group
        try await account.change(.left) { records in _ = try await group.leave(recording: records) }
        return try await account.sendGroupChange(arguments)
      }
    }
  }

  private static let groupDeleteCommand = Command(
    "delete", LocalizedText("Leave a group and forget it, with its history", ja: "グループを退出し、履歴とともに削除する"),
    discussion: LocalizedText(
      """
      A member can add you again, unless --refuse says that no invitation is taken. Deleting it again without --refuse, by all \
      the digits of its identifier, takes invitations again.
      """,
      ja: """
        メンバーが再び追加することもできますが、--refuse を指定すると招待をすべて拒否します。識別子の全桁を指定して --refuse なしで再度削除すると、\
        招待を受け付けるようになります。
        """),
    examples: [
      Example("omamori-chat group delete friends --refuse", LocalizedText("For good.", ja: "完全に削除します。"))
    ]
  ) { declare in
    let group = declare.argument("GROUP", as: String.self, help: .group)
    let refuses = declare.flag(
      "--refuse", help: LocalizedText("Refuse to be added again.", ja: "再び追加されることを拒否します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (word, refuses) = (try arguments[group], try arguments[refuses])
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.askWhetherHere()
        // A group that was deleted has no name, and is found by its identifier alone.
        let deleted = GroupIdentifier(text: word)
        let identifier: GroupIdentifier
        do {
          identifier = try await account.group(called: word).identifier
        } catch let fault as ChatFault {
          guard let deleted else { throw fault }
          identifier = deleted
        }
        try await account.deleteGroup(identifier, refusing: refuses)
        return try await account.sendGroupChange(arguments)
      }
    }
  }
}

extension LocalizedText {
  static let group = LocalizedText(
    "The name of the group, or the first digits of its identifier.", ja: "グループの名前、または識別子の先頭。")
}

extension ChatAccount {
  /// The most bytes of the name of a group.
  fileprivate static let longestGroupName = 256

  /// Sends what a change of a group made necessary; members that cannot be reached now do not stop it.
  func sendGroupChange(_ arguments: Arguments) async throws -> ExitCode {
    let dispatch = try await dispatch()
    let printer = ChatPrinter(arguments)
    for (name, fault) in dispatch.faults { printer.warn(fault, from: name) }
    if let fault = dispatch.unreachable { printer.warn(fault) }
    return .success
  }
}

extension ChatFault {
  /// There is no such group.
  static func noGroup(_ word: String) -> ChatFault {
    ChatFault(
      .findings,
      LocalizedText(
        "there is no group called \(Printable.quote(word))", ja: "\(Printable.quote(word)) というグループはありません"),
      hint: LocalizedText("'omamori-chat group list' shows them", ja: "'omamori-chat group list' で確認できます"))
  }

  /// Several groups have the name.
  static func severalGroups(_ word: String) -> ChatFault {
    .usage(
      LocalizedText(
        "several groups are called \(Printable.quote(word))",
        ja: "\(Printable.quote(word)) というグループが複数あります"),
      hint: LocalizedText(
        "give the first digits of the identifier that 'omamori-chat group list' shows",
        ja: "'omamori-chat group list' が表示する識別子の先頭を指定してください"))
  }

  /// We left the group, or were removed.
  static func notInGroup(_ word: String) -> ChatFault {
    .usage(
      LocalizedText(
        "you are not a member of \(Printable.quote(word)) any more",
        ja: "\(Printable.quote(word)) のメンバーではなくなっています"),
      hint: LocalizedText(
        "an administrator of the group can add you again", ja: "グループの管理者に再び追加してもらってください"))
  }

  /// Somebody who is to be removed is no member.
  static func noMember(_ name: String, of word: String) -> ChatFault {
    .usage(
      LocalizedText(
        "\(Printable.quote(name)) is not a member of \(Printable.quote(word))",
        ja: "\(Printable.quote(name)) は \(Printable.quote(word)) のメンバーではありません"),
      hint: LocalizedText(
        "'omamori-chat group members GROUP' lists the members",
        ja: "'omamori-chat group members GROUP' でメンバーを確認できます"))
  }

  /// Somebody who is to be added is a member.
  static func isMember(_ name: String, of word: String) -> ChatFault {
    .usage(
      LocalizedText(
        "\(Printable.quote(name)) is already a member of \(Printable.quote(word))",
        ja: "\(Printable.quote(name)) はすでに \(Printable.quote(word)) のメンバーです"),
      hint: LocalizedText(
        "'omamori-chat group members GROUP' lists the members",
        ja: "'omamori-chat group members GROUP' でメンバーを確認できます"))
  }

  /// Somebody removes itself.
  fileprivate static let removesItself = ChatFault.usage(
    LocalizedText("you cannot remove yourself", ja: "自分自身を外すことはできません"),
    hint: LocalizedText(
      "leave with 'omamori-chat group leave GROUP'", ja: "'omamori-chat group leave GROUP' で退出してください"))

  /// The name of a group is too long.
  fileprivate static let longGroupName = ChatFault.usage(
    LocalizedText(
      "the name of a group has at most \(ChatAccount.longestGroupName) bytes",
      ja: "グループの名前は \(ChatAccount.longestGroupName) バイトまでです"),
    hint: LocalizedText("choose a shorter name", ja: "短い名前を指定してください"))

  /// A member is named twice.
  fileprivate static func namedTwice(_ name: String) -> ChatFault {
    .usage(
      LocalizedText("\(Printable.quote(name)) is named twice", ja: "\(Printable.quote(name)) が 2 回指定されています"),
      hint: LocalizedText("name each member once", ja: "各メンバーを 1 回だけ指定してください"))
  }

  /// A file for a group.
  static let fileForGroup = ChatFault.usage(
    LocalizedText("--file and --group exclude each other", ja: "--file と --group は同時に指定できません"),
    hint: LocalizedText("send the file to each member", ja: "ファイルは各メンバーに送信してください"))

  /// A peer and a group were named, or neither.
  static let peerOrGroup = ChatFault.usage(
    LocalizedText("either a PEER or --group GROUP is needed", ja: "PEER または --group GROUP のどちらか一方が必要です"),
    hint: LocalizedText("give one of them", ja: "どちらか一方を指定してください"))
}
