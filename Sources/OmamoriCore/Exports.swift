// What every module above uses without a word: threads, files and events of the system, which have no public name.
@_exported public import OmamoriSystem
// One re-export serves every module: FoundationEssentials keeps ICU (40 MB) out of programs that do not need it.
// Apple systems have its types in Foundation and no module of this name.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
