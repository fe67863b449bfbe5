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

export interface DataTask {
  readonly direction: 'upload' | 'download';
  /** Said before it begins. */
  readonly text: string;
  /** Gives the text of the confirmation. */
  readonly run: (connection: DataConnection) => Promise<string>;
}

/**
 * One transfer: takes the client's data connection, secures it, and demands that it resumes this session's TLS. What `run` throws is
 * thrown on, with the data connection closed.
 */
export async function withData(session: Session, { direction, text, run }: DataTask): Promise<void> {
  const { control, passive } = session;
  session.passive = undefined;
  if (!session.protectedData) {
    passive?.close();
    return control.reply(521, 'Say PROT P first: data is never sent in the clear.');
  }
  if (passive === undefined) return control.reply(425, 'Say EPSV or PASV first.');
  let aborted = false;
  let data: TLSSocket | undefined;
  session.abortTransfer = () => {
    aborted = true;
    passive.close();
    data?.destroy();
  };
  try {
    control.reply(150, text);
    const connection = await accept(session, passive, direction);
    data = connection.data;
    if (aborted) throw new TransferCut('The transfer was aborted.');
    control.reply(226, await run(connection));
  } catch (error) {
    if (aborted) throw new TransferCut('The transfer was aborted.');
    if (!(error instanceof DataRefused)) throw error;
    session.event('refused', { text: error.message });
    control.reply(error.code, error.message);
  } finally {
    session.abortTransfer = undefined;
    passive.close();
    finish(data);
  }
}

async function accept(
  session: Session,
  passive: PassivePort,
  direction: DataTask['direction'],
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
    throw new DataRefused(522, 'The data connection must resume the TLS session of the control connection.');
  }
  return { data, endIsCertain: () => watched?.closedByTls === true };
}

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
