import type { DocumentInput } from 'ediloom';
import { envelopeMoment } from '../../clock.js';
import { ulid } from '../../ids.js';
import type { Run } from '../services.js';
import type { ReadClaim } from './claim.js';

/** Who answers claims here: NM1 AY of our 277CAs, and the sender of their interchanges. */
const OURSELVES = { name: 'EDILOOM', id: 'EDILOOM', qualifier: 'ZZ' } as const;
/** ISA08 where a request names nobody whose name fits. */
const ANYBODY = 'SUBMITTER';
const MOST_ID = 15;

interface Reported {
  readonly claim: ReadClaim;
  /** REF D9. */
  readonly claimId: string;
  /** BHT03. */
  readonly traceId: string;
  readonly usage: 'P' | 'T';
  /** ISA13. */
  readonly interchangeNumber: string;
}

/** Our own 277CA about a claim that was judged: that it was taken in, or each rule that it breaks. */
export async function reportOn({ services }: Run, reported: Reported): Promise<string> {
  const { claim, claimId, traceId, usage, interchangeNumber } = reported;
  const { clock, claims } = services;
  const { engine, reports } = await claims.engines.reports();
  const { date, time } = envelopeMoment(clock.now());
  const receiver = receiverOf(claim);
  const { transaction } = reports.write({
    ...{ type: claim.type, request: claim.request, reportId: ulid(clock), sender: OURSELVES },
    submitterId: claim.raw?.sender.id.trim(),
    ...{ transactionId: traceId, claimNumber: claimId },
    date: date.replaceAll('-', ''),
    time: time.replace(':', ''),
    broken: claim.errors,
  });
  const document: DocumentInput = {
    interchanges: [
      {
        header: {
          ...{ senderQualifier: OURSELVES.qualifier, senderId: OURSELVES.id },
          ...{ receiverQualifier: receiver.qualifier, receiverId: receiver.id },
          ...{ usageIndicatorCode: usage, controlNumber: interchangeNumber, date, time },
        },
        delimiters: { element: '*', component: ':', repetition: '^', segment: '~' },
        groups: [
          {
            header: { ...{ applicationSenderCode: OURSELVES.id, applicationReceiverCode: receiver.id, date, time } },
            transactions: [transaction],
          },
        ],
      },
    ],
  };
  // Names may hold what the usual delimiters are, where the claim came under others.
  const { bytes } = engine.generate(document, { findings: 'report', delimiters: 'choose' });
  return Buffer.from(bytes).toString('utf8');
}

function receiverOf({ raw, request }: ReadClaim): { readonly qualifier: string; readonly id: string } {
  if (raw !== undefined) return { qualifier: raw.sender.qualifier, id: raw.sender.id.trim() };
  const { submitter } = request;
  const { submitterIdentification, taxId } = (submitter ?? {}) as Readonly<Record<string, unknown>>;
  const id = String(submitterIdentification ?? taxId ?? ANYBODY);
  return { qualifier: 'ZZ', id: /^[A-Z0-9]{2,}$/i.test(id) ? id.slice(0, MOST_ID) : ANYBODY };
}
