import {
  acknowledgmentsOf,
  type ClaimAcknowledgment,
  decodeClaimAcknowledgment,
  type ReceivedFunctionalAcknowledgment,
} from 'ediloom/acknowledgment';
import { ReadingRefused, type ReadSet } from '../../reading/reader.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { applyAcknowledgments } from '../tracking/apply-acknowledgments.js';
import type { AppliedAnswers, ReceivedAnswers } from '../tracking/received-answers.js';
import type { AnsweredBy } from '../tracking/write-answers.js';
import type { DecidedInterchange } from './decide-interchange.js';

/** JSON of one answer: a 999 of some 40,000 sets, a 277CA of some 10,000 claims. */
const MOST_BYTES = 16 * 1024 ** 2;
/** Answers, sets and claims of a file. */
const MOST_NAMED = 100_000;

/** What the sets of one interchange say of what was sent. */
interface Gathered {
  readonly functional: ReceivedFunctionalAcknowledgment[];
  readonly claims: ClaimAcknowledgment[];
}

/** The answers in a file to what was sent: gathered while its sets are read, and applied by the commit that shows it. */
export class AnswersInFile {
  readonly #gathered = new Map<number, Gathered>();
  #named = 0;

  /** Takes a set that was accepted; most are no answers. @throws ReadingRefused `limit` for more than is held and compared while others wait. */
  take({ outlined }: DecidedInterchange, { interchange, group, header, data }: ReadSet): void {
    const { transactionSet } = header;
    if (!['997', '999', '277'].includes(transactionSet)) return;
    if (data.length > MOST_BYTES) throw tooMuchSaid();
    const gathered = this.#of(interchange);
    const read: unknown = JSON.parse(Buffer.from(data).toString());
    if (transactionSet === '277') {
      const claims = decodeClaimAcknowledgment(read);
      if (claims === undefined) return;
      gathered.claims.push(claims);
      this.#count(claims.batches.reduce((sum, batch) => sum + batch.claims.length, 0));
      return;
    }
    const groups = [{ header: outlined.groups[group - 1]?.header, transactions: [{ header, data: read }] }];
    const { groups: said } = acknowledgmentsOf({
      interchanges: [{ header: outlined.header, acknowledgments: [], groups }],
    });
    for (const one of said) {
      gathered.functional.push(withoutFindings(one));
      this.#count(one.acknowledgment.transactions.length);
    }
  }

  #count(named: number): void {
    this.#named += 1 + named;
    if (this.#named > MOST_NAMED) throw tooMuchSaid();
  }

  #of(interchange: number): Gathered {
    const known = this.#gathered.get(interchange) ?? { functional: [], claims: [] };
    this.#gathered.set(interchange, known);
    return known;
  }

  /**
   * Applies them, in the caller's transaction.
   * @param believed those interchanges of the file that are not rejected as a whole: what others say does not count.
   */
  apply(queries: AccountQueries, believed: readonly DecidedInterchange[], by: AnsweredBy): Promise<AppliedAnswers> {
    const answers = believed.flatMap((one): readonly ReceivedAnswers[] => {
      const { place, outlined, matched, mode } = one;
      const { header, acknowledgments } = outlined;
      const { functional, claims } = this.#gathered.get(place) ?? { functional: [], claims: [] };
      if (matched.partnership === undefined || acknowledgments.length + functional.length + claims.length === 0)
        return [];
      const { interchanges } = acknowledgmentsOf({ interchanges: [{ header, acknowledgments, groups: [] }] });
      const received = { interchanges, groups: functional };
      const { partnership_id: partnershipId } = matched.partnership;
      const keyMode = mode?.keyMode ?? 'live';
      return [{ ids: header, number: header.controlNumber, keyMode, partnershipId, received, claims }];
    });
    return applyAcknowledgments(queries, by, answers);
  }
}

/** Where the partner has found something: that stands in the file, and would wait in memory until all of it is read. */
function withoutFindings(answer: ReceivedFunctionalAcknowledgment): ReceivedFunctionalAcknowledgment {
  const { acknowledgment } = answer;
  const transactions = acknowledgment.transactions.map((set) => ({ ...set, findings: [] }));
  return { ...answer, acknowledgment: { ...acknowledgment, transactions } };
}

function tooMuchSaid(): ReadingRefused {
  const text = `The acknowledgments of the file name more than ${MOST_NAMED} transaction sets and claims, or one of them has more than 16 MB of JSON. Ask the partner to send them in parts.`;
  return new ReadingRefused('limit', text);
}
