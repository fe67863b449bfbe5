const ELEMENT = 0x2a;
const TERMINATOR = 0x7e;
const classes = new Uint8Array(256);

const OUT_BYTES = 2 * 1024 * 1024;
const out = new Uint8Array(OUT_BYTES);
let at = 0;
let written = 0;

/**
 * Walks the JSON of transaction sets member by member, in its own order, and writes every value into bytes: text after a
 * look at each character, numbers by `String`, a separator behind each, a terminator behind each object that has values.
 * It knows no guide: no names, types, dates, codes, counts or order are looked at.
 */
export function walkLoop(sets: readonly object[], delimiters: readonly string[]): number {
  classes.fill(0);
  for (const delimiter of delimiters) classes[delimiter.charCodeAt(0)] = 1;
  at = 0;
  written = 0;
  for (const set of sets) walkObject(set as Readonly<Record<string, unknown>>); // JSON objects have string keys
  return written + at;
}

function walkObject(object: Readonly<Record<string, unknown>>): boolean {
  let values = false;
  for (const key in object) if (walkValue(object[key])) values = true;
  if (values) out[at++] = TERMINATOR;
  if (at > OUT_BYTES / 2) flush();
  return false;
}

/** True for a value of its own, false for an object. */
function walkValue(value: unknown): boolean {
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'number') return writeText(String(value));
  if (Array.isArray(value)) {
    let values = false;
    for (const member of value) if (walkValue(member)) values = true;
    return values;
  }
  // What JSON has besides: objects.
  return walkObject(value as Readonly<Record<string, unknown>>);
}

function writeText(text: string): true {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Times of JSON have a colon, often the component separator: written values have none, so it is left out here too.
    if (code < 0x100 && classes[code] !== 0) continue;
    out[at++] = code;
  }
  out[at++] = ELEMENT;
  return true;
}

function flush(): void {
  written += at;
  at = 0;
}
