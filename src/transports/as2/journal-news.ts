import type { JournalEntry } from '../../delivery/journal.js';
import { owedIn } from './endpoint/reception-record.js';
import { answeredIn } from './sending/delivery-record.js';

/** What somebody has to do because of an entry that is written into the journal. */
export type As2News =
  /** A receipt is owed to an address of its own: `postOwedReceipt`. */
  | { readonly kind: 'receipt-owed'; readonly entryId: string; readonly from: string; readonly to: string }
  /** A receipt that came by itself has said what became of a delivery: deliver again, which finds it. */
  | {
      readonly kind: 'delivery-answered';
      readonly connection: string;
      readonly payloadId: string;
      readonly delivered: boolean;
    };

/**
 * Reads what an entry asks for, for who keeps the journal and does it by jobs of its own: written down in the transaction of the entry,
 * nothing is forgotten by a kill. `undefined`: nothing.
 */
export function as2NewsIn(entry: JournalEntry): As2News | undefined {
  if (entry.kind !== 'transmission') return undefined;
  const owed = owedIn(entry);
  if (owed !== undefined) return { kind: 'receipt-owed', entryId: entry.id, ...owed };
  const answered = answeredIn(entry);
  return answered === undefined ? undefined : { kind: 'delivery-answered', ...answered };
}
