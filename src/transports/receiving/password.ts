import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { requireForm } from '../../model/check-options.js';
import { X12Error } from '../../model/error.js';

/** What scrypt costs: `cost` (a power of two) × `blockSize` × 128 bytes of memory, `parallel` times in turn. */
interface Work {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallel: number;
}

interface PasswordHash extends Work {
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

const DEFAULT_COST = 2 ** 15;
const KEY_BYTES = 32;
/** What a hash may ask for: 256 MiB, so that a damaged user table cannot take the process down. */
const MAX_MEMORY = 256 * 1024 * 1024;
/** Longer ones are never right; they are not hashed, the decoy is. */
const MAX_PASSWORD_BYTES = 1024;
/** Two at a time: the thread pool serves files too, and each takes 32 MiB. */
const AT_ONCE = 2;

/**
 * The hash of a password, with its parameters and salt in it: `$scrypt$ln=15,r=8,p=1$SALT$KEY`.
 * @param cost iterations, a power of two; default 32,768 (32 MiB, some 60 ms).
 * @throws X12Error `X12_OPTION_INVALID` for an empty password and one of more than 1,024 bytes.
 */
export async function hashPassword(
  password: string,
  { cost = DEFAULT_COST }: { readonly cost?: number } = {},
): Promise<string> {
  requireForm('hashPassword', 'password', password, 'text');
  const bytes = Buffer.byteLength(password.normalize());
  if (bytes === 0 || bytes > MAX_PASSWORD_BYTES) {
    throw new X12Error('X12_OPTION_INVALID', `A password has 1 to ${MAX_PASSWORD_BYTES} bytes.`);
  }
  const work = demandWork({ cost, blockSize: 8, parallel: 1 });
  const salt = randomBytes(16);
  const key = await derive(password, salt, work, KEY_BYTES);
  return `$scrypt$ln=${Math.log2(cost)},r=8,p=1$${base64(salt)}$${base64(key)}`;
}

/**
 * True when the password is the one of the hash. Without a hash (no such user, or none by password) the answer is false after
 * the same work, as long as hashes are made with the default cost.
 * @throws X12Error `X12_OPTION_INVALID` for a hash that is none of {@link hashPassword}.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  requireForm('verifyPassword', 'password', password, 'text');
  const short = Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
  const expected = hash !== undefined && short ? readHash(hash) : DECOY;
  const key = await derive(short ? password : '', expected.salt, expected, expected.key.length);
  // Compared in every case, and before the decoy is looked at.
  const same = timingSafeEqual(key, expected.key);
  return same && expected !== DECOY;
}

const DECOY: PasswordHash = {
  cost: DEFAULT_COST,
  blockSize: 8,
  parallel: 1,
  salt: new Uint8Array(16),
  key: new Uint8Array(KEY_BYTES),
};

function readHash(hash: string): PasswordHash {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,2})\$([\w+/-]{8,128})\$([\w+/-]{20,128})$/.exec(hash);
  if (match === null) throw notAHash();
  const [, ln = '', r = '', p = '', salt = '', key = ''] = match;
  return {
    ...demandWork({ cost: 2 ** Number(ln), blockSize: Number(r), parallel: Number(p) }),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}

function demandWork(work: Work): Work {
  const { cost, blockSize, parallel } = work;
  const sound = Number.isInteger(Math.log2(cost)) && cost >= 2 && blockSize >= 1 && parallel >= 1 && parallel <= 16;
  if (!sound || cost * blockSize * 128 > MAX_MEMORY) throw notAHash();
  return work;
}

function notAHash(): X12Error {
  return new X12Error('X12_OPTION_INVALID', 'That is no password hash. Make one with hashPassword.');
}

async function derive(password: string, salt: Uint8Array, work: Work, length: number): Promise<Uint8Array> {
  const { cost: N, blockSize: r, parallel: p } = work;
  await turn();
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize(), salt, length, { N, r, p, maxmem: 2 * MAX_MEMORY }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      );
    });
  } finally {
    running--;
    waiting.shift()?.();
  }
}

// For the whole process, as the processor is: two servers in one process have no more of it.
let running = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<void> {
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
