import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FunctionRunner } from './runner.js';

/** Asked from inside: what does not hold. Folders of the system that nothing of the function needs must not be seen there. */
const PROBE = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
const rights = () => { try { return readFileSync('/proc/self/status', 'utf8'); } catch { return ''; } };
const isWritten = (path) => { try { writeFileSync(path, ''); return true; } catch { return false; } };
export const handler = ({ hidden }) => [
  process.pid === 1 || 'it sees the processes of others',
  Object.values(networkInterfaces()).flat().every(({ internal }) => internal) || 'it reaches the network',
  ![...hidden, '/etc', '/home', '/root', '/sys', '/var'].some((path) => existsSync(path)) || 'it sees files of this machine',
  !/^Cap(Prm|Eff|Bnd):\\s*0*[1-9a-f]/m.test(rights()) || 'it has rights over the system',
  !isWritten('/function/written') || 'it writes to its own folder',
].filter((one) => one !== true);
`;

/** Enough where the machine has much to do; what it asks takes no time. */
const PROBE_MS = 10_000;

/**
 * Makes a box and looks, from inside, whether it holds.
 * @param dataFolder of the server, which is not to be seen; what is left in its `functions` of a probe is removed with what else is left there.
 * @throws Error that says what does not, for the operator.
 */
export async function probeBox(runner: FunctionRunner, dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'functions', `probe-${randomUUID()}.part`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await chmod(folder, 0o755);
    const path = join(folder, 'index.mjs');
    await writeFile(path, PROBE);
    await chmod(path, 0o644);
    const ran = await runner.run({
      ...{ folder, event: Buffer.from(JSON.stringify({ hidden: [dataFolder] })), environment: {}, context: {} },
      ...{ timeoutMs: PROBE_MS, memoryMb: 64, mostBytes: 10_000 },
    });
    if (ran.how === 'failed')
      throw new Error(`A function that looks around in a box failed: ${ran.error.errorMessage}`);
    const wrong = JSON.parse(Buffer.from(ran.result).toString()) as readonly string[];
    if (wrong.length > 0)
      throw new Error(`A box would not hold: a function in it could do more (${wrong.join('; ')}).`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
