import { type AskedNumbers, type InterchangeNumber, processedBefore } from '../../resources/inbound/interchanges.js';
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

/** What came before under the numbers of a file, in other files and within the windows of its partnerships; and which numbers it has twice. */
export class EarlierInterchanges {
  /** SHA-256 by pair and ISA13. */
  readonly #processed = new Map<string, ReadonlySet<string>>();
  /** How many of the file have a pair and ISA13, and the SHA-256 of those that were asked for. */
  readonly #here = new Map<string, { count: number; readonly asked: Set<string> }>();

  /** @param read those of the file that are to be read. */
  static async of(queries: AccountQueries, read: readonly Compared[], now: number): Promise<EarlierInterchanges> {
    const earlier = new EarlierInterchanges();
    const compared = read.filter(isCompared);
    for (const { number } of compared) {
      const here = earlier.#here.get(keyOf(number)) ?? { count: 0, asked: new Set() };
      earlier.#here.set(keyOf(number), here);
      here.count++;
    }
    const before = await processedBefore(queries, askedNumbers(compared, now));
    for (const [number, same] of grouped(before, keyOf)) {
      earlier.#processed.set(number, new Set(same.map(({ sha256 }) => sha256)));
    }
    return earlier;
  }

  /** @returns SHA-256 of the interchanges of this number that came before in other files; `undefined`: none did, or nobody looks. */
  hashesOf(number: InterchangeNumber): ReadonlySet<string> | undefined {
    return this.#processed.get(keyOf(number));
  }

  /** What an interchange shares with others of the file, and whether one before it has its bytes. To be asked for each of them, in order. */
  inFile(one: Compared): { readonly shares?: string; readonly isCopy: boolean } {
    const shares = keyOf(one.number);
    const here = this.#here.get(shares);
    if (here === undefined || here.count === 1 || !isCompared(one)) return { isCopy: false };
    const isCopy = here.asked.has(one.outlined.sha256);
    here.asked.add(one.outlined.sha256);
    return { shares, isCopy };
  }
}

/** What is asked of the interchanges of a file: by pairs, each within the window of its partnership. */
export function askedNumbers(interchanges: readonly Compared[], now: number): readonly AskedNumbers[] {
  const byPair = grouped(interchanges.filter(isCompared), ({ number }) => number.pair);
  return [...byPair].flatMap(([pair, own]) => {
    const windowMs = windowOf(own[0]);
    if (windowMs === undefined) return [];
    return [{ pair, numbers: own.flatMap(({ number }) => number.controlNumber ?? []), since: now - windowMs }];
  });
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
