#pragma once

// The part of libpq that the shared session store uses. The library is opened at run time, so that neither its headers
// nor the library itself are needed to build and to start; without it every function says that it is missing.

/// 1 when the library is there with everything that is needed, 0 otherwise. Safe to call from any thread.
int omamori_postgres_is_available(void);
