import type { TLSSocket } from 'node:tls';
import type { Client, FTPResponse } from 'basic-ftp';
import { isX12Error } from '../../model/error.js';
import type { DataConnection } from './data-connection.js';
import { isReply } from './ftps-error.js';
import type { FtpsSettings } from './ftps-options.js';
import { readFrom } from './pump.js';

/** Milliseconds for the server to say on the control connection why its data connection broke: it knows better than the socket. */
const LAST_WORD = 1500;

/** What is needed to move bytes over one data connection. */
export interface Moving {
  readonly client: Client;
  /** Begins the handshake of the data connection. */
  readonly secure: () => DataConnection;
  readonly settings: FtpsSettings;
}

/**
 * One command with a data connection, which is begun when the server has said so (1xx), and whose end is the reply that follows (2xx).
 * A refusal is thrown as the reply; anything else means that the session is dead, and the client is closed.
 */
export class Transfer {
  readonly #moving: Moving;
  readonly #connection: DataConnection;
  readonly #reply: Promise<FTPResponse>;
  readonly #begun: Promise<void>;
  #done = false;

  constructor(moving: Moving, command: string) {
    this.#moving = moving;
    const { client } = moving;
    let begin: () => void = () => {};
    let refuse: (error: unknown) => void = () => {};
    this.#begun = new Promise((resolve, reject) => {
      begin = resolve;
      refuse = reject;
    });
    this.#reply = client.ftp.handle(command, (reply, task) => {
      if (reply instanceof Error) {
        refuse(reply);
        task.reject(reply);
        this.data.destroy(reply);
      } else if (reply.code < 200) {
        // While bytes move the control connection is idle, rightly.
        client.ftp.socket.setTimeout(0);
        begin();
      } else {
        begin();
        task.resolve(reply);
      }
    });
    this.#begun.catch(() => {});
    this.#reply.catch(() => {});
    try {
      this.#connection = moving.secure();
    } catch (error) {
      // The server waits for what will not come.
      client.close();
      throw error;
    }
  }

  /** Where the bytes go, or come from. */
  get data(): TLSSocket {
    return this.#connection.data;
  }

  /** Resolves when bytes may flow. */
  async begun(): Promise<void> {
    await this.#begun;
    await within(this.#connection.secured, this.#moving.settings.connectTimeout);
  }

  /** All bytes have moved: the server confirms. */
  async confirmed(): Promise<void> {
    await within(this.#reply, this.#moving.settings.stallTimeout);
    this.#done = true;
    this.data.destroy();
  }

  /** What went wrong, in the server's words where it says some in time. */
  async failed(error: unknown): Promise<unknown> {
    const { data } = this;
    const { client } = this.#moving;
    this.#done = true;
    if (isX12Error(error)) {
      // Our own side gave up. The control connection ends first: the end of the data alone would tell the server that all has come.
      client.close();
      data.destroy();
      return error;
    }
    data.destroy();
    const word = isReply(error) ? error : await within(this.#reply, LAST_WORD).catch((reply) => reply);
    if (isReply(word)) return word;
    client.close();
    return error;
  }

  /** The reader wants no more. The session lives on if the server takes that well. */
  async leave(): Promise<void> {
    if (this.#done) return;
    const { data } = this;
    const { client } = this.#moving;
    data.destroy();
    const word = await within(this.#reply, LAST_WORD).catch((reply) => reply);
    if (word instanceof Error && !isReply(word)) client.close();
  }
}

/** Asks for a transfer and yields what the server sends. */
export async function* download(moving: Moving, commands: readonly string[]): AsyncGenerator<Uint8Array, void> {
  const transfer = await startOf(moving, commands);
  try {
    try {
      await transfer.begun();
      yield* readFrom(transfer.data, moving.settings);
      await transfer.confirmed();
    } catch (error) {
      throw await transfer.failed(error);
    }
  } finally {
    await transfer.leave();
  }
}

/** Commands before the last prepare it: REST. */
async function startOf(moving: Moving, commands: readonly string[]): Promise<Transfer> {
  for (const command of commands.slice(0, -1)) await moving.client.ftp.request(command);
  return new Transfer(moving, commands.at(-1) ?? '');
}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Timeout: no answer from the server.')), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
