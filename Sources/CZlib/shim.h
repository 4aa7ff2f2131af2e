#pragma once
#include <zlib.h>

// `inflateInit2` is a macro that Swift cannot import.

// Negative window bits mean raw deflate, as zip stores it.
static inline int omamori_inflate_init_raw(z_stream *stream) {
  return inflateInit2(stream, -MAX_WBITS);
}

// Window bits beyond 15 by 16 mean gzip (RFC 1952) and nothing else: header, deflate, checksum and size are checked.
static inline int omamori_inflate_init_gzip(z_stream *stream) {
  return inflateInit2(stream, MAX_WBITS + 16);
}
