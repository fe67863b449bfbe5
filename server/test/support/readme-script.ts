import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { startServer } from './built-server.js';
import { sharedServer } from './shared-server.js';

const run = promisify(execFile);
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The code blocks of a kind in a section of the server's README, in their order. @param heading with its marks. */
export function readmeBlocks(heading: string, kind: string): readonly string[] {
  const from = readme.indexOf(`\n${heading}\n`);
  if (from < 0) throw new Error(`The README has no ${heading}.`);
  const [marks = ''] = heading.split(' ');
  const rest = readme.slice(from + heading.length + 2);
  const end = new RegExp(`\\n#{1,${marks.length}} `).exec(rest)?.index;
  const section = rest.slice(0, end);
  return [...section.matchAll(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block);
}

/** What lines of the README come to, in a folder of their own beside a server that has just been started for the first time. */
export async function ranFromReadme(
  script: string,
  files: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { main } = await sharedServer();
  const dataDir = join(folder, 'data');
  const settings = { SFTP_PORT: 'off', FTPS_PORT: 'off', AS2_PORT: 'off', ...more };
  const server = await startServer(main, dataDir, settings);
  onTestFinished(() => server.kill());
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'ediloom-server'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { stdout } = await run('sh', ['-ec', script.replaceAll('http://127.0.0.1:8480', server.url)], {
    cwd: folder,
    // The document of all operations is larger than a megabyte.
    maxBuffer: 16 * 1024 * 1024,
    env: {
      ...process.env,
      ...settings,
      DATA_DIR: dataDir,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      no_proxy: '*',
    },
  });
  return { stdout, textOf: (name: string) => readFileSync(join(folder, name), 'utf8') };
}
