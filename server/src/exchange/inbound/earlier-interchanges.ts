import { type InterchangeNumber, processedBefore } from '../../resources/inbound/interchanges.js';
import { duplicateWindowMs } from '../../resources/partnerships/configuration.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Partnerships } from '../../store/tables.js';

/** An interchange of a file, as far as it is compared. */
interface Compared {
  readonly number: InterchangeNumber;
  readonly outlined: { readonly sha256: string };
  readonly matched: { readonly partnership: Partnerships | undefined };
}

/** What came before under the numbers of a file: in other files, within the windows of its partnerships, and in this one. */
export class EarlierInterchanges {
  /** SHA-256 by pair and ISA13. */
  readonly #processed = new Map<string, string>();

  /** One query a pair. @param read those of the file that are to be read. */
  static async of(queries: AccountQueries, read: readonly Compared[], now: number): Promise<EarlierInterchanges> {
    const earlier = new EarlierInterchanges();
    for (const [pair, interchanges] of grouped(read.filter(isCompared), ({ number }) => number.pair)) {
      const windowMs = windowOf(interchanges[0]);
      if (windowMs === undefined) continue;
      const numbers = interchanges.flatMap(({ number }) => number.controlNumber ?? []);
      for (const [controlNumber, sha256] of await processedBefore(queries, { pair, numbers, since: now - windowMs })) {
        earlier.#processed.set(keyOf({ pair, controlNumber }), sha256);
      }
    }
    return earlier;
  }

  /** @returns of the interchange of this number that came before; `undefined`: none did, or nobody looks. */
  sha256Of(number: InterchangeNumber): string | undefined {
    return this.#processed.get(keyOf(number));
  }

  /** One of the file that is read: those behind it come after it. */
  add(one: Compared): void {
    if (isCompared(one)) this.#processed.set(keyOf(one.number), one.outlined.sha256);
  }
}

/** Without a number it is like no other; its partnership may say that nobody looks. */
function isCompared(one: Compared): boolean {
  return one.number.controlNumber !== undefined && windowOf(one) !== undefined;
}

function windowOf(one: Compared | undefined): number | undefined {
  const partnership = one?.matched.partnership;
  return partnership === undefined ? undefined : duplicateWindowMs(partnership);
}

const keyOf = ({ pair, controlNumber }: InterchangeNumber): string => `${pair} ${controlNumber}`;
