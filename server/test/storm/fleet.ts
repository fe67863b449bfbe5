import { type BuiltServer, type LaunchedServer, launchServer, type ServerProcess } from '../support/built-server.js';

/** Processes over one store, each with a data folder of its own, killed one at a time. */
export class Fleet {
  readonly #members: readonly Member[];
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
    // Often in the midst of the first answers.
    await after(Math.random() < 0.3 ? below(60) : below(700));
    await victim.kill();
    this.kills++;
    await victim.start();
  }

  /** @returns the exit codes. */
  stop(): Promise<readonly (number | null)[]> {
    return Promise.all(this.living.map((server) => server.stop()));
  }

  /** For the end of a test that failed. */
  async killAll(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.kill()));
  }
}

class Member {
  server: ServerProcess | undefined;
  #launched: LaunchedServer | undefined;
  readonly #launch: () => LaunchedServer;

  constructor(launch: () => LaunchedServer) {
    this.#launch = launch;
  }

  async start(): Promise<void> {
    if (this.server !== undefined) return;
    this.#launched = this.#launch();
    this.server = await this.#launched.ready;
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
