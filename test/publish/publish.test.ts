import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../source-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
  expect(publish('--check')).toMatchObject({ status: 0, stderr: '' });
});

it('refuses what is no address', () => {
  expect(publish('--set', 'someone/ediloom').status).toBe(1);
  expect(publish('--set').status).toBe(1);
});
