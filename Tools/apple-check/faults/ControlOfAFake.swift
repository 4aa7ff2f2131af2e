import Security

func countOfItems() -> Int {
  FakeKeychain.current.count  // expect: cannot find 'FakeKeychain' in scope
}
