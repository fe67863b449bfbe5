// Where things lie in the memory of the hot loop, in bytes. Every area begins at a multiple of 8.

/** The state of the walk at hand. */
export const STATE = 1024;
export const STATE_ROOM = 64 * 1024;
/** The images of guides, one behind the other. */
export const IMAGES = STATE + STATE_ROOM;
export const IMAGES_ROOM = 1408 * 1024;
/** The bytes of the segments at hand, and what the tables of a batch have of them: a window of a tokenizer, and more. */
export const BYTES = IMAGES + IMAGES_ROOM;
export const BYTES_ROOM = 128 * 1024;
/** 32-bit words. */
export const MARKS = BYTES + BYTES_ROOM;
export const MARKS_ROOM = 256 * 1024;
export const STARTS = MARKS + MARKS_ROOM;
export const STARTS_ROOM = 128 * 1024;
export const FLAGS = STARTS + STARTS_ROOM;
export const FLAGS_ROOM = STARTS_ROOM / 4;
/** The tape of as many segments as there are flags. */
export const TAPE = FLAGS + FLAGS_ROOM;
export const TAPE_ROOM = 8 * FLAGS_ROOM;
/** JSON text that was not taken away yet. */
export const TEXT = TAPE + TAPE_ROOM;
export const TEXT_ROOM = 192 * 1024;
/** It does not grow: arrays over it stay what they are. */
export const MEMORY = TEXT + TEXT_ROOM;
