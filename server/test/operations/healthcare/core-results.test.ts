import { describe, expect, it } from 'vitest';
import type { PayerQuestion, PayerReply } from '../../../src/exchange/payer-routes/payer-exchange.js';
import { answers, BATCHES, batchWorld } from '../../support/batches.js';
import { type CoreForm, file270, PAYLOAD_IDS, sendCore, set270 } from '../../support/core-batches.js';
import {
  ACK_999,
  answer999,
  elements,
  GET_RESULTS,
  partner,
  payer,
  pickUp,
  results,
  sets,
  submission,
  written,
} from '../../support/core-results.js';
import { answerTo } from '../../support/eligibility.js';
import { until } from '../../support/test-jobs.js';

const SUBMIT = 'X12_270_Request_005010X279A1';
const ACK_TA1 = 'X12_TA1_SubmissionRequest_00501X231A1';
const NONE = 'X12_005010_Response_NoBatchResultsFile';
const TAKEN = 'X12_Response_ConfirmReceiptReceived';
const FORMS: readonly CoreForm[] = ['soap', 'mtom', 'mime'];

describe('results of a file of 270s', () => {
  it.each(FORMS)('are one interchange of 271s in their order, under our ids and numbers, in %s', async (kind) => {
    const world = await batchWorld();
    const row = await written(world, file270(sets(3)), kind);
    expect(row).toMatchObject({ state: 'JUDGED', results_state: 'WRITTEN' });
    const { texts, payload = '' } = await pickUp(world, kind);
    expect(texts).toMatchObject({
      ...{ PayloadType: 'X12_271_Response_005010X279A1', ErrorCode: 'Success', PayloadID: PAYLOAD_IDS[0] },
      ...{ SenderID: 'EDILOOM', ReceiverID: 'CLINIC', ProcessingMode: 'Batch' },
    });
    expect(payload).toMatch(/^ISA\*00\* {10}\*00\* {10}\*ZZ\*EDILOOM {8}\*ZZ\*CLINIC {9}\*\d{6}\*\d{4}\*\^\*00501\*/);
    const [part] = await results(world);
    expect(elements(payload, 'GS', 1)).toEqual(['HB']);
    expect([elements(payload, 'GS', 2), elements(payload, 'GS', 3)]).toEqual([['EDILOOM'], ['CLINIC']]);
    expect([Number(elements(payload, 'ISA', 13)[0]), Number(elements(payload, 'GS', 6)[0])]).toEqual([
      Number(part?.interchange_number),
      Number(part?.group_number),
    ]);
    expect(elements(payload, 'ST', 2)).toEqual(['0001', '0002', '0003']);
    expect(elements(payload, 'BHT', 3)).toEqual(['CLINIC-1', 'CLINIC-2', 'CLINIC-3']);
    expect(elements(payload, 'TRN', 2)).toEqual(['TRACE-1', 'TRACE-2', 'TRACE-3']);
    expect(elements(payload, 'GE', 1)).toEqual(['3']);
    const { valid, findings } = await partner.validate(payload);
    expect([valid, findings]).toEqual([true, []]);
    // As often as it is asked for.
    expect((await pickUp(world, kind)).payload).toBe(payload);
  });

  it('are none before all checks are over, where nothing was accepted, and behind the last acknowledgment', async () => {
    const world = await batchWorld();
    let answer: () => void = () => {};
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.payer = async (question) => {
      await waits;
      return answers(question);
    };
    await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: file270(sets(2)) });
    expect((await pickUp(world)).texts).toMatchObject({ PayloadType: NONE, ErrorCode: 'Success' });
    await until(async () => typeof (await submission(world))?.batch_id === 'string');
    expect((await pickUp(world, 'soap')).texts).toMatchObject({ PayloadType: NONE, ErrorCode: 'Success' });
    answer();
    await until(async () => (await submission(world))?.results_state === 'WRITTEN');
    const { payload = '' } = await pickUp(world);
    await sendCore(world, 'mtom', { PayloadType: ACK_999, Payload: await answer999(partner, payload) });
    expect((await pickUp(world)).texts).toMatchObject({ PayloadType: NONE, ErrorCode: 'Success' });
    const faulty = {
      PayloadType: SUBMIT,
      Payload: file270([set270(1, { isFaulty: true })]),
      PayloadID: PAYLOAD_IDS[1],
    };
    await sendCore(world, 'mime', faulty);
    const none = await sendCore(world, 'mime', { PayloadType: GET_RESULTS, PayloadID: PAYLOAD_IDS[1] });
    expect(none.texts).toMatchObject({ PayloadType: NONE, ErrorCode: 'Success' });
  });

  it('say of each 270 that has no 271 of a payer why, by an AAA under its own BHT03, TRN and names', async () => {
    const world = await batchWorld();
    const replies: Record<string, (question: PayerQuestion) => Promise<PayerReply>> = {
      KANARIE0002: async (question) => ({
        kind: 'answer',
        x12: Buffer.from(
          await answer999(payer, Buffer.from(question.x12).toString().replace('DMG*D8*1931', 'DMG*D8*9931x')),
        ),
      }),
      KANARIE0003: async () => ({ kind: 'none', failure: 'too-large', wasSent: true }),
      KANARIE0004: async () => ({ kind: 'none', failure: 'http-status', wasSent: false, detail: '400' }),
      KANARIE0005: async () => ({ kind: 'answer', x12: Buffer.from('HELLO') }),
    };
    world.payer = async (question) => {
      question.onSending();
      const member = /\*MI\*([^~]*)~/.exec(Buffer.from(question.x12).toString())?.[1] ?? '';
      return (replies[member] ?? answers)(question);
    };
    const patient = /HL\*3\*2.*EQ\*30/s.exec(set270(7))?.[0] ?? '';
    const two = set270(7)
      .replace(patient, `${patient}~${patient.replace('HL*3', 'HL*4').replace('QUILLA', 'OTHER')}`)
      .replace('SE*12', 'SE*17');
    const dependent = set270(8)
      .replace('HL*3*2*22*0~TRN*1*TRACE-8*9CLINIC000~', 'HL*3*2*22*1~')
      .replace('~EQ*30', '~HL*4*3*23*0~TRN*1*TRACE-8*9CLINIC000~NM1*03*1*KANARIEVOGEL*CHILD~DMG*D8*20150207~EQ*30')
      .replace('*00042', '*NOBODY')
      .replace('SE*12', 'SE*15');
    await written(world, file270([...sets(5), set270(6, { payer: 'NOBODY' }), two, dependent]));
    const { payload = '' } = await pickUp(world);
    expect(elements(payload, 'BHT', 3)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((place) => `CLINIC-${place}`));
    const told = payload.split('~ST*271').slice(1);
    expect(told.map((set) => /~AAA\*N\*\*(..)\*(.)~/.exec(set)?.slice(1).join(''))).toEqual([
      undefined,
      ...['42C', '80P', '42P', '80P', '79C', '04C', '79C'],
    ]);
    for (const [at, set] of told.entries()) {
      expect(set).toContain(`~TRN*2*TRACE-${at + 1}*9CLINIC000~`);
      expect(set).toContain('*KANARIEVOGEL*');
    }
    expect(told[6]).toContain('*QUILLA*');
    expect(told[7]).toContain('~NM1*03*1*KANARIEVOGEL*CHILD~');
    const { findings } = await partner.validate(payload);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('have what a payer says of each patient alone, where it has answered about others with them', async () => {
    const world = await batchWorld();
    world.payer = async (question) => {
      question.onSending();
      const x12 = Buffer.from(await answerTo(question.x12)).toString();
      const [set = ''] = /ST\*271.*SE\*\d+\*0001~/s.exec(x12) ?? [];
      const other = set
        .replace('*0001*', '*0002*')
        .replace('*0001~', '*0002~')
        .replaceAll(/KANARIE\d+|KANARIEVOGEL|QUILLA/g, 'STRANGER')
        .replaceAll(/CLINIC-\d|TRACE-\d/g, 'ANOTHER');
      return { kind: 'answer', x12: Buffer.from(x12.replace(set, set + other).replace('GE*1*', 'GE*2*')) };
    };
    await written(world, file270(sets(2)));
    const { payload = '' } = await pickUp(world);
    expect(payload).not.toContain('STRANGER');
    expect(elements(payload, 'BHT', 3)).toEqual(['CLINIC-1', 'CLINIC-2']);
    expect(elements(payload, 'TRN', 2)).toEqual(['TRACE-1', 'TRACE-2']);
    expect(elements(payload, 'EB', 1)).toEqual(['1', '1']);
    expect((await partner.validate(payload)).findings).toEqual([]);
  });

  it('have delimiters that no data holds, whatever those of the file and of payers are', async () => {
    const world = await batchWorld();
    world.payer = async (question) => {
      question.onSending();
      const x12 = Buffer.from(await answerTo(question.x12)).toString();
      const isSecond = x12.includes('KANARIE0002');
      // The payer separates by others, and its name has what the partner separates by.
      const spelt = x12.replaceAll('*', '|').replaceAll('~', '\n').replace('LAKE HEALTH', 'LAKE *HEALTH*');
      return { kind: 'answer', x12: Buffer.from(isSecond ? spelt : x12) };
    };
    await written(world, file270(sets(2)));
    const { payload = '' } = await pickUp(world, 'soap');
    expect(payload[3]).toBe('\x1d');
    expect(elements(payload, 'BHT', 3)).toEqual(['CLINIC-1', 'CLINIC-2']);
    expect(elements(payload, 'NM1', 3)).toContain('LAKE *HEALTH*');
    expect((await partner.validate(payload)).findings).toEqual([]);
    expect((await pickUp(world, 'mime')).payload).toBe(payload);
  });
});

describe('long results', () => {
  it('come in parts, each once the one before is acknowledged, and every 270 has its 271 once', async () => {
    const world = await batchWorld({ mostPart: 2_000 });
    await written(world, file270(sets(10)));
    const parts = await results(world);
    expect(parts.length).toBeGreaterThan(2);
    const seen: string[] = [];
    for (const [at, part] of parts.entries()) {
      const { payload = '' } = await pickUp(world, FORMS[at % 3]);
      seen.push(...elements(payload, 'BHT', 3).map(String));
      expect(payload.length).toBeLessThan(2_500);
      expect(elements(payload, 'ST', 2)[0]).toBe('0001');
      expect(elements(payload, 'ST', 2)).toHaveLength(Number(part.set_count));
      const { texts } = await sendCore(world, FORMS[at % 3] ?? 'soap', {
        PayloadType: ACK_999,
        Payload: await answer999(partner, payload),
      });
      expect(texts).toMatchObject({ PayloadType: TAKEN, ErrorCode: 'Success', PayloadID: PAYLOAD_IDS[0] });
    }
    expect(seen).toEqual(Array.from({ length: 10 }, (_, place) => `CLINIC-${place + 1}`));
    expect((await pickUp(world)).texts.PayloadType).toBe(NONE);
    expect((await results(world)).map(({ acknowledgment }) => acknowledgment)).toEqual(parts.map(() => 'ACCEPTED'));
  });
});

describe('an acknowledgment of results', () => {
  it('that rejects is taken, sealed and audited; what was said first stands', async () => {
    const world = await batchWorld();
    const row = await written(world, file270(sets(2)));
    const { payload = '' } = await pickUp(world);
    const rejecting = await answer999(partner, payload.replace('BHT*0022', 'BHT*9999'));
    expect(rejecting).toMatch(/~AK9\*[PR]\*/);
    for (const Payload of [rejecting, rejecting, await answer999(partner, payload)]) {
      const { texts } = await sendCore(world, 'mime', { PayloadType: ACK_999, Payload });
      expect(texts).toMatchObject({ PayloadType: TAKEN, ErrorCode: 'Success' });
    }
    expect(await results(world)).toMatchObject([{ acknowledgment: 'REJECTED' }]);
    const artifacts = await world.queries((queries) => queries.from('artifacts').selectAll().execute());
    const kept = artifacts.filter(({ name }) => name === 'results-acknowledgment.edi');
    expect(kept).toHaveLength(1);
    for (const { bytes, master_key_id } of artifacts.filter(({ owner_id }) => owner_id === row?.id)) {
      expect(master_key_id).not.toBeNull();
      expect(Buffer.from(bytes ?? []).toString('latin1')).not.toMatch(/KANARIE|AK9/);
    }
    const audit = await world.queries((queries) => queries.from('audit').selectAll().execute());
    expect(audit.filter(({ object_id, action }) => object_id === row?.id && action === 'exchange')).toHaveLength(5);
  });

  it('that accepts with remarks accepts', async () => {
    const world = await batchWorld();
    await written(world, file270(sets(1)));
    const { payload = '' } = await pickUp(world);
    const accepting = await answer999(partner, payload);
    expect(accepting).toMatch(/~IK5\*A~AK9\*A\*/);
    const Payload = accepting.replace('IK5*A~AK9*A*', 'IK5*E*I5~AK9*E*');
    expect((await sendCore(world, 'mime', { PayloadType: ACK_999, Payload })).texts.PayloadType).toBe(TAKEN);
    expect(await results(world)).toMatchObject([{ acknowledgment: 'ACCEPTED' }]);
  });

  it('may be a TA1', async () => {
    const world = await batchWorld();
    await written(world, file270(sets(1)));
    const { payload = '' } = await pickUp(world);
    const number = elements(payload, 'ISA', 13)[0];
    const ta1 = (code: string) => `${file270([]).slice(0, 106)}TA1*${number}*260131*0944*${code}*000~IEA*0*000000007~`;
    expect((await sendCore(world, 'mtom', { PayloadType: ACK_TA1, Payload: ta1('R') })).texts.PayloadType).toBe(TAKEN);
    expect(await results(world)).toMatchObject([{ acknowledgment: 'REJECTED' }]);
  });

  it('that names other data, or is none, is told so, and nothing is changed', async () => {
    const world = await batchWorld();
    await written(world, file270(sets(1)));
    const { payload = '' } = await pickUp(world);
    const sound = await answer999(partner, payload);
    const codes: unknown[] = [];
    for (const Payload of [
      sound.replace(/AK1\*HB\*\d+/, 'AK1*HB*999'),
      sound.replace('AK1*HB', 'AK1*HS'),
      payload,
      'ISA*00*short~',
    ]) {
      codes.push((await sendCore(world, 'mime', { PayloadType: ACK_999, Payload })).texts.ErrorCode);
    }
    expect(codes).toEqual(Array(4).fill('PayloadIllegal'));
    const { accountId, liveKey } = await world.account('Other');
    const asked = [
      await sendCore(world, 'soap', { PayloadType: ACK_999, Payload: sound, PayloadID: PAYLOAD_IDS[1] }),
      await sendCore(world, 'soap', { PayloadType: ACK_999, Payload: sound, SenderID: 'OTHER' }),
      await sendCore(world, 'soap', { PayloadType: ACK_999, Payload: sound }, { key: liveKey, accountId }),
      await sendCore(world, 'soap', { PayloadType: GET_RESULTS }, { key: liveKey, accountId }),
      await sendCore(world, 'soap', { PayloadType: GET_RESULTS, SenderID: 'OTHER' }),
    ];
    expect(asked.map(({ texts }) => texts.ErrorCode)).toEqual(Array(5).fill('PayloadIDIllegal'));
    expect(await results(world)).toMatchObject([{ acknowledgment: null, acknowledged_at: null }]);
    expect((await pickUp(world)).payload).toBe(payload);
  });
});

describe('polling', () => {
  it('has the same results', async () => {
    const world = await batchWorld();
    const row = await written(world, file270(sets(3)));
    const url = `${BATCHES}/polling/batch-eligibility?batchId=${row?.batch_id}&pageSize=20`;
    expect((await world.call('GET', url)).json().items).toHaveLength(3);
  });
});
