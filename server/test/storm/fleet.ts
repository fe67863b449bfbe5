import { type BuiltServer, type LaunchedServer, launchServer, type ServerProcess } from '../support/built-server.js';

const PATIENCE_MS = 60_000;

/** Processes over one store, each with a data folder of its own, killed one at a time. */
export class Fleet {
  readonly #members: readonly Member[];
  readonly #answered = new WeakMap<ServerProcess, number>();
  kills = 0;
  /** Of these: while it started. */
  killsAtStart = 0;

  constructor(built: BuiltServer, dataDirs: readonly string[], settings: Readonly<Record<string, string>>) {
    this.#members = dataDirs.map((dataDir) => new Member(() => launchServer(built.main, dataDir, settings)));
  }

  /** All that answer. */
  get living(): readonly ServerProcess[] {
    return this.#members.flatMap(({ server }) => server ?? []);
  }

  /** To be told of each answer, so that a round goes by answers and not by the speed of the machine. */
  answered(server: ServerProcess): void {
    this.#answered.set(server, (this.#answered.get(server) ?? 0) + 1);
  }

  async #answers({ server }: Member, count: number): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (server !== undefined && (this.#answered.get(server) ?? 0) < count) {
      if (performance.now() > end) throw new Error(`There are no answers: ${server.output()}`);
      await after(2);
    }
  }

  /** Starts what does not run, all at the same time. */
  async start(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.start()));
  }

  /** One round: a process is killed, most often while it works, sometimes while it starts, and then started again. */
  async round(): Promise<void> {
    const victim = this.#members[below(this.#members.length)];
    if (victim === undefined) return;
    if (Math.random() < 0.3) {
      await victim.kill();
      const starting = victim.start();
      await after(below(700));
      await victim.kill();
      await starting;
      this.kills++;
      this.killsAtStart++;
    }
    await victim.start();
    // Before or in the midst of the first answers, or later.
    await this.#answers(victim, Math.random() < 0.3 ? below(2) : below(100));
    await after(below(30));
    await victim.kill();
    this.kills++;
    await victim.start();
  }

  /** One round: a process is asked to end under load, and then started again. @returns its exit code, and how long it took. */
  async stopRound(): Promise<{ readonly code: number | null; readonly ms: number }> {
    const victim = this.#members[below(this.#members.length)];
    if (victim !== undefined) await this.#answers(victim, 1 + below(100));
    const begin = performance.now();
    const code = (await victim?.server?.stop()) ?? null;
    const ms = performance.now() - begin;
    await victim?.kill();
    await victim?.start();
    return { code, ms };
  }

  /** @returns the exit codes. */
  stop(): Promise<readonly (number | null)[]> {
    return Promise.all(this.living.map((server) => server.stop()));
  }

  /** A process is killed and not started again. */
  async killForGood(): Promise<void> {
    await this.#members[below(this.#members.length)]?.end();
    this.kills++;
  }

  /** For the end of a test that failed. */
  async killAll(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.end()));
  }
}

class Member {
  server: ServerProcess | undefined;
  #ended = false;
  #launched: LaunchedServer | undefined;
  readonly #launch: () => LaunchedServer;

  constructor(launch: () => LaunchedServer) {
    this.#launch = launch;
  }

  async start(): Promise<void> {
    if (this.server !== undefined || this.#ended) return;
    this.#launched = this.#launch();
    this.server = await this.#launched.ready;
  }

  /** For good, also for rounds that are still under way. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.kill();
  }

  async kill(): Promise<void> {
    this.server = undefined;
    await this.#launched?.kill();
  }
}

export function below(most: number): number {
  return Math.floor(Math.random() * most);
}

export function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
