import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLAIM_STATES,
  type ClaimEvent,
  meaningOf,
  standingOf,
  stateOfSet,
  stateSaid,
} from '../../../src/claims/report/claim-state.js';
import { CATEGORY_TEXTS } from '../../../src/claims/report/report-codes.js';

function status(category: string, action?: string) {
  return { codes: [{ category, status: '20' }], ...(action === undefined ? {} : { action }) };
}

describe('what a report says of a claim', () => {
  it.each([
    ['A0', 'ACCEPTED'],
    ['A1', 'ACCEPTED'],
    ['A2', 'IN_ADJUDICATION'],
    ['A3', 'REJECTED'],
    ['A4', 'REJECTED'],
    ['A5', 'ACCEPTED'],
    ['A6', 'REJECTED'],
    ['A7', 'REJECTED'],
    ['A8', 'REJECTED'],
  ])('%s means %s', (category, state) => {
    expect(meaningOf(category)?.state).toBe(state);
    expect(stateSaid([status(category)])?.state).toBe(state);
  });

  it.each(Object.keys(CATEGORY_TEXTS).filter((category) => !category.startsWith('A')))(
    '%s leaves the state as it is, whatever STC03 says',
    (category) => {
      expect(meaningOf(category)).toBeUndefined();
      expect(stateSaid([status(category, 'U')])).toBeUndefined();
    },
  );

  it('knows no category that is in no list', () => {
    for (const category of ['A9', '', 'toString']) expect(stateSaid([status(category)])).toBeUndefined();
    expect(stateSaid([])).toBeUndefined();
  });

  it('notes a split claim, also beside another category', () => {
    expect(stateSaid([status('A5', 'WQ')])).toEqual({ state: 'ACCEPTED', isSplit: true });
    expect(stateSaid([status('A5'), status('A2')])).toEqual({ state: 'IN_ADJUDICATION', isSplit: true });
    expect(stateSaid([status('A2')])).toEqual({ state: 'IN_ADJUDICATION' });
  });

  it('takes a claim for refused where anything says so', () => {
    const codes = [{ category: 'A2' }, { category: 'A7' }];
    expect(stateSaid([{ codes, action: 'WQ' }])?.state).toBe('REJECTED');
    expect(stateSaid([status('A2', 'WQ'), status('A8', 'U')])?.state).toBe('REJECTED');
    expect(stateSaid([status('A1', 'U')])?.state).toBe('REJECTED');
  });

  it('takes a set for received, not for accepted by the payer', () => {
    expect(stateOfSet('accepted')).toBe('RECEIVED');
    expect(stateOfSet('accepted with errors')).toBe('RECEIVED');
    expect(stateOfSet('rejected')).toBe('REJECTED');
    expect(stateOfSet('awaited')).toBeUndefined();
  });
});

function event(state: ClaimEvent['state'], at: string, more: Partial<ClaimEvent> = {}): ClaimEvent {
  return { state, at, source: `${state} ${at}`, ...more };
}

describe('where a claim stands', () => {
  it('is nowhere before anything is known', () => {
    expect(standingOf([])).toBeUndefined();
  });

  it('is refused after an acceptance, with both in the history', () => {
    const accepted = event('ACCEPTED', '2026-03-01T10:00:00Z');
    const refused = event('REJECTED', '2026-03-05T10:00:00Z');
    expect(standingOf([accepted, refused])).toEqual({ state: 'REJECTED', by: refused, history: [accepted, refused] });
  });

  it('is what the latest report says, though an earlier one comes in behind it', () => {
    const taken = event('IN_ADJUDICATION', '2026-03-02T10:00:00Z');
    const earlier = event('ACCEPTED', '2026-03-01T10:00:00Z');
    expect(standingOf([taken, earlier])).toEqual({ state: 'IN_ADJUDICATION', by: taken, history: [earlier, taken] });
  });

  it('is accepted though the 999 comes in behind the 277CA', () => {
    const history = [event('DELIVERED', '1'), event('ACCEPTED', '2'), event('RECEIVED', '3')];
    expect(standingOf(history)?.state).toBe('ACCEPTED');
  });

  it('begins again when it is sent again, and late answers to the first sending change nothing', () => {
    const first = [event('DELIVERED', '1'), event('REJECTED', '2')];
    const again = event('DELIVERED', '3', { sending: 2 });
    expect(standingOf([...first, again])?.state).toBe('DELIVERED');
    expect(standingOf([...first, again, event('REJECTED', '4')])?.state).toBe('DELIVERED');
    expect(standingOf([...first, again, event('ACCEPTED', '4', { sending: 2 })])?.state).toBe('ACCEPTED');
  });

  it('has the newest of several that say the same', () => {
    expect(standingOf([event('REJECTED', '2'), event('REJECTED', '1')])?.by.at).toBe('2');
  });
});

const events = fc.array(
  fc.record({
    state: fc.constantFrom(...CLAIM_STATES),
    at: fc.constantFrom('1', '2', '3'),
    source: fc.constantFrom('a', 'b'),
    sending: fc.constantFrom(1, 2, undefined),
  }),
  { minLength: 1, maxLength: 8 },
);

describe('of all events', () => {
  it('neither their order nor that they come twice matters', () => {
    const shuffled = events.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2, maxLength: list.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const [one, two] = [standingOf(list), standingOf(other)];
        expect(two?.state).toBe(one?.state);
        // An absent sending and a first one are the same.
        const plain = (event: ClaimEvent | undefined) => JSON.stringify({ sending: 1, ...clean(event) });
        expect(plain(two?.by)).toBe(plain(one?.by));
        expect(two?.history.map(plain)).toEqual(one?.history.map(plain));
      }),
    );
  });

  it('one more of the same sending never takes a claim back', () => {
    fc.assert(
      fc.property(events, events, (list, more) => {
        const first = (event: ClaimEvent): ClaimEvent => ({ ...event, sending: 1 });
        const before = standingOf(list.map(first))?.state ?? 'QUEUED';
        const after = standingOf([...list, ...more].map(first))?.state ?? 'QUEUED';
        expect(CLAIM_STATES.indexOf(after)).toBeGreaterThanOrEqual(CLAIM_STATES.indexOf(before));
      }),
    );
  });

  it('a refusal stays, and everything stays in the history', () => {
    fc.assert(
      fc.property(events, (list) => {
        const all = [...list.map((one) => ({ ...one, sending: 1 })), event('REJECTED', '2')];
        const standing = standingOf(all);
        expect(standing?.state).toBe('REJECTED');
        expect(standing?.history.length).toBe(
          new Set(all.map((one) => JSON.stringify({ sending: 1, ...one, ...{} }, KEYS))).size,
        );
      }),
    );
  });
});

const KEYS = ['sending', 'at', 'state', 'source'];

function clean(event: ClaimEvent | undefined): object {
  return Object.fromEntries(
    Object.entries(event ?? {})
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
}
