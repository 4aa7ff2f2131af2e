// One function for every type that an option or an answer of libcurl has.
#ifndef OMAMORI_CCURL_OPTIONS_H
#define OMAMORI_CCURL_OPTIONS_H

typedef size_t (*omamori_curl_data_function)(char *_Nullable bytes, size_t size, size_t count,
                                             void *_Nullable context);
typedef int (*omamori_curl_seek_function)(void *_Nullable context, curl_off_t offset, int origin);
typedef int (*omamori_curl_request_function)(void *_Nullable context, char *_Nullable peer, char *_Nullable own,
                                             int peer_port, int own_port);
typedef CURLcode (*omamori_curl_context_function)(CURL *_Nullable handle, void *_Nullable ssl_context,
                                                  void *_Nullable context);

// The version number of the library, such as 0x075801.
static inline unsigned int omamori_curl_version(void) { return curl_version_info(CURLVERSION_NOW)->version_num; }

static inline CURLcode omamori_curl_set_long(CURL *_Nonnull handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode omamori_curl_set_offset(CURL *_Nonnull handle, CURLoption option, int64_t value) {
  return curl_easy_setopt(handle, option, (curl_off_t)value);
}

static inline CURLcode omamori_curl_set_string(CURL *_Nonnull handle, CURLoption option,
                                               const char *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode omamori_curl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode omamori_curl_set_list(CURL *_Nonnull handle, CURLoption option,
                                             struct curl_slist *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode omamori_curl_set_data_function(CURL *_Nonnull handle, CURLoption option,
                                                      omamori_curl_data_function _Nonnull function) {
  return curl_easy_setopt(handle, option, function);
}

static inline CURLcode omamori_curl_set_seek_function(CURL *_Nonnull handle,
                                                      omamori_curl_seek_function _Nonnull function) {
  return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode omamori_curl_set_request_function(CURL *_Nonnull handle,
                                                         omamori_curl_request_function _Nonnull function) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode omamori_curl_set_context_function(CURL *_Nonnull handle,
                                                         omamori_curl_context_function _Nonnull function) {
  return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, function);
}

// No program that is started meanwhile inherits the socket; fcntl afterwards would be too late for one started in between.
static inline curl_socket_t omamori_curl_open_socket(void *_Nullable context, curlsocktype purpose,
                                                     struct curl_sockaddr *_Nonnull address) {
  (void)context;
  (void)purpose;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static inline CURLcode omamori_curl_close_sockets_on_exec(CURL *_Nonnull handle) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, omamori_curl_open_socket);
}

static inline long omamori_curl_get_long(CURL *_Nonnull handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline int64_t omamori_curl_get_offset(CURL *_Nonnull handle, CURLINFO info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? (int64_t)value : 0;
}

// The TLS connection that a request uses now, or a null pointer.
static inline void *_Nullable omamori_curl_get_connection(CURL *_Nonnull handle) {
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL) return NULL;
  return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

static inline CURLMcode omamori_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode omamori_curl_share_sessions(CURLSH *_Nonnull share) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}

// Takes the next request that ended; says whether there was one.
static inline int omamori_curl_next_end(CURLM *_Nonnull multi, CURL *_Nullable *_Nonnull handle,
                                        CURLcode *_Nonnull code) {
  int left = 0;
  for (;;) {
    struct CURLMsg *message = curl_multi_info_read(multi, &left);
    if (message == NULL) return 0;
    if (message->msg != CURLMSG_DONE) continue;
    *handle = message->easy_handle;
    *code = message->data.result;
    return 1;
  }
}

#endif
