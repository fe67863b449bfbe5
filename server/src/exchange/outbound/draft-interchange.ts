import {
  type DocumentInput,
  type Engine,
  type GenerateOptions,
  type GenerateResult,
  type GroupInput,
  isX12Error,
  type LocalMoment,
  localMoment,
  replaceControlNumbers,
} from 'ediloom';
import type { Steps } from '../../heavy-turns.js';
import { invalid, type ProblemDetail } from '../../problems.js';
import type { TakenNumbers } from '../../resources/control-numbers/control-number-table.js';
import { problemOf } from './finding-problem.js';
import type { OutboundGroup, OutboundRequest } from './outbound-request.js';
import type { OutboundPlan, PlannedGroup } from './plan-interchange.js';

/** An interchange that is right in everything but its control numbers, of which none is spent yet. */
export interface Draft {
  readonly plan: OutboundPlan;
  readonly request: OutboundRequest;
  /** Date and time of the headers. */
  readonly moment: LocalMoment;
  /** Warnings and notices. */
  readonly problems: readonly ProblemDetail[];
  /** ST02 of each set, by group. */
  readonly setNumbers: readonly (readonly string[])[];
  /** The file with its numbers. */
  finish(numbers: TakenNumbers): Uint8Array;
  /** A file of one set alone, under the same numbers. */
  finishOne(group: number, transaction: number, numbers: TakenNumbers): Uint8Array;
}

/** Data that cannot be sent, with every finding, at least one of them an error. */
export interface Refused {
  readonly refused: readonly ProblemDetail[];
}

/** Told apart by `refused`. */
export type Drafted = Draft | Refused;

/** Findings whose key is compared with those of the guide, letter by letter, while others wait. */
const MOST_COMPARED = 20;

/**
 * Writes an interchange with place holders of nine digits for its control numbers, so that a number is spent only on what is
 * right, and nothing is encoded twice. A set is a step. Whether wrong data are an error of a request or the answer of a dry run is the caller's to say.
 * @throws Problem `invalid` for what no data can mend: a guide that is not there, a limit of the engine.
 */
export function* draftInterchange(
  engine: Engine,
  plan: OutboundPlan,
  request: OutboundRequest,
  now: number,
): Steps<Drafted> {
  const moment = localMoment(now, plan.partnership.timezone);
  const options: GenerateOptions = { characterSet: request.characterSet, repairs: request.repairs, findings: 'report' };
  const document = (groups: readonly GroupInput[]): DocumentInput => ({
    interchanges: [{ ...interchangeOf(plan, request, moment), groups }],
  });
  const groups = plan.groups.map((group, index) => groupOf(group, request.groups[index], plan, moment, index));
  const written = yield* write(engine, document(groups), options);
  const setOf = (group: number, transaction: number) => ({
    guide: plan.groups[group]?.guide?.guide,
    data: request.groups[group]?.transactions[transaction],
  });
  const { pointerOf } = request;
  const problems = written.findings.map((found, index) =>
    problemOf(found, { pointerOf, setOf, comparesKeys: index < MOST_COMPARED }),
  );
  if (written.findings.some(({ severity }) => severity === 'error')) return { refused: problems };
  const setNumbers: string[][] = plan.groups.map(() => []);
  for (const { group, controlNumber } of written.transactions) setNumbers[group - 1]?.push(controlNumber);
  return {
    plan,
    request,
    moment,
    problems,
    setNumbers,
    finish: (numbers) => numbered(written, numbers),
    finishOne: (group, transaction, numbers) => {
      const one = groups[group];
      const set = one?.transactions[transaction];
      const controlNumber = setNumbers[group]?.[transaction];
      if (one === undefined || set === undefined) throw new RangeError('There is no such set.');
      const header = { transactionSet: plan.groups[group]?.setting.transaction_set ?? '', controlNumber };
      const alone = document([{ ...one, transactions: [{ ...set, header }] }]);
      const taken = { interchange: numbers.interchange, groups: [numbers.groups[group] ?? 0] };
      return numbered(engine.generate(alone, options), taken);
    },
  };
}

function numbered({ bytes, numberPlaces }: GenerateResult, numbers: TakenNumbers): Uint8Array {
  return replaceControlNumbers(bytes, numberPlaces, ({ group }) =>
    group === undefined ? numbers.interchange : (numbers.groups[group - 1] ?? 0),
  );
}

/** @throws Problem `invalid` for what no data can mend: a guide that is not there, a limit of the engine. */
function* write(engine: Engine, document: DocumentInput, options: GenerateOptions): Steps<GenerateResult> {
  try {
    return yield* engine.generateInSteps(document, options);
  } catch (error) {
    if (!isX12Error(error)) throw error;
    const code = error.code === 'X12_GUIDE_UNKNOWN' ? 'FAILED_TO_FIND_GUIDE' : 'FAILED_TO_TRANSLATE';
    throw invalid(error.message, { code, cause: error });
  }
}

const PLACE_HOLDER = '000000000';

function interchangeOf({ partnership, usage }: OutboundPlan, request: OutboundRequest, { date, time }: LocalMoment) {
  const { local, partner } = partnership;
  const { authorization, overrides } = request;
  const version = overrides?.controlVersionNumber;
  return {
    ...(overrides?.delimiters === undefined ? {} : { delimiters: overrides.delimiters }),
    header: {
      authorizationInformationQualifier: authorization?.authorizationInformationQualifier ?? '00',
      authorizationInformation: authorization?.authorizationInformation ?? '',
      securityQualifier: authorization?.securityInformationQualifier ?? '00',
      securityInformation: authorization?.securityInformation ?? '',
      senderQualifier: local.qualifier,
      senderId: local.interchangeId,
      receiverQualifier: partner.qualifier,
      receiverId: partner.interchangeId,
      date,
      time,
      ...(version === undefined ? {} : { controlVersionNumber: version }),
      controlNumber: PLACE_HOLDER,
      acknowledgmentRequestedCode: overrides?.acknowledgmentRequestedCode ?? '0',
      usageIndicatorCode: usage,
    },
  };
}

function groupOf(
  { functionalId, sender, receiver, setting, guide }: PlannedGroup,
  group: OutboundGroup | undefined,
  { partnership }: OutboundPlan,
  { date, time, second }: LocalMoment,
  index: number,
): GroupInput {
  const header = { transactionSet: setting.transaction_set };
  return {
    header: {
      ...(functionalId === undefined ? {} : { functionalIdentifierCode: functionalId }),
      applicationSenderCode: sender,
      applicationReceiverCode: receiver,
      date,
      time: partnership.timeFormat === 'HHMMSS' ? `${time}:${second}` : time,
      // Groups of one interchange may not have one number, not even for a moment.
      controlNumber: String(index).padStart(PLACE_HOLDER.length, '0'),
      release: setting.release,
    },
    transactions: (group?.transactions ?? []).map((data) =>
      guide === undefined ? { header, data } : { guide: engineId(guide.guide.$id), data },
    ),
  };
}

/** A guide is known to the engine by its `$id` without the URN in front. */
function engineId(id: string): string {
  return id.slice(id.lastIndexOf(':') + 1);
}
