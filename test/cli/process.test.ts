import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandProcess } from './run-process.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const runProcess = commandProcess();
const folder = new TemporaryFolder();

const CLAIMS = readFileSync(fixture('claim-837p'), 'utf8');
const TIMEOUT = 30_000;

describe('the command as a process', () => {
  it('reads standard input: example | generate - | validate -', { timeout: TIMEOUT }, async () => {
    const example = await runProcess(['example', '837P-005010X222A1']);
    const written = await runProcess(['generate', '-'], { input: example.out });
    const checked = await runProcess(['validate', '-'], { input: written.out });
    expect([example.code, written.code, checked.code]).toEqual([0, 0, 0]);
    expect(checked).toMatchObject({ err: '', out: expect.stringMatching(/^No findings in 1 interchange/) });
  });

  it('ends quietly when its reader goes away', { timeout: TIMEOUT }, async () => {
    const [isa = '', body = ''] = [CLAIMS.slice(0, 106), CLAIMS.slice(106)];
    // Far more than a pipe holds, so that it must notice.
    const input = `${isa}${body}`.repeat(2_000);
    const { code, err } = await runProcess(['parse', '-', '--ndjson'], { input, hangUpAfter: 1 });
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it.each(['parse', 'format', 'parse --ndjson'])(
    '%s tells that a disk is full, and has no success beside half a file',
    { timeout: TIMEOUT },
    async (command) => {
      const input = CLAIMS.repeat(200);
      const args = [...command.split(' '), '-'];
      const whole = await runProcess(args, { input, into: { file: folder.at('whole'), blocks: 100_000 } });
      expect([whole.code, whole.err]).toEqual([command === 'format' ? 0 : 1, '']);
      const full = await runProcess(args, { input, into: { file: folder.at('full'), blocks: 20 } });
      expect(full.code).toBe(2);
      expect(full.err).toMatch(/^ediloom: Standard output cannot be written \(EFBIG\)\. .*\n$/);
      expect(statSync(folder.at('whole')).size).toBeGreaterThan(statSync(folder.at('full')).size);
    },
  );

  it.skipIf(!existsSync('/dev/full'))(
    'tells that a device is full, and waits for what it writes',
    { timeout: TIMEOUT },
    async () => {
      const request = folder.file('request.json', {
        tradingPartnerServiceId: 'NH001',
        provider: { organizationName: 'LAKE CLINIC', npi: '1234567893' },
        subscriber: { memberId: 'M0001', lastName: 'CANARY' },
      });
      const args = ['eligibility', request, '--sender', 'ZZ:LAKECLINIC', '--receiver', 'ZZ:NORTHHEALTH'];
      const { code, err } = await runProcess(args, { into: { file: '/dev/full', blocks: 100 } });
      expect(code).toBe(2);
      expect(err).toMatch(/^ediloom: Standard output cannot be written \(ENOSPC\)\. .*\n$/);
    },
  );

  it('refuses in one line: nothing, JSON, a missing file, no command', { timeout: TIMEOUT }, async () => {
    const [empty, json, missing, none] = await Promise.all([
      runProcess(['parse', '-']),
      runProcess(['validate', '-'], { input: '{"name":"CANARYVALUE"}' }),
      runProcess(['inspect', '/no/such/file']),
      runProcess([]),
    ]);
    expect([empty.code, json.code, missing.code, none.code]).toEqual([3, 3, 2, 2]);
    for (const { out, err } of [empty, json, missing]) {
      expect(out).toBe('');
      expect(err).toMatch(/^ediloom: [^\n]+\n$/);
      expect(err).not.toContain('CANARY');
    }
    expect(none.err).toContain('Usage: ediloom COMMAND');
  });
});
