import type { ClaimSending, SendClaims } from '../../src/exchange/claim-files/claim-sender.js';
import { CLAIM_SENDERS } from '../../src/exchange/claim-files/claim-senders.js';
import type { Services } from '../../src/exchange/services.js';
import { uuid } from '../../src/ids.js';
import { findRoute } from '../../src/resources/payer-routes/rows.js';
import { createRoute } from '../../src/resources/payer-routes/save-route.js';
import type { GivenRoute } from '../../src/resources/payer-routes/schemas.js';
import { soundRoute } from '../../src/resources/payer-routes/sound-route.js';
import type { ClaimFiles } from '../../src/store/claim-tables.js';
import { CLAIMS } from './claims.js';

/** The account whose claims they are. */
export const PRACTICE = 'practice-1';

const SENDER = 'CLEARING';
const RECEIVER = 'UPSTREAM';

/** ISA05 to ISA08 of files, and of the routes that they go over. */
export const FILE_IDS = { sender: { qualifier: 'ZZ', id: SENDER }, receiver: { qualifier: 'ZZ', id: RECEIVER } };

/** The sample of a type as it goes out: under the ids of the routes, of production. */
export function claimFileText(type: ClaimFiles['type'] = 'professional'): string {
  return CLAIMS[type].x12
    .replace(/\*ZZ\*.{15}\*ZZ\*.{15}\*/, `*ZZ*${SENDER.padEnd(15)}*ZZ*${RECEIVER.padEnd(15)}*`)
    .replace(/GS\*HC\*[^*]*\*[^*]*\*/, `GS*HC*${SENDER}*${RECEIVER}*`)
    .replace('*0*T*:~', '*0*P*:~');
}

/** A route that is saved as an operator saves it. */
export async function saveRoute(
  services: Services,
  given: Omit<GivenRoute, 'sender' | 'receiver'> & Partial<GivenRoute>,
) {
  const sound = await soundRoute({ ...FILE_IDS, ...given });
  return services.store.write((tx) => createRoute(services, tx, sound));
}

/** A file of claims as it stands when it is to be handed over. */
export async function claimFile(
  services: Services,
  routeId: string,
  more: Partial<ClaimFiles> = {},
): Promise<ClaimFiles> {
  const now = services.clock.now();
  const row: ClaimFiles = {
    ...{ account_id: PRACTICE, id: uuid(), route_id: routeId, type: 'professional', state: 'WRITTEN', claim_count: 1 },
    ...{
      artifact_id: uuid(),
      interchange_number: '000000001',
      group_number: 1,
      attempts: 0,
      failure: null,
      handing_since: null,
      handed_by: null,
    },
    ...{
      carrier_account_id: null,
      partnership_id: null,
      execution_id: null,
      sent_at: null,
      created_at: now,
      updated_at: now,
    },
    expires_at: null,
    ...more,
  };
  await services.store.write((tx) => tx.insertInto('claim_files').values(row).execute());
  return row;
}

export interface SendOptions {
  readonly text?: string;
  readonly wasCutOff?: boolean;
}

/** Hands a file over once, as its kind of route does. */
export async function send(
  services: Services,
  file: ClaimFiles,
  { text = claimFileText(file.type), wasCutOff = false }: SendOptions = {},
): Promise<ClaimSending> {
  const route = await services.store.read((db) => findRoute(db, 'id', file.route_id));
  if (route === undefined) throw new Error('The route is gone.');
  const sender: SendClaims | undefined = CLAIM_SENDERS[route.kind];
  if (sender === undefined) throw new Error('Routes of this kind send no claims.');
  const signal = new AbortController().signal;
  return sender({ services, file, route, x12: Buffer.from(text), wasCutOff, signal });
}
