import { type BuiltServer, type LaunchedServer, launchServer, type ServerProcess } from '../support/built-server.js';
import { after, atMost } from './patience.js';

/** For a start, for the first answers, and for an end. */
const PATIENCE_MS = 60_000;

export interface FleetOptions {
  /** Of a process before it is killed. */
  readonly mostAnswers: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** Processes over one store, each with a data folder of its own, killed one at a time. */
export class Fleet {
  readonly #members: readonly Member[];
  readonly #mostAnswers: number;
  readonly #answered = new WeakMap<ServerProcess, number>();
  #over = false;
  kills = 0;
  /** Of these: while it started. */
  killsAtStart = 0;
  standstills = 0;

  constructor(built: BuiltServer, dataDirs: readonly string[], { mostAnswers, settings }: FleetOptions) {
    this.#mostAnswers = mostAnswers;
    this.#members = dataDirs.map((dataDir) => new Member(() => launchServer(built.main, dataDir, settings)));
  }

  /** All that answer. */
  get living(): readonly ServerProcess[] {
    return this.#members.flatMap(({ server }) => server ?? []);
  }

  /** Nobody is started any more. */
  get over(): boolean {
    return this.#over;
  }

  /** To be told of each answer, so that a round goes by answers and not by the speed of the machine. */
  answered(server: ServerProcess): void {
    this.#answered.set(server, (this.#answered.get(server) ?? 0) + 1);
  }

  /** The state of each process and the last it printed, for the error of a storm that stands still. */
  describe(): string {
    return this.#members
      .map((member) => {
        const answers = member.server === undefined ? 0 : (this.#answered.get(member.server) ?? 0);
        return `${member.state}, ${answers} answers, last printed: ${member.output().slice(-3000)}`;
      })
      .join('\n');
  }

  async #answers({ server }: Member, count: number): Promise<void> {
    if (server === undefined) return;
    const enough = async (): Promise<void> => {
      while ((this.#answered.get(server) ?? 0) < count && !this.#over) {
        if (server.isDead()) throw new Error(`A server ended by itself: ${server.output()}`);
        await after(2);
      }
    };
    await this.#patiently(`To get ${count} answers`, enough());
  }

  /** Starts what does not run, all at the same time. */
  async start(): Promise<void> {
    await Promise.all(this.#members.map((member) => this.#started(member)));
  }

  #started(member: Member): Promise<void> {
    return this.#patiently('A start', member.start());
  }

  /** One round: a process is killed, most often while it works, sometimes while it starts, and then started again. */
  async round(): Promise<void> {
    const victim = this.#members[below(this.#members.length)];
    if (victim === undefined) return;
    if (Math.random() < 0.3) {
      await this.#killed(victim);
      const starting = this.#started(victim);
      // Its failure is met below.
      starting.catch(() => {});
      await after(below(700));
      await this.#killed(victim);
      await starting;
      this.kills++;
      this.killsAtStart++;
    }
    await this.#started(victim);
    // Before or in the midst of the first answers, or later.
    await this.#answers(victim, Math.random() < 0.3 ? below(2) : below(this.#mostAnswers));
    await after(below(30));
    await this.#killed(victim);
    this.kills++;
    await this.#started(victim);
  }

  /** One round: a process stands still under load, as one that gets no processor, and goes on as if nothing had been. */
  async standstillRound(ms: number): Promise<void> {
    const victim = this.#members[below(this.#members.length)];
    if (victim?.server === undefined) throw new Error(`There is no server to stop. ${this.describe()}`);
    await this.#answers(victim, 1 + below(this.#mostAnswers));
    victim.server.child.kill('SIGSTOP');
    await after(ms);
    victim.server.child.kill('SIGCONT');
    this.standstills++;
  }

  /** One round: a process is asked to end under load, and then started again. @returns its exit code, and how long it took. */
  async stopRound(): Promise<{ readonly code: number | null; readonly ms: number }> {
    const victim = this.#members[below(this.#members.length)];
    if (victim?.server === undefined) throw new Error(`There is no server to end. ${this.describe()}`);
    await this.#answers(victim, 1 + below(this.#mostAnswers));
    const begin = performance.now();
    const code = await this.#patiently('An end', victim.server.stop());
    const ms = performance.now() - begin;
    await this.#killed(victim);
    await this.#started(victim);
    return { code, ms };
  }

  /** @returns the exit codes. */
  stop(): Promise<readonly (number | null)[]> {
    return this.#patiently('The end of all', Promise.all(this.living.map((server) => server.stop())));
  }

  /** A process is killed and not started again. */
  async killForGood(): Promise<void> {
    const victim = this.#members[below(this.#members.length)];
    if (victim !== undefined) await this.#patiently('A kill', victim.end());
    this.kills++;
  }

  /** For the end of a test that failed. */
  async killAll(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#members.map((member) => this.#patiently('A kill', member.end())));
  }

  #killed(member: Member): Promise<void> {
    return this.#patiently('A kill', member.kill());
  }

  #patiently<Result>(what: string, work: Promise<Result>): Promise<Result> {
    return atMost(PATIENCE_MS, what, work, () => this.describe());
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

  get state(): string {
    if (this.#ended) return 'killed for good';
    if (this.server === undefined) return 'starts, or is killed';
    return this.server.isDead() ? 'ended by itself' : `answers at ${this.server.url}`;
  }

  output(): string {
    return this.#launched?.output() ?? '';
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
