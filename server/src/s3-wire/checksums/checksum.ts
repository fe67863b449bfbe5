import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '../s3-error.js';
import { crc32c } from './crc32c.js';
import { crc64Nvme, NO_CRC64 } from './crc64-nvme.js';

export type ChecksumAlgorithm = 'crc32' | 'crc32c' | 'crc64nvme' | 'sha1' | 'sha256';

/** Bytes of each kind of checksum that is taken. */
const BYTES: Readonly<Record<ChecksumAlgorithm, number>> = { crc32: 4, crc32c: 4, crc64nvme: 8, sha1: 20, sha256: 32 };

export interface RunningChecksum {
  update(bytes: Uint8Array): void;
  /** In base64, as headers have it. */
  digest(): string;
}

/** A checksum that a client has sent, or will send behind the body. */
export interface AnnouncedChecksum {
  readonly algorithm: ChecksumAlgorithm;
  /** In base64; absent: it stands in the trailer. */
  readonly value: string | undefined;
}

const PREFIX = 'x-amz-checksum-';

export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `${PREFIX}${algorithm}`;
}

/** `crc32` of `x-amz-checksum-crc32`. @returns `undefined` for another header. @throws S3Error for a checksum that is not known here. */
export function algorithmOf(header: string): ChecksumAlgorithm | undefined {
  const name = header.toLowerCase();
  if (!name.startsWith(PREFIX)) return undefined;
  const algorithm = name.slice(PREFIX.length);
  // Headers about checksums that have none in them.
  if (algorithm === 'algorithm' || algorithm === 'type' || algorithm === 'mode') return undefined;
  if (Object.hasOwn(BYTES, algorithm)) return algorithm as ChecksumAlgorithm;
  throw new S3Error(
    'InvalidRequest',
    'A checksum of this kind is not known here. Use CRC32, CRC32C, CRC64NVME, SHA1 or SHA256.',
  );
}

/**
 * The checksum that headers announce for the body of their request.
 * @throws S3Error for more than one, or one in another form.
 */
export function announcedChecksum(headers: ReadonlyMap<string, string>): AnnouncedChecksum | undefined {
  const found: AnnouncedChecksum[] = [];
  for (const [name, value] of headers) {
    const algorithm = algorithmOf(name);
    if (algorithm !== undefined) found.push({ algorithm, value: soundChecksum(algorithm, value) });
  }
  for (const name of (headers.get('x-amz-trailer') ?? '').split(',')) {
    const algorithm = algorithmOf(name.trim());
    if (algorithm !== undefined) found.push({ algorithm, value: undefined });
    else if (name.trim() !== '') throw new S3Error('InvalidRequest', 'A trailer can have checksums alone.');
  }
  if (found.length > 1) throw new S3Error('InvalidRequest', 'The request has more than one checksum. Send one.');
  return found[0];
}

/** @throws S3Error for text that is no checksum of the algorithm in base64. */
export function soundChecksum(algorithm: ChecksumAlgorithm, value: string): string {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === BYTES[algorithm] && bytes.toString('base64') === value) return value;
  throw new S3Error(
    'InvalidRequest',
    `The value of ${checksumHeader(algorithm)} is not of ${BYTES[algorithm]} bytes in base64.`,
  );
}

export function runningChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  if (algorithm === 'sha1' || algorithm === 'sha256') {
    const hash = createHash(algorithm);
    return {
      update: (bytes) => {
        hash.update(bytes);
      },
      digest: () => hash.digest('base64'),
    };
  }
  if (algorithm === 'crc64nvme') {
    let crc = NO_CRC64;
    return {
      update: (bytes) => {
        crc = crc64Nvme(bytes, crc);
      },
      digest: () => inBase64([crc.high, crc.low]),
    };
  }
  const step = algorithm === 'crc32' ? crc32 : crc32c;
  let crc = 0;
  return {
    update: (bytes) => {
      crc = step(bytes, crc);
    },
    digest: () => inBase64([crc]),
  };
}

function inBase64(words: readonly number[]): string {
  const bytes = Buffer.alloc(words.length * 4);
  words.forEach((word, place) => {
    bytes.writeUInt32BE(word, place * 4);
  });
  return bytes.toString('base64');
}
