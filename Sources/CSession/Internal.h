#ifndef REFINERY_CSESSION_INTERNAL_H
#define REFINERY_CSESSION_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Foundation's wrappers of libcurl's functions. A program without FoundationNetworking has none.
#define WEAK __attribute__((weak))
extern const char *CFURLSessionCurlVersionString(void) WEAK;
extern void *CFURLSessionMultiHandleInit(void) WEAK;
extern int CFURLSessionMultiHandleDeinit(void *multi) WEAK;
extern int CFURLSession_multi_setopt_ptr(void *multi, int option, void *value) WEAK;
extern int CFURLSession_multi_setopt_l(void *multi, int option, long value) WEAK;
extern void *CFURLSessionEasyHandleInit(void) WEAK;
extern void CFURLSessionEasyHandleDeinit(void *easy) WEAK;
extern int CFURLSession_easy_setopt_ptr(void *easy, int option, void *value) WEAK;
extern int CFURLSession_easy_setopt_long(void *easy, int option, long value) WEAK;
extern int CFURLSession_easy_getinfo_long(void *easy, int info, long *value) WEAK;
extern int CFURLSession_easy_getinfo_charp(void *easy, int info, char **value) WEAK;
extern size_t malloc_usable_size(void *memory) WEAK;

// A function that sets an option of a handle, and the kind of that handle.
typedef int (*option_setter)(void *handle, int option, void *value);

// Returns where libcurl stores an option in its handles, as an index of words, or -1. libcurl has no function that reads an
// option. So this sets the option in a separate handle, `probe`, and looks for the value in its memory.
long place_of(void *probe, option_setter set, int option);

// What is known of the transfers of one session. Used only on the queue that moves its bytes.
typedef struct heads heads;

// Returns the socket of a connection with these ports, or -1. `likely` is the one of an earlier call, or -1.
typedef int (*socket_finder)(void *owner, long local_port, long port, int likely);

// Returns NULL if the options of transfers cannot be found.
heads *heads_create(socket_finder find, void *owner);

// Corrects the head of the response to a transfer. Must be called before the transfer has a connection; more calls do no harm.
void heads_watch(heads *heads, void *easy);

#endif
