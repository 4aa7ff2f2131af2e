#if os(iOS)
func platform() -> String { onlyOnThePhone() }  // expect(ios): cannot find 'onlyOnThePhone' in scope
#elseif os(macOS)
func platform() -> String { onlyOnTheMac() }  // expect(macos): cannot find 'onlyOnTheMac' in scope
#else
func platform() -> String { nowhere() }
#endif
