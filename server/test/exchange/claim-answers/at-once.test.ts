import { expect, it } from 'vitest';
import { dismissUnmatched, tieByHand } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import { applyToClaims } from '../../../src/exchange/claim-answers/write-outcomes.js';
import { tellDelivered } from '../../../src/exchange/claim-files/delivered-claims.js';
import { holdClaims } from '../../../src/exchange/claim-files/keep-claim-file.js';
import { releaseClaimFile } from '../../../src/exchange/claim-files/release-file.js';
import { resendAsked } from '../../../src/exchange/claim-files/resend-claims.js';
import { markOverdueClaims } from '../../../src/exchange/claims/mark-overdue-claims.js';
import { purgeWith } from '../../../src/maintenance/purge-expired.js';
import { isChangedMeanwhile, Problem } from '../../../src/problems.js';
import { purgeClaimFiles, purgeClaims } from '../../../src/resources/claims/expired.js';
import { payerNumberOf } from '../../../src/resources/claims/payer-number.js';
import { waitingClaims } from '../../../src/resources/claims/waiting.js';
import { AccountQueries, readRows } from '../../../src/store/account-queries.js';
import { grouped } from '../../../src/store/grouped.js';
import {
  type AnswersWorld,
  answersWorld,
  claimReport,
  functional,
  interchangeOf,
  type PlantedFile,
  ROUTE_ID,
  ta1,
} from '../../support/claim-answers.js';

/** The same numbers each time. */
function randomOf(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const some = <Item>(items: readonly Item[]): readonly Item[] =>
    items
      .map((item) => ({ item, at: next() }))
      .sort((one, other) => one.at - other.at)
      .slice(0, 1 + Math.floor(next() * items.length))
      .map(({ item }) => item);
  return { next, pick, some };
}

const LATER = 1_000_000;

it('two answers that tell nothing but numbers of the same claims do not wait for each other, and the later number stays', async () => {
  const world = await answersWorld();
  const { services } = world;
  const { claims } = await world.file(
    'account-1',
    Array.from({ length: 6 }, () => ({})),
  );
  const receivedAt = services.clock.now() + LATER;
  for (let round = 1; round <= 15; round++) {
    const told = (at: number, ids: readonly string[]) =>
      services.store.write((tx) =>
        applyToClaims(
          services,
          new AccountQueries(tx, 'account-1'),
          ids.map((claimId) => ({
            claim: { accountId: 'account-1', claimId, sending: 1, since: 0 },
            said: { at, payerNumber: `N${at}` },
          })),
          { source: `answer ${at}`, receivedAt, reportId: undefined },
        ),
      );
    const ids = claims.map(({ id }) => id);
    await Promise.all([told(2 * round + 1, ids), told(2 * round, [...ids].reverse())]);
    const rows = await services.store.read((db) => db.selectFrom('claims').selectAll().execute());
    const numbers = rows.map((row) => payerNumberOf(services.sealedColumns, row)?.number);
    expect(numbers).toEqual(ids.map(() => `N${2 * round + 1}`));
  }
});

/** Something that happens to claims, as any of several processes may do it at any moment. */
function workOf(world: AnswersWorld, files: readonly PlantedFile[], { next, pick, some }: ReturnType<typeof randomOf>) {
  const { services } = world;
  const { store, clock } = services;
  const claims = files.flatMap((file) => file.claims);
  const signal = new AbortController().signal;
  const codes = ['A0:17', 'A1:20', 'A2:20', 'A7:562:85', 'F1:65', 'F1:65'];
  const fileRows = () => store.read((db) => db.selectFrom('claim_files').selectAll().execute());
  const works = [
    () => {
      const said = some(claims).map((claim) => {
        const code = pick(codes);
        const payerNumber = `ICN${Math.floor(next() * 1_000)}`;
        return { claim, code, payerNumber, action: code.startsWith('A7') ? ('U' as const) : ('WQ' as const) };
      });
      return world.answer(interchangeOf(claimReport(said)));
    },
    () => world.answer(functional(pick(files).group, { '0001': pick(['A', 'R']), '0002': pick(['A', 'R']) }, 'P')),
    () => world.answer(ta1(pick(files).interchange, 'R', pick(['023', '025']))),
    () => {
      const accountId = pick(['account-1', 'account-2']);
      const ids = some(claims.filter((claim) => claim.accountId === accountId)).map(({ id }) => id);
      return resendAsked(services, accountId, { ids, onlyRejected: false, except: [], dryRun: false });
    },
    () => markOverdueClaims(services, signal),
    async () => {
      const accountId = pick(['account-1', 'account-2']);
      const gathering = { routeId: ROUTE_ID, type: 'professional' } as const;
      const waiting = await readRows(store, accountId, (queries) => waitingClaims(queries, gathering, 20));
      await holdClaims({ services, accountId, gathering }, waiting, 'unreadable');
    },
    async () => {
      const file = pick(await fileRows());
      if (file.state === 'HELD')
        await releaseClaimFile(services, file.account_id, { fileId: file.id, as: pick(['send', 'sent'] as const) });
    },
    async () => {
      const file = pick(await fileRows());
      if (file.state === 'WRITTEN')
        await tellDelivered({ services, file: { ...file, sent_at: clock.now() } as never }, signal);
    },
    () => purgeWith(purgeClaims, { store, clock }).then(() => purgeWith(purgeClaimFiles, { store, clock })),
    async () => {
      const rows = await store.read((db) =>
        db.selectFrom('unmatched_claim_answers').select('id').where('resolved_at', 'is', null).execute(),
      );
      if (rows.length === 0) return;
      const { id } = pick(rows);
      await (next() < 0.5 ? tieByHand(services, id, pick(claims).id) : dismissUnmatched(services, id));
    },
  ];
  return () => pick(works)();
}

it.each([1, 2, 3])(
  'whatever happens to the same claims at once, nobody waits for ever, and each stands where all that was said leaves it (%s)',
  { timeout: 120_000 },
  async (seed) => {
    const world = await answersWorld();
    const { services } = world;
    const { store, clock } = services;
    const some = Array.from({ length: 8 }, () => ({}));
    const files = [
      ...[await world.file('account-1', some), await world.file('account-2', some)],
      ...[await world.file('account-1', some), await world.file('account-2', some)],
    ];
    const expiring = files[2]?.claims[0]?.id ?? '';
    const work = workOf(world, files, randomOf(seed));
    const unforeseen: string[] = [];
    for (let round = 0; round < 25; round++) {
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          try {
            await work();
          } catch (error) {
            if (!(error instanceof Problem) && !isChangedMeanwhile(error)) unforeseen.push(String(error));
          }
        }),
      );
      (clock as unknown as { advance(ms: number): void }).advance(3_600_000 * 9);
      if (round === 12)
        await store.write((tx) => tx.updateTable('claims').set({ expires_at: 1 }).where('id', '=', expiring).execute());
    }
    expect(unforeseen).toEqual([]);
    const rows = await store.read((db) => db.selectFrom('claims').selectAll().execute());
    const events = await store.read((db) => db.selectFrom('events').selectAll().orderBy('id').execute());
    // Their ids are in the order in which they were written, of claims that were locked before.
    const ofClaim = grouped(events, ({ resource_id }) => resource_id);
    const order = ['QUEUED', 'DELIVERED', 'RECEIVED', 'ACCEPTED', 'IN_ADJUDICATION', 'REJECTED'];
    for (const row of rows) {
      const claim = files.flatMap((file) => file.claims).find(({ id }) => id === row.id);
      const history = claim === undefined ? [] : await world.history(claim);
      const last = history.filter(({ sending }) => Number(sending) === Number(row.sending));
      expect(Math.max(...history.map(({ sending }) => Number(sending)))).toBe(Number(row.sending));
      const furthestOf = (said: readonly (typeof history)[number][]) =>
        order[Math.max(...said.map(({ state }) => order.indexOf(state)))];
      // Where the payer has it by an earlier sending, one that has not left is called back.
      const isBack = row.file_id === null && row.state !== 'QUEUED' && last.every(({ state }) => state === 'QUEUED');
      const earlier = [...grouped(history, ({ sending }) => Number(sending)).values()].slice(0, -1);
      if (isBack) expect(earlier.map(furthestOf)).toContain(row.state);
      else expect([row.id, row.state]).toEqual([row.id, furthestOf(last)]);
      // The last that was told is the state as it is.
      const told = (ofClaim.get(row.id) ?? []).filter(({ type }) => type !== 'claim.overdue').at(-1);
      expect([told?.type === 'claim.rejected', told === undefined && row.state !== 'QUEUED']).toEqual([
        row.state === 'REJECTED',
        false,
      ]);
      // No two files have it at once for one sending.
      const items = await store.read((db) =>
        db.selectFrom('claim_file_items').selectAll().where('claim_id', '=', row.id).execute(),
      );
      expect(new Set(items.map(({ sending }) => Number(sending))).size).toBe(items.length);
    }
  },
);
