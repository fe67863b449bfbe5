import { type Delimiters, localMoment, type TransactionInput, type WriteItem } from 'ediloom';
import { inPieces } from '../../heavy-turns.js';
import { answerNumbers, returnedEnvelope } from '../eligibility/answer-envelope.js';
import { ANSWER_GUIDE, type EligibilityEngine } from '../eligibility/eligibility-engine.js';
import { withoutHeader } from '../eligibility/set-data.js';
import type { Run } from '../services.js';
import { ownAnswer } from './own-answer.js';
import { fits, partDelimiters, underDelimiters } from './part-delimiters.js';
import type { ResultSet } from './result-sets.js';

/** An interchange of results. */
export interface WrittenPart {
  readonly x12: Uint8Array;
  /** ISA13 and GS06. */
  readonly interchangeNumber: number;
  readonly groupNumber: number;
  readonly setCount: number;
}

/**
 * Writes results as one interchange with one group, a 271 for each 270, under the ids of the 270s turned round and numbers of ours.
 * Between two sets those that somebody waits for have their turn. What of a payer's cannot be written is a 271 of our own: one answer never keeps the others back.
 * @param sets at least one; all came under the same ids.
 */
export async function writePart(run: Run, codecs: EligibilityEngine, sets: readonly ResultSet[]): Promise<WrittenPart> {
  const envelope = await envelopeOf(run, codecs, sets);
  const withheld = new Set<number>();
  for (;;) {
    const under: Writing = { run, codecs, envelope, withheld, at: 0 };
    try {
      const x12 = await written(under, sets);
      const { interchangeNumber, groupNumber } = envelope;
      return { x12, interchangeNumber, groupNumber, setCount: sets.length };
    } catch (error) {
      // What is ours must be writable; of a payer's nothing is certain.
      if (withheld.has(under.at)) throw error;
      run.services.log.warn({ place: under.at }, 'an answer of a payer cannot be written with others; it is withheld');
      withheld.add(under.at);
    }
  }
}

type Envelope = ReturnType<typeof returnedEnvelope> & Pick<WrittenPart, 'interchangeNumber' | 'groupNumber'>;

interface Writing {
  readonly run: Run;
  readonly codecs: EligibilityEngine;
  readonly envelope: Envelope;
  /** Places of answers that could not be written. */
  readonly withheld: ReadonlySet<number>;
  /** The place that is being written. */
  at: number;
}

async function envelopeOf(run: Run, { engine }: EligibilityEngine, sets: readonly ResultSet[]): Promise<Envelope> {
  const { interchanges } = await engine.parse(sets[0]?.question ?? '');
  const [interchange] = interchanges;
  if (interchange === undefined) throw new Error('A check of a file has no 270.');
  const envelope = returnedEnvelope(interchange);
  const numbers = await answerNumbers(run, envelope.header, 1);
  return {
    ...envelope,
    delimiters: partDelimiters(envelope.delimiters, sets),
    interchangeNumber: numbers.interchange,
    groupNumber: numbers.groups[0] ?? 1,
  };
}

async function written(writing: Writing, sets: readonly ResultSet[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  // What is wrong with a payer's answer is its reader's to judge, as where it is answered alone.
  const options = { findings: 'report' } as const;
  for await (const piece of writing.codecs.engine.generateStream(items(writing, sets), options)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* items(writing: Writing, sets: readonly ResultSet[]): AsyncGenerator<WriteItem> {
  const { services, caller } = writing.run;
  const { header, codes, delimiters, interchangeNumber, groupNumber } = writing.envelope;
  const moment = localMoment(writing.run.services.clock.now());
  const { date, time } = moment;
  yield { kind: 'interchange', header: { ...header, date, time, controlNumber: interchangeNumber }, delimiters };
  yield { kind: 'group', header: { ...codes, date, time, controlNumber: groupNumber } };
  for (const [at, set] of sets.entries()) {
    writing.at = at;
    await services.realTime.ofBatches.answering.rest(caller.accountId);
    yield { kind: 'transaction', ...(await resultOf(writing, set)) };
  }
}

async function resultOf({ run, codecs, envelope, withheld, at }: Writing, set: ResultSet): Promise<TransactionInput> {
  const answer = withheld.has(at) ? undefined : await payerAnswer(codecs, set, envelope.delimiters);
  return answer ?? (await ownAnswer(codecs, set, run.services.clock.now()));
}

/** The 271 of a payer. @returns `undefined` where it has sent none, or one that these delimiters cannot hold. */
async function payerAnswer(
  { engine, responses }: EligibilityEngine,
  { answer }: ResultSet,
  delimiters: Delimiters,
): Promise<TransactionInput | undefined> {
  if (answer === undefined || !fits(answer, delimiters)) return undefined;
  const { interchanges } = await engine.parse(inPieces(Buffer.from(answer, 'utf8')));
  const [interchange] = interchanges;
  if (interchange === undefined) return undefined;
  const found = interchange.groups
    .flatMap(({ transactions }) => transactions)
    .filter(({ guide }) => guide === ANSWER_GUIDE);
  // Of one that has come twice the first counts, unless it says nothing.
  const isSaying = ({ data }: (typeof found)[number]): boolean =>
    responses
      .decodeTransaction(data)
      .some(({ benefitsInformation, errors }) => benefitsInformation !== undefined || errors.length > 0);
  const set = (found.length > 1 ? found.find(isSaying) : undefined) ?? found[0];
  if (set === undefined) return undefined;
  const { guide, data, unplaced } = set;
  return {
    guide,
    data: withoutHeader(data),
    unplaced: unplaced?.map((one) => ({
      ...one,
      segment: underDelimiters(one.segment, interchange.delimiters, delimiters),
    })),
  };
}
