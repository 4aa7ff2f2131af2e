// A program that tests start many times and kill: it works on the keychain that its arguments name.
@main
struct KeychainProbe {
  static func main() {}
}
