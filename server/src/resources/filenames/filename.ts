/** Characters of a file name at the interface. */
export const FILENAME_PATTERN = "^([a-zA-Z0-9.'()!_-]+)$";
export const FILENAME_MAX_LENGTH = 300;

/** What every file system takes in one name. */
const MAX_STORED = 255;

const FILENAME = new RegExp(FILENAME_PATTERN);
/** Names of devices on Windows, whatever stands behind their first dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Said where a name is refused: what is one. */
export const FILENAME_RULE =
  "A file name has 1 to 255 letters, digits and .'()!_- in it, begins and ends with no dot, and is no name of a device (CON, NUL, COM1).";

/**
 * Whether a file may have this name at any partner: names that fit the pattern of the interface but that Windows cannot store (a dot at
 * the end, devices), or that servers hide (a dot at the beginning), are none.
 */
export function isFilename(text: string): boolean {
  if (text.length > MAX_STORED || !FILENAME.test(text)) return false;
  return !text.startsWith('.') && !text.endsWith('.') && !DEVICE.test(text);
}

/** What Windows takes in no name. */
const WINDOWS_REFUSES = /[<>:"|?*]/;

/**
 * Whether a directory that this server keeps may have this name: one with a dot in front is hidden, and what lies in it passes for unfinished; the
 * others Windows cannot have. Spaces and letters of any language are no harm.
 */
export function isDirectoryName(text: string): boolean {
  return !/^\.|[. ]$/.test(text) && !DEVICE.test(text) && !WINDOWS_REFUSES.test(text);
}
