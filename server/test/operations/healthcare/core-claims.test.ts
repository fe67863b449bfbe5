import { describe, expect, it } from 'vitest';
import { CORE_SUBMISSION_COMMANDS } from '../../../src/commands/core-submissions.js';
import { ANSWER_CLAIMS, giveUpAnswering } from '../../../src/exchange/core-submissions/answer-claims-job.js';
import type { Job } from '../../../src/jobs/job.js';
import { type BatchWorld, batchWorld } from '../../support/batches.js';
import { CLAIM_TYPES, CLAIMS } from '../../support/claims.js';
import { type CoreForm, PAYLOAD_IDS, sendCore } from '../../support/core-batches.js';
import { until } from '../../support/test-jobs.js';

const SUBMIT = {
  professional: 'X12_837_Request_005010X222A1',
  institutional: 'X12_837_Request_005010X223A1_2',
  dental: 'X12_837_Request_005010X224A1_2',
} as const;
const GET_999 = 'X12_999_RetrievalRequest_005010X231A1';
const GET_TA1 = 'X12_TA1_RetrievalRequest_00501X231A1';
const GET_277 = 'X12_005010_Request_Batch_Results_277CA';
const ACKNOWLEDGE = 'X12_999_SubmissionRequest_005010X231A1';
const NONE = 'X12_005010_Response_NoBatchResultsFile';
const FORMS: readonly CoreForm[] = ['soap', 'mtom', 'mime'];
const AFTER_MS = 2_000;

/** A server that plays a payer. */
async function payerWorld(): Promise<BatchWorld> {
  const world = await batchWorld();
  Object.assign(world.services.config, { simulatedClaims: { afterMs: AFTER_MS, takesFiles: true } });
  return world;
}

function claimOf(member: string): string {
  return CLAIMS.professional.x12.replace('SHP0012345', member);
}

const submissions = (world: BatchWorld) =>
  world.queries((queries) => queries.from('core_submissions').selectAll().execute());

/** Once something is there of what was answered at this time. */
async function answered(world: BatchWorld, parts: number): Promise<void> {
  await until(async () => {
    const rows = await world.queries((queries) => queries.from('core_results').select('part').execute());
    const [row] = await submissions(world);
    return rows.length === parts && row?.state !== 'RECEIVED';
  });
}

describe('a file of claims', () => {
  it.each(FORMS.flatMap((form) => CLAIM_TYPES.map((type) => [type, form] as const)))(
    'of type %s is taken in %s, and its 999 and 277CA are picked up after their time',
    async (type, form) => {
      const world = await payerWorld();
      const receipt = await sendCore(world, form, { PayloadType: SUBMIT[type], Payload: CLAIMS[type].x12 });
      expect(receipt).toMatchObject({
        status: 200,
        payload: undefined,
        texts: { PayloadType: 'X12_BatchReceiptConfirmation', PayloadID: PAYLOAD_IDS[0], ErrorCode: 'Success' },
      });
      const early = await sendCore(world, form, { PayloadType: GET_277 });
      expect([early.texts.PayloadType, early.payload]).toEqual([NONE, undefined]);
      world.clock.advance(AFTER_MS);
      world.jobs.wake();
      await answered(world, 1);
      for (let time = 0; time < 2; time++) {
        const acknowledgment = await sendCore(world, form, { PayloadType: GET_999 });
        expect(acknowledgment.texts.PayloadType).toBe('X12_999_Response_005010X231A1');
        expect(acknowledgment.payload).toContain('AK9*A*1*1*1');
        const results = await sendCore(world, form, { PayloadType: GET_277 });
        expect(results.texts).toMatchObject({ PayloadType: 'X12_277CA_Response_005010X214', ErrorCode: 'Success' });
        expect(results.payload).toMatch(/~STC\*A2:20\*/);
      }
      const none = await sendCore(world, form, { PayloadType: GET_TA1 });
      expect(none.texts.PayloadType).toBe('X12_005010_Response_NoBatchAckFile');
      expect(await submissions(world)).toMatchObject([{ state: 'JUDGED', accepted_count: 1, rejected_count: 0 }]);
    },
  );

  it('that comes again is the same one, and another under its PayloadID is refused', async () => {
    const world = await payerWorld();
    const Payload = claimOf('SIM-A7');
    for (let time = 0; time < 2; time++) {
      const { texts } = await sendCore(world, 'mime', { PayloadType: SUBMIT.professional, Payload });
      expect(texts.ErrorCode).toBe('Success');
    }
    const other = await sendCore(world, 'mime', { PayloadType: SUBMIT.professional, Payload: claimOf('SIM-A3') });
    expect(other.texts.ErrorCode).toBe('PayloadIDIllegal');
    world.clock.advance(AFTER_MS);
    world.jobs.wake();
    await answered(world, 1);
    expect(await submissions(world)).toHaveLength(1);
    const { payload } = await sendCore(world, 'mtom', { PayloadType: GET_277 });
    expect(payload).toMatch(/~STC\*A7:562:85\*\d{8}\*U\*/);
  });

  it('has the next of its 277CAs picked up once the first is acknowledged, and when it is due', async () => {
    const world = await payerWorld();
    await sendCore(world, 'soap', { PayloadType: SUBMIT.professional, Payload: claimOf('SIM-LATE-A3') });
    world.clock.advance(AFTER_MS);
    world.jobs.wake();
    await answered(world, 1);
    const { payload: first = '' } = await sendCore(world, 'soap', { PayloadType: GET_277 });
    expect(first).toMatch(/~STC\*A2:20\*/);
    const [, number] = /~GS\*HN\*[^*]*\*[^*]*\*[^*]*\*[^*]*\*(\d+)\*/.exec(first) ?? [];
    const Payload = `ISA*00*          *00*          *ZZ*CLINIC         *ZZ*EDILOOM        *260131*0944*^*00501*000000001*0*P*:~GS*FA*CLINIC*EDILOOM*20260131*0944*1*X*005010X231A1~ST*999*0001*005010X231A1~AK1*HN*${number}*005010X214~AK9*A*1*1*1~SE*4*0001~GE*1*1~IEA*1*000000001~`;
    const { texts } = await sendCore(world, 'soap', { PayloadType: ACKNOWLEDGE, Payload });
    expect(texts).toMatchObject({ ErrorCode: 'Success', PayloadType: 'X12_Response_ConfirmReceiptReceived' });
    expect((await sendCore(world, 'soap', { PayloadType: GET_277 })).texts.PayloadType).toBe(NONE);
    world.clock.advance(1_000);
    world.jobs.wake();
    await answered(world, 2);
    const { payload: second } = await sendCore(world, 'soap', { PayloadType: GET_277 });
    expect(second).toMatch(/~STC\*A3:33:IL\*/);
  });

  it('is answered by nothing where its claims say so, and by a TA1 where they say that', async () => {
    const world = await payerWorld();
    await sendCore(world, 'mime', { PayloadType: SUBMIT.professional, Payload: claimOf('SIM-NEVER') });
    const PayloadID = PAYLOAD_IDS[1];
    await sendCore(world, 'mime', { PayloadType: SUBMIT.professional, Payload: claimOf('SIM-TA1'), PayloadID });
    world.clock.advance(AFTER_MS);
    world.jobs.wake();
    await until(async () => (await submissions(world)).every(({ state }) => state === 'JUDGED'));
    expect((await sendCore(world, 'mime', { PayloadType: GET_999 })).payload).toBeUndefined();
    expect((await sendCore(world, 'mime', { PayloadType: GET_277 })).payload).toBeUndefined();
    const { payload } = await sendCore(world, 'mime', { PayloadType: GET_TA1, PayloadID });
    expect(payload).toMatch(/~TA1\*000000001\*260301\*0915\*R\*001~/);
  });

  it('that cannot be read is told so', async () => {
    const world = await payerWorld();
    const Payload = `${claimOf('X1').slice(0, 20)}`;
    await sendCore(world, 'mime', { PayloadType: SUBMIT.professional, Payload });
    world.clock.advance(AFTER_MS);
    world.jobs.wake();
    await until(async () => (await submissions(world))[0]?.state === 'UNREADABLE');
    const { texts } = await sendCore(world, 'mime', { PayloadType: GET_999 });
    expect(texts.ErrorCode).toBe('PayloadIllegal');
  });

  it('whose job is given up is told as one that cannot be read', async () => {
    const world = await payerWorld();
    await sendCore(world, 'mime', { PayloadType: SUBMIT.professional, Payload: claimOf('X1') });
    const [row] = await submissions(world);
    const job = { accountId: world.accountId, kind: ANSWER_CLAIMS, payload: { submissionId: row?.id } } as Job;
    const outcome = await giveUpAnswering(world.services)(job, 'because');
    if (outcome.kind === 'done') await world.queries(async (queries) => outcome.commit?.(queries));
    expect(await submissions(world)).toMatchObject([{ state: 'UNREADABLE' }]);
  });

  it('is listed for the operator with what became of it', async () => {
    const world = await payerWorld();
    await sendCore(world, 'mime', { PayloadType: SUBMIT.professional, Payload: claimOf('SIM-999') });
    world.clock.advance(AFTER_MS);
    world.jobs.wake();
    await until(async () => (await submissions(world))[0]?.state === 'JUDGED');
    const [command] = CORE_SUBMISSION_COMMANDS;
    const shown = await command?.run(world.services, { account: world.accountId });
    expect(shown).toMatchObject([{ accepted: 0, rejected: 1 }]);
  });

  it('is not taken by a server that plays no payer', async () => {
    const world = await batchWorld();
    for (const form of FORMS) {
      const { texts } = await sendCore(world, form, { PayloadType: SUBMIT.professional, Payload: claimOf('X1') });
      expect(texts.ErrorCode).toBe('NotSupported');
      expect((await sendCore(world, form, { PayloadType: GET_277 })).texts.ErrorCode).toBe('NotSupported');
    }
    expect(await submissions(world)).toEqual([]);
  });

  it('with too many sets is refused at once', async () => {
    const world = await payerWorld();
    const Payload = `${claimOf('X1')}${'ST*837*0001~'.repeat(10_001)}`;
    const { texts } = await sendCore(world, 'mtom', { PayloadType: SUBMIT.professional, Payload });
    expect(texts.ErrorCode).toBe('PayloadIllegal');
    expect(texts.ErrorMessage).toContain('ten thousand 837s');
  });
});
