import { describe, expect, it } from 'vitest';
import { decideInterchanges } from '../../../src/exchange/inbound/decide-interchange.js';
import { settleNumbers } from '../../../src/exchange/inbound/same-numbers.js';
import type { OutlinedInterchange } from '../../../src/reading/reader.js';
import { pairOf } from '../../../src/resources/inbound/pair.js';
import type { AccountQueries } from '../../../src/store/account-queries.js';
import { readAs } from '../../support/accounts.js';
import { ACCOUNT, type Inbound, openInbound } from '../../support/inbound.js';
import { CONNECTION, PARTNERSHIP } from '../../support/partner-rows.js';

const HEADER = {
  ...{ senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'NORTH' },
  ...{ date: '2026-01-15', time: '12:00', version: '00401', acknowledgmentRequestedCode: '0', usageIndicatorCode: 'T' },
};
const GROUP = {
  ...{ functionalIdentifierCode: 'PO', applicationSenderCode: 'BUYER', applicationReceiverCode: 'NORTHWH' },
  ...{ date: '2026-01-15', time: '12:00', controlNumber: '1', agencyCode: 'X', release: '004010' },
};

function outlined(controlNumber: number | '', sha256: string, ids: object = {}): OutlinedInterchange {
  const number = controlNumber === '' ? '' : String(controlNumber).padStart(9, '0');
  const header = { ...HEADER, ...ids, controlNumber: number };
  const groups = [{ header: GROUP, transactions: 1, sets: ['850'] }];
  // What is not matched by is left out.
  return { header, groups, sha256, offset: 0, length: 1, acknowledgments: [] } as unknown as OutlinedInterchange;
}

/** @returns what was decided, and the queries that were begun. */
function decide({ services }: Inbound, interchanges: readonly OutlinedInterchange[]) {
  return readAs(services.store, ACCOUNT, async (queries) => {
    let asked = 0;
    const counted = new Proxy(queries, {
      get: (target, name) => {
        if (name === 'from') asked++;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const connection = { id: CONNECTION, partnership_id: PARTNERSHIP, test: 1 } as const;
    const over = { connection, isExempt: false, partnershipId: undefined, before: new Map() };
    const now = services.clock.now();
    const decided = await decideInterchanges({ queries: counted, library: services.guides, over, now }, interchanges);
    // Where each is accepted but those whose bytes say that they are bad.
    const verdicts = decided.map(({ place, outlined }) => {
      const isBad = outlined.sha256.startsWith('bad');
      return [place, { verdict: { acknowledgmentCode: isBad ? 'R' : 'A' }, accepted: isBad ? [] : [[true]] }] as const;
    });
    const settled = settleNumbers(decided, new Map(verdicts) as never);
    const states = settled.decided.map(({ fate, isDuplicate }) => (isDuplicate ? 'duplicate' : fate));
    return { asked, states, copies: [...settled.copies] };
  });
}

const processed = (queries: AccountQueries, controlNumber: number, sha256: string) =>
  queries
    .insert('received_interchanges', {
      ...{ id: `r${controlNumber}`, execution_id: 'e', place: 1, state: 'processed', pair: pairOf(HEADER) },
      ...{ control_number: controlNumber, sha256, byte_offset: 0, byte_length: 1 },
      ...{ created_at: Date.UTC(2026, 0, 1), updated_at: 1, expires_at: null },
    })
    .execute();

describe('the interchanges of a file', () => {
  it('ask as often for ten thousand of one pair as for one', async () => {
    const inbound = await openInbound();
    const one = await decide(inbound, [outlined(1, 'a')]);
    const many = await decide(
      inbound,
      Array.from({ length: 10_000 }, (_, index) => outlined(index + 1, `${index}`)),
    );
    expect(new Set(many.states)).toEqual(new Set(['read']));
    expect(many.asked).toBe(one.asked);
    expect(many.asked).toBeLessThanOrEqual(5);
  });

  it('are each compared with what came before, in other files and in this one', async () => {
    const inbound = await openInbound();
    await inbound.write(async (queries) => {
      await processed(queries, 1, 'a');
      await processed(queries, 2, 'b');
    });
    const numbers = [
      [1, 'a', 'duplicate'],
      [1, 'a', 'duplicate'],
      [2, 'other', 'held'],
      [2, 'b', 'duplicate'],
      [3, 'c', 'read'],
      [3, 'c', 'duplicate'],
      [3, 'other', 'held'],
      [0, 'd', 'read'],
      [0, 'd', 'duplicate'],
      // No number at all.
      ['', 'e', 'read'],
      ['', 'e', 'read'],
    ] as const;
    const { states } = await decide(
      inbound,
      numbers.map(([number, sha256]) => outlined(number, sha256)),
    );
    expect(states).toEqual(numbers.map(([, , state]) => state));
    const { states: ofOthers } = await decide(inbound, [outlined(1, 'a', { senderId: 'NOBODY' }), outlined(3, 'c')]);
    expect(ofOthers).toEqual(['quarantined', 'read']);
  });

  it('are compared with those of the file that are not rejected, whatever stands before them', async () => {
    const inbound = await openInbound();
    const numbers = [
      [1, 'bad', 'read'],
      [1, 'bad', 'read'],
      [1, 'mended', 'read'],
      [1, 'mended', 'duplicate'],
      [1, 'bad', 'held'],
      [1, 'other', 'held'],
      [2, 'bad-1', 'read'],
      [2, 'bad-2', 'read'],
    ] as const;
    const outline = numbers.map(([number, sha256]) => outlined(number, sha256));
    const { states, copies } = await decide(inbound, outline);
    expect(states).toEqual(numbers.map(([, , state]) => state));
    expect(copies).toEqual([2]);
  });
});
