import { createEngine } from 'ediloom';

// What an editor wrote as "Unicode": UTF-16, two bytes a character.
const bytes = Uint8Array.from([0xff, 0xfe, 0x49, 0x00, 0x53, 0x00, 0x41, 0x00, 0x2a, 0x00]);
await createEngine({ guides: [] }).parse(bytes);
