import { describe, expect, it } from 'vitest';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

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
