import { partnershipFrom } from '../../../src/transports/as2/agreement/partnership-from.js';
import type { As2Request, As2Response } from '../../../src/transports/as2/endpoint/as2-exchange.js';
import type { Header } from '../../../src/transports/as2/mime/headers.js';
import { pairsFrom } from '../../../src/transports/as2/mime/wire-headers.js';
import { type Answer, readAnswer } from '../../../src/transports/as2/sending/read-answer.js';
import { createMemorySpool } from '../../../src/transports/as2/spool/memory-spool.js';
import { octetsOf, readOctets } from '../../../src/transports/as2/spool/octets.js';
import { assemble } from '../../../src/transports/as2/transmission/assemble.js';
import { type Given, identitiesOfTwo, settingsOf } from './two-partners.js';

export interface CraftedOptions {
  readonly settings?: Given;
  readonly content?: string;
  readonly messageId?: string;
  /** Changes what goes out. */
  readonly headers?: (headers: readonly Header[]) => readonly Header[];
  readonly body?: (body: Uint8Array) => Uint8Array;
}

/** A transmission from US to THEM as a request, changed as a test wants it. */
export interface Crafted {
  readonly request: As2Request;
  readonly bytes: Uint8Array;
  /** What the sender makes of the answer. */
  judge(response: As2Response): Promise<Answer>;
}

export async function craft(options: CraftedOptions = {}): Promise<Crafted> {
  const {
    settings,
    content = 'ISA*00*~',
    messageId = '<one@us>',
    headers = (all) => all,
    body = (all) => all,
  } = options;
  const partnership = partnershipFrom(settingsOf('US', await identitiesOfTwo(), settings));
  const moment = new Date();
  const transmission = await assemble({
    payload: { octets: octetsOf(new TextEncoder().encode(content)), name: 'a.edi' },
    partnership,
    messageId,
    moment,
    unique: 'crafted',
    spool: createMemorySpool(),
  });
  const bytes = body(await readOctets(transmission.body, 10_000_000));
  const pairs = pairsFrom(headers(transmission.headers));
  const request = {
    method: 'POST',
    headers: [...pairs, ['Content-Length', String(bytes.length)] as const],
    body: { [Symbol.asyncIterator]: () => once(bytes) },
  };
  const expected = { messageId, mics: transmission.mics, signed: partnership.mdn.signed, sentBefore: false };
  return {
    request,
    bytes,
    judge: ({ status, headers: answered, body: answer }) =>
      readAnswer({ status, headers: answered, body: answer }, { partnership, moment, expected }),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** With another value of one header; without it where that is undefined. */
export function withHeader(name: string, value: string | undefined): (headers: readonly Header[]) => readonly Header[] {
  return (headers) => [
    ...headers.filter((header) => header.name.toLowerCase() !== name.toLowerCase()),
    ...(value === undefined ? [] : [{ name, value }]),
  ];
}
