#if canImport(Darwin)
internal import Synchronization

/// The lock behind ``Protected``.
typealias StateMutex = Mutex
#endif
