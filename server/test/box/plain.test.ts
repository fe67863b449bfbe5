import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGate } from '../../src/box/open-gate.js';
import { openRunner } from '../../src/box/open-runner.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plain-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a function returns that runs without a box, on any machine. */
async function returned(body: string, gate?: string): Promise<unknown> {
  const { isolation, runner } = await openRunner({ dataFolder: folder, wanted: 'none' });
  expect(isolation).toEqual({ kind: 'none' });
  const place = mkdtempSync(join(folder, 'code-'));
  writeFileSync(join(place, 'index.js'), `exports.handler = async (event) => { ${body} };`);
  const ran = await runner?.run({
    ...{ folder: place, event: Buffer.from('{"a":1}'), environment: { NAME: 'value' }, context: {}, gate },
    ...{ timeoutMs: 10_000, memoryMb: 128, mostBytes: 10_000 },
  });
  if (ran?.how !== 'returned') throw new Error(ran?.error.errorMessage);
  return JSON.parse(Buffer.from(ran.result).toString());
}

describe('a function without a box', () => {
  it('is given its event and its variables, and no variable of the server', async () => {
    expect(await returned('return [event, Object.keys(process.env).sort()];')).toEqual([{ a: 1 }, ['NAME']]);
  });

  it('is kept by Node.js from files that are not its own, and from processes', async () => {
    const tries = ["require('fs').readFileSync('/etc/hostname')", "require('child_process').spawn('/bin/true')"].map(
      (code) => `(() => { try { ${code}; return 'done'; } catch (error) { return error.code; } })()`,
    );
    expect(await returned(`return [${tries.join(', ')}];`)).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED']);
  });

  it('has the same way out', async () => {
    const server = createServer((_, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const gate = await openGate(join(folder, 'gate'), async () => connect(port, '127.0.0.1'));
    expect(await returned("return (await fetch('http://allowed.example/')).text();", gate.path)).toBe('reached');
    await gate.close();
    server.close();
  });
});
