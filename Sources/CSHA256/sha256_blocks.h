// The block functions, and the constants they share.

#ifndef COLLATE_SHA256_BLOCKS_H
#define COLLATE_SHA256_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

extern const uint32_t collate_sha256_constants[64];

void collate_sha256_blocks_portable(uint32_t state[8], const uint8_t *data, size_t count);
void collate_sha256_blocks_instructions(uint32_t state[8], const uint8_t *data, size_t count);

#endif
