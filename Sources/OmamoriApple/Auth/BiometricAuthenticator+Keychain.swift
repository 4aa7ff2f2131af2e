import OmamoriAuth

extension BiometricAuthenticator: AskedByKeychain {}
