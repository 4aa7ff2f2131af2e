/// What messages and functions that no file declares do with values, as data.
enum ObjectiveCFlowPasses {
  /// Whether a message, by the first part of its selector, gives a number or the answer to a question.
  static func endsText(_ name: String) -> Bool {
    if ends.contains(name) || Sanitizers.members.contains(name) || Sanitizers.questions.contains(name) {
      return true
    }
    for prefix in [
      "is", "has", "rangeOf", "numberOf", "respondsTo", "compare", "indexOf", "conformsTo", "can",
    ]
    where name.hasPrefix(prefix) {
      guard let next = name.dropFirst(prefix.count).first else { return true }
      if next.isUppercase { return true }
    }
    return false
  }

  private static let ends: Set = [
    "integerValue", "longLongValue", "unsignedIntegerValue", "longValue", "charValue", "unsignedIntValue",
    "unsignedLongLongValue", "unsignedLongValue", "shortValue", "characterAtIndex", "length", "count",
    "containsObject", "containsString", "localizedCaseInsensitiveContainsString",
    "localizedStandardContainsString", "fileExistsAtPath", "createDirectoryAtPath", "createFileAtPath",
    "removeItemAtPath", "writeToFile", "writeToURL", "objCType", "class", "superclass", "retainCount",
    "localizedCaseInsensitiveCompare", "evaluateWithObject", "firstMatchInString", "matchesInString",
    "executeUpdate", "openURL", "UUIDString", "caseInsensitiveCompare", "alloc", "new",
    "timeIntervalSinceReferenceDate", "timeIntervalSinceNow", "dateFromString", "numberFromString",
  ]

  /// Messages whose result is the receiver, or a part of it.
  static let parts: Set = [
    "copy", "mutableCopy", "self", "retain", "autorelease", "UTF8String", "fileSystemRepresentation",
    "cStringUsingEncoding", "dataUsingEncoding", "lowercaseString", "uppercaseString", "capitalizedString",
    "objectForKey", "objectForKeyedSubscript", "objectAtIndex", "objectAtIndexedSubscript", "valueForKey",
    "valueForKeyPath", "firstObject", "lastObject", "anyObject", "allObjects", "allKeys", "allValues",
    "substringFromIndex", "substringToIndex", "substringWithRange", "subdataWithRange",
    "stringByTrimmingCharactersInSet", "stringByRemovingPercentEncoding",
    "stringByReplacingPercentEscapesUsingEncoding", "componentsSeparatedByString",
    "stringByStandardizingPath",
    "stringByExpandingTildeInPath", "stringByDeletingLastPathComponent", "stringByDeletingPathExtension",
    "stringByResolvingSymlinksInPath", "URLByStandardizingPath", "URLByResolvingSymlinksInPath",
    "URLByDeletingLastPathComponent", "URLByDeletingPathExtension", "objectsAtIndexes", "subarrayWithRange",
    "decodedStringWithEncoding", "nextObject", "objectEnumerator", "keyEnumerator", "reverseObjectEnumerator",
    "filteredArrayUsingPredicate", "sortedArrayUsingSelector", "sortedArrayUsingDescriptors",
    "sortedArrayUsingComparator", "absoluteString", "absoluteURL", "standardizedURL", "pathComponents",
    "description", "bytes", "decodeObjectForKey", "decodeObjectOfClass", "c_str", "data",
  ]

  /// The first parts of selectors of methods that are not called on a class and carry what they are passed.
  static func carriesArguments(_ name: String) -> Bool {
    carrying.contains(name) || carryingStarts.contains { name.hasPrefix($0) }
  }

  /// Whether a message to a class, or to a new object, makes something of what it is passed.
  static func makesFromArguments(_ name: String) -> Bool {
    name.contains("With") || carryingStarts.contains { name.hasPrefix($0) }
      || FlowProtections.carriesArguments(name)
  }

  private static let carryingStarts = [
    "stringByAppending", "stringByReplacing", "arrayByAdding", "URLByAppending", "initWith",
    "dataByAppending",
    "setByAdding", "stringByPadding", "attributedStringWith",
  ]
  private static let carrying: Set = [
    "componentsJoinedByString", "responseObjectForResponse", "stringByTransforming", "objectWithData",
    "unarchivedObjectOfClass", "unarchivedObjectOfClasses", "dictionaryWithDictionary",
  ]

  /// Functions of C that carry what they are passed.
  static let functions: Set = [
    "strdup", "strndup", "realpath", "CFBridgingRelease", "CFBridgingRetain", "CFStringCreateWithCString",
    "CFStringCreateCopy", "CFURLCreateWithString", "CFURLCreateWithFileSystemPath", "strstr", "strchr",
    "strrchr", "strtok", "strsep", "MAX", "MIN", "sqlite3_mprintf", "CFStringGetCStringPtr",
    "CFURLCopyPath", "CFURLCopyFileSystemPath", "CFPreferencesCopyAppValue", "dirname", "move", "string",
    "to_string", "stringstream", "objc_retain", "SAFE_STRING", "CFRetain", "CFAutorelease",
    "NSStringFromCString",
  ]

  /// Words of the first part of a selector that say nothing about a text being made safe.
  static func isConversion(_ name: String) -> Bool {
    name.hasSuffix("UsingEncoding") || name.hasPrefix("initWith") || name.contains("Base64Encoded")
      || name.hasPrefix("decode") || name.hasPrefix("encode") || name.hasPrefix("contentsOf")
      || name.hasPrefix("stringWith") || name.hasPrefix("dataWith")
  }

  /// Types of Objective-C whose values hold no text that anybody chooses.
  static func isHarmless(_ type: String) -> Bool { FlowTypes.isHarmless(type) || types.contains(type) }

  private static let types: Set = [
    "NSDate", "NSUUID", "NSIndexPath", "UIColor", "NSColor", "CGSize", "NSTimeInterval", "sqlite3",
    "uint16_t",
    "int8_t", "int16_t", "ssize_t", "off_t", "time_t", "dispatch_queue_t", "SEL", "Class", "NSDecimalNumber",
    "NSStringEncoding", "NSComparisonResult", "unichar", "NSRange", "UIView",
    "NSSortDescriptor", "NSCharacterSet", "Boolean", "OSStatus", "mode_t", "pid_t", "NSLock", "FILE",
  ]

  /// Messages that put what they are passed into what they are called on.
  static let additions: Set = [
    "appendString", "appendFormat", "insertString", "addObject", "insertObject", "setObject", "setValue",
    "appendData", "appendBytes", "addObjectsFromArray", "addEntriesFromDictionary", "setURL", "setHTTPBody",
    "setQueryItems", "setPath", "setQuery", "setHost", "appendAttributedString", "setDictionary", "setArray",
    "setString", "setData",
  ]
  /// The methods that replace the whole contents.
  static let replacements: Set = ["setString", "setData", "setURL", "setPath", "setDictionary", "setArray"]

  /// Messages that call a block with parts of what they are called on.
  static func applies(_ name: String) -> Bool {
    name.hasPrefix("enumerate") || name.hasPrefix("indexOfObjectPassing")
      || name.hasPrefix("sortedArrayUsing")
  }

  /// Types of which a property that is set becomes a part of the whole.
  static let carriers: Set = ["NSMutableURLRequest", "NSURLComponents"]
}
