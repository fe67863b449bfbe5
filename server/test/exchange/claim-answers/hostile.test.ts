import { describe, expect, it, vi } from 'vitest';
import { UNMATCHED_CLAIM_COMMANDS } from '../../../src/commands/unmatched-claims.js';
import { showUnmatched } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import { MOST_LISTED } from '../../../src/exchange/claim-answers/end-answer.js';
import { reasonsOfSet } from '../../../src/exchange/claim-answers/reasons.js';
import { FAULTS_READ } from '../../../src/exchange/claim-answers/statements.js';
import {
  type AnswersWorld,
  answersWorld,
  claimReport,
  functional,
  interchangeOf,
  ta1,
} from '../../support/claim-answers.js';
import { runCommand } from '../../support/run-command.js';

/** Whatever a payer sends, the others wait for little, and what it says of its own claims is heard. */

const ACKNOWLEDGMENT = { functional: 'FA', version: '005010X231A1' } as const;

/** A 277CA of claims that nobody has sent, all of one provider. */
function unknownClaims(count: number): string {
  const claims = Array.from({ length: count }, (_, at) =>
    [
      ...[`HL*${at + 4}*3*PT`, `NM1*QC*1*LIND*ROSA****MI*M${at}`, `TRN*2*N${at}`],
      ...['STC*A1:20*20260601*WQ*10', 'DTP*472*D8*20260520'],
    ].join('\n'),
  );
  const batch = [
    ...['HL*2*1*21*1', 'NM1*41*2*SENDER*****46*SENDER', 'TRN*2*NOBODYS', 'STC*A1:19:PR*20260601*WQ*10'],
    ...['HL*3*2*19*1', 'NM1*85*2*CLINIC*****XX*1555001019'],
  ];
  return interchangeOf([claimReport([]), ...batch, ...claims].join('\n'));
}

/** For which part of the time that an answer takes others wait for one turn, at most. */
async function longestWait(world: AnswersWorld, x12: string): Promise<number> {
  const begun = performance.now();
  let last = begun;
  let longest = 0;
  const turn = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  let timer = setImmediate(function count() {
    turn();
    timer = setImmediate(count);
  });
  await world.answer(x12);
  turn();
  clearImmediate(timer);
  return longest / (performance.now() - begun);
}

describe('a 277CA', () => {
  it('of many unknown claims lets others have their turns, and shows each alone', async () => {
    const world = await answersWorld();
    await world.answer(unknownClaims(1));
    // Done at a stretch, and each by a walk through all of them, it is nearly all of the time.
    expect(await longestWait(world, unknownClaims(1_500))).toBeLessThan(0.4);
    const rows = await world.services.store.read((db) =>
      db.selectFrom('unmatched_claim_answers').selectAll().orderBy('place').execute(),
    );
    // The other answer’s, those that are listed of this one, and how many more.
    expect(rows).toHaveLength(1 + MOST_LISTED + 1);
  });

  it('of many claims of two accounts is decoded once, in turns, and each account has all of its batches told', async () => {
    const world = await answersWorld();
    const mine = await world.file(
      'account-1',
      Array.from({ length: 30 }, () => ({})),
    );
    const theirs = await world.file(
      'account-2',
      Array.from({ length: 30 }, () => ({})),
    );
    const { reports } = await world.services.claims.engines.reports();
    const decoded = vi.spyOn(reports, 'decodeInSteps');
    const atAStretch = [vi.spyOn(reports, 'decode'), vi.spyOn(reports, 'read'), vi.spyOn(reports, 'toReport')];
    const stepped = vi.spyOn(world.services.heavyTurns, 'runSteps');
    const all = [...mine.claims, ...theirs.claims];
    await world.answer(interchangeOf(claimReport(all.map((claim) => ({ claim })))));
    expect(decoded).toHaveBeenCalledTimes(1);
    for (const spy of atAStretch) expect(spy).not.toHaveBeenCalled();
    // The decoding, the walk for both accounts, a report each, and what is shown: one piece of hundred.
    expect(stepped).toHaveBeenCalledTimes(1 + 1 + 2 + 2);
    expect(new Set(await world.states(all))).toEqual(new Set(['ACCEPTED']));
    const { store, artifacts } = world.services;
    const rows = await store.read((db) =>
      db
        .selectFrom('claim_reports')
        .innerJoin('artifacts', 'artifacts.id', 'claim_reports.artifact_id')
        .selectAll('artifacts')
        .execute(),
    );
    for (const row of rows) {
      const told = Buffer.from(await artifacts.read(row))
        .toString('utf8')
        .match(/"clearinghouseTraceNumber":"\w+"/g);
      expect(told).toHaveLength(30);
    }
  });

  it('of more unknown claims than are listed has the others counted by one row, however often its job begins', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}]);
    const unknown = unknownClaims(MOST_LISTED + 150);
    const known = claimReport(claims.map((claim) => ({ claim })));
    const last = `${interchangeOf(known)}${ta1('999999999')}`;
    const { store } = world.services;
    const write = store.write;
    let writes = 0;
    // The process ends between two portions, of the later of which nothing is listed.
    const dying: typeof write = (work, options) => {
      if (++writes === 5) throw new Error('killed');
      return write(work, options);
    };
    Object.assign(world.services, { store: { ...store, write: dying } });
    await expect(world.answer(`${unknown}${last}`)).rejects.toThrow('killed');
    Object.assign(world.services, { store });
    await world.answer(`${unknown}${last}`);
    expect(await world.states(claims)).toEqual(['ACCEPTED']);
    const rows = await world.unmatched();
    expect(rows).toHaveLength(MOST_LISTED + 1);
    expect(rows.at(-1)).toMatchObject({ said: 'unknown', kind: 'more' });
    const listed = await runCommand(world.services, UNMATCHED_CLAIM_COMMANDS, 'claims unmatched', {
      ...{ positionals: [], options: { limit: '1000' }, lists: {} },
    });
    const next = (listed.result as { next: string }).next;
    expect(listed.shown.split('\n')).toHaveLength(MOST_LISTED + 1);
    const [answer] = await store.read((db) => db.selectFrom('claim_answers').selectAll().execute());
    expect(answer).toMatchObject({ state: 'READ', unmatched_count: MOST_LISTED + 151 });
    const rest = await store.read((db) =>
      db.selectFrom('unmatched_claim_answers').selectAll().where('kind', '=', 'more').execute(),
    );
    const { content } = await showUnmatched(world.services, rest[0]?.id ?? '');
    expect(content).toMatchObject({ shown: { more: '151' } });
    expect(next).toEqual(expect.any(String));
  });

  it('that refuses a batch again and again looks its claims up once', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}, {}, {}], { perSet: 3 });
    const refused = ['NM1*41*2*SENDER*****46*SENDER', `TRN*2*${claims[0]?.trace}`, 'STC*A8:496:41*20260601*U*371'];
    const batches = Array.from({ length: 50 }, (_, at) => [`HL*${at + 2}*1*21*0`, ...refused].join('\n'));
    await world.answer(interchangeOf([claimReport([]), ...batches].join('\n')));
    expect(await world.states(claims)).toEqual(['REJECTED', 'REJECTED', 'REJECTED']);
    const [answer] = await world.services.store.read((db) => db.selectFrom('claim_answers').selectAll().execute());
    expect(answer).toMatchObject({ state: 'READ', claim_count: 3 });
  });
});

describe('a 999', () => {
  it('of a group without number says nothing of files whose bytes were never written', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}], { group: 0 });
    const { store } = world.services;
    await store.write((tx) =>
      tx.updateTable('claim_files').set({ state: 'HELD', artifact_id: '', interchange_number: '' }).execute(),
    );
    await world.answer(interchangeOf('ST*999*0001*005010X231A1\nAK1*HC*0*005010X222A1\nAK9*R*1*1*0', ACKNOWLEDGMENT));
    expect(await world.states(claims)).toEqual(['QUEUED']);
    expect(await world.unmatched()).toMatchObject([{ said: '999', kind: 'none' }]);
  });

  it('keeps no word of its own among the reasons', async () => {
    const world = await answersWorld();
    const { claims, group } = await world.file('account-1', [{}]);
    const faults = ['IK3*LINDROSA*5*SHPONE*8', 'CTX*SITUATIONAL TRIGGER*LINDROSA*3*SHPTWO*4'];
    await world.answer(functional(group, { '0001': 'R' }, 'R', faults));
    expect(await world.states(claims)).toEqual(['REJECTED']);
    const rows = await world.services.store.read((db) => db.selectFrom('claim_history').selectAll().execute());
    expect(JSON.stringify(rows)).not.toMatch(/LINDROSA|SHPONE|SHPTWO/);
  });

  it('of very many faults is decoded in turns with the work of others, and no more of it than claims keep', async () => {
    const world = await answersWorld();
    const { claims, group } = await world.file('account-1', [{}, {}]);
    const turns = vi.spyOn(world.services.heavyTurns, 'runSteps');
    const faults = Array.from({ length: 10_000 }, (_, at) => `IK3*NM1*${at + 1}*2010BA*8\nIK4*9*67*7`);
    await world.answer(functional(group, { '0001': 'R', '0002': 'A' }, 'P', faults));
    expect(await world.states(claims)).toEqual(['REJECTED', 'RECEIVED']);
    expect(turns).toHaveBeenCalledTimes(1);
    const [refused] = claims;
    const history = refused === undefined ? [] : await world.history(refused);
    const reasons = history.flatMap((row) => (row.reasons === null ? [] : [JSON.parse(String(row.reasons))]));
    expect(reasons.at(-1).reasons).toHaveLength(FAULTS_READ.findingsOfSet);
  });

  it('of thousands of faults has the first of them worded alone', () => {
    let asked = 0;
    const faults = Array.from({ length: 5_000 }, () => ({
      ...{ code: 'IK403 7', place: 'segment 9 NM1', text: '', advice: '', patientControlNumber: 'PCN1' },
    }));
    const reasons = JSON.parse(
      reasonsOfSet('999', faults, () => {
        asked++;
        return true;
      }),
    );
    expect([reasons.reasons.length, asked]).toEqual([20, 20]);
  });
});

it('what no store takes keeps nobody from what else an answer says', async () => {
  const world = await answersWorld();
  const { claims } = await world.file('account-1', [{}, {}]);
  const [one, other] = claims;
  if (one === undefined || other === undefined) throw new Error('none');
  const odd = { ...one, id: 'A\0B', trace: 'C\0D', number: 'E\0F', member: 'G\0H' };
  const refused = 'HL*9*1*21*0\nNM1*41*2*SENDER*****46*SENDER\nTRN*2*X\0Y\nSTC*A8:496:41*20260601*U*371';
  const body = [claimReport([{ claim: odd }, { claim: other }]), refused].join('\n');
  await world.answer(interchangeOf(body));
  expect(await world.states(claims)).toEqual(['QUEUED', 'ACCEPTED']);
  const numbered = ta1('00\x0000001').replace(/TA1\*/, `TA1*000000009*260601*1200*R*023~\nTA1*`);
  await world.answer(numbered);
  expect((await world.unmatched()).map(({ said }) => said).sort()).toEqual(['277CA', '277CA', 'TA1', 'TA1']);
});
