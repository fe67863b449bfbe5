import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../support/built-server.js';
import { sharedServer } from '../../support/shared-server.js';

const run = promisify(execFile);
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const section = /\n## Eligibility batches\n[\s\S]*?\n## /.exec(readme)?.[0] ?? '';
const blocks = (kind: string): readonly string[] =>
  [...section.matchAll(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block);

it('what the README has one do with batches and tables works from a fresh start as it stands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'batches-readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { main } = await sharedServer();
  const dataDir = join(folder, 'data');
  const settings = { SFTP_PORT: 'off', FTPS_PORT: 'off', AS2_PORT: 'off' };
  const server = await startServer(main, dataDir, settings);
  onTestFinished(() => server.kill());
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'ediloom-server'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 });
  const [submit = '', table = ''] = blocks('sh');
  writeFileSync(join(folder, 'visits.csv'), blocks('csv')[0] ?? '');
  const over = 'until ediloom-server batches show $ID | grep -q COMPLETED; do :; done';
  const script = [submit, over, 'ediloom-server batches results $ID', table].join('\n');
  const { stdout } = await run('sh', ['-ec', script.replaceAll('http://127.0.0.1:8480', server.url)], {
    cwd: folder,
    env: {
      ...process.env,
      ...settings,
      DATA_DIR: dataDir,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      no_proxy: '*',
    },
  });
  expect(stdout).toMatch(/"visit-1","BRINK","[^"]+","Answered","Active"/);
  expect(stdout).toContain('2 results are in results.csv.');
  expect(readFileSync(join(folder, 'template.csv'), 'utf8')).toContain('"Visit ID","Payer ID"');
  expect(readFileSync(join(folder, 'report.csv'), 'utf8')).toMatch(/"OK","","visit-2"/);
});
