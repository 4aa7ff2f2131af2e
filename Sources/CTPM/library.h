// The functions of the TSS that are used, found at run time.

#pragma once

#include "CTPM.h"

#if __has_include(<tss2/tss2_esys.h>) && __has_include(<tss2/tss2_mu.h>) && __has_include(<tss2/tss2_tctildr.h>)
#define OMTPM_HAS_TSS 1
#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>
#include <tss2/tss2_tctildr.h>

#define OMTPM_ESYS_FUNCTIONS(X) \
  X(Esys_Initialize)            \
  X(Esys_Finalize)              \
  X(Esys_Free)                  \
  X(Esys_Startup)               \
  X(Esys_CreatePrimary)         \
  X(Esys_Create)                \
  X(Esys_Load)                  \
  X(Esys_Unseal)                \
  X(Esys_FlushContext)          \
  X(Esys_StartAuthSession)      \
  X(Esys_TRSess_SetAttributes)  \
  X(Esys_PolicyPCR)             \
  X(Esys_PolicyAuthValue)       \
  X(Esys_PolicyGetDigest)       \
  X(Esys_TR_SetAuth)            \
  X(Esys_TR_GetName)            \
  X(Esys_TR_FromTPMPublic)      \
  X(Esys_TR_Close)              \
  X(Esys_NV_DefineSpace)        \
  X(Esys_NV_UndefineSpace)      \
  X(Esys_NV_ReadPublic)         \
  X(Esys_NV_Increment)          \
  X(Esys_NV_Read)               \
  X(Esys_GetCapability)         \
  X(Esys_GetRandom)

#define OMTPM_MU_FUNCTIONS(X)        \
  X(Tss2_MU_TPM2B_PUBLIC_Marshal)    \
  X(Tss2_MU_TPM2B_PUBLIC_Unmarshal)  \
  X(Tss2_MU_TPM2B_PRIVATE_Marshal)   \
  X(Tss2_MU_TPM2B_PRIVATE_Unmarshal)

#define OMTPM_LOADER_FUNCTIONS(X) \
  X(Tss2_TctiLdr_Initialize)      \
  X(Tss2_TctiLdr_Finalize)

struct omtpm_library {
#define OMTPM_MEMBER(name) __typeof__(&(name)) name;
  OMTPM_ESYS_FUNCTIONS(OMTPM_MEMBER)
  OMTPM_MU_FUNCTIONS(OMTPM_MEMBER)
  OMTPM_LOADER_FUNCTIONS(OMTPM_MEMBER)
#undef OMTPM_MEMBER
};
#endif
