// TLS and X.509 of OpenSSL 3, for OmamoriTransport; macros and variadic functions become inline functions here.
#ifndef OMAMORI_CTLS_H
#define OMAMORI_CTLS_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "probe.h"
#include "tls.h"
#include "x509.h"

#endif
