import { chainAudit } from '../../src/audit/chain-audit.js';
import type { Store } from '../../src/store/store.js';

/** Writes so many entries of one instant, and chains them. */
export async function writeAudited(store: Store, account: string, at: number, howMany: number): Promise<void> {
  for (let done = 0; done < howMany; done += 500) {
    const rows = Array.from({ length: Math.min(500, howMany - done) }, (_, index) => ({
      ...{ account_id: account, id: `${at}-${String(done + index).padStart(6, '0')}`, at, key_id: 'k', address: null },
      ...{ request_id: 'r', action: 'read', object_kind: 'artifact', object_id: `o${index}` },
      ...{ position: null, previous_hash: null, hash: null },
    }));
    await store.write((tx) => tx.insertInto('audit').values(rows).execute());
  }
  await chainAudit(store);
}
