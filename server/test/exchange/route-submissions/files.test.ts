import { describe, expect, it } from 'vitest';
import { PAYLOAD_TYPES } from '../../../src/caqh-core/payload-types.js';
import { none } from '../../../src/exchange/payer-routes/replies.js';
import {
  answers,
  BATCHES,
  type BatchWorld,
  batchWorld,
  isIdle,
  item,
  items,
  overInTime,
} from '../../support/batches.js';
import { file270, sendCore, set270 } from '../../support/core-batches.js';
import { answerTo, PATIENT } from '../../support/eligibility.js';
import { type FilePayer, filesWorld } from '../../support/file-payer.js';
import { interchange271 } from '../../support/hand-answers.js';
import { until } from '../../support/test-jobs.js';

const STRANGER = { memberId: 'S999', lastName: 'STRANGER', firstName: 'IRMA', dateOfBirth: '19440606' };

/** In the order of the items. */
async function resultsOf(world: BatchWorld): Promise<readonly (string | null)[]> {
  const rows = await world.queries((queries) =>
    queries.from('eligibility_batch_items').select('result').orderBy('id').execute(),
  );
  return rows.map(({ result }) => result);
}

const submissions = (world: BatchWorld) =>
  world.queries((queries) => queries.from('route_submissions').selectAll().execute());

describe('checks of a batch that go as files', () => {
  it('are handed in once, picked up, acknowledged and counted, and nobody is asked alone', async () => {
    const { world, payer } = await filesWorld({ mostChecks: 3 });
    const id = await world.submit({ items: items(7) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', totalCount: 7, successCount: 7 });
    expect([...payer.files.values()].map(({ times }) => times)).toEqual([1, 1, 1]);
    const sizes = [...payer.files.values()].map(({ x12 }) => Buffer.from(x12).toString().split('ST*270*').length - 1);
    expect(sizes.sort()).toEqual([1, 3, 3]);
    expect(world.asked).toEqual([]);
    // Behind the answers, which it does not keep waiting.
    await until(async () => payer.acknowledged.length >= 3);
    expect(payer.acknowledged).toHaveLength(3);
    expect(payer.acknowledged.map((x12) => Buffer.from(x12).toString().includes('AK9*A*'))).toEqual([true, true, true]);
    await until(async () => (await submissions(world)).length === 0);
    expect(await world.queries((queries) => queries.from('route_submission_items').selectAll().execute())).toEqual([]);
    const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${id}`);
    const results: readonly { submitterTransactionIdentifier: string; benefitsInformation: unknown[] }[] =
      polled.json().items;
    expect(results.map((one) => one.submitterTransactionIdentifier).sort()).toEqual(
      Array.from({ length: 7 }, (_, place) => `own-${place}`),
    );
    expect(results.every(({ benefitsInformation }) => benefitsInformation.length === 1)).toBe(true);
  });

  it('are answered with the warnings that they have alone: what was not sent, and an enrollment that is not known', async () => {
    const provider = { organizationName: 'LAKE CLINIC', npi: '1999999984', lastName: 'LAKE' };
    const warningsOf = async (world: BatchWorld): Promise<readonly { readonly code: string }[]> => {
      const transaction_support = JSON.stringify({ eligibilityCheck: 'ENROLLMENT_REQUIRED' });
      await world.services.store.write((tx) => tx.updateTable('payers').set({ transaction_support }).execute());
      const id = await world.submit({ items: [item('own', { provider })] });
      await overInTime(world, id);
      const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${id}`);
      return polled.json().items[0].warnings;
    };
    const { world, payer } = await filesWorld();
    const warnings = await warningsOf(world);
    expect(payer.files.size).toBe(1);
    expect(warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['enrollment::270::not_known', 'request::270::not_sent']),
    );
    expect(warnings).toEqual(await warningsOf(await batchWorld()));
  });

  it('that a 999 rejects end by it, and the others by their answers', async () => {
    const { world, payer } = await filesWorld();
    payer.acknowledge = async () => ({ kind: 'answer', x12: rejecting(payer, 2) });
    payer.answer = async (x12, place) => (place === 2 ? undefined : answerTo(x12));
    const id = await world.submit({ items: items(3) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 3, errorCount: 0 });
    expect(await resultsOf(world)).toEqual(['ACTIVE', 'FAILED', 'ACTIVE']);
  });

  it('go out with the same bytes until the payer has taken them', async () => {
    const { world, payer } = await filesWorld();
    const sent: string[] = [];
    world.files = async (step) => {
      if (step.step !== 'hand-in') return payer.take(step);
      sent.push(Buffer.from(step.x12 ?? []).toString());
      const taken = await payer.take(step);
      return sent.length < 3 ? none('timed-out', true) : taken;
    };
    const id = await world.submit({ items: items(2) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 2 });
    expect(new Set(sent).size).toBe(1);
    expect(sent).toHaveLength(3);
    expect(payer.files.size).toBe(1);
  });

  it('are another file to the payer once they are written anew, as after a restore: he may have the first', async () => {
    const { world, payer } = await filesWorld();
    const first = new Set<string>();
    world.files = (step) => {
      first.add(step.payloadId);
      return none('not-reached', false);
    };
    const id = await world.submit({ items: items(2) });
    await until(() => first.size === 1 && isIdle(world));
    await world.services.store.write((tx) =>
      tx.updateTable('route_submissions').set({ state: 'GATHERING', file_id: null }).execute(),
    );
    world.files = payer.take;
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 2 });
    expect(payer.files.size).toBe(1);
    expect(first.has([...payer.files.keys()].join())).toBe(false);
  });

  it('whose 270s are all gone are asked by themselves: their file is not written again and again', async () => {
    const { world, payer } = await filesWorld();
    world.files = () => none('not-reached', false);
    const id = await world.submit({ items: items(2) });
    await until(async () => (await submissions(world))[0]?.state === 'WRITTEN' && (await isIdle(world)));
    await world.services.store.write(async (tx) => {
      await tx.deleteFrom('artifacts').execute();
      await tx.updateTable('route_submissions').set({ state: 'GATHERING', file_id: null }).execute();
    });
    world.files = payer.take;
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 2 });
    expect(payer.files.size).toBe(0);
    expect(world.asked).toHaveLength(2);
  });

  it('whose 270 is gone leave their file, and are asked by themselves while it goes on', async () => {
    const { world, payer } = await filesWorld();
    world.files = () => none('not-reached', false);
    const id = await world.submit({ items: items(3) });
    await until(async () => (await submissions(world))[0]?.state === 'WRITTEN' && (await isIdle(world)));
    await world.services.store.write(async (tx) => {
      const second = tx.selectFrom('route_submission_items').select('check_id').where('place', '=', 2);
      await tx.deleteFrom('artifacts').where('owner_id', 'in', second).execute();
      await tx.updateTable('route_submissions').set({ state: 'GATHERING', file_id: null }).execute();
    });
    world.files = payer.take;
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 3 });
    const [file] = payer.files.values();
    expect(
      Buffer.from(file?.x12 ?? [])
        .toString()
        .split('ST*270*'),
    ).toHaveLength(3);
    expect(world.asked).toHaveLength(1);
  });

  it('that a TA1 rejects end by it, all of them', async () => {
    const { world, payer } = await filesWorld();
    world.files = async (step) => {
      if (step.step === 'fetch-999') return { kind: 'receipt' };
      if (step.step === 'fetch-ta1') return { kind: 'answer', x12: rejectingAll(payer) };
      return payer.take(step);
    };
    const id = await world.submit({ items: items(3) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 3 });
    expect(await resultsOf(world)).toEqual(['FAILED', 'FAILED', 'FAILED']);
    expect(payer.steps).toEqual(['hand-in']);
  });

  it('are asked by themselves, after a pause, where the route is gone while nobody has answered', async () => {
    const { world, payer } = await filesWorld();
    payer.answer = async () => undefined;
    const id = await world.submit({ items: items(2) });
    await until(async () => (await submissions(world))[0]?.state === 'SENT');
    const handedIn = world.clock.now();
    await world.services.store.write((tx) => tx.deleteFrom('payer_routes').execute());
    const askedAt: number[] = [];
    world.payer = (question) => {
      askedAt.push(world.clock.now());
      return answers(question);
    };
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 2 });
    expect(askedAt).toHaveLength(2);
    expect(Math.min(...askedAt) - handedIn).toBeGreaterThanOrEqual(90_000);
    expect(await submissions(world)).toEqual([]);
  });

  it('are not sent to what their route has become since they were written', async () => {
    const { world, payer } = await filesWorld();
    world.files = async (step) => {
      if (step.step !== 'hand-in') return payer.take(step);
      await world.services.store.write((tx) => tx.updateTable('payer_routes').set({ updated_at: 2 }).execute());
      return none('not-reached', false);
    };
    const id = await world.submit({ items: items(2) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 2 });
    expect(payer.files.size).toBe(0);
    expect(world.asked).toHaveLength(2);
  });

  it('keep answers that belong to none of them from all, and wait for their own', async () => {
    const { world, payer } = await filesWorld();
    const own: Uint8Array[] = [];
    payer.answer = async (x12, place) => {
      own.push(x12);
      const answer = Buffer.from(await answerTo(x12)).toString();
      // The numbers of nobody.
      return Buffer.from(place === 1 ? answer.replace(/01[0-9A-Z]{24}/g, '01ARZ3NDEKTSV4RRFFQ69G5FAV') : answer);
    };
    const id = await world.submit({ items: items(2), maxRetryHours: 8 });
    expect(await overInTime(world, id, 600_000)).toMatchObject({ successCount: 1, errorCount: 1 });
    expect(await resultsOf(world)).toEqual(['FAILED', 'ACTIVE']);
  });

  it('are answered by all sets with their numbers: one about somebody else, or that says nothing, keeps none from its own', async () => {
    const { world, payer } = await filesWorld();
    const trace = (x12: Uint8Array) => /TRN\*1\*([^*]*)/.exec(Buffer.from(x12).toString())?.[1] ?? '';
    const person = { ...PATIENT, memberId: 'KANARIE0001' };
    const benefits = ['EB*1**30'];
    payer.answer = async (x12, place) => {
      const own = { person, bht: trace(x12), trn: trace(x12), benefits };
      const first = place === 1 ? { ...own, person: STRANGER } : { ...own, benefits: [] };
      return Buffer.from(interchange271([first, own]));
    };
    const id = await world.submit({ items: items(2) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 2 });
    expect(await resultsOf(world)).toEqual(['ACTIVE', 'ACTIVE']);
    const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${id}`);
    expect(polled.body).not.toContain(STRANGER.lastName);
  });

  it('are answered in one set about several of them', async () => {
    const { world, payer } = await filesWorld();
    const members = ['KANARIE0001', 'KANARIE0002'];
    const id = await world.submit({
      items: members.map((memberId, place) => item(`own-${place}`, { subscriber: { ...PATIENT, memberId } })),
    });
    const take = payer.take;
    world.files = async (step) => {
      const reply = await take(step);
      return step.step === 'fetch-results' && reply.kind === 'answer'
        ? { kind: 'answer', x12: merged(reply.x12) }
        : reply;
    };
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 2 });
    expect(await resultsOf(world)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('whose answer is longer than one alone may be end as those whose answer cannot be read, and nothing of it is kept', async () => {
    const { world, payer } = await filesWorld();
    payer.answer = async (x12, place) => (place === 2 ? lengthened(await answerTo(x12)) : answerTo(x12));
    const id = await world.submit({ items: items(2) });
    expect(await overInTime(world, id)).toMatchObject({ successCount: 1, errorCount: 1 });
    const kept = await world.queries((queries) => queries.from('artifacts').select('size').execute());
    expect(Math.max(...kept.map(({ size }) => Number(size)))).toBeLessThan(100_000);
  });

  it('that cannot be sent end by themselves, and those in X12 of their senders go by themselves', async () => {
    const { world, payer } = await filesWorld();
    const id = await world.submit({ items: items(3) });
    expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED', successCount: 3 });
    await sendCore(world, 'soap', { PayloadType: PAYLOAD_TYPES.inquiry270, Payload: file270([set270(1), set270(2)]) });
    await until(() => world.asked.length === 2);
    expect(payer.files.size).toBe(1);
  });

  it('are asked by themselves where the payer takes no such file', async () => {
    const { world } = await filesWorld();
    world.files = () => none('http-status', true, '404');
    const id = await world.submit({ items: items(2) });
    await until(async () => (await submissions(world)).length === 0);
    const batch = await overInTime(world, id);
    expect(batch).toMatchObject({ successCount: 0, errorCount: 2 });
  });

  it('that the payer never answers end without an answer when their time is over', async () => {
    const { world, payer } = await filesWorld();
    payer.answer = async (x12, place) => (place === 1 ? answerTo(x12) : undefined);
    const id = await world.submit({ items: items(2), maxRetryHours: 8 });
    const batch = await overInTime(world, id, 600_000);
    expect(batch).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', successCount: 1, errorCount: 1 });
    await until(async () => (await submissions(world)).length === 0);
  });
});

/** A 271 with what no answer needs: 5 MB. */
function lengthened(x12: Uint8Array): Uint8Array {
  const count = 500_000;
  return Buffer.from(
    Buffer.from(x12)
      .toString()
      .replace(/SE\*(\d+)\*/, (_, own) => `${'EB*1*IND~'.repeat(count)}SE*${Number(own) + count}*`),
  );
}

/** Two sets of a 271 about one patient each, as one about both. */
function merged(x12: Uint8Array): Uint8Array {
  const text = Buffer.from(x12).toString();
  // Of which of the 270s it would be the number cannot be said.
  const [head = '', first = '', second = ''] = text.replace(/(BHT\*0022\*11\*)[^*]*/g, '$1').split(/(?=ST\*271\*)/);
  const subscriber = second.slice(second.indexOf('HL*3*2*22'), second.indexOf('SE*')).replace('HL*3*2*22', 'HL*4*2*22');
  const end = first.slice(first.indexOf('SE*'));
  const set = `${first.slice(0, first.indexOf('SE*'))}${subscriber}`;
  const count = set.split('~').length;
  const tail = second.slice(second.indexOf('GE*')).replace('GE*2*', 'GE*1*');
  return Buffer.from(`${head}${set}${end.replace(/SE\*\d+/, `SE*${count}`)}${tail}`);
}

/** A TA1 that rejects the file. */
function rejectingAll(payer: FilePayer): Uint8Array {
  const [file] = payer.files.values();
  const [, number = ''] = /\*(\d{9})\*0\*P\*/.exec(Buffer.from(file?.x12 ?? []).toString()) ?? [];
  const isa =
    'ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260115*1200*^*00501*000000009*0*P*:';
  return Buffer.from(`${isa}~TA1*${number}*260115*1200*R*009~IEA*0*000000009~`);
}

/** A 999 that rejects one set of the file. */
function rejecting(payer: FilePayer, place: number): Uint8Array {
  const [file] = payer.files.values();
  const text = Buffer.from(file?.x12 ?? []).toString();
  const group = /GS\*HS\*[^~]*?\*(\d+)\*X\*/.exec(text)?.[1] ?? '';
  const sets = [...text.matchAll(/ST\*270\*(\d+)/g)].map(([, number = '']) =>
    Number(number) === place
      ? `AK2*270*${number}*005010X279A1~IK3*BHT*2**8~IK5*R*5`
      : `AK2*270*${number}*005010X279A1~IK5*A`,
  );
  const isa =
    'ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260115*1200*^*00501*000000009*0*P*:';
  const body = [
    'ST*999*0001*005010X231A1',
    `AK1*HS*${group}*005010X279A1`,
    ...sets,
    `AK9*P*${sets.length}*${sets.length}*${sets.length - 1}`,
  ];
  const count = body.join('~').split('~').length + 1;
  const all = [
    isa,
    'GS*FA*UPAPP*CLEARAPP*20260115*1200*9*X*005010X231A1',
    ...body,
    `SE*${count}*0001`,
    'GE*1*9',
    'IEA*1*000000009',
  ];
  return Buffer.from(`${all.join('~')}~`);
}
