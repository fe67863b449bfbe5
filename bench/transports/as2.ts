/**
 * What sending and receiving over AS2 costs: `npx tsx bench/transports/as2.ts [--large 1GB] [--small 100MB] [--runs 3]`. Sender and
 * receiver are processes of their own on loopback; signed by SHA-256, encrypted by AES-256-CBC, a signed receipt with the answer. Time
 * runs from the call to the receipt, so the receiver has decrypted, verified, and stored by then. Beside it `openssl cms` does the
 * same work on the same file without any network: sign and encrypt, decrypt and verify.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { generateIdentity } from '../../src/transports/as2/certificates/generate-identity.js';
import { parseSize } from '../parse-size.js';

interface Fact {
  readonly listening?: boolean;
  readonly seconds?: number;
  readonly cpuSeconds?: number;
  readonly peakBytes?: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      small: { type: 'string', default: '100MB' },
      large: { type: 'string', default: '1GB' },
      runs: { type: 'string', default: '3' },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-as2-'));
  try {
    const program = await bundle(folder);
    await writeKeys(folder);
    const small = writePayload(folder, 'small', sizeOf(values.small));
    const runs = Number(values.runs);
    const openssl = Array.from({ length: runs }, () => opensslSeconds(folder, small));
    print('openssl cms sign + encrypt', values.small, Math.min(...openssl.map(({ out }) => out)));
    print('openssl cms decrypt + verify', values.small, Math.min(...openssl.map(({ back }) => back)));
    const ours = await exchange(
      folder,
      program,
      Array.from({ length: runs + 1 }, () => small),
    );
    const best = Math.min(...ours.seconds);
    print('AS2 to the receipt', values.small, best, ours);
    const out = Math.min(...openssl.map((one) => one.out));
    const both = Math.min(...openssl.map((one) => one.out + one.back));
    console.log(`  ${(best / out).toFixed(2)} x openssl's sending half, ${(best / both).toFixed(2)} x both halves`);
    rmSync(small);
    const large = writePayload(folder, 'large', sizeOf(values.large));
    const once = await exchange(folder, program, [large]);
    print('AS2 to the receipt', values.large, once.seconds[0] ?? 0, once);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Figures {
  readonly seconds: readonly number[];
  readonly senderPeak: number;
  readonly receiverPeak: number;
}

async function exchange(folder: string, program: string, files: readonly string[]): Promise<Figures> {
  const port = String(await freePort());
  const receiver = new Side([program, 'receive', port, folder, join(folder, 'received')]);
  await receiver.until(({ listening }) => listening === true);
  const sender = new Side([program, 'send', port, folder, ...files]);
  await sender.end;
  receiver.stop();
  await receiver.end;
  const seconds = sender.facts.flatMap((fact) => fact.seconds ?? []);
  if (seconds.length !== files.length) throw new Error('Not all was delivered.');
  return { seconds, senderPeak: sender.peak, receiverPeak: receiver.peak };
}

class Side {
  readonly facts: Fact[] = [];
  readonly end: Promise<void>;
  readonly #child: ChildProcess;
  #told: () => void = () => undefined;

  constructor(args: readonly string[]) {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Our own program writes them.
      this.facts.push(JSON.parse(line) as Fact);
      this.#told();
    });
    this.end = new Promise((resolve) => child.on('close', () => resolve()));
  }

  get peak(): number {
    return Math.max(...this.facts.map(({ peakBytes = 0 }) => peakBytes));
  }

  async until(holds: (fact: Fact) => boolean): Promise<void> {
    while (!this.facts.some(holds)) {
      await new Promise<void>((resolve) => {
        this.#told = resolve;
      });
    }
  }

  stop(): void {
    this.#child.kill('SIGTERM');
  }
}

/** A line that ends with the times and, for ours, the peaks of memory. */
function print(what: string, size: string, seconds: number, figures?: Figures): void {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  const memory =
    figures === undefined
      ? ''
      : `, peak RSS of the sender ${megabytes(figures.senderPeak)}, of the receiver ${megabytes(figures.receiverPeak)}`;
  console.log(`${what}, ${size}: ${seconds.toFixed(2)} s, ${Math.round(sizeOf(size) / 1e6 / seconds)} MB/s${memory}`);
}

function opensslSeconds(folder: string, file: string) {
  const at = (name: string): string => join(folder, name);
  const own = ['-signer', at('US.crt'), '-inkey', at('US.key')];
  const [mine, sealed, opened] = [at('signed'), at('sealed'), at('opened')];
  const der = ['-outform', 'DER'];
  const out =
    openssl('-sign', '-binary', '-md', 'sha256', '-nodetach', '-stream', ...der, ...own, '-in', file, '-out', mine) +
    openssl('-encrypt', '-binary', '-aes256', '-stream', ...der, '-in', mine, '-out', sealed, at('THEM.crt'));
  const keys = ['-recip', at('THEM.crt'), '-inkey', at('THEM.key')];
  const back =
    openssl('-decrypt', '-binary', '-inform', 'DER', ...keys, '-in', sealed, '-out', mine) +
    openssl('-verify', '-binary', '-noverify', '-inform', 'DER', '-in', mine, '-out', opened);
  for (const name of [mine, sealed, opened]) rmSync(name);
  return { out, back };
}

function openssl(...args: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync('openssl', ['cms', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl cms: ${stderr}`);
  return (performance.now() - began) / 1000;
}

/** Like EDI in that nothing about it is random, and unlike in that a disk cannot squeeze it. */
function writePayload(folder: string, name: string, bytes: number): string {
  const path = join(folder, name);
  const block = Buffer.from(randomBytes(750_000).toString('base64'));
  const file = openSync(path, 'w');
  for (let left = bytes; left > 0; left -= block.length) writeSync(file, block, 0, Math.min(left, block.length));
  closeSync(file);
  return path;
}

async function writeKeys(folder: string): Promise<void> {
  for (const id of ['US', 'THEM']) {
    const { certificatePem, privateKeyPem } = await generateIdentity({ commonName: id, days: 10 });
    writeFileSync(join(folder, `${id}.crt`), certificatePem);
    writeFileSync(join(folder, `${id}.key`), privateKeyPem, { mode: 0o600 });
  }
}

async function bundle(folder: string): Promise<string> {
  const outfile = join(folder, 'as2-process.mjs');
  const entry = fileURLToPath(new URL('as2-process.ts', import.meta.url));
  const external = ['node-forge'];
  await build({ entryPoints: [entry], outfile, external, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function sizeOf(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new Error(`${text} is no size.`);
  return bytes;
}

await main();
