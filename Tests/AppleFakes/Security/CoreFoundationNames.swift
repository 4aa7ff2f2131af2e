public import Foundation

// Core Foundation types under their Apple names, spelled with the Foundation classes they are bridged to.
// (The CoreFoundation module of Linux refuses `as CFDictionary`.)

/// See [CFTypeRef](https://developer.apple.com/documentation/corefoundation/cftyperef).
public typealias CFTypeRef = AnyObject
/// See [CFString](https://developer.apple.com/documentation/corefoundation/cfstring).
public typealias CFString = NSString
/// See [CFDictionary](https://developer.apple.com/documentation/corefoundation/cfdictionary).
public typealias CFDictionary = NSDictionary
/// See [CFArray](https://developer.apple.com/documentation/corefoundation/cfarray).
public typealias CFArray = NSArray
/// See [CFData](https://developer.apple.com/documentation/corefoundation/cfdata).
public typealias CFData = NSData
/// See [CFDate](https://developer.apple.com/documentation/corefoundation/cfdate).
public typealias CFDate = NSDate
/// See [CFError](https://developer.apple.com/documentation/corefoundation/cferror).
public typealias CFError = NSError
/// See [CFBoolean](https://developer.apple.com/documentation/corefoundation/cfboolean).
public typealias CFBoolean = NSNumber
/// See [CFIndex](https://developer.apple.com/documentation/corefoundation/cfindex).
public typealias CFIndex = Int
/// See [CFOptionFlags](https://developer.apple.com/documentation/corefoundation/cfoptionflags).
public typealias CFOptionFlags = UInt
/// See [CFAllocator](https://developer.apple.com/documentation/corefoundation/cfallocator).
public final class CFAllocator: NSObject, @unchecked Sendable {}  // because it has no state
/// See [OSStatus](https://developer.apple.com/documentation/kernel/osstatus).
public typealias OSStatus = Int32

/// See [kCFAllocatorDefault](https://developer.apple.com/documentation/corefoundation/kcfallocatordefault).
public var kCFAllocatorDefault: CFAllocator? { nil }
/// See [kCFBooleanTrue](https://developer.apple.com/documentation/corefoundation/kcfbooleantrue).
public var kCFBooleanTrue: CFBoolean { NSNumber(value: true) }
/// See [kCFBooleanFalse](https://developer.apple.com/documentation/corefoundation/kcfbooleanfalse).
public var kCFBooleanFalse: CFBoolean { NSNumber(value: false) }
