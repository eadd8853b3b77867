#ifndef REFINERY_CCURL_H
#define REFINERY_CCURL_H

// Without the trait `Curl` there is nothing here, so that no libcurl is needed.
#ifdef REFINERY_CURL
#include <curl/curl.h>
#endif

#endif
