import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const ANSWER = fixture('acknowledgment-999');
const answer = readFileSync(ANSWER, 'latin1');
const SENT = fixture('eligibility-inquiry-270');
const CLAIMS = fixture('claim-837p');

async function answerTo(sent: string, name: string, kind = 'auto'): Promise<string> {
  const file = folder.at(name);
  await runHere(['validate', sent, '--ack', kind, '-o', file]);
  return file;
}

describe('acknowledgments', () => {
  it('shows verdicts, codes, places and advice, and no value', async () => {
    const file = folder.file('values.edi', answer.replace('IK4*2*1251*8~', 'IK4*2*1251*8*CANARY30~'));
    const { code, out, err } = await runHere(['acknowledgments', file]);
    expect([code, err]).toEqual([1, '']);
    expect(out).toBe(
      [
        'Group HS 71: partially accepted, 1 of 2 sets (999)',
        '  Set 270 0001: rejected',
        '    IK502 5  Segments have errors by the standard',
        '    IK403 8  Date Time Period (DMG02) is not a date of its format',
        '      segment 10 DMG, loop 2100, DMG02. Write it as DMG01 says: D8 20260131, RD8 20260101-20260131.',
        '  Set 270 0002: accepted',
        '',
      ].join('\n'),
    );
    const json = await runHere(['acknowledgments', file, '--json']);
    expect(json.out + json.err).not.toContain('CANARY');
    const { accepted, groups } = JSON.parse(json.out);
    expect(accepted).toBe(false);
    expect(groups[0].acknowledgment.transactions[0].findings[0]).toMatchObject({
      code: '8',
      place: 'segment 10 DMG, loop 2100, DMG02',
      advice: expect.any(String),
    });
  });

  it('never shows the id of a business unit', async () => {
    const file = folder.file(
      'unit.edi',
      answer.replace('IK4*2*', 'CTX*TRN02:CANARY~\nIK4*2*').replace('SE*10', 'SE*11'),
    );
    for (const more of [[], ['--json'], ['--sent', SENT], ['--sent', SENT, '--json']]) {
      const { out, err } = await runHere(['acknowledgments', file, ...more]);
      expect(out).toContain('0001');
      expect(out + err).not.toContain('CANARY');
    }
  });

  it('says what the codes of groups and sets mean, also those of a 997', async () => {
    const file = folder.file(
      'group.edi',
      answer.replace('AK9*P*2*2*1~', 'AK9*R*2*2*0*5*13*99~').replace('R*5~', 'R*I6~'),
    );
    const { out } = await runHere(['acknowledgments', file]);
    expect(out).toContain('  AK905 5  GE01 is not the number of sets\n    Count the sets');
    expect(out).toContain('  AK905 13  The security segments were not accepted\n');
    expect(out).toContain('  AK905 99  The standard does not have this code\n');
    expect(out).toContain('    IK502 I6  The partner does not take this implementation\n');
    const bad = folder.file('bad.edi', readFileSync(SENT, 'latin1').replace('19800228', '19800230'));
    const by997 = await runHere(['acknowledgments', await answerTo(bad, '997.edi', '997')]);
    expect(by997.out).toMatch(/ {4}AK502 5 .*\n {4}AK403 8 /);
    expect(by997.out).not.toContain('IK');
  });

  it('shows TA1s, with the reason of a rejection', async () => {
    expect(await runHere(['acknowledgments', fixture('ta1-only')])).toMatchObject({
      code: 0,
      out: 'Interchange 000000071 of 2026-04-01 09:30, ZZ:CLINIC01 to ZZ:PAYER01: accepted\n',
    });
    const text = readFileSync(fixture('ta1-only'), 'latin1').replace('*A*000~', '*R*023~');
    const { code, out } = await runHere(['acknowledgments', folder.file('rejected.edi', text)]);
    expect(code).toBe(1);
    expect(out).toMatch(/: rejected\n {2}TA105 023 {2}.+\n {4}.+\n$/);
  });

  it('says that there are none, and that the file itself is not sound', async () => {
    expect(await runHere(['acknowledgments', SENT])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/holds no TA1, 999 or 997\.\n$/),
    });
    const all = await answerTo(SENT, 'cut.edi');
    const cut = folder.file('cut2.edi', readFileSync(all, 'latin1').replace(/SE\*.*$/s, ''));
    const { code, err } = await runHere(['acknowledgments', cut]);
    expect(code).toBe(1);
    expect(err).toContain('has errors itself');
  });
});

describe('acknowledgments --sent', () => {
  it('tells the state of every set that was sent', async () => {
    const file = await answerTo(CLAIMS, 'claims-answer.edi');
    const { code, out, err } = await runHere(['acknowledgments', file, '--sent', CLAIMS]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Interchange \d{9}, ZZ:\S+ to ZZ:\S+: no TA1\n {2}Group HC \d+\n/);
    expect(out.match(/^ {4}Set 837 \d+: accepted$/gm)).toHaveLength(2);
    const json = JSON.parse((await runHere(['acknowledgments', file, '--sent', CLAIMS, '--json'])).out);
    expect(json).toMatchObject({ accepted: true, unmatched: { interchanges: [], groups: [], transactions: [] } });
    expect(json.interchanges[0].groups[0].transactions[0].state).toBe('accepted');
    expect(await runHere(['acknowledgments', file, '--sent', CLAIMS, '-q'])).toMatchObject({ code: 0, out: '' });
  });

  it('tells what has no answer yet, and what answers nothing', async () => {
    const file = await answerTo(CLAIMS, 'other-answer.edi');
    const { code, out } = await runHere(['acknowledgments', file, '--sent', SENT]);
    expect(code).toBe(1);
    expect(out).toContain('  Group HS 71: no answer yet\n    Set 270 0001: no answer yet\n');
    expect(out).toMatch(/^Answers to nothing in what was sent:\n {2}Group HC /m);
    const stray = await runHere(['acknowledgments', ANSWER, '--sent', SENT]);
    expect(stray.code).toBe(1);
    expect(stray.out).toContain('Answers to nothing in what was sent:\n  Set 270 0002 of group HS 71: accepted\n');
  });

  it('takes a TA1 into account', async () => {
    const cut = folder.file('sent-cut.edi', readFileSync(SENT, 'latin1').replace('IEA*1*000000071', 'IEA*1*000000072'));
    const { code, out } = await runHere(['acknowledgments', await answerTo(cut, 'ta1.edi'), '--sent', cut]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /: rejected\n {2}TA105 001 .*\n.*\n {2}Group HS 71: no answer yet\n {4}Set 270 0001: rejected\n/,
    );
  });
});

describe('acknowledgments refuses', () => {
  it.each([
    ['a missing file', [folder.at('nowhere.edi')], 2],
    ['a missing sent file', [ANSWER, '--sent', folder.at('nowhere.edi')], 2],
    ['a directory', [ANSWER, '--sent', folder.path], 2],
    ['standard input twice', ['-', '--sent', '-'], 2],
    ['an empty file', [folder.file('empty.edi', '')], 3],
    ['an empty sent file', [ANSWER, '--sent', folder.file('empty-sent.edi', '')], 3],
    ['JSON', [folder.file('json.edi', '{"name":"CANARYVALUE"}')], 3],
    ['sent JSON', [ANSWER, '--sent', folder.file('json-sent.edi', '{"name":"CANARYVALUE"}')], 3],
  ])('%s in one line', async (_, args, expected) => {
    const { code, out, err } = await runHere(['acknowledgments', ...args]);
    expect([code, out]).toEqual([expected, '']);
    expect(err).toMatch(/^ediloom: [^\n]+\n$/);
    expect(err).not.toMatch(/CANARY|internal fault/);
  });

  it('control characters for a terminal', async () => {
    const steering = answer
      .replaceAll('HS*71', 'HS*\x1b[2J')
      .replaceAll('270*0001', '270*\x1b[2J')
      .replace('R*5', 'R*\x1b[');
    for (const more of [[], ['--sent', SENT]]) {
      const args = ['acknowledgments', folder.file('steering.edi', steering), ...more];
      const { out, err } = await runHere(args, { terminal: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect((out + err).replace(/\x1b\[\d+m/g, '')).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
    }
  });
});
