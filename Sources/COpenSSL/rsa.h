#pragma once
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
