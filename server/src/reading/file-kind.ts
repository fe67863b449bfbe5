/** What a file is by its first bytes. */
export type FileKind = 'x12' | 'json' | 'xml' | 'csv' | 'tsv' | 'psv' | 'gzip' | 'zip' | 'unknown';

const LOOKED_AT = 4_096;
const BYTE_ORDER_MARK = '\ufeff';
/** `PK`. */
const ZIP = [0x50, 0x4b] as const;
/** ISA, ISA01 and the separator before ISA02. */
const AN_ISA = /ISA([^A-Za-z0-9\s])\d\d\1/;
const SEPARATED = [
  ['csv', ','],
  ['tsv', '\t'],
  ['psv', '|'],
] as const;

/** Looks at the first bytes of a file, and lets go of it. */
export async function fileKindOf(source: AsyncIterable<Uint8Array>): Promise<FileKind> {
  const first: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of source) {
    first.push(bytes);
    length += bytes.length;
    if (length >= LOOKED_AT) return kindOf(Buffer.concat(first), false);
  }
  return kindOf(Buffer.concat(first), true);
}

/** @param isWhole there is nothing behind. */
function kindOf(bytes: Buffer, isWhole: boolean): FileKind {
  if (begins(bytes, 0x1f, 0x8b)) return 'gzip';
  // The second is what an empty archive begins with.
  if (begins(bytes, ...ZIP, 3, 4) || begins(bytes, ...ZIP, 5, 6)) return 'zip';
  // UTF-16 with an ISA: the engine says what to do about it.
  if (/^ISA/.test(bytes.toString('utf16le', 2, 8)) || begins(bytes, 0xfe, 0xff, 0, 0x49)) return 'x12';
  const text = bytes.toString('utf8', 0, LOOKED_AT).replace(BYTE_ORDER_MARK, '').trimStart();
  if (/^ISA[^A-Za-z0-9]/.test(text)) return 'x12';
  if (/^(?:\{\s*["}]|\[\s*[\]["{\d-])/.test(text)) return 'json';
  if (/^<(?:\?xml|!DOCTYPE|!--|[A-Za-z_])/.test(text)) return 'xml';
  const separated = separatedKind(text, isWhole && bytes.length <= LOOKED_AT);
  if (separated !== undefined) return separated;
  // With something in front: the engine says what to do about it.
  return AN_ISA.test(text) ? 'x12' : 'unknown';
}

function begins(bytes: Buffer, ...first: readonly number[]): boolean {
  return first.every((byte, at) => bytes[at] === byte);
}

/** Values between separators: the same number of them in each line. */
function separatedKind(text: string, isWhole: boolean): FileKind | undefined {
  if (text.includes('\0')) return undefined;
  const lines = text.replaceAll(/"(?:[^"]|"")*"/g, '""').split(/\r\n|\n|\r/);
  // What is behind the last line break is a part of a line.
  const whole = (isWhole ? lines : lines.slice(0, -1)).filter((line) => line !== '').slice(0, 20);
  if (whole.length < 2) return undefined;
  return SEPARATED.find(([, separator]) => {
    const counts = new Set(whole.map((line) => line.split(separator).length));
    return counts.size === 1 && !counts.has(1);
  })?.[0];
}
