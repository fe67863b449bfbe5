import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../source-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Empty files for all that the package promises, of one guide. */
function build(): void {
  const { exports, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const put = (file: string, text = ''): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [, file = ''] of JSON.stringify({ exports, bin }).matchAll(/"((?:\.\/)?(?:dist|guides)\/[^"]+)"/g))
    put(file.replace('*', '850-004010'));
  put('guides/index.json', '[{ "id": "850-004010" }]');
}

function publish(...options: readonly string[]): { status: number | null; stderr: string } {
  const { npm_config_dry_run: _dry, ...env } = process.env;
  return spawnSync(process.execPath, [join(ROOT, 'publish.mjs'), ...options], { cwd: folder, env, encoding: 'utf8' });
}

it('refuses while addresses are placeholders, and says what to do', () => {
  for (const options of [['--check'], []]) {
    const { status, stderr } = publish(...options);
    expect(status).toBe(1);
    expect(stderr).toContain('homepage, repository, bugs');
    expect(stderr).toContain('--set');
  }
});

it('fills in all addresses at once, and then is content', () => {
  expect(publish('--set', 'https://github.com/someone/ediloom.git', 'https://docs.example.com/').status).toBe(0);
  const { homepage, repository, bugs, name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect({ homepage, repository, bugs, name }).toEqual({
    name: 'ediloom',
    homepage: 'https://docs.example.com/',
    repository: { type: 'git', url: 'git+https://github.com/someone/ediloom.git' },
    bugs: { url: 'https://github.com/someone/ediloom/issues' },
  });
  build();
  expect(publish('--check')).toMatchObject({ status: 0, stderr: '' });
});

it('refuses a build that is not whole, and so does a dry run', () => {
  publish('--set', 'https://github.com/someone/ediloom');
  for (const options of [['--check'], [], ['--dry-run']]) {
    const { status, stderr } = publish(...options);
    expect(status).toBe(1);
    expect(stderr).toMatch(/The build is not whole: there is no dist\/\S+ and \d+ others\. Run: npm run check/);
  }
  build();
  expect(publish('--check').status).toBe(0);
  rmSync(join(folder, 'dist/guides/850-004010.d.cts'));
  expect(publish('--dry-run').stderr).toContain('there is no dist/guides/850-004010.d.cts. Run');
});

it('refuses what is no address', () => {
  expect(publish('--set', 'someone/ediloom').status).toBe(1);
  expect(publish('--set').status).toBe(1);
});

it('takes addresses that anybody may read, as browsers write them, and no other', () => {
  const before = readFileSync(join(folder, 'package.json'), 'utf8');
  for (const address of [
    'https://user:CANARY@example.com/x',
    'https://CANARY@example.com/x',
    'https://example.com/x?CANARY=1',
    'https://example.com/x#CANARY',
    'https://example.com/x\ny',
    'https://example.com/\u001b[31mx',
    'http://example.com/x',
    'git+https://example.com/x',
    '',
  ]) {
    for (const given of [[address], ['https://example.com/x', address]]) {
      const { status, stderr } = publish('--set', ...given);
      expect([status, stderr], address).toEqual([1, expect.stringContaining('https://HOST/PATH')]);
      expect(stderr).not.toContain('CANARY');
    }
  }
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(before);
  expect(publish('--set', 'HTTPS://Example.COM/x/../y?').status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    homepage: 'https://example.com/y',
    repository: { url: 'git+https://example.com/y.git' },
  });
});
