/**
 * kill -9 over real processes that deliver to a partner, and over others that pick up there. Each round kills processes at a step, in
 * the middle of the bytes, and at an instant of no choice; then one runs to its end, though the partner's side cuts its sessions, and
 * nothing may be lost, doubled or half.
 * `npm test` runs a few rounds; the long form is `npm run storm:transports`, which prints its figures.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Random } from '../../../bench/generate/random.js';
import { TemporaryFolder } from '../../cli/temporary-folder.js';
import { contentOf } from './content.js';
import type { MakeStormPartner, StormPartner } from './partners.js';
import { type Later, programIn, runProcess } from './run-process.js';
import type { StormTask } from './task.js';
import { Watch } from './watch.js';

export const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);
const LONG = process.env.EDILOOM_STORM_ROUNDS !== undefined;
const PAYLOADS = 3;
const NAMES = Array.from({ length: PAYLOADS }, (_, i) => `${i}.edi`);
/** What a process that nothing kills takes for a delivery; the last is none of its own, but the rest of the session after it. */
const A_DELIVERY = 10;
/** The same for all of them; two looks, and 4 a file that is picked up. */
const STEPS = { deliver: A_DELIVERY * PAYLOADS, receive: 14 } as const;
const WHATS = ['deliver', 'receive'] as const;
type What = (typeof WHATS)[number];
type Kill = NonNullable<StormTask['kill']> | 'at any time';
/** Where a process of the long form must have been killed at least once. (A delivery checks its target only where it replaces a file.) */
const PLACES: Readonly<Record<What, readonly string[]>> = {
  deliver: [
    ...['hash', 'connect', 'look', 'clear', 'note uploading', 'write', 'check size', 'look at target'],
    ...['note renaming', 'rename', 'note delivered', 'at rest', 'in the bytes', 'at any time'],
  ],
  receive: ['list', 'in the bytes', 'note accepted', 'look again', 'remove', 'note removed', 'at any time'],
};

/** Registers the test of one kind of transport. */
export function itStandsTheStorm(kind: string, makePartner: MakeStormPartner): void {
  const temporary = new TemporaryFolder();
  it(`${ROUNDS} rounds of kill -9 on each side of ${kind} lose nothing, double nothing and show no half file`, {
    timeout: 60_000 + ROUNDS * 30_000,
  }, async () => {
    let watch: Watch | undefined;
    const partner = await makePartner(temporary.at('partner'), async ({ path }) => {
      watch?.told(path.slice(path.lastIndexOf('/') + 1));
    });
    const storm = new Storm(await programIn(temporary.path), partner);
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        mkdirSync(join(partner.root, `round-${round}`));
        watch = new Watch(join(partner.root, `round-${round}`));
        try {
          await storm.round(round, temporary.at(`round-${round}`), watch);
        } finally {
          watch.end();
        }
      }
    } finally {
      await partner.close();
    }
    if (LONG) console.log(JSON.stringify({ kind, rounds: ROUNDS, ...storm.figures }));
    // Not a storm in which nothing happened.
    for (const what of WHATS) {
      expect(storm.figures.killed[what]).toBeGreaterThanOrEqual(ROUNDS);
      // Our FTPS server refuses a name that is taken by itself, and is not asked before.
      const met = PLACES[what].filter((place) => kind !== 'FTPS' || place !== 'look at target');
      const places = met.map((place) => `${what}: ${place}`);
      if (ROUNDS >= 60) expect(Object.keys(storm.figures.where)).toEqual(expect.arrayContaining(places));
    }
  });
}

class Storm {
  readonly figures = {
    killed: { deliver: 0, receive: 0 },
    ended: { deliver: 0, receive: 0 },
    cuts: 0,
    delivered: 0,
    pickedUp: 0,
    looks: 0,
    where: {} as Record<string, number>,
  };
  readonly #program: string;
  readonly #partner: StormPartner;
  readonly #random = new Random(ROUNDS);
  /** Milliseconds in which about half of the processes are killed at an instant of no choice. */
  readonly #life: Record<What, number> = { deliver: 100, receive: 60 };

  constructor(program: string, partner: StormPartner) {
    this.#program = program;
    this.#partner = partner;
  }

  async round(round: number, folder: string, watch: Watch): Promise<void> {
    for (const name of ['', 'journal-deliver', 'journal-receive', 'stored']) mkdirSync(join(folder, name));
    const { server } = this.#partner;
    const task = { server, directory: `/round-${round}`, folder, payloads: PAYLOADS };
    for (const what of WHATS) {
      for (const kill of this.#kills(what, round)) {
        await this.#kill({ ...task, what, kill });
        watch.demandNothingWrong();
      }
      const cuts = Array.from({ length: round % 4 }, () => this.#cut(what));
      expect(await runProcess(this.#program, { ...task, what }, cuts)).toBe('0');
      watch.demandNothingWrong();
      if (what === 'deliver') await this.#demandDelivered(folder, task.directory, watch);
    }
    this.#demandPickedUp(folder, task.directory);
    this.figures.looks += watch.looks;
    for (const place of linesOf(folder, 'kills.log')) {
      this.figures.where[place] = (this.figures.where[place] ?? 0) + 1;
    }
  }

  /**
   * Every second round begins with a step in turn, from nothing, and then kills the repair of that; so over the rounds each step is met.
   * The first is the ninth: a file has its final name then, and the journal does not know it.
   */
  #kills(what: What, round: number): readonly Kill[] {
    const random = this.#random;
    if (round % 2 === 0) {
      // Pieces that come are larger than those we send.
      const piece = { at: 'piece', count: random.between(1, what === 'deliver' ? 20 : 6) } as const;
      return ['at any time', piece, { at: 'step', count: random.between(1, 6) }];
    }
    const turn = (round - 1) / 2;
    const first = 1 + ((8 + turn * 11) % STEPS[what]);
    // One step each for those that are delivered, then hash and connect or two lists.
    const delivered = what === 'deliver' ? Math.floor((first - 1) / A_DELIVERY) : 0;
    const repair = { at: 'step', count: delivered + 3 + (turn % 3) } as const;
    return [{ at: 'step', count: first }, repair, 'at any time'];
  }

  async #kill({ kill, ...task }: Omit<StormTask, 'kill'> & { kill: Kill }): Promise<void> {
    const { what } = task;
    const later = kill === 'at any time' ? this.#later(what, (child) => child.kill('SIGKILL')) : undefined;
    const end = await runProcess(this.#program, kill === 'at any time' ? task : { ...task, kill }, later && [later]);
    if (end !== 'SIGKILL') expect(end).toBe('0');
    this.figures[end === 'SIGKILL' ? 'killed' : 'ended'][what]++;
    if (later === undefined) return;
    this.#life[what] *= end === 'SIGKILL' ? 1.1 : 0.85;
    if (end === 'SIGKILL')
      this.figures.where[`${what}: at any time`] = (this.figures.where[`${what}: at any time`] ?? 0) + 1;
  }

  /** The partner's side ends all sessions, whatever they are at. */
  #cut(what: What): Later {
    return this.#later(what, () => {
      this.figures.cuts++;
      this.#partner.cut();
    });
  }

  #later(what: What, act: Later['act']): Later {
    return { after: this.#random.between(0, Math.round(this.#life[what])), act };
  }

  async #demandDelivered(folder: string, directory: string, watch: Watch): Promise<void> {
    const there = () => readdirSync(join(this.#partner.root, directory)).sort();
    // Temporary files of killed processes are gone too; a server may still be at one whose client is dead.
    await expect.poll(there, { timeout: 5000 }).toEqual(NAMES);
    watch.demandNothingWrong();
    const receipts = linesOf(folder, 'receipts.log');
    expect([...new Set(receipts.map((line) => line.split(' ')[0]))].sort()).toEqual(NAMES);
    if (this.#partner.tells) expect(watch.completed).toEqual(Object.fromEntries(NAMES.map((name) => [name, 1])));
    this.figures.delivered += NAMES.length;
  }

  #demandPickedUp(folder: string, directory: string): void {
    expect(readdirSync(join(this.#partner.root, directory))).toEqual([]);
    const stored = readdirSync(join(folder, 'stored')).filter((name) => !name.endsWith('.new'));
    const contents = stored.map((name) => readFileSync(join(folder, 'stored', name)));
    expect(contents.length).toBe(PAYLOADS);
    for (let i = 0; i < PAYLOADS; i++) {
      expect(contents.filter((bytes) => Buffer.compare(bytes, contentOf(i)) === 0)).toHaveLength(1);
    }
    // One process wrote after another, so the lines are in order.
    const accepted = new Set<string>();
    for (const line of linesOf(folder, 'offered.log')) {
      expect(accepted, 'offered again after it was accepted').not.toContain(line);
      if (line.startsWith('accepted ')) accepted.add(line.slice('accepted '.length));
    }
    this.figures.pickedUp += stored.length;
  }
}

function linesOf(folder: string, name: string): readonly string[] {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}
