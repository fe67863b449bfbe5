/** Characters of a file name at the interface. */
export const FILENAME_PATTERN = "^([a-zA-Z0-9.*'()!_-]+)$";
export const FILENAME_MAX_LENGTH = 300;

const FILENAME = new RegExp(FILENAME_PATTERN);

/** Whether a file may have this name; `.` and `..` fit the pattern and are places. */
export function isFilename(text: string): boolean {
  return text.length <= FILENAME_MAX_LENGTH && FILENAME.test(text) && text !== '.' && text !== '..';
}
