import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import SftpClient from 'ssh2-sftp-client';
import { Doorway } from './doorway.js';
import type { Instance } from './instance.js';
import { interchangeIdOf, PASSWORD } from './partners.js';
import { executionsOf } from './trading.js';

const PAUSE_MS = 300;
/** Each third upload is cut off half way. */
const CUT_EACH = 3;
const PART = Buffer.alloc(64 * 1024, 'a,b\n');
/** Bytes after which it is cut off. */
const HALF = 4 * PART.length;

/** What ends a connection is told by the call that it ends, too. */
const SILENT = { error() {}, end() {}, close() {} };

/** A partner who uploads files to the mill by a client that is not ours; some are cut off half way, and are never sent again. */
export class Uploads {
  /** By name, whether the server has confirmed it; one that it has not may be there all the same. */
  readonly #whole = new Map<string, boolean>();
  readonly #mill: Instance;
  #cut = 0;
  #stopped = false;

  constructor(mill: Instance) {
    this.#mill = mill;
  }

  stop(): void {
    this.#stopped = true;
  }

  async run(): Promise<void> {
    for (let at = 1; !this.#stopped; at++) {
      if (at % CUT_EACH === 0) await this.#cutOff(`cut-${at}.csv`);
      else await this.#upload(`whole-${at}.csv`);
      await setTimeout(PAUSE_MS);
    }
    await this.#sendMissing();
  }

  get counts(): string {
    return `${this.#whole.size} uploads, ${this.#cut} cut off`;
  }

  /** What did not come in once, of those that are whole, and what came in of the others. */
  async differences(): Promise<readonly string[]> {
    const names = (await executionsOf(this.#mill)).flatMap(({ source }) => source?.name ?? []);
    const count = (name: string): number => names.filter((one) => one === name).length;
    const whole = [...this.#whole.keys()].filter((name) => count(name) !== 1);
    return [
      ...whole.map((name) => `${name} came in ${count(name)} times`),
      ...names.filter((name) => name.startsWith('cut-')).map((name) => `${name} was cut off, and came in`),
    ];
  }

  async #upload(name: string): Promise<void> {
    this.#whole.set(name, false);
    const client = new SftpClient('uploads', SILENT);
    try {
      await login(client, this.#mill.doors.sftp.port);
      await client.put(Buffer.from(`a,b\n1,${name}\n`), `/in/${name}`);
      this.#whole.set(name, true);
    } catch {
      // The server was killed: whether the file is there is asked in the end.
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Its connection ends without a word when half of it has gone. */
  async #cutOff(name: string): Promise<void> {
    const door = await Doorway.open(() => [this.#mill.doors.sftp.port]);
    const client = new SftpClient('uploads', SILENT);
    try {
      await login(client, door.port);
      let sent = 0;
      const half = new Readable({
        read() {
          sent += PART.length;
          if (sent <= HALF) this.push(PART);
          else void door.close();
        },
      });
      this.#cut++;
      await client.put(half, `/in/${name}`);
    } catch {
      // As was to be.
    } finally {
      await door.close().catch(() => {});
      await client.end().catch(() => {});
    }
  }

  /** As a partner does who looks whether what was not confirmed is there. */
  async #sendMissing(): Promise<void> {
    const client = new SftpClient('uploads', SILENT);
    await login(client, this.#mill.doors.sftp.port);
    const there = new Set((await client.list('/in')).map(({ name }) => name));
    await client.end();
    for (const [name, isConfirmed] of this.#whole) {
      if (there.has(name)) continue;
      if (isConfirmed) throw new Error(`${name} was confirmed, and is not there.`);
      await this.#upload(name);
    }
  }
}

function login(client: SftpClient, port: number): Promise<unknown> {
  return client.connect({ host: '127.0.0.1', port, username: interchangeIdOf('shop', 'sftp'), password: PASSWORD });
}
