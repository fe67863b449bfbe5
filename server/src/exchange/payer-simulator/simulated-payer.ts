import { type AcknowledgedInterchange, type DocumentInput, X12Error } from 'ediloom';
import { envelopeMoment } from '../../clock.js';
import { x12Text } from '../../resources/eligibility-checks/x12-text.js';
import type { EligibilityEngine, EligibilityEngines } from '../eligibility/eligibility-engine.js';
import { composeSimulated } from './compose-simulated.js';
import { type Fault, orderOf } from './orders.js';
import { SPOILT_INTERCHANGE, SPOILT_SET, withElement } from './spoil.js';

/** What the simulator does with a question. */
export type SimulatedAnswer = {
  /** Milliseconds before it does it. */
  readonly delayMs: number;
} & (
  | { readonly kind: 'x12'; readonly x12: Uint8Array }
  | { readonly kind: 'fault'; readonly fault: Fault }
  /** It is no interchange, or not one 270 about one patient, which is what is asked in real time. */
  | { readonly kind: 'refused' }
);

export type SimulatedPayer = (x12: Uint8Array) => Promise<SimulatedAnswer>;

/** A payer that nobody is behind, and that answers any 270: the same each time, and as the member id says (`ORDERS`). */
export function simulatedPayer(now: () => number, engines: Pick<EligibilityEngines, 'get'>): SimulatedPayer {
  return async (bytes) => {
    const codecs = await engines.get();
    try {
      return await answerOf(codecs, x12Text(bytes), now());
    } catch (error) {
      if (error instanceof X12Error) return REFUSED;
      throw error;
    }
  };
}

const REFUSED: SimulatedAnswer = { kind: 'refused', delayMs: 0 };

type Reply = NonNullable<AcknowledgedInterchange['reply']>;

async function answerOf(codecs: EligibilityEngine, x12: string, now: number): Promise<SimulatedAnswer> {
  const { engine, requests, responses } = codecs;
  const refusal = await acknowledged(codecs, x12, now);
  if (refusal !== undefined) return { kind: 'x12', delayMs: 0, x12: refusal };
  const { interchanges } = await engine.parse(x12);
  const [interchange] = interchanges;
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const [decoded, ...others] = sets.flatMap(({ data }) => requests.decode(data));
  // A second patient must not be passed over in silence.
  if (interchange === undefined || decoded === undefined || others.length > 0) return REFUSED;
  const { request, traces } = decoded;
  const order = orderOf(request.subscriber.memberId ?? '');
  const { delayMs, does } = order;
  if (does.kind === 'fault') return { kind: 'fault', delayMs, fault: does.fault };
  const spoilt =
    does.kind === '999' || does.kind === 'TA1' ? await acknowledged(codecs, SPOILT[does.kind](x12), now) : undefined;
  if (spoilt !== undefined) return { kind: 'x12', delayMs, x12: spoilt };
  const { date, time } = envelopeMoment(now);
  const today = date.replaceAll('-', '');
  const { header } = interchange;
  const { document } = responses.encode(composeSimulated(order, { request, traces, today }), {
    created: { date: today, time },
    interchange: {
      senderQualifier: header.receiverQualifier,
      senderId: header.receiverId,
      receiverQualifier: header.senderQualifier,
      receiverId: header.senderId,
      usageIndicatorCode: header.usageIndicatorCode,
      // As its questions count: whoever asks compares it with nothing.
      controlNumber: header.controlNumber,
    },
  });
  const { bytes } = engine.generate(document, { findings: 'report' });
  return { kind: 'x12', delayMs, x12: does.kind === 'truncated' ? bytes.subarray(0, bytes.length >> 1) : bytes };
}

/** A 999 or TA1 for what cannot be answered; `undefined`: it can. */
async function acknowledged({ engine }: EligibilityEngine, x12: string, now: number): Promise<Uint8Array | undefined> {
  const [judged] = await engine.acknowledge(x12);
  if (judged?.reply === undefined) return undefined;
  const isRejected =
    judged.verdict.acknowledgmentCode === 'R' || judged.accepted.some((sets) => sets.some((accepted) => !accepted));
  return isRejected ? engine.generate(numbered(judged.reply, now)).bytes : undefined;
}

/** Changes to a question that each acknowledgment rejects. */
const SPOILT = {
  '999': (x12: string) => withElement(x12, SPOILT_SET),
  TA1: (x12: string) => withElement(x12, SPOILT_INTERCHANGE),
} as const;

/** Who asks compares the numbers of an answer's envelope with nothing. */
function numbered({ header, groups, ...reply }: Reply, now: number): DocumentInput {
  const moment = envelopeMoment(now);
  return {
    interchanges: [
      {
        ...reply,
        header: { ...header, ...moment, controlNumber: '000000001' },
        groups: groups.map((group, place) => ({
          ...group,
          header: { ...group.header, ...moment, controlNumber: place + 1 },
        })),
      },
    ],
  };
}
