import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Services } from '../exchange/services.js';
import { deleteObject } from '../resources/buckets/delete-objects.js';
import { listKeys } from '../resources/buckets/list-keys.js';
import { findBucket } from '../resources/buckets/rows.js';
import { showObject } from '../resources/buckets/shown.js';
import { AccountQueries } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type AnyCommand,
  type Arguments,
  type Here,
  type Input,
  neededOption,
  optionalText,
  textIn,
  UsageError,
} from './command.js';
import { demandNoFile, writeBeside } from './new-file.js';
import {
  audit,
  PIECE_BYTES,
  placeOf,
  READ_PIECE,
  type ReadPiece,
  SEND_PIECE,
  type SentPiece,
} from './object-pieces.js';

const DEFAULT_LIMIT = 100;
const MOST_LISTED = 1000;

interface Listed {
  readonly items: readonly ReturnType<typeof showObject>[];
  readonly commonPrefixes: readonly string[];
  readonly next?: string | undefined;
}

/** What lies in buckets. */
export const OBJECT_COMMANDS: readonly AnyCommand[] = [
  {
    name: 'objects list',
    usage: 'BUCKET [--prefix TEXT] [--delimiter TEXT] [--after KEY] [--limit N] [--account ID]',
    summary: 'Lists what lies in a bucket, in the order of the keys.',
    options: {
      ...ACCOUNT,
      prefix: { type: 'string', help: 'keys that begin so; default: all' },
      delimiter: { type: 'string', help: 'keys that go on behind it are listed as one, as / lists a folder' },
      after: { type: 'string', help: 'those behind this key; default: from the first on' },
      limit: { type: 'string', help: 'how many at most, up to 1000; default: 100' },
    },
    prepare: async ({ positionals: [bucket, ...more], options }) => {
      if (bucket === undefined || more.length > 0) throw new UsageError('objects list takes the name of one bucket.');
      return { ...options, bucket, limit: limitIn(options.limit) };
    },
    run: list,
    show: ({ items, commonPrefixes, next }: Listed) =>
      [
        ...commonPrefixes.map((prefix) => `${'-'.padStart(12)}  ${''.padEnd(24)}  ${printable(prefix)}`),
        ...items.map(({ key, size, updatedAt }) => `${String(size).padStart(12)}  ${updatedAt}  ${printable(key)}`),
        ...(next === undefined ? [] : [`There are more: --after '${printable(next)}'`]),
      ].join('\n') || 'There is nothing.',
  },
  {
    name: 'objects get',
    usage: 'BUCKET KEY --out FILE [--account ID]',
    summary: 'Saves an object to a file; the audit has it.',
    options: { ...ACCOUNT, out: { type: 'string', help: 'the file to make, that you alone can read' } },
    runHere: get,
    show: ({ file, size }: { readonly file: string; readonly size: number }) => `${size} bytes are in ${file}.`,
  },
  {
    name: 'objects put',
    usage: 'BUCKET KEY FILE [--content-type TYPE] [--account ID]',
    summary: 'Puts a file into a bucket, in place of an object under the same key.',
    options: {
      ...ACCOUNT,
      'content-type': { type: 'string', help: 'what it is; default: application/octet-stream' },
    },
    runHere: put,
    show: ({ bucket, key, size }: { readonly bucket: string; readonly key: string; readonly size: number }) =>
      `${size} bytes are in ${bucket} as ${printable(key)}`,
  },
  {
    name: 'objects delete',
    usage: 'BUCKET KEY [--account ID]',
    summary: 'Removes an object from a bucket.',
    options: ACCOUNT,
    prepare: async (args) => objectIn('objects delete', args),
    run: async (services: Services, input: Input) => {
      const place = await placeOf(services, input);
      await deleteObject(services, place, (queries) => audit(services, queries, 'delete', place));
      return { deleted: true };
    },
    show: () => '',
  },
  READ_PIECE,
  SEND_PIECE,
];

function limitIn(text: unknown): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MOST_LISTED) return limit;
  throw new UsageError(`--limit is a whole number from 1 to ${MOST_LISTED}.`);
}

async function list(services: Services, input: Input): Promise<Listed> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const bucket = textIn(input, 'bucket');
  const asked = {
    ...{ prefix: optionalText(input, 'prefix'), delimiter: optionalText(input, 'delimiter') },
    ...{ after: optionalText(input, 'after'), size: Number(input.limit) },
  };
  const { items, prefixes, next } = await services.store.list(async (db) => {
    const queries = new AccountQueries(db, accountId);
    await findBucket(queries, bucket);
    return listKeys(queries, bucket, asked);
  });
  return { items: items.map(showObject), commonPrefixes: prefixes, next };
}

/** Into a file that has its name when all of it is there and is what was put. */
async function get(args: Arguments, here: Here): Promise<{ readonly file: string; readonly size: number }> {
  const place = objectIn('objects get', args);
  const file = neededOption(args, 'out', 'the file to make');
  demandNoFile(file);
  const size = await writeBeside(file, (handle) => readInto(handle, place, here));
  return { file, size };
}

/** All of an object, piece by piece, and what was put. @returns its bytes. */
async function readInto(file: FileHandle, place: Input, here: Here): Promise<number> {
  const hash = createHash('sha256');
  let piece: ReadPiece | undefined;
  let from = 0;
  do {
    // `READ_PIECE` answers so.
    piece = (await here.ask(READ_PIECE, { ...place, from, sha256: piece?.sha256 })) as ReadPiece;
    const bytes = Buffer.from(piece.bytes, 'base64');
    if (bytes.length === 0 && from < piece.size) throw new Error('The object ends before its end. Read it again.');
    hash.update(bytes);
    await file.writeFile(bytes);
    from += bytes.length;
    tell(here, from, piece.size);
  } while (from < piece.size);
  if (hash.digest('hex') !== piece.sha256) throw new Error('What was read is not what was put. Read it again.');
  return piece.size;
}

/** A file that does not fit into one piece comes in parts, and is there when the last one is. */
async function put(args: Arguments, here: Here): Promise<Input & { readonly size: number }> {
  const { positionals, options } = args;
  const [path, ...more] = positionals.slice(2);
  if (path === undefined || more.length > 0) throw new UsageError('objects put takes a bucket, a key and one file.');
  const place = objectIn('objects put', { positionals: positionals.slice(0, 2), options });
  const file = await open(path, 'r').catch(() => {
    throw new UsageError('The file cannot be read. Check its path.');
  });
  let uploadId: string | undefined;
  try {
    const kind = await file.stat();
    if (kind.isDirectory()) throw new UsageError('The file is a folder. Name a file in it; clients of S3 put folders.');
    const { size } = kind;
    const buffer = Buffer.alloc(Math.min(PIECE_BYTES, size));
    let sent = 0;
    for (let number = 1; number === 1 || sent < size; number++) {
      const length = Math.min(PIECE_BYTES, size - sent);
      const { bytesRead } = await file.read(buffer, 0, length, sent);
      if (bytesRead < length) throw new Error('The file has become shorter meanwhile. Put it again.');
      sent += length;
      const piece = { bytes: buffer.subarray(0, length).toString('base64'), number, last: sent === size };
      const asked = { ...place, ...piece, uploadId, contentType: options['content-type'] };
      // `SEND_PIECE` answers so.
      const answer = (await here.ask(SEND_PIECE, asked)) as SentPiece;
      uploadId = 'uploadId' in answer ? answer.uploadId : undefined;
      tell(here, sent, size);
    }
    return { ...place, size };
  } catch (error) {
    // Where even that fails, the upload ends by itself after a week.
    if (uploadId !== undefined) await here.ask(SEND_PIECE, { ...place, uploadId, abandoned: true }).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

function tell({ progress }: Here, done: number, size: number): void {
  if (size > PIECE_BYTES) progress(`${megabytes(done)} of ${megabytes(size)} MB`);
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}

function objectIn(
  name: string,
  { positionals: [bucket, key, ...more], options }: Pick<Arguments, 'positionals' | 'options'>,
) {
  if (bucket === undefined || key === undefined || key === '' || more.length > 0) {
    throw new UsageError(`${name} takes the name of a bucket and a key.`);
  }
  return { bucket, key, account: options.account };
}

/** Keys may have characters that a terminal would obey, so these are escaped. */
function printable(key: string): string {
  return key.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
