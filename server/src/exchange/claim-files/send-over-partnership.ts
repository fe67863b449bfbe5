import type { PreparedArtifact } from '../../objects/artifacts.js';
import { findCarried, noteExecution } from '../../resources/claims/carried-files.js';
import { leadsElsewhere } from '../../resources/connections/kinds/kind-table.js';
import { evaluateFilename } from '../../resources/filenames/evaluate-filename.js';
import { type ClaimCarrier, findClaimCarrier } from '../../resources/payer-routes/carrier.js';
import { noteCarrier } from '../../resources/payer-routes/claim-carriers.js';
import { settingsOf } from '../../resources/payer-routes/columns.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import { expiryAfter } from '../../store/purge.js';
import { CustomerCodeError } from '../../worker/customer-code.js';
import { insertFiles, type WritableFile } from '../outbound/insert-files.js';
import { type CarriedFile, carriedArtifacts, carriedRows } from './carried-rows.js';
import type { ClaimSending, SendClaims, SendingClaims } from './claim-sender.js';
import { followExecution } from './follow-execution.js';
import { type ClaimEnvelope, readEnvelope } from './read-envelope.js';

/** Milliseconds after which a file is tried again whose name could not be made for now. */
const BUSY_MS = 2_000;

/**
 * Has a file of claims go out as a file of the account of the operator, over the connection of its partnership: written down once, with the
 * promise of its delivery; from then on deliveries take it there, and this looks how far they are.
 */
export const sendOverPartnership: SendClaims = async (sending) => {
  const { services, file } = sending;
  const known = await readRows(services.store, file.account_id, (queries) => findCarried(queries, file.id));
  if (known !== undefined) return followExecution(services, file, known);
  const made = await carriedFile(sending);
  if ('kind' in made) return made;
  await promiseDelivery(sending, made);
  const carried = await readRows(services.store, file.account_id, (queries) => findCarried(queries, file.id));
  // It was removed at this moment, as all of its claims were.
  if (carried === undefined) return { kind: 'failed', failure: 'refused', mayHaveArrived: false };
  return followExecution(services, file, carried);
};

/** All that is written down of the file, or why it cannot go out. */
async function carriedFile({ services, file, route, x12 }: SendingClaims): Promise<CarriedFile | ClaimSending> {
  const { store, heavyTurns, clock, log, config } = services;
  const envelope = await readEnvelope(heavyTurns.pieces(file.account_id, x12));
  const carrier = await store.read((db) => findClaimCarrier(db, settingsOf(route), envelope.group.release));
  if ('message' in carrier) {
    log.warn(
      { route: route.name, claimFile: file.id, why: carrier.message },
      'a file of claims has no partnership to go over',
    );
    return { kind: 'failed', failure: 'refused', mayHaveArrived: false };
  }
  const name = await nameOf(services, carrier, envelope, file.id);
  const at = clock.now();
  if (name === 'busy') return { kind: 'later', dueAt: at + BUSY_MS };
  if (name === undefined) {
    log.warn({ route: route.name, claimFile: file.id }, 'the file name of a transaction setting gives none for claims');
    return { kind: 'failed', failure: 'refused', mayHaveArrived: false };
  }
  const expiresAt = expiryAfter(config.retentionDays, at) ?? null;
  return { id: file.id, carrier, envelope, name: name.text, x12, at, expiresAt };
}

/** @returns `busy` where the expression has no turn now; `undefined` where it gives no name. */
async function nameOf(
  services: SendingClaims['services'],
  { accountId, partnership, setting }: ClaimCarrier,
  { interchange, group }: ClaimEnvelope,
  executionId: string,
): Promise<{ readonly text: string } | 'busy' | undefined> {
  if (setting.filename === null) return { text: `${executionId}.x12` };
  try {
    const text = await evaluateFilename(services, accountId, setting.filename, {
      executionId,
      partnershipId: partnership.id,
      transactionSet: setting.transaction_set,
      interchangeControlNumber: String(Number(interchange.controlNumber)),
      groupControlNumber: String(Number(group.controlNumber)),
      usageIndicator: interchange.usageIndicatorCode,
    });
    return { text };
  } catch (error) {
    if (!(error instanceof CustomerCodeError)) throw error;
    return error.code === 'busy' ? 'busy' : undefined;
  }
}

/** Writes the execution down with its delivery, unless another has; the file names it from then on, in the same commit. */
async function promiseDelivery({ services, file }: SendingClaims, carried: CarriedFile): Promise<void> {
  const { accountId } = carried.carrier;
  const artifacts = await services.artifacts.prepare(accountId, carriedArtifacts(carried));
  await services.store.write(async (tx) => {
    const { partnership } = carried.carrier;
    const carriedAs = { carrierAccountId: accountId, executionId: carried.id, partnershipId: partnership.id };
    // First: who comes second waits here, and then finds it done.
    if (!(await noteExecution(new AccountQueries(tx, file.account_id), file.id, carriedAs, carried.at))) return;
    const queries = new AccountQueries(tx, accountId);
    await insertFiles(queries, [writable(carried, artifacts)], services);
    // Clocks of two processes differ: it is never noted before the file was made.
    const at = Math.max(carried.at, Number(file.created_at));
    await noteCarrier(queries, { route_id: file.route_id, partnership_id: partnership.id, at });
  });
  services.jobs.wake();
}

/** As any file that goes out. */
function writable(carried: CarriedFile, artifacts: readonly PreparedArtifact[]): WritableFile {
  const { id, name, x12, at } = carried;
  const { connection, setting } = carried.carrier;
  const rows = carriedRows(carried);
  const delivery = {
    ...{ executionId: id, connectionId: connection.id, isRemote: leadsElsewhere(connection) },
    ...{ directory: setting.subdirectory ?? '', name, size: x12.length, transactions: rows.transactions.length },
    acknowledgedAt: at,
  };
  return { rows, artifacts, delivery };
}
