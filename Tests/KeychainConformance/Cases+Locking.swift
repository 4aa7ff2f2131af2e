import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  /// kSecAttrAccessible and the lock state.
  static let locking: [ConformanceCase] =
    ItemAccessibility.allCases.map { accessibility in
      ConformanceCase(
        "lock: \(accessibility.rawValue) while locked", requires: .accessibility,
        needs: [.locking, .passcode]
      ) { test in
        try await test.store.setPasscode(true)
        var item = test.password()
        item.accessibility = accessibility
        try await test.add(item)
        try await test.store.setLockState(.locked)
        if accessibility.survivesLocking {
          try test.expect(try await test.one(test.query()), holds: "secret")
          _ = try await test.update(test.query(), ItemChanges(secret: test.secret("new")))
        } else {
          try await test.expect(.locked) { _ = try await test.one(test.query()) }
          try await test.expect(.locked) { _ = try await test.keychain.find(test.query()) }
          try await test.expect(.locked) {
            _ = try await test.update(test.query(), ItemChanges(secret: test.secret("new")))
          }
        }
        try await test.store.setLockState(.unlocked)
        try test.expect(
          try await test.one(test.query()), holds: accessibility.survivesLocking ? "new" : "secret")
      }
    }
    + ItemAccessibility.allCases.map { accessibility in
      ConformanceCase(
        "lock: \(accessibility.rawValue) before the first unlocking", requires: .accessibility,
        needs: [.restarting, .passcode]
      ) { test in
        try await test.store.setPasscode(true)
        var item = test.password()
        item.accessibility = accessibility
        try await test.add(item)
        try await test.store.setLockState(.beforeFirstUnlock)
        try await test.expect(.locked) { _ = try await test.keychain.find(test.query()) }
        try await test.expect(.locked) { try await test.put(test.password()) }
        try await test.store.setLockState(.unlocked)
        try test.expect(try await test.one(test.query()), holds: "secret")
      }
    }
    + ItemAccessibility.allCases.map { accessibility in
      ConformanceCase(
        "lock: adding \(accessibility.rawValue) while locked", requires: .accessibility,
        needs: [.locking, .passcode]
      ) { test in
        try await test.store.setPasscode(true)
        try await test.store.setLockState(.locked)
        var item = test.password()
        item.accessibility = accessibility
        let added = item
        if accessibility.survivesLocking {
          try await test.add(added)
        } else {
          try await test.expect(.locked) { try await test.add(added) }
        }
        try await test.store.setLockState(.unlocked)
        try test.expect(try await test.count(test.query()), is: accessibility.survivesLocking ? 1 : 0)
      }
    }
    + otherLocking

  private static let otherLocking: [ConformanceCase] = [
    .init("lock: absent is not locked", requires: .accessibility, needs: .locking) { test in
      try await test.store.setLockState(.locked)
      try test.expect(try await test.count(test.query()), is: 0)
    },
    .init("lock: one locked item stops the list", requires: .accessibility, needs: .locking) { test in
      var open = test.password("open")
      open.accessibility = .afterFirstUnlock
      try await test.add(open)
      try await test.add(test.password("closed"))
      try await test.store.setLockState(.locked)
      try await test.expect(.locked) { _ = try await test.keychain.find(test.everything()) }
      try test.expect(try await test.one(test.query("open")), holds: "secret")
    },
    .init(
      "lock: an update that meets a locked item changes nothing", requires: .accessibility, needs: .locking
    ) {
      test in
      var open = test.password("open")
      open.accessibility = .afterFirstUnlock
      try await test.add(open)
      try await test.add(test.password("closed"))
      try await test.store.setLockState(.locked)
      try await test.expect(.locked) {
        _ = try await test.update(test.everything(), ItemChanges(secret: test.secret("new")))
      }
      try await test.store.setLockState(.unlocked)
      for account in ["open", "closed"] {
        try test.expect(try await test.one(test.query(account)), holds: "secret")
      }
    },
    .init("lock: putting if absent does not replace a locked item", requires: .accessibility, needs: .locking)
    {
      test in
      try await test.add(test.password())
      try await test.store.setLockState(.locked)
      var item = test.password("account", "new")
      item.accessibility = .afterFirstUnlock
      try test.expect(try await test.put(item, if: .absent) == nil)
      try await test.store.setLockState(.unlocked)
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("lock: a locked item is not replaced", requires: .accessibility, needs: .locking) { test in
      try await test.add(test.password())
      try await test.store.setLockState(.locked)
      try await test.expect(.locked) { try await test.put(test.password("account", "new")) }
      try await test.store.setLockState(.unlocked)
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("lock: weakened while unlocked, readable while locked", requires: .accessibility, needs: .locking) {
      test in
      try await test.add(test.password())
      _ = try await test.update(test.query(), ItemChanges(accessibility: .afterFirstUnlock))
      try await test.store.setLockState(.locked)
      try test.expect(try await test.one(test.query()), holds: "secret")
    },
    .init("lock: strengthened while unlocked, closed while locked", requires: .accessibility, needs: .locking)
    {
      test in
      var item = test.password()
      item.accessibility = .afterFirstUnlock
      try await test.add(item)
      _ = try await test.update(test.query(), ItemChanges(accessibility: .whenUnlocked))
      try await test.store.setLockState(.locked)
      try await test.expect(.locked) { _ = try await test.one(test.query()) }
    },
    .init("lock: a reference to a locked item", requires: .accessibility, needs: .locking) { test in
      let stored = try await test.add(test.password())
      try await test.store.setLockState(.locked)
      try await test.expect(.locked) { _ = try await test.keychain.find(ItemQuery(stored.reference)) }
    },
    .init("lock: the state is told", needs: .locking) { test in
      try test.expect(await test.keychain.lockState(), is: .unlocked)
      try await test.store.setLockState(.locked)
      try test.expect(await test.keychain.lockState() != .unlocked)
      try await test.store.setLockState(.unlocked)
      try test.expect(await test.keychain.lockState(), is: .unlocked)
    },
    .init("passcode: none, and no item that needs one", requires: .accessibility, needs: .passcode) { test in
      var item = test.password()
      item.accessibility = .whenPasscodeSetThisDeviceOnly
      let refused = item
      try await test.expect(.unsupported(.accessibility), .denied) { try await test.add(refused) }
      try test.expect(try await test.count(test.query()), is: 0)
    },
    .init("passcode: removed, and the items are gone for good", requires: .accessibility, needs: .passcode) {
      test in
      try await test.store.setPasscode(true)
      var item = test.password()
      item.accessibility = .whenPasscodeSetThisDeviceOnly
      try await test.add(item)
      try await test.add(test.password("other"))
      try test.expect(try await test.one(test.query()), holds: "secret")
      try await test.store.setPasscode(false)
      do {
        try test.expect(try await test.keychain.find(test.query(), withSecrets: true).count, is: 0)
      } catch let error as KeychainError {
        try test.expect(error, is: .invalidated)
      }
      try await test.store.setPasscode(true)
      do {
        try test.expect(try await test.keychain.find(test.query(), withSecrets: true).count, is: 0)
      } catch let error as KeychainError {
        try test.expect(error, is: .invalidated)
      }
      try test.expect(try await test.one(test.query("other")), holds: "secret")
    },
  ]

  /// kSecAttrAccessControl.
  static let controlling: [ConformanceCase] = [
    .init("control: an own password is needed", requires: .accessControl) { test in
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
      let access = ItemAccess(applicationPassword: test.secret("own"))
      _ = try await test.keychain.put(item, if: .absent, access: access)
      let found = try await test.keychain.find(test.query(), withSecrets: true, access: access)
      try test.expect(found.first?.secret == test.secret("secret"))
      try await test.expect(.denied) { _ = try await test.one(test.query()) }
      let wrong = ItemAccess(applicationPassword: test.secret("other"))
      try await test.expect(.wrongCredential, .denied) {
        _ = try await test.keychain.find(test.query(), withSecrets: true, access: wrong)
      }
    },
    .init("control: an own password that nobody gives", requires: .accessControl) { test in
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
      let refused = item
      try await test.expect(.denied) { try await test.add(refused) }
      try test.expect(try await test.count(test.query()), is: 0)
    },
    .init("control: a list shows the item and asks nobody", requires: .accessControl) { test in
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
      _ = try await test.keychain.put(
        item, if: .absent, access: ItemAccess(applicationPassword: test.secret("own")))
      let found = try await test.keychain.find(test.everything())
      try test.expect(found.count, is: 1)
      try test.expect(found.first?.accessControl?.constraints.contains(.applicationPassword), is: true)
      try test.expect(found.first?.protection != ItemProtection.none)
    },
    .init("control: not loosened without the proof", requires: .accessControl) { test in
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
      _ = try await test.keychain.put(
        item, if: .absent, access: ItemAccess(applicationPassword: test.secret("own")))
      try await test.expect(.denied) {
        _ = try await test.update(test.query(), ItemChanges(accessControl: AccessControl(.whenUnlocked, [])))
      }
      try await test.expect(.denied) { _ = try await test.one(test.query()) }
    },
    .init("control: loosened with the proof", requires: .accessControl) { test in
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
      let access = ItemAccess(applicationPassword: test.secret("own"))
      _ = try await test.keychain.put(item, if: .absent, access: access)
      let changes = ItemChanges(accessControl: AccessControl(.whenUnlocked, []))
      try test.expect(try await test.keychain.update(test.query(), changes, access: access), is: 1)
      let found = try await test.one(test.query())
      try test.expect(found, holds: "secret")
      try test.expect(found.accessControl == nil)
    },
    .init("control: removed without the proof", requires: .accessControl) { test in
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
      _ = try await test.keychain.put(
        item, if: .absent, access: ItemAccess(applicationPassword: test.secret("own")))
      try test.expect(try await test.keychain.remove(test.query()), is: 1)
    },
    .init("control: one that asks for nothing is none", requires: .accessControl) { test in
      var item = test.password()
      item.accessControl = AccessControl(.afterFirstUnlock, [])
      try await test.add(item)
      let found = try await test.one(test.query())
      try test.expect(found.accessControl == nil)
      try test.expect(found.accessibility, is: .afterFirstUnlock)
      try test.expect(found.protection, is: ItemProtection.none)
    },
    .init("control: a key for use only is not given out", requires: [.accessControl, .certificatesAndKeys]) {
      test in
      var item = test.sample(.key)
      item.accessControl = AccessControl(.whenUnlocked, .privateKeyUsage)
      let reference = try await test.add(item).reference
      let queries = [ItemQuery(.key, limit: .all), ItemQuery(reference)]
      for query in queries {
        try test.expect(try await test.keychain.find(query).count, is: 1)
        try await test.expect(.denied) { _ = try await test.keychain.find(query, withSecrets: true) }
      }
      if test.keychain.capabilities.contains(.transactions) {
        try await test.expect(.denied) {
          try await test.keychain.transaction { step throws(KeychainError) in
            _ = try step.find(ItemQuery(.key), withSecrets: true)
          }
        }
      }
      // No change makes it one that is given out, but for one that puts another secret there.
      for control in [
        AccessControl(.whenUnlocked, []), AccessControl(.afterFirstUnlock, .applicationPassword),
      ] {
        try await test.expect(.denied) {
          _ = try await test.keychain.update(
            ItemQuery(.key), ItemChanges(accessControl: control),
            access: ItemAccess(applicationPassword: test.secret("own")))
        }
      }
      let changes = ItemChanges(attributes: [.label: .text("label")], accessibility: .afterFirstUnlock)
      try test.expect(try await test.keychain.update(ItemQuery(.key), changes, access: .none), is: 1)
      try await test.expect(.denied) { _ = try await test.keychain.find(queries[0], withSecrets: true) }
      let other = ItemChanges(secret: test.secret("other"), accessControl: AccessControl(.whenUnlocked, []))
      try test.expect(try await test.keychain.update(ItemQuery(.key), other, access: .none), is: 1)
      try test.expect(try await test.one(queries[1]), holds: "other")
    },
    .init("control: a key for use only is used", requires: [.accessControl, .certificatesAndKeys]) { test in
      let keys = KeychainKeys(backend: test.keychain)
      let control = AccessControl(.whenUnlocked, .privateKeyUsage)
      try await keys.makeSigningKey(tag: "use", KeychainKeys.Options(accessControl: control))
      try test.expect(try await keys.sign(Data("message".utf8), tag: "use") != nil)
      try await test.expect(.denied) {
        _ = try await test.keychain.find(
          ItemQuery(.key, [.keyClass: .number(1)]), withSecrets: true)
      }
      try await keys.rotateSigningKey(tag: "use", KeychainKeys.Options(accessControl: control))
      try test.expect(try await keys.sign(Data("message".utf8), tag: "use") != nil)
    },
    .init("control: contradictions", requires: .accessControl) { test in
      let contradictions: [AccessControl.Constraints] = [
        [.or, .and, .biometryAny, .devicePasscode], .or, .and, .privateKeyUsage,
        AccessControl.Constraints(rawValue: 1 << 60), [.userPresence, .biometryAny],
        [.userPresence, .or, .devicePasscode], [.biometryAny, .biometryCurrentSet],
      ]
      for constraints in contradictions {
        var item = test.password()
        item.accessControl = AccessControl(.whenUnlocked, constraints)
        let refused = item
        try await test.expect(.invalidRequest(.accessControl)) { try await test.add(refused) }
      }
    },
    .init("control: a locked item stays locked whatever is proved", requires: .accessControl, needs: .locking)
    {
      test in
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
      let access = ItemAccess(applicationPassword: test.secret("own"))
      _ = try await test.keychain.put(item, if: .absent, access: access)
      try await test.store.setLockState(.locked)
      try await test.expect(.locked) {
        _ = try await test.keychain.find(test.query(), withSecrets: true, access: access)
      }
    },
    .init("control: the passcode", requires: .accessControl, needs: .passcode) { test in
      try await test.store.setPasscode(true)
      var item = test.password()
      item.accessControl = AccessControl(.whenUnlocked, .devicePasscode)
      let access = ItemAccess(passphrase: test.secret("1234"))
      _ = try await test.keychain.put(item, if: .absent, access: access)
      let found = try await test.keychain.find(test.query(), withSecrets: true, access: access)
      try test.expect(found.first?.secret == test.secret("secret"))
      try await test.expect(.denied) { _ = try await test.one(test.query()) }
      try await test.expect(.wrongCredential, .denied) {
        let wrong = ItemAccess(passphrase: test.secret("4321"))
        _ = try await test.keychain.find(test.query(), withSecrets: true, access: wrong)
      }
    },
  ]
}
