import type { Journal } from '../../../src/delivery/journal.js';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import type { InboundPayload } from '../../../src/delivery/payload.js';
import type { Transport } from '../../../src/delivery/transport.js';
import type { ArrivedFile } from '../../../src/testing/transport-harness.js';
import type { PartnershipSettings } from '../../../src/transports/as2/agreement/partnership.js';
import { partnershipFrom } from '../../../src/transports/as2/agreement/partnership-from.js';
import { type As2TransportOptions, createAs2Transport } from '../../../src/transports/as2/as2-transport.js';
import type { Identity } from '../../../src/transports/as2/certificates/certificate.js';
import type { As2Endpoint, As2EndpointOptions, As2Event } from '../../../src/transports/as2/endpoint/as2-endpoint.js';
import { createAs2Endpoint } from '../../../src/transports/as2/endpoint/create-as2-endpoint.js';
import { type As2Server, createAs2Server } from '../../../src/transports/as2/endpoint/create-as2-server.js';
import type { TakenReceipt } from '../../../src/transports/as2/endpoint/take-receipt.js';
import { createMemorySpool } from '../../../src/transports/as2/spool/memory-spool.js';
import { newIdentity } from './identities.js';
import { Wire } from './wire.js';

export type Ids = 'US' | 'THEM';

let identities: Promise<Readonly<Record<Ids | 'OTHER', Identity>>> | undefined;

/** One pair of keys for all tests of a file. */
export function identitiesOfTwo(): Promise<Readonly<Record<Ids | 'OTHER', Identity>>> {
  identities ??= Promise.all([newIdentity(), newIdentity(), newIdentity()]).then(([US, THEM, OTHER]) => ({
    US,
    THEM,
    OTHER,
  }));
  return identities;
}

/** One partner: an endpoint that listens, and what it has received. */
export interface Side {
  readonly id: Ids;
  readonly endpoint: As2Endpoint;
  readonly journal: Journal;
  /** Of the wire to it. */
  readonly url: string;
  readonly wire: Wire;
  /** What was accepted, in order. */
  readonly files: (ArrivedFile & { readonly id: string })[];
  readonly events: As2Event[];
  readonly receipts: TakenReceipt[];
  close(): Promise<void>;
  /** Its sockets are gone, as those of a process that was killed; what it was at stands still. */
  kill(): Promise<void>;
}

export type Given = Partial<PartnershipSettings>;

export interface SideOptions {
  readonly journal?: Journal;
  readonly settings?: Given;
  readonly endpoint?: Partial<As2EndpointOptions>;
  /** What receives; default takes everything. `null`: nobody does. */
  readonly take?: ((payload: InboundPayload, side: Side) => Promise<void>) | null;
}

export async function startSide(id: Ids, options: SideOptions = {}): Promise<Side> {
  const keys = await identitiesOfTwo();
  const { journal = createMemoryJournal(), settings, take = takeAll } = options;
  const events: As2Event[] = [];
  const receipts: TakenReceipt[] = [];
  const endpoint = createAs2Endpoint({
    partnerships: [partnershipFrom(settingsOf(id, keys, settings))],
    journal,
    spool: createMemorySpool(),
    receipts: { publicOnly: false, delayMs: 20 },
    onEvent: (event) => events.push(event),
    onReceipt: (receipt) => receipts.push(receipt),
    ...options.endpoint,
  });
  const server: As2Server = createAs2Server(endpoint);
  const { port } = await server.listen({ port: 0 });
  const wire = new Wire();
  const url = `http://127.0.0.1:${await wire.open(port)}/as2`;
  const control = new AbortController();
  const kill = async (): Promise<void> => {
    await wire.close();
    await server.close({ grace: 0 });
  };
  const close = async (): Promise<void> => {
    control.abort();
    await kill();
    await endpoint.close();
  };
  const side: Side = { id, endpoint, journal, url, wire, files: [], events, receipts, close, kill };
  if (take !== null) receiveAll(side, control.signal, take).catch(() => undefined);
  // The receiving begins with its first turn.
  await new Promise((resolve) => setImmediate(resolve));
  return side;
}

async function receiveAll(side: Side, signal: AbortSignal, take: NonNullable<SideOptions['take']>): Promise<void> {
  for await (const payload of side.endpoint.receive(signal)) await take(payload, side).catch(() => undefined);
}

export async function takeAll(payload: InboundPayload, side: Pick<Side, 'files'>): Promise<void> {
  const bytes = await allOf(payload);
  await payload.accept();
  side.files.push({ id: payload.id, name: payload.name, bytes });
}

export async function allOf(payload: InboundPayload): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of payload.open()) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

export function settingsOf(
  id: Ids,
  keys: Readonly<Record<Ids | 'OTHER', Identity>>,
  settings: Given = {},
): PartnershipSettings {
  const partnerId = id === 'US' ? 'THEM' : 'US';
  return {
    ourId: id,
    partnerId,
    identities: [{ identity: keys[id] }],
    certificates: [{ certificate: keys[partnerId].certificate }],
    ...settings,
  };
}

export async function until(holds: () => boolean, ms = 5_000): Promise<void> {
  for (const late = Date.now() + ms; !holds(); ) {
    if (Date.now() > late) throw new Error('It did not come to be in time.');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The transport by which one sends to the other. */
export async function transportTo(
  them: Side,
  options: Partial<As2TransportOptions> & { readonly settings?: Given } = {},
): Promise<Transport> {
  const { settings, ...rest } = options;
  const id = them.id === 'US' ? 'THEM' : 'US';
  return createAs2Transport({
    connection: 'partner',
    journal: createMemoryJournal(),
    spool: createMemorySpool(),
    idleMs: 10_000,
    lookMs: 20,
    ...rest,
    partnership: settingsOf(id, await identitiesOfTwo(), { url: them.url, ...settings }),
  });
}

/** Sides to be closed when the test is over. */
export class Sides {
  readonly #open: { close(): Promise<void> }[] = [];

  async start(id: Ids, options: SideOptions = {}): Promise<Side> {
    return this.keep(await startSide(id, options));
  }

  keep<T extends { close(): Promise<void> }>(one: T): T {
    this.#open.push(one);
    return one;
  }

  async close(): Promise<void> {
    for (const one of this.#open.splice(0).reverse()) await one.close();
  }
}
