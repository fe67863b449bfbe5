import { type Delimiters, type DocumentInput, describeFinding, type Finding } from 'ediloom';
import type { BrokenEdit, MadeClaim } from 'ediloom/claims';
import { envelopeMoment, isoTime } from '../../clock.js';
import { ulid } from '../../ids.js';
import type { TakenNumbers } from '../../resources/control-numbers/control-number-table.js';
import type { Run } from '../services.js';
import type { ReadClaim } from './claim.js';
import type { ClaimEngine } from './claim-engines.js';
import type { ClaimWay } from './claim-way.js';
import { heavyWork } from './heavy-work.js';

/** The set of a claim as it goes out, whatever envelope it goes in. */
export interface WrittenSet {
  readonly transaction: MadeClaim['transaction'];
  readonly lineNumbers: readonly string[];
  /** What the set has no room for. */
  readonly errors: readonly BrokenEdit[];
}

export interface SetNumbers {
  /** REF D9. */
  readonly claimId: string;
  /** BHT03. */
  readonly traceId: string;
}

/**
 * The set of a claim for its way. One that came as JSON is made of it; of one that came as X12 what names the sender, and by what answers
 * are tied to it, is put anew, and nothing else.
 */
export function writeSet(
  run: Run,
  { claims }: ClaimEngine,
  claim: ReadClaim,
  { way, claimId, traceId }: SetNumbers & { readonly way: ClaimWay },
): Promise<WrittenSet> {
  const { clock } = run.services;
  const { request, raw } = claim;
  const { submitterId, receiverId = way.payerId } = way.claims ?? {};
  const numbers = { transactionId: traceId, claimNumber: claimId, makeNumber: () => ulid(clock) };
  return heavyWork(run, request, (): WrittenSet => {
    if (raw === undefined) {
      const own = submitterId === undefined ? {} : { submitterId };
      const route = { ...own, receiverId, payerId: way.payerId };
      // A claim names its payer, which a request may leave out.
      const named = { tradingPartnerName: way.payerName, ...request };
      return claims.make(named, { ...numbers, route, now: clock.now() });
    }
    const route = {
      submitterId: submitterId ?? way.applicationSender,
      ...{ receiverName: way.payerName, receiverId, payerId: way.payerId },
    };
    const { notes: _, ...set } = claims.readdress(raw.set.data, raw.found, { ...numbers, route });
    return { ...set, errors: [] };
  });
}

export interface EnvelopeParts {
  readonly way: ClaimWay;
  readonly usage: 'P' | 'T';
  readonly numbers: TakenNumbers;
}

/** A claim in an interchange of its own. */
export interface WrittenClaim {
  readonly x12: Uint8Array;
  /** ISA13, nine digits. */
  readonly interchangeNumber: string;
  /** What cannot be written as the guide has it; then it may not be sent. */
  readonly faults: readonly { readonly place: string; readonly text: string }[];
}

const DELIMITERS: Delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };

/** Writes a claim into an interchange of its own, under the ids of its way and the numbers that were taken for it. */
export async function writeClaim(
  run: Run,
  { engine, guide }: ClaimEngine,
  { transaction }: Pick<WrittenSet, 'transaction'>,
  { way, usage, numbers }: EnvelopeParts,
): Promise<WrittenClaim> {
  const interchangeNumber = String(numbers.interchange).padStart(9, '0');
  const now = run.services.clock.now();
  const moment = envelopeMoment(now);
  const document: DocumentInput = {
    interchanges: [
      {
        header: {
          senderQualifier: way.sender.qualifier,
          senderId: way.sender.id,
          receiverQualifier: way.receiver.qualifier,
          receiverId: way.receiver.id,
          usageIndicatorCode: usage,
          controlNumber: interchangeNumber,
          ...moment,
        },
        delimiters: way.delimiters ?? DELIMITERS,
        groups: [
          {
            header: {
              applicationSenderCode: way.applicationSender,
              applicationReceiverCode: way.applicationReceiver,
              controlNumber: numbers.groups[0] ?? 1,
              date: moment.date,
              time: isoTime(now).slice(11, 19),
            },
            transactions: [transaction],
          },
        ],
      },
    ],
  };
  // A claim that came as X12 may hold what the delimiters of the route are: then they are replaced.
  const { bytes, findings } = await heavyWork(run, transaction.data, () =>
    engine.generate(document, { findings: 'report', delimiters: 'choose' }),
  );
  const faults = findings
    .filter(({ severity, level }) => severity === 'error' && level !== 'content')
    .map((finding) => {
      const { text, advice } = describeFinding(finding, { guide, form: 'x12' });
      return { place: placeOf(finding.at), text: `${text}. ${advice}` };
    });
  return { x12: bytes, interchangeNumber, faults };
}

/** Loop, segment and element, as rules of claims have their places: `2010BB/NM1/03`. */
function placeOf({ loopId, segmentId, element }: Finding['at']): string {
  const parts = [loopId, segmentId, element === undefined ? undefined : String(element).padStart(2, '0')];
  return parts.filter((part) => part !== undefined).join('/');
}
