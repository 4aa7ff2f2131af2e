public import Foundation

// Core Foundation types under their Apple names, spelled with the Foundation classes they are bridged to.
// (The CoreFoundation module of Linux refuses `as CFDictionary`.)

/// See <https://developer.apple.com/documentation/corefoundation/cftyperef>.
public typealias CFTypeRef = AnyObject
/// See <https://developer.apple.com/documentation/corefoundation/cfstring>.
public typealias CFString = NSString
/// See <https://developer.apple.com/documentation/corefoundation/cfdictionary>.
public typealias CFDictionary = NSDictionary
/// See <https://developer.apple.com/documentation/corefoundation/cfarray>.
public typealias CFArray = NSArray
/// See <https://developer.apple.com/documentation/corefoundation/cfdata>.
public typealias CFData = NSData
/// See <https://developer.apple.com/documentation/corefoundation/cfdate>.
public typealias CFDate = NSDate
/// See <https://developer.apple.com/documentation/corefoundation/cferror>.
public typealias CFError = NSError
/// See <https://developer.apple.com/documentation/corefoundation/cfboolean>.
public typealias CFBoolean = NSNumber
/// See <https://developer.apple.com/documentation/corefoundation/cfindex>.
public typealias CFIndex = Int
/// See <https://developer.apple.com/documentation/corefoundation/cfoptionflags>.
public typealias CFOptionFlags = UInt
/// See <https://developer.apple.com/documentation/corefoundation/cfallocator>.
public final class CFAllocator: NSObject, @unchecked Sendable {}  // because it has no state
/// See <https://developer.apple.com/documentation/kernel/osstatus>.
public typealias OSStatus = Int32

/// See <https://developer.apple.com/documentation/corefoundation/kcfallocatordefault>.
public var kCFAllocatorDefault: CFAllocator? { nil }
/// See <https://developer.apple.com/documentation/corefoundation/kcfbooleantrue>.
public var kCFBooleanTrue: CFBoolean { NSNumber(value: true) }
/// See <https://developer.apple.com/documentation/corefoundation/kcfbooleanfalse>.
public var kCFBooleanFalse: CFBoolean { NSNumber(value: false) }

/// See <https://developer.apple.com/documentation/corefoundation/cferrorgetcode(_:)>.
public func CFErrorGetCode(_ error: CFError) -> CFIndex { error.code }
