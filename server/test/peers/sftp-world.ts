import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import { findHostKeys } from '../../src/exchange/file-servers/host-keys.js';
import { readConfig } from '../../src/start/read-config.js';
import { runCommandLine } from '../../src/start/run-command-line.js';
import { type RunningServer, startServer } from '../../src/start/start-server.js';

export const WAIT = { timeout: 60_000 };
export const USERS = '/2022-04-01/users';
export const PARTNERS = '/2022-01-01/x12';

/** What is read of an answer is text, but for {@link itemsOf}. */
export type Body = Readonly<Record<string, string>>;

export function itemsOf(body: object): readonly Body[] {
  return 'items' in body ? (body.items as readonly Body[]) : [];
}

/** A server of this process, asked over HTTP, by commands, and by OpenSSH's `sftp`. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'sftp-user-peers-'));
  readonly env = {
    ...{ DATA_DIR: join(this.folder, 'data'), PORT: '0', SFTP_PORT: '0', AS2_PORT: 'off', LOG_LEVEL: 'silent' },
  };
  #server: RunningServer | undefined;

  /** @param files for partners to put, by their names. @param settings beside those of all such servers. */
  async start(files: Readonly<Record<string, string | Buffer>>, settings: Readonly<Record<string, string>> = {}) {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    const server = await startServer(readConfig({ ...this.env, ...settings }), pino({ level: 'silent' }));
    onTestFinished(() => server.close());
    this.#server = server;
    for (const [name, content] of Object.entries(files)) writeFileSync(join(this.folder, name), content);
    // A password is asked for by a program, where nobody types.
    writeFileSync(join(this.folder, 'askpass'), '#!/bin/sh\nprintf "%s\\n" "$PARTNER_PASSWORD"\n', { mode: 0o700 });
  }

  get server(): RunningServer {
    if (this.#server === undefined) throw new Error('The server does not run.');
    return this.#server;
  }

  get liveKey(): string {
    return readFileSync(join(this.env.DATA_DIR, 'live-key'), 'utf8').trim();
  }

  async ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.server.url}${path}`, {
      method,
      headers: { authorization: this.liveKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async call(method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.ask(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }

  /** The command line, which asks the running server. */
  async command(...argv: readonly string[]): Promise<Body> {
    let said = '';
    const hear = (text: string) => {
      said += text;
    };
    const code = await runCommandLine([...argv, '--json'], this.env, { out: hear, error: hear });
    if (code !== 0) throw new Error(said);
    return JSON.parse(said);
  }

  /** OpenSSH's sftp, which is told what to do as a person would. */
  async sftp({ username, password }: Body, ...more: readonly string[]): Promise<Session> {
    const port = await vi.waitFor(() => {
      const [listener] = this.server.listeners.filter(({ name, address }) => name === 'SFTP' && address !== undefined);
      if (listener?.address === undefined) throw new Error('Nobody listens so far.');
      return listener.address.port;
    }, WAIT);
    const keys = (await findHostKeys(this.server.services)) ?? [];
    const known = keys.map(({ publicKey }) => `[127.0.0.1]:${port} ${publicKey}\n`);
    writeFileSync(join(this.folder, 'known'), known.join(''));
    const options = [
      ...['StrictHostKeyChecking=yes', `UserKnownHostsFile=${join(this.folder, 'known')}`],
      ...['PubkeyAuthentication=no', 'PreferredAuthentications=password', 'NumberOfPasswordPrompts=1'],
    ].flatMap((option) => ['-o', option]);
    const process_ = spawn('sftp', ['-P', String(port), ...options, ...more, `${username}@127.0.0.1`], {
      env: {
        ...process.env,
        ...{ PARTNER_PASSWORD: password, SSH_ASKPASS: join(this.folder, 'askpass'), SSH_ASKPASS_REQUIRE: 'force' },
      },
    });
    onTestFinished(() => void process_.kill('SIGKILL'));
    return new Session(process_);
  }
}

/** A session of `sftp`. */
export class Session {
  readonly #process: ChildProcess;
  readonly #ended: Promise<readonly unknown[]>;
  #said = '';

  constructor(started: ChildProcess) {
    this.#process = started;
    this.#ended = once(started, 'close');
    const hear = (chunk: Buffer) => {
      this.#said += chunk.toString();
    };
    started.stdout?.on('data', hear);
    started.stderr?.on('data', hear);
    started.stdin?.on('error', () => {});
  }

  /** @returns what has been said since, once that is there. */
  async tell(line: string, until: RegExp): Promise<string> {
    const from = this.#said.length;
    this.#process.stdin?.write(`${line}\n`);
    return vi.waitFor(() => {
      const said = this.#said.slice(from);
      if (!until.test(said)) throw new Error(`Not said so far: ${said}`);
      return said;
    }, WAIT);
  }

  /** Its exit code, and all that was said, once the connection is gone: it is noticed while nothing is asked for. */
  async ended(): Promise<{ readonly code: unknown; readonly said: string }> {
    await vi.waitFor(() => expect(this.#said).toMatch(/closed|disconnected/i), WAIT);
    this.#process.stdin?.end();
    const [code] = await this.#ended;
    return { code, said: this.#said };
  }
}
