import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip, and what is to be wrong with it. */
export interface ZippedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** 8 (deflate) by default; 0 stores. */
  readonly method?: number;
  /** 1 is encrypted. */
  readonly flags?: number;
  readonly crc?: number;
  /** What the list says of its size. */
  readonly size?: number;
}

/** A zip of files; `comment` stands behind it, `count` in its end in place of the number of files. */
export function makeZip(
  files: readonly ZippedFile[],
  { comment = '', count = files.length }: { readonly comment?: string; readonly count?: number } = {},
): Uint8Array {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8, flags = 0, crc, size } of files) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags | 0x800, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc ?? crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size ?? bytes.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const length = list.reduce((total, part) => total + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...parts, ...list, Buffer.from('PK\x05\x06', 'latin1'), end, Buffer.from(comment, 'latin1')]);
}
