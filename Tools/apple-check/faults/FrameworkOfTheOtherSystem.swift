#if os(iOS)
import AppKit  // expect(ios): no such module 'AppKit'
#else
import UIKit  // expect(macos): no such module 'UIKit'
#endif
