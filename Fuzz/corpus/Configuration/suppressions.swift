a() // omamori:ignore weak-hash, ecb-mode until 2027-01-31 by Aoi -- why
/* omamori:ignore-begin x — y */ "// omamori:ignore"
# omamori:ignore-next x reason: y
<!-- omamori:ignore-file x -- y -->
// omamori:ignore-end
