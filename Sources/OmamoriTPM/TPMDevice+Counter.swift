#if !canImport(Darwin)
import CTPM
import OmamoriCore

extension TPMDevice {
  /// Creates a counter, which needs the owner.
  ///
  /// - Returns: Its first value, above those of all counters before.
  /// - Throws: ``TPMError``.
  package func create(_ counter: TPMCounter) throws(TPMError) -> UInt64 {
    var value: UInt64 = 0
    // because the pointers are used within the closure only
    try unsafe call(counter.authorization) { target, key, _ in
      unsafe omtpm_counter_create(library.functions, target, counter.index, key, &value)
    }
    return value
  }

  /// Reads a counter.
  ///
  /// - Returns: Its value.
  /// - Throws: ``TPMError``.
  package func read(_ counter: TPMCounter) throws(TPMError) -> UInt64 {
    var value: UInt64 = 0
    // because the pointers are used within the closure only
    try unsafe call(counter.authorization) { target, key, _ in
      unsafe omtpm_counter_read(library.functions, target, counter.index, key, &value)
    }
    return value
  }

  /// Adds one to a counter.
  ///
  /// A TPM's memory wears out, typically after 100,000 times or more.
  ///
  /// - Returns: Its new value.
  /// - Throws: ``TPMError``.
  package func increment(_ counter: TPMCounter) throws(TPMError) -> UInt64 {
    var value: UInt64 = 0
    // because the pointers are used within the closure only
    try unsafe call(counter.authorization) { target, key, _ in
      unsafe omtpm_counter_increment(library.functions, target, counter.index, key, &value)
    }
    return value
  }

  /// Removes a counter, which needs the owner.
  ///
  /// - Throws: ``TPMError``.
  package func remove(_ counter: TPMCounter) throws(TPMError) {
    // because the pointers are used within the closure only
    try unsafe call { target, _, _ in
      unsafe omtpm_counter_remove(library.functions, target, counter.index)
    }
  }
}
#endif
