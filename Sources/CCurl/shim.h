// libcurl for OmamoriTransport; its variadic functions become inline functions of fixed types here.
#ifndef OMAMORI_CCURL_H
#define OMAMORI_CCURL_H

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "options.h"

#endif
