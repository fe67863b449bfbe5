import type { EligibilityResponse, RejectError } from 'ediloom/eligibility';
import { contentOf, errorsOf } from '../../resources/eligibility-batches/columns.js';
import { listItems } from '../../resources/eligibility-batches/list-items.js';
import { answersOfChecks } from '../../resources/eligibility-checks/documents.js';
import { readRows } from '../../store/account-queries.js';
import type { EligibilityBatchItems } from '../../store/batch-tables.js';
import { isGone } from '../eligibility-batches/written-results.js';
import type { Services } from '../services.js';

/** Checks whose answers are read together: one may have megabytes. */
const AT_ONCE = 20;

/** Of every interchange that we have written. */
const ISA_LENGTH = 106;

/** What a 270 of a file has come to, before its 271 is written. */
export interface ResultSet {
  /** The 270, in an interchange of its own. */
  readonly question: string;
  /** What the payer has answered, under the ids of the question; absent: nothing that may be shown. */
  readonly answer: string | undefined;
  /** The same in JSON, where its X12 may not be passed on: it has other patients, too. */
  readonly told?: EligibilityResponse | undefined;
  /** What stands in place of an answer, or in it. */
  readonly errors: readonly RejectError[];
}

/** What the sets of a file have come to, in their order, without those whose answers have passed their time. */
export async function* resultSets(
  services: Pick<Services, 'store' | 'artifacts' | 'sealedColumns'>,
  accountId: string,
  batchId: string,
): AsyncGenerator<ResultSet, void, undefined> {
  for (let after: string | undefined, isMore = true; isMore; ) {
    const asked = { size: AT_ONCE, after: after === undefined ? undefined : [after] };
    const { items, next } = await readRows(services.store, accountId, (queries) =>
      listItems(queries, batchId, {}, asked),
    );
    const checkIds = items.flatMap(({ check_id }) => check_id ?? []);
    const answers = await answersOfChecks(services, accountId, checkIds);
    for (const item of items) {
      const response = answers.get(item.check_id ?? '');
      if (isGone(item, response)) continue;
      yield {
        question: questionOf(services, item),
        ...answerOf(response),
        errors: errorsOf(item),
      };
    }
    isMore = next !== undefined;
    after = items.at(-1)?.id;
  }
}

function answerOf(response: EligibilityResponse | undefined): Pick<ResultSet, 'answer' | 'told'> {
  const answer = response?.x12;
  return answer === undefined && response?.status !== 'ERROR' ? { answer, told: response } : { answer };
}

function questionOf({ sealedColumns }: Pick<Services, 'sealedColumns'>, item: EligibilityBatchItems): string {
  const content = contentOf(sealedColumns, item);
  if (content?.source !== 'caqh-core') throw new Error('A check of a file is none of its 270s.');
  return content.x12;
}

/**
 * Sets in portions under one envelope, whose text has no more characters than `most`, but for one that has more by itself: as much is held at
 * a time.
 */
export async function* inParts(sets: AsyncIterable<ResultSet>, most: number): AsyncGenerator<readonly ResultSet[]> {
  let part: ResultSet[] = [];
  let size = 0;
  let envelope = '';
  for await (const set of sets) {
    const length = lengthOf(set);
    const own = envelopeKey(set.question);
    if (part.length > 0 && (size + length > most || own !== envelope)) {
      yield part;
      part = [];
      size = 0;
    }
    envelope = own;
    part.push(set);
    size += length;
  }
  if (part.length > 0) yield part;
}

/** Each stands in an interchange of its own, or is JSON: what is written of it is shorter. */
function lengthOf({ question, answer, told }: ResultSet): number {
  return answer?.length ?? question.length + (told === undefined ? 0 : JSON.stringify(told).length);
}

/** By what the envelope of a question is told from others: its ids, its usage, and the ids of its group. */
function envelopeKey(question: string): string {
  const element = question.charAt(3);
  const [isa = [], gs = []] = question.split(question.charAt(ISA_LENGTH - 1), 2).map((text) => text.split(element));
  return JSON.stringify([isa.slice(5, 9), isa[15], gs.slice(2, 4)]);
}
