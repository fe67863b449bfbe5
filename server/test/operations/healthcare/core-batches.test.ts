import { describe, expect, it } from 'vitest';
import { CORE_SUBMISSION_COMMANDS } from '../../../src/commands/core-submissions.js';
import { createJudgeSubmissionJob } from '../../../src/exchange/core-submissions/judge-job.js';
import { purgeExpired } from '../../../src/maintenance/purge-expired.js';
import { purgeSubmissions } from '../../../src/resources/core-submissions/expired.js';
import { contentOf } from '../../../src/resources/eligibility-batches/columns.js';
import { BATCHES, type BatchWorld, batchWorld } from '../../support/batches.js';
import { type CoreForm, file270, PAYLOAD_IDS, sendCore, set270 } from '../../support/core-batches.js';
import { until } from '../../support/test-jobs.js';

const SUBMIT = 'X12_270_Request_005010X279A1';
const GET_999 = 'X12_999_RetrievalRequest_005010X231A1';
const GET_TA1 = 'X12_TA1_RetrievalRequest_00501X231A1';
const FORMS: readonly CoreForm[] = ['soap', 'mtom', 'mime'];
const TEN = file270(
  Array.from({ length: 10 }, (_, place) => set270(place + 1, { isFaulty: place === 3 || place === 7 })),
);

const submissions = (world: BatchWorld) =>
  world.queries((queries) => queries.from('core_submissions').selectAll().execute());
const batches = (world: BatchWorld) =>
  world.queries((queries) => queries.from('eligibility_batches').selectAll().execute());
const judged = async (world: BatchWorld, count = 1) => {
  await until(async () => (await submissions(world)).filter(({ state }) => state !== 'RECEIVED').length === count);
  return submissions(world);
};

describe('a file of 270s', () => {
  it.each(FORMS)('is taken in %s, acknowledged set by set, and what is accepted becomes a batch', async (kind) => {
    const world = await batchWorld();
    const receipt = await sendCore(world, kind, { PayloadType: SUBMIT, Payload: TEN });
    expect(receipt).toMatchObject({
      status: 200,
      payload: undefined,
      texts: {
        ...{ PayloadType: 'X12_BatchReceiptConfirmation', ProcessingMode: 'Batch', PayloadID: PAYLOAD_IDS[0] },
        ...{ SenderID: 'EDILOOM', ReceiverID: 'CLINIC', ErrorCode: 'Success' },
      },
    });
    const [row] = await judged(world);
    expect(row).toMatchObject({ state: 'JUDGED', accepted_count: 8, rejected_count: 2 });
    for (let time = 0; time < 2; time++) {
      const { texts, payload = '' } = await sendCore(world, kind, { PayloadType: GET_999 });
      expect(texts).toMatchObject({ PayloadType: 'X12_999_Response_005010X231A1', ErrorCode: 'Success' });
      expect(payload).toContain('*ZZ*EDILOOM        *ZZ*CLINIC         *');
      const rejected = [...payload.matchAll(/AK2\*270\*(\d{4})[^~]*~(?:(?!AK2|IK5).)*IK5\*R/g)].map(
        ([, number]) => number,
      );
      expect(rejected).toEqual(['0004', '0008']);
      expect(payload).toMatch(/~AK9\*P\*10\*10\*8~/);
    }
    const batch = await world.over(row?.batch_id ?? '');
    expect(batch).toMatchObject({ source: 'API', name: batch.id, totalCount: 8, successCount: 8 });
    expect(world.asked.toSorted()).toEqual(
      [1, 2, 3, 5, 6, 7, 9, 10].map((place) => `KANARIE${String(place).padStart(4, '0')}`),
    );
    const { items } = (
      await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${batch.id}&pageSize=20`)
    ).json();
    expect(items).toHaveLength(8);
    for (const { submitterTransactionIdentifier, x12 } of items) {
      // BHT03 and TRN02 of one set have one number.
      expect(x12).toContain(`TRN*2*${submitterTransactionIdentifier.replace('CLINIC', 'TRACE')}*9CLINIC000~`);
    }
  });

  it('has no TA1 where none was asked for, and one where its envelope is wrong; of that nothing is asked', async () => {
    const world = await batchWorld();
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: file270([set270(1)]) });
    const wrong = file270([set270(1)]).replace('IEA*1*000000007', 'IEA*1*000000008');
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: wrong, PayloadID: PAYLOAD_IDS[1] });
    await judged(world, 2);
    const none = await sendCore(world, 'mtom', { PayloadType: GET_TA1 });
    expect([none.texts.PayloadType, none.payload]).toEqual(['X12_005010_Response_NoBatchAckFile', undefined]);
    const { texts, payload } = await sendCore(world, 'soap', { PayloadType: GET_TA1, PayloadID: PAYLOAD_IDS[1] });
    expect(texts.PayloadType).toBe('X12_TA1_Response_00501X231A1');
    expect(payload).toMatch(/~TA1\*000000007\*260131\*0944\*R\*001~/);
    expect(await batches(world)).toHaveLength(1);
  });

  it('may have several interchanges, each acknowledged by its own', async () => {
    const world = await batchWorld();
    const Payload = file270([set270(1)]) + file270([set270(2, { isFaulty: true })], '000000008');
    await sendCore(world, 'mtom', { PayloadType: SUBMIT, Payload });
    const [row] = await judged(world);
    expect(row).toMatchObject({ accepted_count: 1, rejected_count: 1 });
    const { payload = '' } = await sendCore(world, 'mtom', { PayloadType: GET_999 });
    expect(payload.match(/ISA\*/g)).toHaveLength(2);
    expect([...payload.matchAll(/AK9\*(.)/g)].map(([, code]) => code)).toEqual(['A', 'R']);
  });

  it('keeps a set whose payer nobody knows: its check says so', async () => {
    const world = await batchWorld();
    await sendCore(world, 'mime', {
      PayloadType: SUBMIT,
      Payload: file270([set270(1), set270(2, { payer: 'NOBODY' })]),
    });
    const [row] = await judged(world);
    const batch = await world.over(row?.batch_id ?? '');
    expect(batch).toMatchObject({ successCount: 1, errorCount: 1 });
    const listed = await world.call('GET', `${BATCHES}/batch/${batch.id}/items?state=COMPLETED_WITH_ERRORS`);
    expect(listed.json().items).toMatchObject([
      { additionalInfo: { eligibility: { submitterTransactionIdentifier: 'CLINIC-2', payerId: 'NOBODY' } } },
    ]);
  });

  it('keeps a set about several patients, whose check says that each has its own', async () => {
    const world = await batchWorld();
    const patient = /HL\*3\*2.*EQ\*30/s.exec(set270(1))?.[0] ?? '';
    const two = set270(1)
      .replace(patient, `${patient}~${patient.replace('HL*3', 'HL*4')}`)
      .replace('SE*12', 'SE*17');
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: file270([two]) });
    const [row] = await judged(world);
    expect(row).toMatchObject({ accepted_count: 1, rejected_count: 0 });
    await world.over(row?.batch_id ?? '');
    const { items } = (await world.call('GET', `${BATCHES}/batch/${row?.batch_id}/items`)).json();
    expect(JSON.stringify(items)).toContain('send one 270 for each');
    expect(world.asked).toEqual([]);
  });

  it('keeps of a set about very many patients the first ones, and its check says the same', async () => {
    const world = await batchWorld();
    const [patient = ''] = /HL\*3\*2.*EQ\*30/s.exec(set270(1)) ?? [];
    const many = Array.from({ length: 300 }, (_, place) => patient.replace('HL*3', `HL*${place + 3}`));
    const set = set270(1)
      .replace(patient, many.join('~'))
      .replace('SE*12', `SE*${7 + 5 * many.length}`);
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: file270([set]) });
    const [row] = await judged(world);
    expect(row).toMatchObject({ accepted_count: 1, rejected_count: 0 });
    await world.over(row?.batch_id ?? '');
    const [item] = await world.queries((own) => own.from('eligibility_batch_items').selectAll().execute());
    if (item === undefined) throw new Error('There is no item.');
    const { x12 } = contentOf(world.services.sealedColumns, item) as { readonly x12: string };
    expect(x12.match(/~NM1\*IL/g)).toHaveLength(2);
    expect(item.errors).toContain('send one 270 for each');
    expect(world.asked).toEqual([]);
  });

  it('of a thousand sets is a batch of a thousand checks', async () => {
    const world = await batchWorld();
    const Payload = file270(Array.from({ length: 1_000 }, (_, place) => set270(place + 1)));
    await sendCore(world, 'mtom', { PayloadType: SUBMIT, Payload });
    const [row] = await judged(world);
    expect(row?.accepted_count).toBe(1_000);
    const ids = await world.queries((queries) => queries.from('eligibility_batch_items').select('place').execute());
    expect(new Set(ids.map(({ place }) => Number(place))).size).toBe(1_000);
  });
});

describe('a PayloadID', () => {
  it('is one submission, however often and at once it is sent', async () => {
    const world = await batchWorld();
    const ask = { PayloadType: SUBMIT, Payload: TEN };
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => sendCore(world, FORMS[at % 3] ?? 'soap', ask)),
    );
    await judged(world);
    answers.push(await sendCore(world, 'soap', { ...ask, PayloadID: PAYLOAD_IDS[0].toUpperCase() }));
    expect(answers.map(({ texts }) => texts.PayloadType)).toEqual(Array(7).fill('X12_BatchReceiptConfirmation'));
    expect(await submissions(world)).toHaveLength(1);
    expect(await batches(world)).toHaveLength(1);
  });

  it('does not stand for another file, nor for that of another sender or account', async () => {
    const world = await batchWorld();
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: TEN });
    const other = await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: file270([set270(1)]) });
    expect(other.texts.ErrorCode).toBe('PayloadIDIllegal');
    const { accountId, liveKey } = await world.account('Other');
    await judged(world);
    const asked = [
      await sendCore(world, 'mime', { PayloadType: GET_999 }, { key: liveKey, accountId }),
      await sendCore(world, 'mime', { PayloadType: GET_999, SenderID: 'OTHER' }),
      await sendCore(world, 'mime', { PayloadType: GET_999, PayloadID: PAYLOAD_IDS[1] }),
    ];
    const [first] = asked;
    for (const { texts, payload } of asked) {
      expect([texts.ErrorCode, texts.ErrorMessage]).toEqual(['PayloadIDIllegal', first?.texts.ErrorMessage]);
      expect(payload).toBeUndefined();
    }
  });

  it('has no acknowledgment yet while its file is not judged', async () => {
    const world = await batchWorld({ isIdle: true });
    await sendCore(world, 'mtom', { PayloadType: SUBMIT, Payload: TEN });
    const { texts } = await sendCore(world, 'mtom', { PayloadType: GET_999 });
    expect([texts.PayloadType, texts.ErrorCode]).toEqual(['X12_005010_Response_NoBatchAckFile', 'Success']);
  });
});

describe('what is not taken', () => {
  it('is told by the code of the rule, and nothing is stored', async () => {
    const world = await batchWorld();
    const ask = { PayloadType: SUBMIT, Payload: TEN };
    const many = file270([`${'ST*270*~'.repeat(10_001)}`]);
    for (const kind of FORMS) {
      const codes = [
        await sendCore(world, kind, { ...ask, CheckSum: '0'.repeat(40) }),
        await sendCore(world, kind, { ...ask, CheckSum: undefined }),
        await sendCore(world, kind, { ...ask, PayloadID: 'one' }),
        await sendCore(world, kind, { ...ask, Payload: many }),
        await sendCore(world, kind, { ...ask, ProcessingMode: 'RealTime' }),
      ].map(({ texts }) => texts.ErrorCode);
      expect(codes.slice(0, 4)).toEqual([
        'ChecksumMismatched',
        'CheckSumRequired',
        'PayloadIDIllegal',
        'PayloadIllegal',
      ]);
      expect(['NotSupported', 'ProcessingModeIllegal']).toContain(codes[4]);
    }
    const large = await sendCore(world, 'mime', { ...ask, Payload: `${TEN}${' '.repeat(12 * 1024 * 1024)}` });
    expect([large.status, large.texts.ErrorCode]).toEqual([413, 'EnvelopeIllegal']);
    const denied = await sendCore(world, 'mime', ask, { key: world.testKey });
    expect([denied.status, denied.texts.ErrorCode]).toEqual([403, 'UnAuthorized']);
    expect(await submissions(world)).toEqual([]);
  });

  it('is told when the acknowledgment is asked for, where it cannot be read at all', async () => {
    const world = await batchWorld();
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: 'ISA*00*short~' });
    expect(await judged(world)).toMatchObject([{ state: 'UNREADABLE', batch_id: null }]);
    expect((await sendCore(world, 'mime', { PayloadType: GET_999 })).texts.ErrorCode).toBe('PayloadIllegal');
  });
});

describe('what is stored of it', () => {
  it('is sealed, audited, judged once by processes that both have it, listed, and goes with its time', async () => {
    const world = await batchWorld({ isIdle: true });
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: TEN });
    const [row] = await submissions(world);
    const job = { accountId: world.accountId, payload: { submissionId: row?.id }, attempt: 1 };
    const handle = createJudgeSubmissionJob(world.services);
    // Only these of a job are looked at.
    const run = () => handle(job as Parameters<typeof handle>[0], new AbortController().signal);
    await Promise.all([run(), run()]);
    await run();
    expect(await batches(world)).toHaveLength(1);
    await sendCore(world, 'mime', { PayloadType: GET_999 });
    const artifacts = await world.queries((queries) => queries.from('artifacts').selectAll().execute());
    expect(artifacts.map(({ name }) => name).toSorted()).toEqual(['999.edi', 'submission.edi']);
    for (const { bytes, master_key_id } of artifacts) {
      expect(Buffer.from(bytes ?? []).toString('latin1')).not.toContain('KANARIE');
      expect(master_key_id).not.toBeNull();
    }
    const audit = await world.queries((queries) => queries.from('audit').selectAll().execute());
    expect(audit.filter(({ object_id }) => object_id === row?.id).map(({ action }) => action)).toEqual([
      'exchange',
      'exchange',
    ]);
    const [command] = CORE_SUBMISSION_COMMANDS;
    const listed = await command?.run(world.services, { account: world.accountId });
    expect(command?.show(listed as never, 200)).toMatch(
      /^f81d4fae-\S+ {2}\S+ {2}JUDGED +CLINIC {2}8 taken, 2 rejected {2}batch /,
    );
    const purged = (now: number) => world.services.store.write((tx) => purgeSubmissions(tx, now, 100));
    await world.queries((queries) => queries.update('core_submissions').set({ expires_at: 5_000 }).execute());
    // Its results are still to come.
    expect(await purged(5_000)).toBe(0);
    await world.queries((queries) => queries.update('core_submissions').set({ results_state: 'FAILED' }).execute());
    expect([await purged(4_999), await purged(5_000), await submissions(world)]).toEqual([0, 1, []]);
  });

  it('is refused whole where it has more sets than are taken, behind whatever separators and of whatever kind', async () => {
    const world = await batchWorld();
    const many = Array.from({ length: 10_001 }, (_, place) => `ST|276|${place}~SE|2|${place}~`).join('');
    const others = `${file270([], '000000008').replaceAll('*', '|').split('GS|')[0]}GS|HR|A|B|20260131|0944|7|X|005010X212~${many}GE|10001|7~IEA|1|000000008~`;
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: `${TEN}${others}` });
    expect(await judged(world)).toMatchObject([{ state: 'UNREADABLE', batch_id: null, accepted_count: 0 }]);
    const { texts } = await sendCore(world, 'mime', { PayloadType: GET_999 });
    expect(texts.ErrorMessage).toContain('ten thousand');
    expect(await batches(world)).toEqual([]);
  });

  it('stays with its file while it is still to be judged, however late', async () => {
    const world = await batchWorld({ isIdle: true });
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: TEN });
    const late = { expires_at: world.clock.now() - 1 };
    await world.queries((queries) => queries.update('core_submissions').set(late).execute());
    await world.queries((queries) => queries.update('artifacts').set(late).execute());
    const purge = async () => {
      await world.services.store.write((tx) => purgeSubmissions(tx, world.clock.now(), 100));
      await purgeExpired(world.services);
    };
    await purge();
    world.jobs.start();
    expect(await judged(world)).toMatchObject([{ state: 'JUDGED', accepted_count: 8 }]);
    await purge();
    const left = await world.queries((queries) => queries.from('artifacts').select('name').execute());
    expect(left).not.toContainEqual({ name: 'submission.edi' });
  });
});
