const MIB = 2 ** 20
const GIB = 2 ** 30

export const MAX_ARCHIVE_BYTES = 8 * GIB
export const MAX_UNPACKED_BYTES = 8 * GIB
export const MAX_ENTRIES = 20_000
export const MAX_DIRECTORY_BYTES = 16 * MIB
/** In characters. Windows allows 260 for a whole path, and the game's own folders come first. */
export const MAX_NAME_LENGTH = 240

/** Text compresses to a fifth and textures to a half. An archive above this ratio was made to fill a disk. */
export const MAX_RATIO = 25
export const RATIO_COUNTS_FROM_BYTES = 64 * MIB
/** A single blank texture can legitimately reach 1000:1, so this is only a warning. */
export const HIGH_ENTRY_RATIO = 200
export const ENTRY_RATIO_COUNTS_FROM_BYTES = MIB

/** How much one call may unpack into memory. */
export const MAX_READ_BYTES = 32 * MIB
export const MAX_INFO_BYTES = 256 * 1024
export const MAX_TRANSLATION_BYTES = 4 * MIB
export const MAX_TRANSLATION_FILES = 20
export const MAX_CONFIGURATIONS = 1_000
