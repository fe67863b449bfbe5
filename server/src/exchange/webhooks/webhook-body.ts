import { isoTime } from '../../clock.js';
import { invalid } from '../../problems.js';
import { leadsToFunction } from '../../resources/destinations/function-target.js';
import { hasEnvelope } from '../../resources/events/event-types.js';
import { thinEvent } from '../../resources/events/shown.js';
import { MOST_EVENT_BYTES } from '../../resources/functions/promise-event.js';
import { LIVE } from '../../resources/mappings/mapping.js';
import { runMapping } from '../../resources/mappings/run-mapping.js';
import type { Artifacts, Events } from '../../store/tables.js';
import type { Services } from '../services.js';
import type { LoadedDestination, LoadedWebhook } from './load-webhooks.js';

/** Bytes below which guide JSON goes along, and that what a mapping makes must have less than. */
const MOST_BYTES = 1024 * 1024;
/** Of what stands around the JSON. */
const ENVELOPE_BYTES = 16 * 1024;

export type BodyServices = Pick<Services, 'store' | 'artifacts' | 'customerCode'>;

/**
 * What is sent: an envelope, with the guide JSON where it is small enough, or the thin payload, by the name that the event was asked for; and of
 * that what the destination's mapping makes.
 * @throws Problem where the mapping fails, saying what to do; CustomerCodeError `busy`; ObjectStoreError.
 */
export async function webhookBody(
  services: BodyServices,
  { delivery, artifact }: LoadedWebhook,
  event: Events,
  destination: LoadedDestination,
): Promise<Uint8Array> {
  const most = leadsToFunction(destination.url) ? MOST_EVENT_BYTES - ENVELOPE_BYTES : MOST_BYTES;
  const body = hasEnvelope(delivery.event_type)
    ? await enveloped(services, event, { artifact, most })
    : Buffer.from(JSON.stringify(thinEvent(event)));
  return destination.mapping_id === null ? body : mapped(services, destination.mapping_id, event.account_id, body);
}

async function enveloped(
  { artifacts }: BodyServices,
  event: Events,
  { artifact, most }: { readonly artifact: Artifacts | undefined; readonly most: number },
): Promise<Uint8Array> {
  const head = `{"event":${envelopeText(event)}`;
  if (artifact === undefined) return Buffer.from(`${head}}`);
  const about = { artifactType: artifact.type, usage: artifact.usage };
  if (artifact.size >= most) {
    const text = JSON.stringify({ ...about, attachedReason: 'SIZE_LIMIT_EXCEEDED' });
    return Buffer.from(`${head},"artifact":${text}}`);
  }
  // As it is kept: to read it and write it again would cost each webhook.
  const detail = await artifacts.read(artifact);
  const text = JSON.stringify({ ...about, attachedReason: 'WITHIN_SIZE_LIMIT' }).slice(0, -1);
  return Buffer.concat([Buffer.from(`${head},"artifact":${text},"detail":`), detail, Buffer.from('}}')]);
}

/** The detail goes in as its column has it. */
function envelopeText({ id, type, account_id, created_at, detail }: Events): string {
  const members = {
    version: '0',
    id,
    'detail-type': type,
    source: 'ediloom',
    account: account_id,
    // To the second.
    time: isoTime(created_at).replace(/\.\d+/, ''),
    region: 'local',
    resources: [],
  };
  return `${JSON.stringify(members).slice(0, -1)},"detail":${detail}}`;
}

async function mapped(
  services: BodyServices,
  mappingId: string,
  accountId: string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const input: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
  const made = Buffer.from(await runMapping(services, { ...LIVE, accountId }, { mappingId, input }));
  if (made.byteLength < MOST_BYTES) return made;
  throw invalid('What the mapping makes has 1 MB or more. Leave something out of it, and have clients ask for it.');
}
