import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type GeneratedIdentity, generateIdentity } from 'ediloom/transports/as2';
import { type BuiltServer, type LaunchedServer, launchServer, type ServerProcess } from '../support/built-server.js';
import { Doorway } from './doorway.js';
import { freePort } from './ports.js';
import { until } from './until.js';

type Settings = Readonly<Record<string, string>>;

export interface InstanceOptions {
  readonly built: Pick<BuiltServer, 'main'>;
  /** A folder that is there, for data, certificates and the file of partners. */
  readonly folder: string;
  /** Over one store; default 1. */
  readonly processes?: number;
  /** Settings of all processes beside those that this makes. */
  readonly settings?: Settings;
  /** Most milliseconds that none of its processes may answer. Default: as `until`. */
  readonly patienceMs?: number;
}

/** Where partners reach it, whichever of its processes lives: ports of loopback. */
export type Doors = Readonly<Record<'sftp' | 'ftps' | 'as2', Doorway>>;

const HOST = '127.0.0.1';
/** What it listens at for partners, each process at ports of its own. */
const LISTENERS = ['sftp', 'ftps', 'as2'] as const;

/** One of two that trade: processes of a server over one store, as an operator runs them, and what a program has of it. */
export class Instance {
  readonly folder: string;
  /** Signs and decrypts over AS2, and is the certificate of FTPS. */
  readonly identity: GeneratedIdentity;
  readonly doors: Doors;
  readonly members: readonly Member[];
  /** Of the account of the first start. */
  liveKey = '';
  testKey = '';
  #unanswered = '';
  readonly #main: string;
  readonly #settings: Settings;
  readonly #patience: { readonly ms?: number };

  private constructor(
    options: InstanceOptions,
    parts: Pick<Instance, 'identity' | 'doors' | 'members'> & { readonly settings: Settings },
  ) {
    this.folder = options.folder;
    this.#main = options.built.main;
    this.#patience = options.patienceMs === undefined ? {} : { ms: options.patienceMs };
    this.#settings = parts.settings;
    this.identity = parts.identity;
    this.doors = parts.doors;
    this.members = parts.members;
  }

  static async start(options: InstanceOptions): Promise<Instance> {
    const { built, folder, processes = 1 } = options;
    const identity = await generateIdentity({ commonName: 'localhost', hosts: ['localhost', HOST], days: 30 });
    const certificate = { file: join(folder, 'own.crt'), key: join(folder, 'own.key') };
    writeFileSync(certificate.file, identity.certificatePem);
    writeFileSync(certificate.key, identity.privateKeyPem, { mode: 0o600 });
    const ports = await Promise.all(Array.from({ length: processes }, portsOfMember));
    const members: Member[] = [];
    const living = (listener: keyof Ports) => (): readonly number[] =>
      members.flatMap(({ server, ports: own }) => (server === undefined ? [] : own[listener]));
    const doors: Doors = {
      sftp: await Doorway.open(living('sftp')),
      ftps: await Doorway.open(living('ftps')),
      as2: await Doorway.open(living('as2')),
    };
    const settings: Settings = {
      ADMIN_TOKEN: randomBytes(24).toString('hex'),
      MASTER_KEY: randomBytes(32).toString('base64'),
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      FTPS_CERT: certificate.file,
      FTPS_KEY: certificate.key,
      AS2_URL: `http://${HOST}:${doors.as2.port}/as2`,
      ...options.settings,
    };
    for (const [index, own] of ports.entries()) {
      const dataDir = join(folder, `data-${index + 1}`);
      mkdirSync(dataDir, { recursive: true });
      if (settings.DATABASE_URL !== undefined && settings.OBJECTS_URL === undefined) shareObjects(folder, dataDir);
      const launch = (): LaunchedServer => launchServer(built.main, dataDir, { ...settings, ...portSettings(own) });
      members.push(new Member(launch, { dataDir, ports: own }));
    }
    const instance = new Instance(options, { identity, doors, members, settings });
    try {
      await Promise.all(members.map((member) => member.start()));
      instance.liveKey = instance.#keyOf('live');
      instance.testKey = instance.#keyOf('test');
      return instance;
    } catch (error) {
      await instance.kill();
      throw error;
    }
  }

  get living(): readonly ServerProcess[] {
    return this.members.flatMap(({ server }) => server ?? []);
  }

  /** Waits until partners are listened for by each of its processes that lives: a listener opens once a connection needs it. */
  async listening(listeners: readonly (keyof Doors)[]): Promise<void> {
    for (const { server, ports } of this.members) {
      for (const listener of listeners) {
        const port = ports[listener];
        await until(
          `${listener} at ${port}`,
          async () => (server === undefined || (await answers(port)) ? true : undefined),
          {
            seen: () => this.output(),
          },
        );
      }
    }
  }

  /** What its processes have printed. */
  output(): string {
    return [this.#unanswered, ...this.members.map((member) => `${member.state}: ${member.output()}`)].join('\n');
  }

  /** Asks the HTTP interface of a process that lives, until one answers; with the live key, where no other is given. */
  async call<Body = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    asked: Asked = {},
  ): Promise<Body> {
    const { status, body } = await this.ask(method, path, asked);
    if (status < 300) return body as Body;
    throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}\n${this.output().slice(-3000)}`);
  }

  /** The same with whatever status it answers. */
  ask(method: string, path: string, { body, key, idempotencyKey }: Asked = {}): Promise<Answer> {
    const headers = {
      authorization: key ?? this.liveKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return until(`an answer to ${method} ${path}`, () => this.#asked(path, request), {
      ...this.#patience,
      seen: () => this.output(),
    });
  }

  /** A command of `ediloom-server`, in a process of its own. @returns what it prints. */
  async command(...argv: readonly string[]): Promise<string> {
    const member = this.members.find(({ server }) => server !== undefined) ?? this.members[0];
    const env = { ...process.env, ...this.#settings, DATA_DIR: member?.dataDir, LOG_LEVEL: 'warn' };
    const child = spawn(process.execPath, [this.#main, ...argv], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    }
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`ediloom-server ${argv.join(' ')} ended with ${code}: ${output}`);
    return output;
  }

  /** Has the account have what a partners file says; certificates and keys it refers to lie in the folder. */
  async apply(file: object): Promise<string> {
    const path = join(this.folder, 'partners.json');
    writeFileSync(path, JSON.stringify(file, undefined, 2));
    return this.command('apply', path);
  }

  /** Kills all processes, and closes its doors. */
  async kill(): Promise<void> {
    await Promise.all(this.members.map((member) => member.end()));
    await Promise.all(Object.values(this.doors).map((door) => door.close()));
  }

  /** Asks all processes to end. @returns their exit codes. */
  async stop(): Promise<readonly (number | null)[]> {
    const codes = await Promise.all(this.living.map((server) => server.stop()));
    await this.kill();
    return codes;
  }

  async #asked(path: string, request: RequestInit): Promise<Answer | undefined> {
    for (const { url } of this.living) {
      const response = await fetch(url + path, { ...request, signal: AbortSignal.timeout(30_000) }).catch(
        (error: unknown) => this.#note(url, error),
      );
      if (response === undefined) continue;
      const text = await response.text().catch(() => undefined);
      // It ends, and takes nothing new.
      if (text === undefined || response.status === 503) continue;
      const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
      return { status: response.status, body: isJson ? JSON.parse(text) : text };
    }
    return undefined;
  }

  /** Why there was no answer, for the error of who waits in vain. */
  #note(url: string, error: unknown): undefined {
    const cause = error instanceof Error ? (error.cause ?? '') : '';
    this.#unanswered = `${new Date().toISOString()} ${url}: ${String(error)} ${String(cause)}`;
    return undefined;
  }

  /** In a file of the process that made the account. */
  #keyOf(mode: 'live' | 'test'): string {
    for (const { dataDir } of this.members) {
      try {
        return readFileSync(join(dataDir, `${mode}-key`), 'utf8').trim();
      } catch {
        // Another has it.
      }
    }
    throw new Error(`No process has written the ${mode} key down.`);
  }
}

export interface Asked {
  readonly body?: unknown;
  /** Default: the live key of the first account. */
  readonly key?: string;
  readonly idempotencyKey?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A process that can be killed and started again over the same folder. */
export class Member {
  readonly dataDir: string;
  readonly ports: Ports;
  server: ServerProcess | undefined;
  #launched: LaunchedServer | undefined;
  #ended = false;
  readonly #launch: () => LaunchedServer;

  constructor(launch: () => LaunchedServer, { dataDir, ports }: { readonly dataDir: string; readonly ports: Ports }) {
    this.#launch = launch;
    this.dataDir = dataDir;
    this.ports = ports;
  }

  /** Resolves when it answers, or was killed meanwhile. */
  async start(): Promise<void> {
    if (this.server !== undefined || this.#ended) return;
    this.#launched = this.#launch();
    this.server = await this.#launched.ready;
  }

  async kill(): Promise<void> {
    this.server = undefined;
    await this.#launched?.kill();
  }

  /** For good. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.kill();
  }

  get state(): string {
    if (this.server === undefined) return 'starts, or is killed';
    return this.server.isDead() ? 'ended by itself' : `answers at ${this.server.url}`;
  }

  output(): string {
    return this.#launched?.output() ?? '';
  }
}

/** Processes over one database have one place for objects: a folder, as of a file system that their machines share. */
function shareObjects(folder: string, dataDir: string): void {
  const shared = join(folder, 'objects');
  mkdirSync(shared, { recursive: true });
  symlinkSync(shared, join(dataDir, 'objects'));
}

type Ports = Readonly<Record<(typeof LISTENERS)[number], number>>;

async function portsOfMember(): Promise<Ports> {
  return { sftp: await freePort(), ftps: await freePort(), as2: await freePort() };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

function portSettings(ports: Ports): Settings {
  return Object.fromEntries(LISTENERS.map((name) => [`${name.toUpperCase()}_PORT`, String(ports[name])]));
}
