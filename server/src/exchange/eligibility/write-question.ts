import type { DocumentInput } from 'ediloom';
import type { AskedEligibility, EligibilityRequest, RequestProblem } from 'ediloom/eligibility';
import type { TakenNumbers } from '../../resources/control-numbers/control-number-table.js';
import { QUESTION_GUIDE } from '../../resources/payer-routes/demand-overlay.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import type { RawQuestion, ReadRequest } from './read-request.js';
import { brokenRules, unparsable } from './refusals.js';

/** A 270 as it goes out, and by what its answer is known. */
export interface WrittenQuestion {
  readonly x12: Uint8Array;
  readonly asked: AskedEligibility;
  /** BHT03. */
  readonly traceId: string;
  /** ISA13, nine digits; GS06. */
  readonly interchangeNumber: string;
  readonly groupNumber: number;
  readonly warnings: readonly RequestProblem[];
}

export interface QuestionOptions {
  readonly route: ServingRoute;
  readonly numbers: TakenNumbers;
  /** BHT03 and TRN02 where the request brings none of its own. */
  readonly traceId: string;
  readonly usage: 'P' | 'T';
  readonly now: number;
}

/** Writes the 270 of a request for a route. @throws Problem `invalid` for what the route has no room for. */
export function writeQuestion(codecs: EligibilityEngine, read: ReadRequest, options: QuestionOptions): WrittenQuestion {
  const { route, numbers } = options;
  const interchangeNumber = String(numbers.interchange).padStart(9, '0');
  const groupNumber = numbers.groups[0] ?? 1;
  const made = read.raw === undefined ? ofRequest(codecs, read.request, options) : ofRaw(read.raw, options);
  const addressed = addressedTo(made.document, route, { interchangeNumber, groupNumber });
  const { bytes } = codecs.engine.generate(addressed, { findings: 'report' });
  return { x12: bytes, asked: askedOf(read.request, made), interchangeNumber, groupNumber, ...made };
}

interface Made {
  readonly document: DocumentInput;
  readonly traceId: string;
  readonly traceNumbers: readonly string[];
  readonly warnings: readonly RequestProblem[];
}

function ofRequest(codecs: EligibilityEngine, request: EligibilityRequest, options: QuestionOptions): Made {
  const { route, traceId, usage, now } = options;
  // An id of the client's may come twice; ours does not, and the answer is found by it.
  const { submitterTransactionIdentifier: _, ...own } = request;
  const { document, problems, warnings } = codecs.requests.encode(
    { ...own, tradingPartnerServiceId: route.payerId, tradingPartnerName: route.payerName },
    {
      sender: route.sender,
      receiver: route.receiver,
      usage,
      transactionId: traceId,
      now,
      serviceTypes: route.serviceTypes,
      ...(route.traceOriginator === undefined ? {} : { traceOriginator: route.traceOriginator }),
      ...(route.delimiters === undefined ? {} : { delimiters: route.delimiters }),
    },
  );
  if (document === undefined) throw brokenRules(problems);
  const traceNumbers = route.traceOriginator === undefined ? [] : [traceId];
  return { document, traceId, traceNumbers, warnings };
}

function ofRaw({ interchange, set, traceId, traces }: RawQuestion, { route, usage, now }: QuestionOptions): Made {
  const created = new Date(now).toISOString();
  const moment = { date: created.slice(0, 10), time: created.slice(11, 16) };
  const header = {
    senderQualifier: route.sender.qualifier,
    senderId: route.sender.id,
    receiverQualifier: route.receiver.qualifier,
    receiverId: route.receiver.id,
    usageIndicatorCode: usage,
    ...moment,
  };
  const transaction = { guide: QUESTION_GUIDE, data: withPayer(set.data, route), unplaced: set.unplaced };
  // Values may hold what the route's own delimiters are: those of the sender stay.
  const { delimiters } = interchange;
  demandRoom(Object.values(delimiters), route);
  return {
    document: { interchanges: [{ header, delimiters, groups: [{ header: moment, transactions: [transaction] }] }] },
    traceId,
    traceNumbers: traces.flatMap(({ referenceIdentification }) => referenceIdentification ?? []),
    warnings: [],
  };
}

/** @throws Problem `invalid` where what the route writes into a sender's 270 has a delimiter of it. */
function demandRoom(delimiters: readonly unknown[], route: ServingRoute): void {
  const { sender, receiver, applicationSender, applicationReceiver, payerId, payerName } = route;
  const ids = [sender.qualifier, sender.id, receiver.qualifier, receiver.id, applicationSender, applicationReceiver];
  const texts = [...ids, payerId, payerName];
  const isIn = (delimiter: unknown): boolean =>
    typeof delimiter === 'string' && delimiter !== '' && texts.some((text) => text.includes(delimiter));
  if (!delimiters.some(isIn)) return;
  throw unparsable('A delimiter of it stands in the name or the ids of the payer: write it with * > ^ ~.', 'ISA');
}

type Tree = RawQuestion['set']['data'];

/** Where 2100A stands in guide JSON. */
const SOURCE = ['detail', 'information_source_level_HL_loop', 0, 'information_source_name_NM1_loop'] as const;
const NAME = 'information_source_name_NM1';

/** The set with the payer's name and id as the route knows them. */
function withPayer(data: Tree, { payerId, payerName }: ServingRoute): Tree {
  const copy = structuredClone(data);
  // Guide JSON that has been read, and found right: these levels are there, or nothing is changed.
  let at: unknown = copy;
  for (const step of SOURCE) at = (at as Record<string | number, unknown> | undefined)?.[step];
  const name = (at as Record<string, Record<string, unknown>> | undefined)?.[NAME];
  if (name !== undefined) {
    name.information_source_last_or_organization_name_03 = payerName;
    name.identification_code_qualifier_08 = 'PI';
    name.information_source_primary_identifier_09 = payerId;
  }
  return copy;
}

/** The envelope of the route: its application ids and our numbers. */
function addressedTo(
  { interchanges }: DocumentInput,
  { applicationSender, applicationReceiver }: ServingRoute,
  { interchangeNumber, groupNumber }: Pick<WrittenQuestion, 'interchangeNumber' | 'groupNumber'>,
): DocumentInput {
  const codes = { applicationSenderCode: applicationSender, applicationReceiverCode: applicationReceiver };
  return {
    interchanges: interchanges.map((interchange) => ({
      ...interchange,
      header: { ...interchange.header, controlNumber: interchangeNumber },
      groups: (interchange.groups ?? []).map((group) => ({
        ...group,
        header: { ...group.header, ...codes, controlNumber: groupNumber },
      })),
    })),
  };
}

function askedOf({ subscriber, dependents }: EligibilityRequest, { traceId, traceNumbers }: Made): AskedEligibility {
  const [dependent] = dependents ?? [];
  return { traceId, traceNumbers, subscriber, ...(dependent === undefined ? {} : { dependent }) };
}
