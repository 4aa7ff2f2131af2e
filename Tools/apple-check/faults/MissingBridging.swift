import Foundation
import Security

func find(_ query: [CFString: Any]) -> OSStatus {
  unsafe SecItemCopyMatching(query, nil)  // expect: cannot convert value of type '[CFString : Any]'
}
