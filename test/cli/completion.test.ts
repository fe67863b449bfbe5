import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { listGuides } from '../../src/guides/catalogue.js';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
folder.file('my order.edi', 'x');

/** What bash offers where a line ends: words are separated by blanks, the last is being written. */
async function offered(line: string): Promise<readonly string[]> {
  const { out } = await runHere(['completion', 'bash']);
  const words = line.split(' ');
  const program = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}\n_ediloom\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', program], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion in bash', () => {
  it('offers all commands, and those that begin as written', async () => {
    expect(await offered('ediloom ')).toEqual([...COMMANDS.map(({ name }) => name), 'help', '--help', '--version']);
    expect(await offered('ediloom va')).toEqual(['validate']);
    expect(await offered('ediloom help ex')).toEqual(['explain', 'example']);
  });

  it('offers all options of a command, and no other', async () => {
    for (const { name, options } of COMMANDS) {
      expect(await offered(`ediloom ${name} --`), name).toEqual(
        [...Object.keys(options), 'help'].map((one) => `--${one}`),
      );
    }
  });

  it('offers guides, words and files where they belong', async () => {
    const ids = (await listGuides()).map(({ id }) => id);
    expect(await offered('ediloom parse x --guide 837')).toEqual(ids.filter((id) => id.startsWith('837')));
    expect(await offered('ediloom parse x -g 850-')).toEqual(['850-004010']);
    expect(await offered('ediloom example 27')).toEqual(ids.filter((id) => id.startsWith('27')));
    expect(await offered('ediloom guides d')).toEqual(['diff']);
    expect(await offered('ediloom validate x --ack ')).toEqual(['auto', '999', '997', 'ta1']);
    expect(await offered('ediloom generate x --newline c')).toEqual(['crlf']);
    expect(await offered('ediloom connection --template s')).toEqual(['sftp']);
    expect(await offered('ediloom completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(await offered('ediloom validate my')).toEqual(['my order.edi']);
    expect(await offered('ediloom parse x -o my')).toEqual(['my order.edi']);
  });
});

describe('completion in other shells', () => {
  it.each(['zsh', 'fish'])('%s knows all commands, options and guides', async (shell) => {
    const { code, out } = await runHere(['completion', shell]);
    expect(code).toBe(0);
    for (const { name, options } of COMMANDS) {
      expect(out).toContain(name);
      for (const option of Object.keys(options))
        expect(out).toContain(shell === 'zsh' ? `--${option}` : ` -l ${option} `);
    }
    for (const { id } of await listGuides()) expect(out).toContain(id);
  });

  it('is told which there are', async () => {
    expect((await runHere(['completion', 'bsh'])).err).toContain('There is no script for "bsh". Did you mean bash?');
  });
});
