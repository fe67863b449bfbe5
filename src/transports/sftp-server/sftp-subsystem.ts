import type { Socket } from 'node:net';
import type { Attributes, SFTPWrapper } from 'ssh2';
import { ClientsDoing } from '../receiving/clients-doing.js';
import type { ReceivingEvent } from '../receiving/receiving-user.js';
import type { Visit } from '../receiving/visit.js';
import { ignoreAfterError } from '../sftp/ignore-after-error.js';
import { VirtualFilesError } from '../virtual-files/virtual-files.js';
import { Handles, TooManyHandles } from './handles.js';
import { announceLimits, answerLimits, LIMITS, MAX_TRANSFER } from './limits-extension.js';
import { RequestQueue, type Transfer } from './request-queue.js';
import { readTwoNames, SftpRequests } from './sftp-requests.js';
import { codeOf, STATUS, statusOf } from './sftp-status.js';

export interface SubsystemOptions {
  readonly sftp: SFTPWrapper;
  readonly socket: Socket;
  /** Reads no more from the client until what it gives is called. */
  readonly pause: () => () => void;
  readonly visit: Visit;
  readonly maxHandles: number;
  readonly event: (event: Pick<ReceivingEvent, 'kind' | 'path' | 'text'>) => void;
  /** Called for each request done. */
  readonly worked: () => void;
  /** Called once the session is over and everything is closed. */
  readonly ended: () => void;
}

/** One SFTP session of a user: takes requests in, has them done in order, and closes what is left at the end. */
export class SftpSubsystem {
  readonly #options: SubsystemOptions;
  readonly #handles: Handles;
  readonly #requests: SftpRequests;
  readonly #queue: RequestQueue;
  #over = false;

  constructor(options: SubsystemOptions) {
    const { sftp, visit, maxHandles, event } = options;
    this.#options = options;
    this.#handles = new Handles(maxHandles);
    this.#requests = new SftpRequests({
      sftp,
      visit,
      handles: this.#handles,
      event: (kind, path) => event({ kind, path }),
    });
    this.#queue = new RequestQueue({
      sftp,
      socket: options.socket,
      pause: options.pause,
      transfer: (transfers) => this.#transfer(transfers),
      worked: options.worked,
    });
    this.#listen(sftp);
    announceLimits(sftp);
  }

  /** Nothing is open and nothing under way. */
  get idle(): boolean {
    return this.#handles.size === 0 && !this.#queue.working;
  }

  /** Ends the session; what is being done is finished first. May be called more than once. */
  async end(): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    this.#queue.end();
    await this.#queue.settled();
    await this.#handles.abandon();
    sayWell(this.#options.sftp);
    // Without this answer OpenSSH's clients wait for ever after their last request.
    this.#options.sftp.end();
    this.#options.ended();
  }

  #listen(sftp: SFTPWrapper): void {
    const requests = this.#requests;
    sftp.on('OPEN', (id, name, flags) => this.#step(id, name, () => requests.open(id, name, flags)));
    sftp.on('CLOSE', (id, handle) => this.#step(id, undefined, () => requests.close(id, handle)));
    sftp.on('READ', (id, handle, offset, length) =>
      this.#enqueue({ kind: 'read', id, handle, offset, length: Math.min(length, MAX_TRANSFER), bytes: undefined }),
    );
    sftp.on('WRITE', (id, handle, offset, bytes) =>
      this.#enqueue({ kind: 'write', id, handle, offset, length: bytes.length, bytes }),
    );
    sftp.on('STAT', (id, name) => this.#step(id, name, () => requests.stat(id, name)));
    // There are no links.
    sftp.on('LSTAT', (id, name) => this.#step(id, name, () => requests.stat(id, name)));
    sftp.on('FSTAT', (id, handle) => this.#step(id, undefined, () => requests.fstat(id, handle)));
    sftp.on('SETSTAT', (id, name, attributes: Partial<Attributes>) =>
      this.#step(id, name, () => requests.setstat(id, name, attributes)),
    );
    sftp.on('FSETSTAT', (id, handle, attributes: Partial<Attributes>) =>
      this.#step(id, undefined, () => requests.fsetstat(id, handle, attributes)),
    );
    sftp.on('OPENDIR', (id, name) => this.#step(id, name, () => requests.opendir(id, name)));
    sftp.on('READDIR', (id, handle) => this.#step(id, undefined, () => requests.readdir(id, handle)));
    sftp.on('REALPATH', (id, name) => this.#step(id, name, () => requests.realpath(id, name)));
    sftp.on('MKDIR', (id, name) => this.#step(id, name, () => requests.makeDirectory(id, name)));
    sftp.on('RMDIR', (id, name) => this.#step(id, name, () => requests.removeDirectory(id, name)));
    sftp.on('REMOVE', (id, name) => this.#step(id, name, () => requests.remove(id, name)));
    sftp.on('RENAME', (id, from, to) => this.#step(id, from, () => requests.rename(id, from, to, false)));
    sftp.on('EXTENDED', (id, name, data) => this.#step(id, undefined, () => this.#extended(id, name, data)));
    ignoreAfterError(sftp);
    sftp.on('error', () => this.end());
    sftp.on('end', () => this.end());
    sftp.on('close', () => this.end());
  }

  async #extended(id: number, name: string, data: Buffer): Promise<void> {
    const { sftp, maxHandles } = this.#options;
    if (name === LIMITS && answerLimits(sftp, id, maxHandles)) return;
    if (name !== 'posix-rename@openssh.com') return sftp.status(id, STATUS.unsupported);
    const [from, to] = readTwoNames(data);
    await this.#requests.rename(id, from, to, true);
  }

  #enqueue(transfer: Transfer): void {
    if (Number.isSafeInteger(transfer.offset)) this.#queue.push(transfer);
    else this.#step(transfer.id, undefined, () => Promise.reject(new VirtualFilesError('too-large')));
  }

  #step(id: number, path: string | undefined, run: () => Promise<void>): void {
    const step = async () => {
      try {
        await run();
      } catch (error) {
        this.#refuse([id], error, path);
      }
    };
    this.#queue.push({ kind: 'step', run: step });
  }

  async #transfer(transfers: readonly Transfer[]): Promise<void> {
    try {
      await (transfers[0]?.kind === 'read' ? this.#requests.read(transfers) : this.#requests.write(transfers));
    } catch (error) {
      this.#refuse(
        transfers.map(({ id }) => id),
        error,
        undefined,
      );
    }
  }

  #refuse(ids: readonly number[], error: unknown, path: string | undefined): void {
    const code = codeOf(error);
    const { code: status, text } = statusOf(error);
    for (const id of ids) this.#options.sftp.status(id, status, text);
    if (code === 'not-found' || code === 'exists') return;
    // A name that was refused may hold anything; it is not handed on.
    const shown = code === 'name-refused' ? undefined : path;
    const ours = code === 'failed' && !(error instanceof TooManyHandles || error instanceof ClientsDoing);
    this.#options.event({ kind: ours ? 'fault' : 'refused', path: shown, text: faultText(error) });
  }
}

/** `scp` fails without an exit status of 0; the library sends one for other channels, and has the means here, but no name for it. */
function sayWell(sftp: SFTPWrapper): void {
  const { _protocol: protocol, outgoing } = sftp as {
    readonly _protocol?: { exitStatus?(channel: number, status: number): void };
    readonly outgoing?: { readonly id: number; readonly state: string };
  };
  if (outgoing?.state === 'open' || outgoing?.state === 'eof') protocol?.exitStatus?.(outgoing.id, 0);
}

function faultText(error: unknown): string {
  if (error instanceof TooManyHandles) return 'too many open files';
  if (error instanceof ClientsDoing) return error.why;
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.name})` : '';
  return `${codeOf(error)}${cause}`;
}
