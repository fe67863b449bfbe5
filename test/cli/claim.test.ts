import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ClaimType, claimSchema } from '../../src/claims/index.js';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const FLAGS = ['--sender', 'ZZ:LAKECLINIC', '--receiver', 'ZZ:NORTHHEALTH', '--usage', 'T'];
const pathOf = (name: string): string => new URL(`../../fixtures/claims/${name}`, import.meta.url).pathname;

// biome-ignore lint/suspicious/noExplicitAny: tests spoil it in ways that its type forbids
function spoilt(change: (request: any) => void): string {
  const request = JSON.parse(readFileSync(pathOf('p1-subscriber.json'), 'utf8'));
  change(request);
  return folder.file(`spoilt-${spoilt.count++}.json`, request);
}
spoilt.count = 0;

const wrong = () =>
  spoilt((request) => {
    request.billing.npi = '1555001010';
    request.subscriber.lastName = 'CANARY';
    request.claimInformation.claimChargeAmount = '1';
  });

describe('claim', () => {
  it.each([
    ['p1-subscriber', '005010X222A1'],
    ['i1-inpatient', '005010X223A2'],
    ['d1-crown', '005010X224A2'],
  ])('writes the 837 of %s by what its lines are, and reads it back', async (name, version) => {
    const args = ['claim', pathOf(`${name}.json`), ...FLAGS, '--id', 'CLAIM-1', '--claim-number', 'OWN-1'];
    const { code, out, err } = await runHere([...args, '--newline', 'lf']);
    expect([code, err.replace(/^warning.*\n.*\n/gm, '')]).toEqual([0, '']);
    expect(out).toContain(`ST*837*0001*${version}~\nBHT*0019*00*CLAIM-1*`);
    expect(out).toContain('\nREF*D9*OWN-1~\n');
    const back = await runHere(['claim', '--decode', folder.file(`${name}.837`, out)]);
    const given = JSON.parse(readFileSync(pathOf(`${name}.json`), 'utf8'));
    expect(JSON.parse(back.out).claimInformation.patientControlNumber).toBe(
      given.claimInformation.patientControlNumber,
    );
  });

  it.each(['professional', 'institutional', 'dental'])(
    'prints a %s claim to begin with, and its schema',
    async (type) => {
      const { code, out, err } = await runHere(['claim', '--example', type]);
      expect([code, err]).toEqual([0, '']);
      const file = folder.file(`${type}.json`, out);
      expect(await runHere(['claim', '--check', file])).toMatchObject({ code: 0, out: 'No rule is broken.\n' });
      const written = await runHere(['claim', file, '--sender', 'ZZ:LAKECLINIC', '--receiver', 'ZZ:NORTHHEALTH']);
      expect([written.code, written.err]).toEqual([0, '']);
      expect(written.out).toMatch(/^ISA(?:\*[^*]*){14}\*T\*/);
      const schema = await runHere(['claim', '--schema', '--type', type]);
      expect(JSON.parse(schema.out)).toEqual(claimSchema(type as ClaimType));
    },
  );

  it('has the schema of professional claims by default, and takes nothing beside that it would not heed', async () => {
    expect(JSON.parse((await runHere(['claim', '--schema'])).out)).toEqual(claimSchema('professional'));
    const told = async (...args: readonly string[]) => (await runHere(['claim', ...args])).err;
    expect(await told('--example', 'denta')).toContain('--example takes professional, institutional or dental.');
    expect(await told('--example', 'dental', '--schema')).toContain('--example does not go with --schema.');
    expect(await told('--example', 'dental', '--check')).toContain('--check does not go with --example.');
    expect(await told('--schema', 'claim.json')).toContain('--schema reads no FILE.');
    expect(await told('--check')).toContain('Name a file, or - for standard input');
  });

  it('names every rule that is broken, and writes nothing', async () => {
    const { code, out, err } = await runHere(['claim', wrong(), ...FLAGS]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/error V01 {2}.*\n {4}\/claimInformation\/claimChargeAmount; status A7:400\n/);
    expect(err).toMatch(/error V10 {2}.*\n {4}\/billing\/npi; status A7:562:85\n/);
    expect(err).not.toContain('CANARY');
  });

  it('says that a list of claims is none', async () => {
    const { code, err } = await runHere(['claim', '--check', folder.file('list.json', [{}])]);
    expect([code, err]).toEqual([2, expect.stringContaining('One request is one claim')]);
  });

  it('says what to do with a file of the other kind, or of none', async () => {
    const json = pathOf('p1-subscriber.json');
    const x12 = folder.file('written.837', (await runHere(['claim', json, ...FLAGS])).out);
    const told = async (...args: readonly string[]) => {
      const { code, err } = await runHere(['claim', ...args]);
      return `${code} ${err.trim()}`;
    };
    expect(await told(x12, ...FLAGS)).toBe(
      '2 ediloom: The file is X12. --decode prints its claims as JSON, --check judges them.',
    );
    expect(await told('--decode', json)).toBe('3 ediloom: The file is JSON. Leave out --decode to write an 837 of it.');
    expect(await told('--check', folder.file('text.json', '"x"'))).toMatch(/no object/);
    // An option that nothing reads is not taken.
    expect(await told('--check', json, '--id', 'X')).toMatch(/^2 .*--id is for an 837 that is written/);
    expect(await told('--decode', x12, '--newline', 'lf')).toMatch(/^2 .*--newline is for/);
    for (const mode of ['--check', '--decode'])
      expect(await told(mode, x12, '--type', 'dental')).toMatch(/^2 .*--type is for/);
    for (const name of ['--id', '--claim-number'])
      expect(await told(json, ...FLAGS, name, '')).toMatch(new RegExp(`^2 .*${name} is empty`));
  });

  it('tells a fault of the 837 in two sentences, and of a date that is refused not that it was repaired', async () => {
    const { out } = await runHere(['claim', pathOf('p1-subscriber.json'), ...FLAGS]);
    const cut = await runHere(['claim', '--check', folder.file('cut.837', out.slice(0, 400))]);
    expect(cut.out).toMatch(/The data ends before the IEA\. Send the interchange again/);
    const date = spoilt((request) => {
      request.claimInformation.serviceLines[0].serviceDate = '2026-13-45';
    });
    const told = await runHere(['claim', '--check', date, '--json']);
    const ofDate = JSON.parse(told.out).filter(({ pointer }: { pointer: string }) =>
      pointer.endsWith('/0/serviceDate'),
    );
    expect(ofDate.map(({ rule }: { rule: string }) => rule)).toEqual(['form']);
  });

  it('names what is wrong with its form', async () => {
    const file = spoilt((request) => {
      delete request.subscriber;
      request.claimInformation.serviceLines[0].professionalService.procedureCode = 'CANARY*';
    });
    const { code, err } = await runHere(['claim', file, ...FLAGS]);
    expect(code).toBe(1);
    expect(err).toMatch(/error required .*\n {4}\/subscriber\n/);
    expect(err).toMatch(/error delimiter-inside .*\n {4}\/claimInformation\/serviceLines\/0\/professionalService\//);
    expect(err).not.toContain('CANARY');
  });
});

describe('claim --check', () => {
  it('says that nothing is broken', async () => {
    const { code, out } = await runHere(['claim', '--check', pathOf('d1-crown.edi')]);
    expect([code, out]).toEqual([0, 'No rule is broken.\n']);
  });

  it('tells of JSON and of X12 the same', async () => {
    const json = await runHere(['claim', '--check', wrong(), '--json']);
    const edi = readFileSync(pathOf('p1-subscriber.edi'), 'utf8')
      .replace('*XX*1555001019', '*XX*1555001010')
      .replace(/CLM\*(\w+)\*[\d.]+/, 'CLM*$1*1');
    const x12 = await runHere(['claim', '--check', folder.file('wrong.837', edi), '--json']);
    expect([json.code, x12.code]).toEqual([1, 1]);
    const errors = (text: string) => JSON.parse(text).filter((one: { severity: string }) => one.severity === 'error');
    expect(errors(json.out)).toHaveLength(2);
    expect(errors(x12.out)).toMatchObject(
      errors(json.out).map((one: object, at: number) => ({
        ...{ ...one, set: '0001', claim: 1 },
        element: ['2300/CLM/02', '2010AA/NM1/09'][at],
      })),
    );
  });

  it('tells people where in the file', async () => {
    const edi = readFileSync(pathOf('p1-subscriber.edi'), 'utf8').replace(/CLM\*(\w+)\*[\d.]+/, 'CLM*$1*1');
    const { out } = await runHere(['claim', '--check', folder.file('one.837', edi)]);
    expect(out).toContain(
      '    set 0001, claim 1, 2300/CLM/02 (/claimInformation/claimChargeAmount in JSON); status A7:400\n',
    );
  });
});

describe('an 837 that is not as its guide has it', () => {
  const spoiltX12 = (name: string, from: string | RegExp, to: string) => {
    const edi = readFileSync(pathOf('p1-subscriber.edi'), 'utf8');
    const text = edi.replace(from, to);
    expect(text).not.toBe(edi);
    return folder.file(name, text);
  };

  it.each([
    ['a level with an unknown parent', /HL\*2\*1\*22/, 'HL*9*7*22'],
    ['a set without its claim', 'CLM*', 'CLX*'],
    ['a file that was cut off', /CLM\*.*$/s, ''],
    ['a service of no known kind', 'SV1*HC', 'SV1*Q?'],
  ])('is not called sound: %s', async (_, from, to) => {
    const file = spoiltX12('faulty.837', from, to);
    const checked = await runHere(['claim', '--check', file]);
    expect([checked.code, checked.out]).toEqual([1, expect.stringMatching(/^error /)]);
    const read = await runHere(['claim', '--decode', file]);
    expect([read.code, read.err]).toEqual([1, expect.stringMatching(/^error /)]);
  });
});

describe('wrong use', () => {
  it.each([
    ['--id', 'A'.repeat(51)],
    ['--claim-number', 'A~B'],
  ])('says what the 837 has no room for: %s', async (option, value) => {
    const { code, out, err } = await runHere(['claim', pathOf('p1-subscriber.json'), ...FLAGS, option, value]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^error (element-too-long|delimiter-in-data) /m);
    expect(err).not.toContain(value);
  });

  it.each([
    [['claim', pathOf('p1-subscriber.json')], 2, /needs --sender ZZ:ID and --receiver ZZ:ID/],
    [['claim', pathOf('p1-subscriber.json'), '--type', 'veterinary', ...FLAGS], 2, /--type takes professional/],
    [['claim', '--json', pathOf('p1-subscriber.json')], 2, /--json goes with --check/],
    [['claim', '--check', '--decode', pathOf('p1-subscriber.edi')], 2, /--check or --decode, not both/],
    [['claim', '--check', pathOf('properties.tsv')], 3, /is not JSON: a claim was expected/],
    [['claim', '--decode', pathOf('../eligibility-inquiry-270/input.edi')], 3, /There is no 837P, 837I or 837D/],
  ] as const)('%s', async (args, code, message) => {
    const result = await runHere([...args]);
    expect(result.code).toBe(code);
    expect(result.err).toMatch(message);
  });

  it('asks for the type where the lines do not say it', async () => {
    const { code, err } = await runHere(['claim', '--check', folder.file('empty.json', {})]);
    expect(code).toBe(2);
    expect(err).toMatch(/--type professional, institutional or dental/);
    const told = await runHere(['claim', '--check', folder.file('empty.json', {}), '--type', 'dental']);
    expect([told.code, /error required/.test(told.out)]).toEqual([1, true]);
  });
});
