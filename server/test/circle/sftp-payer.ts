import { setTimeout } from 'node:timers/promises';
import SftpClient from 'ssh2-sftp-client';
import { ClaimEngines } from '../../src/exchange/claims/claim-engines.js';
import { answerClaims } from '../../src/exchange/payer-simulator/answer-claims.js';
import { sftpPartner } from '../support/sftp-partner.js';
import type { Instance } from './instance.js';
import { ReceivedClaimFiles } from './received-claim-files.js';

const LOOK_MS = 200;
/** For one upload: its client does not always tell that the other side was killed. */
const ATTEMPT_MS = 20_000;
/** No client speaks of what it meets: a server that was killed is met again and again. */
const SILENT = { error: () => {}, end: () => {}, close: () => {} };

/** How it logs in where its answers go. */
export interface PayerLogin {
  readonly username: string;
  readonly password: string;
}

/**
 * A payer that takes files of claims in its own SFTP server, as `shop` of `sftpPartner`, and puts 999s and 277CAs into the SFTP server of the clearinghouse:
 * each until it is confirmed, and one 277CA of each file twice.
 */
export class SftpPayer {
  readonly files = new ReceivedClaimFiles();
  readonly port: number;
  readonly hostKey: string;
  readonly #home: Awaited<ReturnType<typeof sftpPartner>>;
  readonly #engines = new ClaimEngines();
  readonly #stop = new AbortController();
  /** What it cannot do. */
  readonly #failed: unknown[] = [];
  readonly #running: Promise<unknown>[] = [];

  private constructor(home: Awaited<ReturnType<typeof sftpPartner>>) {
    this.#home = home;
    this.port = home.port;
    this.hostKey = home.hostKey;
  }

  /** Its server ends with the test. */
  static async open(): Promise<SftpPayer> {
    return new SftpPayer(await sftpPartner());
  }

  /** Takes and answers from now on. */
  begin(house: Instance, login: PayerLogin): void {
    const looking = async (): Promise<void> => {
      while (!this.#stop.signal.aborted) {
        for (const { name } of await this.#home.files.list('/in')) await this.#take(name, house, login);
        await setTimeout(LOOK_MS);
      }
    };
    this.#run(looking());
  }

  /** @throws Error when something was not done that it should have. */
  async end(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
    if (this.#failed.length > 0) throw new AggregateError(this.#failed, 'The payer failed.');
  }

  async #take(name: string, house: Instance, login: PayerLogin): Promise<void> {
    // One that has another name is not whole.
    if (!name.endsWith('.x12')) return;
    const path = `/in/${name}`;
    const file = await this.#home.files.open(path, 'read');
    const x12 = await file.read(0, (await file.stat()).size);
    await file.close();
    await this.#home.files.remove(path);
    if (this.files.take(name, x12)) this.#run(this.#answer(name, x12, house, login));
  }

  async #answer(name: string, x12: Uint8Array, house: Instance, login: PayerLogin): Promise<void> {
    const began = Date.now();
    const answered = await answerClaims(x12, { engines: this.#engines, at: began });
    if (answered === undefined) throw new Error(`${name} cannot be read.`);
    for (const [place, { kind, x12: answer, afterMs }] of answered.answers.entries()) {
      await setTimeout(Math.max(0, began + afterMs - Date.now()));
      await this.#put(`${name}.${place}.edi`, answer, house, login);
      if (kind === '277CA' && afterMs === 0) await this.#put(`${name}.${place}-again.edi`, answer, house, login);
    }
  }

  async #put(name: string, content: Uint8Array, house: Instance, login: PayerLogin): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const isPut = await Promise.race([
        putOnce(name, content, house, login),
        setTimeout(ATTEMPT_MS, false, { signal: this.#stop.signal }).catch(() => false),
      ]);
      if (isPut) return;
      // The server was killed.
      await setTimeout(LOOK_MS);
    }
  }

  #run(work: Promise<void>): void {
    this.#running.push(work.catch((error: unknown) => void this.#failed.push(error)));
  }
}

/** Puts a file into the folder of the clearinghouse where answers go. @returns whether it was confirmed. */
export async function putOnce(
  name: string,
  content: Uint8Array,
  house: Instance,
  { username, password }: PayerLogin,
): Promise<boolean> {
  const client = new SftpClient('payer', SILENT);
  try {
    await client.connect({ host: '127.0.0.1', port: house.doors.sftp.port, username, password });
    await client.put(Buffer.from(content), `/in/${name}`);
    return true;
  } catch {
    return false;
  } finally {
    // What waits for the end of a connection that is gone may wait for ever.
    void client.end().catch(() => {});
  }
}
