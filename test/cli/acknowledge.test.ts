import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runHere } from './run-here.js';
import { commandProcess } from './run-process.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const runProcess = commandProcess();

const folder = new TemporaryFolder();
const inquiry = readFileSync(fixture('eligibility-inquiry-270'), 'latin1');
const good = fixture('eligibility-inquiry-270');
const bad = folder.file('bad.edi', inquiry.replace('19800228', 'CANARY30'));
const ANSWERS = fixture('acknowledgment-999');

async function ack(file: string, kind: string, ...more: readonly string[]) {
  return runHere(['validate', file, '--ack', kind, '--newline', 'lf', ...more]);
}

/** The answer is itself X12 without a fault. */
async function expectSound(x12: string): Promise<void> {
  const checked = await runHere(['validate', folder.file('answer.edi', x12)]);
  expect(checked, checked.out).toMatchObject({ code: 0 });
}

describe('validate --ack', () => {
  it('answers by GS08: a 999 for HIPAA guides, else a 997', async () => {
    const hipaa = await ack(good, 'auto');
    expect(hipaa.code).toBe(0);
    expect(hipaa.out).toContain('~\nAK1*HS*71*005010X279A1~\nAK2*270*0001*005010X279A1~\nIK5*A~\nAK9*A*1*1*1~\n');
    expect(hipaa.out).not.toContain('TA1*');
    expect(hipaa.err).toBe('Interchange 000000071: accepted; answered by 999\n  Group HS 71: accepted, 1 of 1 set\n');
    await expectSound(hipaa.out);
    const order = await ack(fixture('purchase-order-850'), 'auto');
    expect(order.out).toMatch(/\nST\*997\*0001~\nAK1\*PO\*\d+~\nAK2\*850\*0001~\nAK5\*A~\n/);
    await expectSound(order.out);
  });

  it.each([
    ['a 271', 'eligibility-answer-271', 'HB'],
    ['an 835', 'remittance-835', 'HP'],
  ])('answers %s, which is no acknowledgment', async (_, name, functionalId) => {
    const { code, out } = await ack(fixture(name), 'auto');
    expect(code).toBe(0);
    expect(out).toContain(`~\nAK1*${functionalId}*`);
    await expectSound(out);
  });

  it('tells of errors, and ends with 1', async () => {
    const { code, out, err } = await ack(bad, 'auto');
    expect(code).toBe(1);
    expect(out).toContain('\nIK3*DMG*10*2100*8~\n');
    expect(out).toContain('\nIK4*2*1251*8~\nIK5*R*5~\nAK9*R*1*1*0~\n');
    expect(err).toContain('  Group HS 71: rejected, 0 of 1 set\n');
    expect(err).toContain(`For what is wrong: ediloom validate ${bad}\n`);
    expect(out + err).not.toContain('CANARY');
    await expectSound(out);
    expect((await ack(bad, 'auto', '--bad-values')).out).toContain('\nIK4*2*1251*8*CANARY30~\n');
  });

  it('tells of warnings if asked to', async () => {
    const file = folder.file('warned.edi', Buffer.from(inquiry.replace('JANE', 'J\u03a9NE')));
    expect(await ack(file, 'auto')).toMatchObject({ code: 0, out: expect.stringContaining('\nIK5*A~') });
    const { code, out, err } = await ack(file, 'auto', '--warnings');
    expect(code).toBe(1);
    expect(out).toContain('\nIK5*E*5~\nAK9*E*1*1*1~\n');
    expect(err).toContain('accepted with errors, 1 of 1 set');
    expect((await ack(file, 'auto', '--charset', 'ExtendedHipaa')).out).toContain('\nIK5*R*5~');
    expect((await ack(file, 'auto', '--charset', 'none', '--warnings')).code).toBe(0);
  });

  it('writes the kind asked for', async () => {
    const as997 = await ack(bad, '997');
    expect(as997.out).toContain('\nAK3*DMG*10*2100*8~\nAK4*2*1251*8~\nAK5*R*5~');
    await expectSound(as997.out);
    expect((await ack(fixture('purchase-order-850'), '999')).out).toContain('\nST*999*0001*005010X231A1~\n');
    const ta1 = await ack(bad, 'ta1');
    expect(ta1.code).toBe(1);
    expect(ta1.out).toMatch(/^ISA[^\n]+\nTA1\*000000071\*260401\*0930\*A\*000~\nIEA\*0\*000000001~\n$/);
    await expectSound(ta1.out);
  });

  it('rejects an interchange by a TA1 that says why', async () => {
    const file = folder.file('cut.edi', inquiry.replace('IEA*1*000000071', 'IEA*1*000000072'));
    const { code, out, err } = await ack(file, 'auto');
    expect(code).toBe(1);
    expect(out).toContain('\nTA1*000000071*260401*0930*R*001~\n');
    expect(err).toMatch(/^Interchange 000000071: rejected \(TA105 001: [^)\n]+\); answered by TA1\n/);
    const empty = folder.file('none.edi', `${inquiry.slice(0, inquiry.indexOf('GS*'))}IEA*0*000000071~`);
    const none = await ack(empty, 'auto');
    expect(none.err).toContain(
      'rejected (TA105 024: The interchange holds neither a group nor a TA1); answered by TA1',
    );
  });

  it('answers each of several interchanges, in its own delimiters', async () => {
    const { code, out, err } = await ack(fixture('mixed-interchanges'), 'auto');
    expect(code).toBe(0);
    expect(out.match(/^ISA/gm)).toHaveLength(3);
    expect(out).toContain("AK1|PO|5'");
    expect(err.match(/^Interchange \d{9}: accepted; answered by 99[79]$/gm)).toHaveLength(3);
    await expectSound(out);
  });

  it.each([
    ['a 999', ANSWERS, /nothing to send: it holds only acknowledgments\n {2}Group FA 75: acknowledgments are never/],
    ['a TA1', fixture('ta1-only'), /nothing to send: a TA1 is never acknowledged\n$/],
  ])('sends nothing for %s, and says why', async (_, file, why) => {
    const target = folder.at('nothing.edi');
    const { out, err } = await ack(file, 'auto', '-o', target);
    expect(out).toBe('');
    expect(err).toMatch(why);
    expect(folder.names).not.toContain('nothing.edi');
  });

  it('ends with 1 for an acknowledgment that has errors, though it is not answered', async () => {
    const file = folder.file('wrong-999.edi', readFileSync(ANSWERS, 'latin1').replace('AK9*P', 'AK9*Q'));
    const { code, out, err } = await ack(file, 'auto');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('Group FA 75: has errors, but acknowledgments are never acknowledged');
  });

  it('writes a new file, and no verdicts with --quiet', async () => {
    const target = folder.at('new.edi');
    expect(await ack(good, 'auto', '-o', target, '-q')).toEqual(expect.objectContaining({ code: 0, out: '', err: '' }));
    expect(readFileSync(target, 'latin1')).toMatch(/^ISA.*IEA\*1\*000000001~\n$/s);
    expect(await ack(good, 'auto', '-o', target)).toMatchObject({ code: 2, err: /* and says */ expect.any(String) });
  });

  it('takes its control numbers from the counters, each once', async () => {
    const numbers = folder.at('numbers');
    mkdirSync(numbers);
    const first = await ack(good, 'auto', '--control-numbers', numbers);
    const second = await ack(good, 'auto', '--control-numbers', numbers);
    expect(first.out).toMatch(/\nGE\*1\*1~\nIEA\*1\*000000001~\n$/);
    expect(second.out).toMatch(/\nGE\*1\*2~\nIEA\*1\*000000002~\n$/);
    expect(second.err).toContain('Control numbers taken: ISA13 000000002, GS06 2\n');
    // Neither a file in the way nor nothing to send costs a number.
    await ack(good, 'auto', '--control-numbers', numbers, '-o', bad);
    await ack(ANSWERS, 'auto', '--control-numbers', numbers);
    const states = readdirSync(numbers, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('next-'));
    expect(states.map((name) => name.replace(/.*next-/, ''))).toEqual(['000000003', '000000003']);
  });

  it.each([
    [['--ack', '998'], /--ack takes auto, 999, 997 or ta1/],
    [['--ack', 'constructor'], /--ack takes/],
    [['--ack', 'auto', '--json'], /--json is for findings/],
    [['--ack', 'auto', '--limit', '3'], /--limit is for findings/],
    [['--ack', 'auto', '--snip', '1'], /--snip is for findings/],
    [['--output', 'x.edi'], /--output needs --ack/],
    [['--bad-values'], /--bad-values needs --ack/],
    [['--warnings'], /--warnings needs --ack/],
    [['--newline', 'lf'], /--newline needs --ack/],
    [['--control-numbers', '.'], /--control-numbers needs --ack/],
    [['--ack', 'auto', '--newline', 'cr'], /--newline takes/],
    [['--ack', 'auto', '--separate-usage'], /--separate-usage needs --control-numbers/],
    [['--ack', 'auto', '--charset', 'latin'], /--charset takes one of Basic, Extended, ExtendedHipaa, none/],
  ])('refuses %j in one line', async (args, words) => {
    const { code, out, err } = await runHere(['validate', good, ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(words);
    expect(err).toMatch(/^ediloom: [^\n]+\n$/);
  });

  it.each([
    ['a missing file', folder.at('nowhere.edi'), 2],
    ['a directory', folder.path, 2],
    ['an empty file', folder.file('empty.edi', ''), 3],
    ['JSON', folder.file('json.edi', '{"name":"CANARYVALUE"}'), 3],
  ])('refuses %s', async (_, file, expected) => {
    const { code, out, err } = await ack(file, 'auto');
    expect([code, out]).toEqual([expected, '']);
    expect(err).toMatch(/^ediloom: [^\n]+\n$/);
    expect(err).not.toContain('CANARY');
  });

  it('shows a terminal one segment a line, and nothing that it would obey', async () => {
    const steering = folder.file('steering.edi', inquiry.replace('HS*CLINIC01', 'HS*\x1b[2J\x1b01'));
    const { out, err } = await runHere(['validate', steering, '--ack', 'auto'], { terminal: true });
    // No answer can repeat the code in its GS: the interchange is refused.
    expect(out).toContain('~\nTA1*000000071*260401*0930*R*024~\n');
    expect(out).not.toContain('\x1b[2J');
    expect(err).not.toContain('\x1b[2J');
    const ta1 = folder.file('steering-isa.edi', inquiry.replaceAll('000000071', '0000\x1b[2J1'));
    expect((await runHere(['validate', ta1, '--ack', 'ta1'], { terminal: true })).err).not.toContain('\x1b[2J');
  });

  it('reads a pipe and ends quietly when its reader goes away', async () => {
    const input = inquiry.repeat(3_000);
    const { err, code } = await runProcess(['validate', '-', '--ack', 'auto', '-q'], { input, hangUpAfter: 1 });
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});
