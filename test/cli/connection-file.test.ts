import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONNECTION_KINDS } from '../../src/transports/connection/kinds.js';
import { CONNECTION_TEMPLATES } from '../../src/transports/connection/templates.js';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();

describe('connection --template', () => {
  it('has one of each kind', () => {
    expect(Object.keys(CONNECTION_TEMPLATES).sort()).toEqual(Object.keys(CONNECTION_KINDS).sort());
  });

  it.each(Object.keys(CONNECTION_TEMPLATES))(
    '%s is sound once all that is marked is filled in, and not before',
    async (kind) => {
      const file = folder.at(`${kind}.json`);
      expect(await runHere(['connection', '--template', kind, '-o', file])).toMatchObject({
        code: 0,
        out: '',
        err: '',
      });
      const text = readFileSync(file, 'utf8');
      expect(text).toBe((await runHere(['connection', '-t', kind])).out);
      const marked = text.match(/<fill in: /g)?.length ?? 0;
      expect(marked).toBeGreaterThan(3);
      const unfilled = await runHere(['connection', file]);
      expect(unfilled.code).toBe(1);
      expect(unfilled.out.match(/^\/\S+: is still to be filled in$/gm)).toHaveLength(marked);
      expect(unfilled.out).toMatch(new RegExp(`\n${marked} problems\\.\n$`));
      const filled = text
        .replace(/"<fill in: where[^"]*https[^"]*"/g, '"https://as2.mill.example/as2"')
        .replace(/"<fill in: [^"]*"/g, '"mill"');
      expect(filled).not.toContain('fill in');
      expect(await runHere(['connection', folder.file('filled.json', filled)])).toMatchObject({
        code: 0,
        out: 'The connection file is sound.\n',
      });
    },
  );

  it('asks for a kind that there is', async () => {
    expect((await runHere(['connection', '-t', 'sfpt'])).err).toContain('There is no kind "sfpt". Did you mean sftp?');
    expect((await runHere(['connection'])).code).toBe(2);
    expect((await runHere(['connection', 'x', '-t', 'as2'])).code).toBe(2);
  });
});

describe('connection FILE', () => {
  it('lists all problems at once, with what was meant, and no value', async () => {
    const wrong = {
      kind: 'sftp',
      id: 'north health CANARY',
      server: { hots: 'sftp.example', username: 'x', password: 'CANARYVALUE' },
      outbound: { directory: '/in', existing: 'refus' },
    };
    const { code, out, err } = await runHere(['connection', folder.file('wrong.json', wrong)]);
    expect([code, err]).toEqual([1, '']);
    expect(out.split('\n').map((line) => line.slice(0, line.indexOf(':')))).toEqual(
      expect.arrayContaining(['/id', '/server/host', '/server/hots', '/server/password', '/outbound/existing']),
    );
    expect(out).toContain('/server/hots: is not known here; did you mean host?');
    expect(out).toContain('/outbound/existing: must be one of refuse, suffix, overwrite; did you mean refuse?');
    expect(out).toContain('5 problems.');
    expect(out).not.toContain('CANARY');
    const { out: kind } = await runHere(['connection', folder.file('kind.json', { kind: 'sftpp' }), '--json']);
    expect(JSON.parse(kind)).toMatchObject({
      valid: false,
      problems: [{ pointer: '/kind', text: expect.stringContaining('did you mean sftp?') }],
    });
    expect((await runHere(['connection', folder.at('none.json')])).code).toBe(2);
  });
});
