import type { FileExchange, FileReply, PayerReply } from '../../src/exchange/payer-routes/payer-exchange.js';
import { none } from '../../src/exchange/payer-routes/replies.js';
import { item } from './batches.js';
import {
  askedSets,
  type HandAnswer,
  interchange271,
  numbersOf,
  type Person,
  reply999,
  replyTa1,
  type SetVerdict,
} from './hand-answers.js';
import { type Asked, type Plan, SERVICE_TYPES, type Sent } from './payer-plans.js';

const MEMBERS = ['KANARIE0001', 'KANARIE0002', 'KANARIE0003'];
const LAST = ['KANARIEVOGEL', 'ZEISIG', 'AMSEL'];
const FIRST = ['QUILLA', 'IRMA', 'OTTO', 'EMIL'];
const BORN = ['19310207', '19440606', '20010911'];
const STRANGER: Person = { memberId: 'S999', lastName: 'STRANGER', firstName: 'HUGO', dateOfBirth: '19550505' };
const NOBODYS = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

function personOf({ member, last, first, born }: Asked): Person {
  return {
    ...{ memberId: MEMBERS[member] ?? '', lastName: LAST[last] ?? '' },
    ...{ firstName: FIRST[first] ?? '', dateOfBirth: BORN[born] ?? '' },
  };
}

export function itemOf(asked: Asked, place: number): object {
  const { memberId, ...person } = personOf(asked);
  const encounter = { serviceTypeCodes: [SERVICE_TYPES[place]] };
  if (!asked.isDependent) return item(`own-${place}`, { encounter, subscriber: { memberId, ...person } });
  const subscriber = { memberId, ...{ lastName: person.lastName, firstName: 'ADA', dateOfBirth: '19200101' } };
  return item(`own-${place}`, { encounter, subscriber, dependents: [person] });
}

/** @param trace of the check in a place. */
function answerOf({ checks }: Plan, sent: Sent, trace: (place: number) => string): HandAnswer {
  const { number, second = number, benefits, rejects } = sent;
  const asked = sent.about === 'stranger' ? undefined : checks[sent.about];
  const person = asked === undefined ? STRANGER : personOf(asked);
  const { memberId: _, ...dependent } = person;
  const written = {
    both: { bht: trace(second), trn: trace(number) },
    trn: { trn: trace(number) },
    bht: { bht: trace(number) },
    padded: { bht: `${trace(second)}  `, trn: `${trace(number)}   ` },
    lower: { bht: trace(second).toLowerCase(), trn: trace(number).toLowerCase() },
    none: {},
  }[sent.trace];
  const who =
    asked?.isDependent === true
      ? { person: { ...person, firstName: 'ADA', dateOfBirth: '19200101' }, dependent }
      : { person };
  return { ...who, ...written, benefits, rejects };
}

/** Whether the payer gives the number of a check back in a set. */
function names({ number, second = number, trace }: Sent, place: number): boolean {
  if (trace === 'none' || trace === 'lower') return false;
  return number === place || (trace !== 'trn' && trace !== 'bht' && second === place);
}

const rejectedBy = (number: string): SetVerdict => ({ number, segments: ['IK3*BHT*2**8', 'IK5*R*5'] });

/** What the payer sends in place of answers, or `undefined`: it takes the file. */
function acknowledgment(
  { reply, verdicts }: Plan,
  x12: Uint8Array,
  places: readonly number[],
): { readonly step: string; readonly x12: string } | undefined {
  const { interchange, group } = numbersOf(x12);
  if (reply === 'none') return undefined;
  if (reply === 'TA1') return { step: 'fetch-ta1', x12: replyTa1(interchange) };
  const loops = places.flatMap((place, index): readonly SetVerdict[] => {
    const verdict = verdicts[place];
    const number = String(index + 1).padStart(4, '0');
    if (verdict === 'R') return [rejectedBy(number)];
    if (verdict === 'none') return [];
    return [{ number, segments: verdict === 'E' ? ['IK3*DMG*10*2000*8', 'IK4*2**I8', 'IK5*E*5'] : ['IK5*A'] }];
  });
  const { length } = places;
  const ak9 = reply === 'AK9 R' ? `AK9*R*${length}*${length}*0` : `AK9*P*${length}*${length}*1`;
  return { step: 'fetch-999', x12: reply999(group, loops, ak9) };
}

/** What the same payer answers to a check alone. */
export function aloneReply(plan: Plan, x12: Uint8Array): PayerReply {
  const { interchange, group } = numbersOf(x12);
  const [own] = askedSets(x12);
  const place = SERVICE_TYPES.indexOf(own?.serviceType ?? '');
  const text = (): string => {
    const { reply, verdicts } = plan;
    if (reply === 'TA1') return replyTa1(interchange);
    const isTold = reply === 'AK9 R' || reply === 'by sets';
    if (isTold && verdicts[place] === 'R') return reply999(group, [rejectedBy(own?.number ?? '')], 'AK9*R*1*1*0');
    if (reply === 'AK9 R') {
      const { length } = plan.checks;
      return reply999(group, [], `AK9*R*${length}*${length}*0`);
    }
    const of = plan.sent.filter((sent) => names(sent, place));
    const first = Math.min(...of.map(({ part }) => part));
    const traces = (other: number) => (other === place ? (own?.trace ?? '') : NOBODYS);
    return of
      .filter(({ part }) => part === first)
      .map((sent) => interchange271([answerOf(plan, sent, traces)], `00000007${first}`))
      .join('');
  };
  const answer = text();
  return answer === '' ? none('timed-out', true) : { kind: 'answer', x12: Buffer.from(answer) };
}

interface TakenFile {
  readonly x12: Uint8Array;
  /** What is not picked up yet. */
  readonly parts: string[];
  readonly places: readonly number[];
  /** Looks at which there is nothing. */
  waits: number;
  readonly late: number[];
}

/** A payer that takes files, by a plan. */
export function filePayer(plan: Plan) {
  const files = new Map<string, TakenFile>();
  const take = async ({ step, payloadId, x12 = new Uint8Array() }: FileExchange): Promise<FileReply> => {
    if (step === 'hand-in') {
      const sets = askedSets(x12);
      const places = sets.map(({ serviceType }) => SERVICE_TYPES.indexOf(serviceType));
      const traces = new Map(sets.map(({ trace }, index) => [places[index], trace]));
      const parts = [0, 1, 2].flatMap((part) => {
        const sent = plan.sent.filter((one) => one.part === part && places.includes(one.number));
        return sent.length === 0
          ? []
          : [
              interchange271(
                sent.map((one) => answerOf(plan, one, (place) => traces.get(place) ?? NOBODYS)),
                `00000007${part}`,
              ),
            ];
      });
      files.set(payloadId, { x12, parts, places, waits: plan.late[0] ?? 0, late: plan.late.slice(1) });
      return { kind: 'receipt' };
    }
    const file = files.get(payloadId);
    if (file === undefined) return { kind: 'receipt' };
    if (step === 'fetch-999' || step === 'fetch-ta1') {
      const reply = acknowledgment(plan, file.x12, file.places);
      return reply?.step === step ? { kind: 'answer', x12: Buffer.from(reply.x12) } : { kind: 'receipt' };
    }
    if (step === 'acknowledge-results' || step === 'reject-results') {
      file.parts.shift();
      file.waits = file.late.shift() ?? 0;
      return { kind: 'receipt' };
    }
    const [next] = file.parts;
    if (next === undefined || file.waits-- > 0) return { kind: 'receipt' };
    return { kind: 'answer', x12: Buffer.from(next) };
  };
  return take;
}
