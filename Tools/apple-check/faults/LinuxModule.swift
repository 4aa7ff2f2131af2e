#if canImport(Darwin)
import FoundationEssentials  // expect: no such module 'FoundationEssentials'
#endif
