import { completePartnership } from '../../../../src/transports/as2/agreement/complete-partnership.js';
import type { Partnership, PartnershipSettings } from '../../../../src/transports/as2/agreement/partnership.js';
import type { Identity } from '../../../../src/transports/as2/certificates/certificate.js';
import { headersOf } from '../../../../src/transports/as2/mime/header-block.js';
import type { Header } from '../../../../src/transports/as2/mime/headers.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import type { Octets } from '../../../../src/transports/as2/spool/octets.js';
import { assemble, type Transmission } from '../../../../src/transports/as2/transmission/assemble.js';
import {
  type OpenTransmissionLimits,
  openTransmission,
} from '../../../../src/transports/as2/transmission/open-transmission.js';
import type { OpenedTransmission } from '../../../../src/transports/as2/transmission/opened-transmission.js';
import { readTransmissionHead } from '../../../../src/transports/as2/transmission/transmission-head.js';
import { newIdentity } from '../identities.js';
import { bytesOf, cutOctets, latin1 } from '../octets-cut.js';

/** A pair of partners, and what each knows of the other. */
export interface Partners {
  readonly us: Identity;
  readonly them: Identity;
  /** How we send to them. */
  sending(settings?: Partial<PartnershipSettings>): Partnership;
  /** How they take what we send. */
  receiving(settings?: Partial<PartnershipSettings>): Partnership;
}

/** Within the days of certificates that are made after it was read. */
export const MOMENT = new Date(Date.now() + 3_600_000);

let identities: Promise<readonly [Identity, Identity]> | undefined;

/** Two partners; their keys are made once a test worker. */
export async function newPartners(): Promise<Partners> {
  identities ??= Promise.all([newIdentity(), newIdentity()]);
  const [us, them] = await identities;
  return {
    us,
    them,
    sending: (settings) =>
      completed({
        ourId: 'US',
        partnerId: 'THEM',
        identities: [{ identity: us }],
        certificates: [{ certificate: them.certificate }],
        ...settings,
      }),
    receiving: (settings) =>
      completed({
        ourId: 'THEM',
        partnerId: 'US',
        identities: [{ identity: them }],
        certificates: [{ certificate: us.certificate }],
        ...settings,
      }),
  };
}

export const LENIENT = { inbound: { requireSigned: false, requireEncrypted: false, acceptSha1: true } } as const;

function completed(settings: PartnershipSettings): Partnership {
  const result = completePartnership(settings);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.partnership;
}

export interface Sent {
  readonly octets: Octets;
  readonly name?: string | undefined;
  readonly contentType?: string | undefined;
}

export function send(payload: Sent, partnership: Partnership, unique = 'u-1'): Promise<Transmission> {
  return assemble({ payload, partnership, messageId: '<1@us>', moment: MOMENT, unique, spool: createMemorySpool() });
}

export interface Received {
  readonly headers: readonly Header[];
  readonly body: Octets;
}

export async function receive(
  { headers, body }: Received,
  partnership: Partnership,
  limits?: Partial<OpenTransmissionLimits>,
): Promise<OpenedTransmission> {
  const reading = readTransmissionHead(headers);
  if (!reading.ok) throw new Error(reading.text);
  return openTransmission({
    head: reading.head,
    body,
    partnership,
    moment: MOMENT,
    spool: createMemorySpool(),
    limits,
  });
}

export const AS2_HEADERS = 'AS2-From: US\r\nAS2-To: THEM\r\nMessage-ID: <1@us>\r\n';

/** A transmission written by hand: the headers of HTTP, an empty line, the body. */
export function byHand(headers: string, body: string | Uint8Array): Received {
  const bytes = typeof body === 'string' ? latin1(body) : body;
  return { headers: headersOf(latin1(AS2_HEADERS + headers)), body: cutOctets(bytes, 1000) };
}

export async function inChunks({ headers, body }: Received, chunkBytes: number): Promise<Received> {
  return { headers, body: cutOctets(await bytesOf(body), chunkBytes) };
}
