// SHA-256 (FIPS 180-4) for the state store: the CPU's own instructions where it has them.

#ifndef COLLATE_CSHA256_H
#define COLLATE_CSHA256_H

#include <stddef.h>
#include <stdint.h>

// Takes `count` blocks of 64 bytes into the state.
typedef void (*collate_sha256_blocks)(uint32_t state[8], const uint8_t *data, size_t count);

// A digest on its way. It owns no memory.
struct collate_sha256 {
  uint32_t state[8];
  // Bytes taken so far.
  uint64_t length;
  // The bytes that do not fill a block yet: the last `length % 64`.
  uint8_t pending[64];
  collate_sha256_blocks blocks;
};

// Whether the instructions are there. Asks the CPU, which is slow in a virtual machine: ask once.
int collate_sha256_has_instructions(void);

// Starts a digest; with instructions only where `collate_sha256_has_instructions` said so.
void collate_sha256_start(struct collate_sha256 *sha, int with_instructions);

void collate_sha256_update(struct collate_sha256 *sha, const void *data, size_t count);

// Pads and ends it: the digest is `state` then, as big-endian words.
void collate_sha256_finish(struct collate_sha256 *sha);

#endif
