import type { TLSSocket } from 'node:tls';
import { TransferCut } from './move-file.js';
import type { PassivePort } from './passive-port.js';
import type { Session } from './session.js';
import { watchedWire } from './watched-wire.js';

/** A client's data connection. */
export interface DataConnection {
  readonly data: TLSSocket;
  /** After the end of what the client sends: false when the connection ended where TLS had not. Known of uploads alone. */
  readonly endIsCertain: () => boolean;
}

/** What a transfer reads from or writes to. */
interface Opened {
  close(): Promise<void>;
}

export interface DataTask<T extends Opened> {
  readonly direction: 'upload' | 'download';
  /**
   * What is to be there before the client is told to go on; done while its data connection is secured. It is closed at the end, whatever came
   * of it. `undefined`: there is nothing to transfer, and the client has its answer.
   */
  readonly prepare: () => Promise<T | undefined>;
  /** Said before it begins. */
  readonly text: string;
  /** Gives the text of the confirmation. */
  readonly run: (connection: DataConnection, prepared: T) => Promise<string>;
}

/**
 * One transfer: takes the client's data connection, secures it, and demands that it resumes this session's TLS. What `run` throws is
 * thrown on, with the data connection closed.
 */
export async function withData<T extends Opened>(
  session: Session,
  { direction, prepare, text, run }: DataTask<T>,
): Promise<void> {
  const { control, passive } = session;
  session.passive = undefined;
  if (!session.protectedData) {
    passive?.close();
    return control.reply(521, 'Say PROT P first: data is never sent in the clear.');
  }
  if (passive === undefined) return control.reply(425, 'Say EPSV or PASV first.');
  let aborted = false;
  let data: TLSSocket | undefined;
  let prepared: T | undefined;
  session.abortTransfer = () => {
    aborted = true;
    passive.close();
    data?.destroy();
  };
  try {
    const accepted = accept(session, passive, direction);
    // Of what becomes of it nothing is said before the client was told to go on.
    accepted.catch(() => {});
    prepared = await prepare();
    if (prepared === undefined) return;
    control.reply(150, text);
    const connection = await accepted;
    data = connection.data;
    if (aborted) throw new TransferCut('The transfer was aborted.');
    control.reply(226, await run(connection, prepared));
  } catch (error) {
    if (aborted) throw new TransferCut('The transfer was aborted.');
    if (!(error instanceof DataRefused)) throw error;
    session.event('refused', { text: error.message });
    control.reply(error.code, error.message);
  } finally {
    session.abortTransfer = undefined;
    passive.close();
    finish(data);
    await prepared?.close();
  }
}

async function accept(
  session: Session,
  passive: PassivePort,
  direction: DataTask<Opened>['direction'],
): Promise<DataConnection> {
  const socket = await passive.connection().catch(() => {
    throw new DataRefused(425, 'The data connection did not come.');
  });
  // Downloads need not be watched, and go faster without.
  const watched = direction === 'upload' ? watchedWire(socket) : undefined;
  const secured = (secure: TLSSocket) => watched?.watch(secure);
  const data = await session.tls.secure(watched?.wire ?? socket, { secured }).catch(() => {
    throw new DataRefused(522, 'The data connection was not secured.');
  });
  if (session.settings.requireSessionReuse && !data.isSessionReused()) {
    data.destroy();
    throw new DataRefused(522, NOT_RESUMED);
  }
  return { data, endIsCertain: () => watched?.closedByTls === true };
}

/**
 * curl uses each ticket of TLS 1.3 once and reads none of those that come while it only sends: after one upload it has nothing left to resume
 * with. No server can help it, but TLS 1.2 does, where a session may be resumed again and again.
 */
const NOT_RESUMED =
  'The data connection must resume the TLS session of the control connection (curl, for a second upload: --tls-max 1.2).';

/** A data connection that is not the client's, or not as it must be. */
class DataRefused extends Error {
  override readonly name = 'DataRefused';
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

/** Bytes on their way to the client are not cut off: the socket goes when the client has closed, or a little later. */
function finish(data: TLSSocket | undefined): void {
  if (data === undefined || data.destroyed) return;
  data.resume();
  data.end();
  const timer = setTimeout(() => data.destroy(), 5000);
  timer.unref();
  data.once('close', () => clearTimeout(timer));
}
