// What Apple systems have besides: the adapters of their frameworks.
#if canImport(Darwin)
@_exported public import OmamoriApple
#endif
