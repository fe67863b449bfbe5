import { createHash } from 'node:crypto';
import type { InboundPayload } from 'ediloom/transports';
import { writeAudit } from '../../audit/write-audit.js';
import { uuid } from '../../ids.js';
import { wholeArtifactsOf } from '../../objects/artifact-rows.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { recordArrivals } from '../../resources/inbound/arrivals.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import { type As2Partner, findPartner } from './partners.js';

export type TakingServices = Pick<Services, 'store' | 'artifacts' | 'jobs' | 'clock'>;

/** What became of a transmission. */
export type Taken =
  | { readonly kind: 'taken' | 'repeated'; readonly executionId: string }
  /** Nothing is received over the connection, or other bytes came under the same Message-ID before. */
  | { readonly kind: 'refused' };

/**
 * Makes a transmission that was verified an execution: its bytes are safe, then it is written down in one commit, and only then its sender gets
 * the receipt. Killed in between, the sender's repetition finds what was written down.
 * @throws what keeps it from being taken; the sender is asked to come again.
 */
export async function takeTransmission(services: TakingServices, payload: InboundPayload): Promise<Taken> {
  try {
    const taken = await take(services, payload);
    if (taken.kind === 'refused') await payload.reject();
    else await payload.accept();
    return taken;
  } catch (error) {
    await payload.reject('try-again').catch(() => undefined);
    throw error;
  }
}

async function take(services: TakingServices, payload: InboundPayload): Promise<Taken> {
  const { origin } = payload;
  // As it is now: it may have been disabled since the request began.
  const partner = await findPartner(services, origin['as2-from'] ?? '', origin['as2-to'] ?? '');
  if (partner?.settings.inboundSettings?.enabled !== true) return { kind: 'refused' };
  const executionId = uuid();
  const input = await services.artifacts.receive(partner.connection.account_id, {
    ...{ model: 'execution', ownerId: executionId, usage: 'input' },
    ...{ type: 'application/octet-stream', name: payload.name, bytes: payload.open() },
  });
  return written(services, { partner, payload, executionId, input });
}

interface Received {
  readonly partner: As2Partner;
  readonly payload: InboundPayload;
  readonly executionId: string;
  readonly input: PreparedArtifact;
}

async function written(services: TakingServices, { partner, payload, executionId, input }: Received): Promise<Taken> {
  const { connection } = partner;
  const { account_id: account } = connection;
  const arrival = { connection, payloadId: nameOf(payload), executionId, directory: '', name: payload.name, input };
  const arrived = await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, account);
    const [one] = await recordArrivals(services, queries, [arrival]);
    if (one?.isNew === true) {
      const { address, 'as2-from': from } = payload.origin;
      const entry = {
        action: 'receive',
        objectKind: 'execution',
        objectId: executionId,
        keyId: `as2:${from}`,
        address,
      };
      await writeAudit(queries, services.clock, entry);
    }
    return one;
  });
  if (arrived === undefined) throw new Error('One arrival was written down.');
  if (arrived.isNew) return { kind: 'taken', executionId };
  const before = await readRows(services.store, account, (queries) => wholeArtifactsOf(queries, arrived.executionId));
  const same = before.find(({ model, usage }) => model === 'execution' && usage === 'input');
  // What retention has taken away was answered long ago.
  if (same !== undefined && same.sha256 !== input.sha256) return { kind: 'refused' };
  return { kind: 'repeated', executionId: arrived.executionId };
}

/** Bytes of a name that is kept as it is: an index has room for little more. */
const LONGEST_NAME = 512;

/** What names the transmission for ever: both ids and its Message-ID. */
function nameOf({ id }: InboundPayload): string {
  return id.length <= LONGEST_NAME ? id : createHash('sha256').update(id).digest('hex');
}
