/** What a gzip file begins with. */
const GZIP = [0x1f, 0x8b] as const;

export type Unpacked =
  | { readonly kind: 'bytes'; readonly bytes: ArrayBuffer }
  /** More than the limit came out: nothing is kept of it. */
  | { readonly kind: 'too-large' }
  /** What is in it is broken, cut off, or followed by something else. */
  | { readonly kind: 'broken' };

/** True for a file packed by gzip, whatever its name is. */
export async function isGzip(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  return GZIP.every((byte, i) => head[i] === byte);
}

/** Unpacks a gzip file, and stops as soon as more than `most` bytes have come out: a small file may hold very many. */
export async function unpackGzip(file: Blob, most: number): Promise<Unpacked> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > most) {
        await reader.cancel();
        return { kind: 'too-large' };
      }
      pieces.push(next.value);
    }
    return { kind: 'bytes', bytes: await new Blob(pieces).arrayBuffer() };
  } catch {
    return { kind: 'broken' };
  }
}

/** `claims.edi` for `claims.edi.gz`. */
export function unpackedName(name: string): string {
  return name.replace(/\.gz$/i, '');
}
