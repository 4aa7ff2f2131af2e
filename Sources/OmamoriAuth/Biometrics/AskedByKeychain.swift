package import OmamoriCore

/// An authenticator that only says that the person may be asked: the keychain does it by itself, and would ask twice of
/// anything put in between.
package protocol AskedByKeychain: Authenticator {}
