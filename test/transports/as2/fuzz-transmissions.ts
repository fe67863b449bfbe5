import { Random } from '../../../bench/generate/random.js';
import type { Partnership } from '../../../src/transports/as2/agreement/partnership.js';
import { isMdn, readMdn } from '../../../src/transports/as2/mdn/read-mdn.js';
import { writeMdn } from '../../../src/transports/as2/mdn/write-mdn.js';
import { headersOf } from '../../../src/transports/as2/mime/header-block.js';
import { type Header, writeHeaderBlock } from '../../../src/transports/as2/mime/headers.js';
import { MimeError } from '../../../src/transports/as2/mime/mime-error.js';
import { createMemorySpool } from '../../../src/transports/as2/spool/memory-spool.js';
import { octetsOf, type Spool } from '../../../src/transports/as2/spool/octets.js';
import { openTransmission } from '../../../src/transports/as2/transmission/open-transmission.js';
import { readTransmissionHead } from '../../../src/transports/as2/transmission/transmission-head.js';
import { bytesOf, cutOctets, latin1 } from './octets-cut.js';
import { LENIENT, MOMENT, newPartners, type Partners, send } from './transmission/partners.js';

/** A transmission or receipt to be damaged: the headers as one block, and the body. */
interface Seed {
  readonly headers: Uint8Array;
  readonly body: Uint8Array;
}

/** An input that went wrong, and how. The input itself, as keys are new in every process. */
interface FuzzFailure extends Seed {
  readonly run: number;
  readonly error: unknown;
}

export interface FuzzReport {
  /** How often each end was reached. */
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly FuzzFailure[];
}

const PAYLOAD = 'ISA*00*          *00*          *ZZ*US*~\r\nGS*HC~\r\nIEA*0*1~\r\n';
const WORDS = [
  'Content-Type: ',
  'Content-Transfer-Encoding: base64\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n',
  'multipart/signed',
  'multipart/report; report-type=disposition-notification',
  'application/pkcs7-mime',
  'message/disposition-notification',
  'boundary=',
  'Disposition: ',
  'Disposition-Notification-To: x\r\n',
  'Disposition-Notification-Options: signed-receipt-micalg=required, md5\r\n',
  'Received-Content-MIC: ',
  '\r\n\r\n',
  '\r\n',
  '\n',
  '--',
  '--=_signed-u-1',
  '; filename*0*=',
  "UTF-8''%",
  '=?UTF-8?B?',
  '"',
  '\\',
  '(',
  ';',
  '\0',
  '\x30\x80',
  '\x24\x80',
  '\xa0\x84\xff\xff\xff\xff',
  '../',
];

/** Inputs of every kind to start from. Keys are new in every process, so that a run is the same within one only. */
export async function fuzzSeeds(): Promise<{ readonly partners: Partners; readonly seeds: readonly Seed[] }> {
  const partners = await newPartners();
  const payload = { octets: octetsOf(latin1(PAYLOAD)), name: 'a.edi' };
  const none = { sign: 'none', encrypt: 'none' } as const;
  const kinds = [
    none,
    { encrypt: 'none' },
    { encrypt: 'none', contentTransferEncoding: '7bit' },
    { encrypt: 'none', contentTransferEncoding: 'base64' },
    { ...none, compress: 'before-signing' },
    { encrypt: 'none', compress: 'before-signing' },
    { encrypt: 'none', compress: 'after-signing' },
    { sign: 'none', encrypt: 'aes128-cbc' },
    { encrypt: 'aes256-cbc' },
    { encrypt: 'aes128-gcm', keyTransport: 'rsa-oaep' },
  ] as const;
  const seeds: Seed[] = [];
  for (const outbound of kinds) {
    const { headers, body } = await send(payload, partners.sending({ outbound }));
    seeds.push({ headers: writeHeaderBlock(headers), body: await bytesOf(body) });
  }
  for (const signing of [undefined, { identity: partners.us, algorithm: 'sha256' } as const]) {
    const { headers, body } = await writeMdn({
      reason: 'processed',
      from: 'US',
      to: 'THEM',
      originalMessageId: '<1@us>',
      mic: { algorithm: 'sha1', value: new Uint8Array(20) },
      reportingUa: 'x',
      messageId: '<2@us>',
      moment: MOMENT,
      unique: 'u-2',
      signing,
    });
    seeds.push({ headers: writeHeaderBlock(headers), body });
  }
  // As plain bytes: a slice of a Buffer would be no copy, and damage to it would stay.
  const copies = seeds.map(({ headers, body }) => ({ headers: new Uint8Array(headers), body: new Uint8Array(body) }));
  return { partners, seeds: copies };
}

/**
 * Damages transmissions and receipts and opens them: nothing but a result may come of it, nothing may stay in the spool, and
 * what is said to be signed must be what was signed.
 */
export async function fuzzTransmissions(options: {
  readonly runs: number;
  readonly seed?: number;
  readonly first?: number;
  readonly progress?: (done: number) => void;
}): Promise<FuzzReport> {
  const { runs, seed = 1, first = 0, progress } = options;
  const { partners, seeds } = await fuzzSeeds();
  const partnership = partners.receiving(LENIENT);
  const counts: Record<string, number> = {};
  const failures: FuzzFailure[] = [];
  for (let run = first; run < first + runs && failures.length < 20; run++) {
    const random = new Random(seed * 1_000_003 + run);
    const input = damaged(random, seeds);
    try {
      const end = await openOne(input, random.chance(5) ? 1 : random.pick([64, 500, 5000]), partnership);
      counts[end] = (counts[end] ?? 0) + 1;
    } catch (error) {
      failures.push({ ...input, run, error });
    }
    if ((run - first + 1) % 10_000 === 0) progress?.(run - first + 1);
  }
  return { counts, failures };
}

async function openOne(input: Seed, chunkBytes: number, partnership: Partnership): Promise<string> {
  const headers = httpHeaders(input.headers);
  if (headers === undefined) return 'HTTP refuses';
  const reading = readTransmissionHead(headers);
  if (!reading.ok) return 'no head';
  const body = cutOctets(input.body, chunkBytes);
  const entity = { headers, body, whole: body };
  if (await isMdn(entity)) await readMdn(entity, { trusted: [], spool: createMemorySpool() });
  const { spool, kept } = countingSpool();
  const opened = await openTransmission({
    head: reading.head,
    body,
    partnership,
    moment: MOMENT,
    spool,
    limits: { maxBytes: 1_000_000 },
  });
  if (opened.kind === 'payload') {
    const bytes = await bytesOf(opened.payload.octets);
    if (opened.signedBy !== undefined && lines(bytes.toString('latin1')) !== lines(PAYLOAD)) {
      throw new Error('It is said to be signed, and is not what was signed.');
    }
    await opened.discard();
  }
  if (kept() !== 0) throw new Error('Something stays in the spool.');
  if (opened.kind === 'mdn') return `mdn ${opened.reading.kind}`;
  return opened.kind === 'failure' ? opened.reason : 'payload';
}

/** As the parser of HTTP gives them; what it would refuse is not for us. */
function httpHeaders(block: Uint8Array): readonly Header[] | undefined {
  try {
    return headersOf(block);
  } catch (error) {
    if (error instanceof MimeError) return undefined;
    throw error;
  }
}

function lines(text: string): string {
  return text.replace(/\r\n/g, '\n');
}

function countingSpool(): { readonly spool: Spool; readonly kept: () => number } {
  const open = new Set<object>();
  const spool: Spool = {
    async create() {
      const writer = await createMemorySpool().create();
      open.add(writer);
      const discard = async (): Promise<void> => {
        open.delete(writer);
        await writer.discard();
      };
      return { write: (bytes) => writer.write(bytes), finish: () => writer.finish(), discard };
    },
  };
  return { spool, kept: () => open.size };
}

/** One to four damages; most in the body, as headers are soon refused. */
function damaged(random: Random, seeds: readonly Seed[]): Seed {
  const seed = random.pick(seeds);
  let { headers, body } = seed;
  for (let left = random.between(1, 4); left > 0; left--) {
    if (random.chance(25)) headers = damage(random, headers, random.pick(seeds).headers);
    else body = damage(random, body, random.pick(seeds).body);
  }
  return { headers, body };
}

function damage(random: Random, input: Uint8Array, other: Uint8Array): Uint8Array {
  const at = random.below(input.length + 1);
  switch (random.below(7)) {
    case 0: {
      const copy = input.slice();
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
      return copy;
    }
    case 1:
      return splice(input, at, at + random.below(random.chance(80) ? 6 : 300), new Uint8Array());
    case 2:
      return splice(input, at, at, latin1(random.pick(WORDS)));
    case 3:
      return random.chance(30) ? input.slice(0, at) : splice(input, at, at + 1, Uint8Array.of(random.below(256)));
    case 4: {
      const piece = input.subarray(at, at + random.below(60));
      return splice(input, at, at, Buffer.concat(Array.from({ length: random.pick([1, 2, 30]) }, () => piece)));
    }
    case 5:
      return splice(input, at, input.length, other.subarray(random.below(other.length + 1)));
    default:
      return random.chance(20) ? other : splice(input, at, at, other.subarray(0, random.below(200)));
  }
}

function splice(input: Uint8Array, from: number, to: number, piece: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([input.subarray(0, from), piece, input.subarray(Math.min(to, input.length))]));
}
