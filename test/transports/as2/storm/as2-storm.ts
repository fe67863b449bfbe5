/**
 * The kill -9 storm over AS2. Each round delivers some payloads from one process to another, and kills both of them again and
 * again at instants of their own, until the sender says that all are delivered. Every second round asks for receipts that come by
 * themselves.
 *
 * `npm test` runs a few rounds; `EDILOOM_STORM_ROUNDS` takes any other number.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Random } from '../../../../bench/generate/random.js';
import { createFileJournal } from '../../../../src/stores/file-journal.js';
import { generateIdentity } from '../../../../src/transports/as2/certificates/generate-identity.js';
import { bytesOf } from './storm-settings.js';

const PAYLOADS = 3;
/** Processes that are begun to be killed, of each kind in a round; then it is let run. */
const KILLS = 3;
/** Milliseconds from start to kill at most, where time decides; a start takes about 150. */
const LIFE = 400;
/** Steps that a process takes at most, where a step decides. */
const STEPS = 20;

export interface StormFigures {
  readonly rounds: number;
  readonly killedSenders: number;
  readonly killedReceivers: number;
  readonly delivered: number;
  /** Hand-overs that a kill cut off before they were accepted, and that came again under the same id. */
  readonly handedAgain: number;
  /** At which a process was killed, and how often. */
  readonly steps: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** @throws Error at the first payload that is lost, is not whole, or was handed over after it had been accepted. */
export async function storm(folder: string, { rounds, seed }: { rounds: number; seed: number }): Promise<StormFigures> {
  const began = performance.now();
  const programs = await bundle(folder);
  await writeKeys(folder);
  const random = new Random(seed);
  const steps: Record<string, number> = {};
  const figures = { rounds, killedSenders: 0, killedReceivers: 0, delivered: 0, handedAgain: 0 };
  for (let round = 1; round <= rounds; round++) {
    const result = await new Round(folder, programs, round, random).run();
    for (const name of ['killedSenders', 'killedReceivers', 'delivered', 'handedAgain'] as const) {
      figures[name] += result[name];
    }
    for (const step of result.steps) steps[step] = (steps[step] ?? 0) + 1;
  }
  return { ...figures, steps, seconds: Math.round((performance.now() - began) / 1000) };
}

interface Programs {
  readonly sender: string;
  readonly receiver: string;
}

class Round {
  readonly #folder: string;
  readonly #keys: string;
  readonly #programs: Programs;
  readonly #random: Random;
  readonly #names: readonly string[];
  readonly #asynchronous: boolean;
  readonly #log: string;
  readonly #sent: string;

  constructor(folder: string, programs: Programs, round: number, random: Random) {
    this.#keys = folder;
    this.#folder = join(folder, `round-${round}`);
    for (const name of ['', 'ours', 'theirs', 'store']) mkdirSync(join(this.#folder, name));
    this.#programs = programs;
    this.#random = random;
    this.#names = Array.from({ length: PAYLOADS }, (_, i) => `p${round}-${i}`);
    this.#asynchronous = round % 2 === 0;
    this.#log = join(this.#folder, 'receiver.log');
    this.#sent = join(this.#folder, 'sender.log');
  }

  async run() {
    const [port, ownPort] = [await freePort(), this.#asynchronous ? await freePort() : 0];
    const at = (name: string): string => join(this.#folder, name);
    const received = [at('theirs'), this.#keys, at('store'), String(port)];
    const sent = [at('ours'), this.#keys, String(port), String(ownPort), ...this.#names];
    const [killedReceivers, killedSenders] = await Promise.all([
      this.#killAgainAndAgain((step) => start(this.#programs.receiver, this.#log, received, step)),
      this.#killAgainAndAgain((step) => start(this.#programs.sender, this.#sent, sent, step)),
    ]);
    const receiver = start(this.#programs.receiver, this.#log, received);
    const sender = start(this.#programs.sender, this.#sent, sent);
    await Promise.race([sender.end, setTimeout(60_000, undefined, { ref: false })]);
    if (!sender.ended) await sender.kill();
    await receiver.kill();
    if (sender.code !== 0) throw new Error(`the sender ended with ${sender.code}: ${sender.complaint}`);
    return {
      killedSenders,
      killedReceivers,
      delivered: PAYLOADS,
      handedAgain: await this.#judge(),
      steps: this.#steps(),
    };
  }

  /** Half of them at a step of their own choice, half after some time. */
  async #killAgainAndAgain(begin: (step: number) => Running): Promise<number> {
    let killed = 0;
    for (let turn = 0; turn < KILLS; turn++) {
      const byStep = this.#random.chance(50);
      const running = begin(byStep ? this.#random.between(1, STEPS) : 0);
      // One that waits for the other may never come to its step.
      await Promise.race([running.end, setTimeout(byStep ? 3 * LIFE : this.#random.between(50, LIFE))]);
      if (running.code !== 0) killed++;
      await running.kill();
    }
    return killed;
  }

  /** Those at which a process was killed. */
  #steps(): readonly string[] {
    return [this.#log, this.#sent].flatMap((log) => {
      return [...readFileSync(log, 'utf8').matchAll(/^killed (.*)$/gm)].map(([, step = '']) => step);
    });
  }

  async #judge(): Promise<number> {
    const stored = readdirSync(join(this.#folder, 'store')).filter((name) => !name.startsWith('.'));
    const wanted = this.#names.map((name) => `${name}.edi`);
    const plain = stored.map((name) => name.slice(17)).sort();
    if (plain.join() !== [...wanted].sort().join()) throw new Error(`stored are ${plain.join()}`);
    for (const name of stored) {
      const bytes = readFileSync(join(this.#folder, 'store', name));
      if (Buffer.compare(bytes, bytesOf(name.slice(17, -4))) !== 0) throw new Error(`${name} is not whole`);
    }
    for (const kind of ['ours', 'theirs']) {
      const states: string[] = [];
      const journal = createFileJournal({ directory: join(this.#folder, kind) });
      const entries = journal.list(kind === 'ours' ? 'delivery' : 'transmission');
      for await (const { state } of entries) states.push(state);
      const expected = kind === 'ours' ? 'delivered' : 'accepted';
      if (states.filter((state) => state === expected).length !== PAYLOADS)
        throw new Error(`${kind}: ${states.join()}`);
    }
    return handedAgain(readFileSync(this.#log, 'utf8'));
  }
}

/** @throws Error where one was handed over after it had been accepted. */
function handedAgain(log: string): number {
  const [handed, accepted] = [new Set<string>(), new Set<string>()];
  let again = 0;
  for (const line of log.split('\n').slice(0, -1)) {
    const [what = '', id = ''] = line.split(' ');
    if (what === 'accepted') accepted.add(id);
    if (what !== 'handed') continue;
    if (accepted.has(id)) throw new Error(`${id} was handed over after it had been accepted`);
    if (handed.has(id)) again++;
    handed.add(id);
  }
  return again;
}

class Running {
  readonly #child: ChildProcess;
  readonly end: Promise<void>;
  ended = false;
  code: number | string | undefined;
  complaint = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.complaint += chunk.toString();
    });
    this.end = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        this.ended = true;
        this.code = signal ?? code ?? undefined;
        resolve();
      });
    });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.end;
    if (this.code !== 'SIGKILL' && this.code !== 0) throw new Error(`ended with ${this.code}: ${this.complaint}`);
  }
}

/** Its output is appended to a file: a kill takes nothing of it away. */
function start(program: string, log: string, args: readonly string[], step = 0): Running {
  const out = openSync(log, 'a');
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', out, 'pipe'],
    env: { ...process.env, EDILOOM_KILL_STEP: String(step) },
  });
  closeSync(out);
  return new Running(child);
}

async function bundle(folder: string): Promise<Programs> {
  const outdir = join(folder, 'programs');
  const entryPoints = [new URL('sender.ts', import.meta.url), new URL('receiver.ts', import.meta.url)].map((url) =>
    fileURLToPath(url),
  );
  const external = ['node-forge'];
  await build({
    entryPoints,
    outdir,
    external,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    outExtension: { '.js': '.mjs' },
  });
  return { sender: join(outdir, 'sender.mjs'), receiver: join(outdir, 'receiver.mjs') };
}

async function writeKeys(folder: string): Promise<void> {
  for (const id of ['US', 'THEM']) {
    const { certificatePem, privateKeyPem } = await generateIdentity({ commonName: id, days: 10 });
    writeFileSync(join(folder, `${id}.crt`), certificatePem);
    writeFileSync(join(folder, `${id}.key`), privateKeyPem, { mode: 0o600 });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
