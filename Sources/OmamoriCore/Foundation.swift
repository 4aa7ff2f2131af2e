// One re-export serves every module: FoundationEssentials keeps ICU (40 MB) out of programs that do not need it.
@_exported public import FoundationEssentials
