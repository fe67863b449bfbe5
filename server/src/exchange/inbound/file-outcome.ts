import { uuid } from '../../ids.js';
import type { NewFault } from '../../resources/executions/outcomes.js';
import { interchangeExpiry } from '../../resources/inbound/expired.js';
import { inboundMode } from '../../resources/inbound/usage.js';
import type { OwnRow } from '../../store/account-queries.js';
import type { InterchangeState } from '../../store/exchange-tables.js';
import type { Executions } from '../../store/tables.js';
import type { InboundFault } from './inbound-fault.js';
import type { JudgedInterchange } from './judge-file.js';
import type { ReceivedFile } from './received-file.js';

/** Of one file: what it is wrong in beyond these is counted, and not written down one by one. */
const MOST_FAULTS = 1_000;

/**
 * What became of an interchange: `received_interchanges.state`.
 * @param taken how many of its sets are processed.
 * @param before what had become of it when its file was processed the last time.
 */
function stateOf(
  { fate, isDuplicate, acknowledged, outlined }: JudgedInterchange,
  taken: number,
  before: InterchangeState | undefined,
): InterchangeState {
  // Another execution has it, as one of this file did before.
  if (fate === 'elsewhere') return 'released';
  if (fate !== 'read') return fate;
  if (isDuplicate) return 'duplicate';
  if (acknowledged === undefined || acknowledged.verdict.acknowledgmentCode === 'R') return 'rejected';
  // Nothing was rejected; where its groups are empty, the answer accepts them.
  const isEmpty = outlined.groups.every(({ transactions }) => transactions === 0);
  // What was taken of it then is not taken again, and stays taken.
  return taken > 0 || isEmpty || before === 'processed' ? 'processed' : 'rejected';
}

/** What a file and its interchanges have become. */
export interface FileOutcome {
  readonly interchanges: readonly OwnRow<'received_interchanges'>[];
  readonly faults: readonly NewFault[];
  readonly status: 'COMPLETED' | 'PARTIALLY_COMPLETED' | 'FAILED';
  readonly mode: Executions['mode'];
  readonly keyMode: Executions['key_mode'];
  readonly partnershipId: string | null;
}

interface OutcomeFacts {
  readonly faults: readonly InboundFault[];
  /** How many sets of an interchange are processed, by its place. */
  readonly takenOf: ReadonlyMap<number, number>;
  /** The file that answers an interchange, by its place. */
  readonly repliedBy: ReadonlyMap<number, string>;
  readonly at: number;
}

export function outcomeOf(
  file: ReceivedFile,
  interchanges: readonly JudgedInterchange[],
  { faults, takenOf, repliedBy, at }: OutcomeFacts,
): FileOutcome {
  const rows = interchanges.map((one) =>
    interchangeRow(file, one, {
      at,
      state: stateOf(one, takenOf.get(one.place) ?? 0, file.before.get(one.place)),
      replyId: repliedBy.get(one.place) ?? null,
    }),
  );
  const isAny = rows.some(({ state, place }) => state === 'processed' && isNew(file, place, takenOf));
  const status = faults.length === 0 ? 'COMPLETED' : isAny ? 'PARTIALLY_COMPLETED' : 'FAILED';
  const modes = interchanges.map(({ outlined: { header } }) =>
    inboundMode(header.usageIndicatorCode, file.connection?.test === 1),
  );
  const partnerships = interchanges.flatMap(({ matched: { partnership } }) => partnership?.partnership_id ?? []);
  return {
    interchanges: rows,
    faults: bounded(faults),
    status,
    mode: modeOf(modes.map((one) => one?.mode ?? 'unknown')),
    keyMode: modes.length > 0 && modes.every((one) => one?.keyMode === 'test') ? 'test' : file.execution.key_mode,
    partnershipId: partnerships[0] ?? file.connection?.partnership_id ?? null,
  };
}

/** Of a file whose interchanges have several, what is not a test counts. */
function modeOf(modes: readonly Executions['mode'][]): Executions['mode'] {
  return (['production', 'other', 'unknown', 'test'] as const).find((mode) => modes.includes(mode)) ?? 'unknown';
}

/** Whether an interchange that is processed was processed by this execution, and not by one before it alone. */
function isNew({ before }: ReceivedFile, place: number, takenOf: ReadonlyMap<number, number>): boolean {
  return takenOf.has(place) || before.get(place) !== 'processed';
}

/** The same with what was found while it was shown; what was taken stays taken. */
export function withFaults(outcome: FileOutcome, faults: readonly InboundFault[]): FileOutcome {
  const status = outcome.status === 'COMPLETED' ? 'PARTIALLY_COMPLETED' : outcome.status;
  return { ...outcome, status, faults: bounded([...outcome.faults, ...faults]) };
}

function bounded(faults: readonly NewFault[]): readonly NewFault[] {
  if (faults.length <= MOST_FAULTS) return faults;
  const others = faults.length - MOST_FAULTS + 1;
  const message = `${others} more faults of the file are not listed. Mend those that are, and have the file sent anew.`;
  return [...faults.slice(0, MOST_FAULTS - 1), { code: 'UNKNOWN_ERROR', message }];
}

function interchangeRow(
  { execution }: ReceivedFile,
  { place, outlined, matched, number, faults }: JudgedInterchange,
  { state, replyId, at }: { readonly state: InterchangeState; readonly replyId: string | null; readonly at: number },
): OwnRow<'received_interchanges'> {
  return {
    id: uuid(),
    execution_id: execution.id,
    place,
    state,
    fault_code: faults[0]?.code ?? null,
    connection_id: execution.connection_id,
    partnership_id: matched.partnership?.partnership_id ?? null,
    pair: number.pair,
    control_number: number.controlNumber ?? null,
    reply_execution_id: replyId,
    sha256: outlined.sha256,
    byte_offset: outlined.offset,
    byte_length: outlined.length,
    created_at: at,
    updated_at: at,
    expires_at: interchangeExpiry(execution.expires_at, at),
  };
}
