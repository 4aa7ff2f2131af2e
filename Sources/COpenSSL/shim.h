#pragma once

// What Swift cannot import of libcrypto's headers, as inline functions: one header a family.
#include "symmetric.h"
#include "keys.h"
#include "rsa.h"
#include "cms.h"
#include "pkcs12.h"
