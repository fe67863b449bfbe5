import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ediloom-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm run demo:partners`, with a folder of its own for all that it makes. */
async function demo(...argv: readonly string[]) {
  const program = ['--import', 'tsx', 'server/demo/partners.ts', ...argv];
  const env = { ...process.env, TMPDIR: folder, TSX_TSCONFIG_PATH: join(ROOT, 'server/tsconfig.json'), NO_COLOR: '1' };
  const child = spawn(process.execPath, program, { cwd: ROOT, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

/** Beside what tsx keeps of what it has compiled. */
function leftovers(): readonly string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('tsx-'));
}

describe('the demo of two partners', () => {
  it('trades both ways, shows both traces on 80 columns, and leaves nothing behind', { timeout: 0 }, async () => {
    const { code, output } = await demo();
    expect(output).toContain('✓ done');
    expect(code).toBe(0);
    expect(output).toContain('Kiln & Clay knows that it was accepted');
    expect(output).toMatch(/^Sent to .*: COMPLETED$/m);
    expect(output).toMatch(/^Received from .*: COMPLETED$/m);
    // Node 22 warns of its own SQLite.
    const lines = output.split('\n').filter((line) => !line.includes('ExperimentalWarning'));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  it('says which port is taken, and leaves nothing behind', { timeout: 0 }, async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    // Bound: it is no pipe.
    const { port } = other.address() as AddressInfo;
    const { code, output } = await demo('--port', String(port));
    other.close();
    expect(output).toMatch(new RegExp(`Harbor Stores cannot start\\. Port ${port} of 127\\.0\\.0\\.1 is in use`));
    expect(code).toBe(1);
    expect(leftovers()).toEqual([]);
  });
});
