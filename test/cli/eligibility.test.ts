import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const FLAGS = ['--sender', 'ZZ:LAKECLINIC', '--receiver', 'ZZ:NORTHHEALTH', '--usage', 'T'];
const REQUEST = {
  tradingPartnerServiceId: 'NH001',
  provider: { organizationName: 'LAKE CLINIC', npi: '1234567893' },
  subscriber: { memberId: 'M0001', lastName: 'CANARY' },
};

describe('eligibility', () => {
  it('writes a 270 from a request, and reads it back', async () => {
    const { code, out, err } = await runHere([
      'eligibility',
      folder.file('request.json', REQUEST),
      ...FLAGS,
      '--id',
      'CHECK-1',
    ]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ISA\*00\*.*\*T\*>~GS\*HS\*.*~BHT\*0022\*13\*CHECK-1\*.*~EQ\*30~SE\*\d+\*0001~GE\*1\*1~IEA/);
    const back = await runHere(['eligibility', '--decode', folder.file('request.270', out)]);
    expect(JSON.parse(back.out)).toMatchObject({
      subscriber: { memberId: 'M0001' },
      encounter: { serviceTypeCodes: ['30'] },
    });
  });

  it('reads a 271 to the answer it gives', async () => {
    const answer = new URL('../../fixtures/eligibility-answer-271/input.edi', import.meta.url).pathname;
    const { code, out } = await runHere(['eligibility', '--decode', answer]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      payer: { name: 'ACME HEALTH' },
      benefitsInformation: [{ code: '1' }, { code: 'C', benefitAmount: '500' }, { code: 'B' }],
    });
  });

  it('gives the patient a trace, and each service type a loop, when asked', async () => {
    const file = folder.file('two.json', { ...REQUEST, encounter: { serviceTypeCodes: ['30', '88'] } });
    const { out } = await runHere(['eligibility', file, ...FLAGS, '--id', 'C1', '--trace', '9000000001', '--apart']);
    expect(out).toContain('~TRN*1*C1*9000000001~');
    expect(out).toContain('~EQ*30~EQ*88~');
  });

  it('names what is wrong by pointer, and writes nothing', async () => {
    const file = folder.file('wrong.json', {
      ...REQUEST,
      provider: { npi: '1234567890' },
      subscriber: { lastName: 'CANARY*' },
    });
    const { code, out, err } = await runHere(['eligibility', file, ...FLAGS]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/\/provider\/npi: The NPI/);
    expect(err).toMatch(/\/subscriber\/lastName: /);
    expect(err).not.toContain('CANARY');
  });

  it('needs sender and receiver', async () => {
    expect((await runHere(['eligibility', folder.file('r.json', REQUEST), '--sender', 'ZZ:A'])).code).toBe(2);
    expect((await runHere(['eligibility', folder.file('s.json', REQUEST), ...FLAGS, '--trace', 'SHORT'])).err).toMatch(
      /--trace/,
    );
  });
});

describe('eligibility --decode', () => {
  const INQUIRY = fixture('eligibility-inquiry-270');

  it('refuses each option that only writing reads', async () => {
    const given = ['--sender=ZZ:A', '--receiver=ZZ:B', '--usage=T', '--id=1', '--trace=9000000001', '--apart'];
    for (const one of [...given, '--delimiters=*>^~', '--newline=lf']) {
      const { code, out, err } = await runHere(['eligibility', '--decode', INQUIRY, one]);
      expect([one, code, out]).toEqual([one, 2, '']);
      expect(err).toBe(`ediloom: ${one.replace(/=.*/, '')} is for a 270 that is written: --decode writes none.\n`);
    }
  });

  it.each(['purchase-order-850', 'claim-837p', 'claim-acknowledgment-277ca'])(
    'has nothing to say of %s, and names what it reads',
    async (name) => {
      const { code, out, err } = await runHere(['eligibility', '--decode', fixture(name)]);
      expect([code, out]).toEqual([3, '']);
      expect(err).toMatch(/^ediloom: There is no 270 or 271 of release 005010, and no 999, 997 or rejecting TA1/);
    },
  );

  it('reads what came in place of an answer: a rejecting TA1, a 999', async () => {
    const accepted = readFileSync(fixture('ta1-only'), 'latin1');
    const rejecting = accepted.replace(/(TA1\*[^*]*\*[^*]*\*[^*]*\*)[AER]\*\d+/, '$1R*006');
    expect(rejecting).toMatch(/TA1.*\*R\*006/);
    const ta1 = await runHere(['eligibility', '--decode', folder.file('rejecting.edi', rejecting)]);
    expect([ta1.code, JSON.parse(ta1.out)]).toEqual([0, expect.objectContaining({ status: 'ERROR' })]);
    const written = await runHere(['validate', '--ack', '999', INQUIRY, '-q']);
    const of999 = await runHere(['eligibility', '--decode', folder.file('999.edi', written.out)]);
    expect([of999.code, of999.err]).toEqual([0, '']);
    expect(JSON.parse(of999.out)).toMatchObject({ transactionSetAcknowledgement: 'A' });
  });

  it('tells the errors of the X12, and ends with 1', async () => {
    const request = { ...REQUEST, subscriber: { ...REQUEST.subscriber, dateOfBirth: '19800228' } };
    const { out } = await runHere(['eligibility', folder.file('born.json', request), ...FLAGS]);
    const wrong = folder.file('born.270', out.replace('19800228', '19800230'));
    const told = await runHere(['eligibility', '--decode', wrong]);
    expect(told.code).toBe(1);
    expect(JSON.parse(told.out)).toMatchObject({ subscriber: { memberId: 'M0001' } });
    expect(told.err).toMatch(/^error [\w-]+ .*\n.*DMG02/);
    expect(told.err).not.toContain('19800230');
  });

  it('says which way round the file is', async () => {
    const x12 = await runHere(['eligibility', INQUIRY, ...FLAGS]);
    expect([x12.code, x12.err]).toEqual([
      2,
      'ediloom: The file is X12. --decode prints what its sets ask or answer, as JSON.\n',
    ]);
    const json = await runHere(['eligibility', '--decode', folder.file('request.json', REQUEST)]);
    expect([json.code, json.err]).toEqual([3, 'ediloom: The file is JSON. Leave out --decode to write a 270 of it.\n']);
  });
});
