import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { abortedError } from '../../delivery/aborted.js';
import type { Journal } from '../../delivery/journal.js';
import type { InboundPayload, OutboundPayload } from '../../delivery/payload.js';
import type { CheckReport, CheckStep, Receipt, Transport } from '../../delivery/transport.js';
import { isX12Error, X12Error } from '../../model/error.js';
import { demandConnection, UntilClosed } from '../until-closed.js';
import { deliverFile, type OnStep } from './deliver-file.js';
import { FilesSessions } from './files-sessions.js';
import { compileGlobs } from './glob.js';
import { KeptSessions } from './kept-sessions.js';
import { type PickUpOptions, pickUpFiles } from './pick-up-files.js';
import type { ConnectFiles, RemoteFiles } from './remote-files.js';
import { quietly } from './session-errors.js';
import { type SessionSettings, sessionLimits } from './session-settings.js';
import { demandSettings, type InboundSettings, type OutboundSettings } from './settings.js';

/** What every transport over files takes, whatever the protocol. */
export interface FileTransportSettings {
  /** Names this partner in the journal for ever; other connections in the same journal have other names. */
  readonly connection: string;
  /** Absent: nothing can be delivered. */
  readonly outbound?: OutboundSettings | undefined;
  /** Absent: nothing can be received. */
  readonly inbound?: InboundSettings | undefined;
  /** How many sessions the transport has with the server, and how long it keeps those that nobody uses. */
  readonly sessions?: SessionSettings | undefined;
  /** One that outlives the process, or a restart may deliver twice. */
  readonly journal: Journal;
  /** Default the clock of the machine; it dates the entries of the journal. */
  readonly now?: (() => Date) | undefined;
  /** How the two looks at an inbox are kept apart. Default `setTimeout`. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Called before each step of a delivery or a pick-up, with its name; for tests that end the process there. */
  readonly onStep?: OnStep | undefined;
}

export interface FileTransportOptions extends FileTransportSettings {
  readonly kind: string;
  readonly connect: ConnectFiles;
  /** Lets go of what all sessions share; called once, after the last has ended. */
  readonly ended?: (() => Promise<void>) | undefined;
}

/**
 * The transport to a server that keeps files, of any protocol. Deliveries and rounds of receiving share its
 * sessions, which are kept between them; `close` ends them.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function fileTransport(options: FileTransportOptions): Transport {
  return new FileTransport(options);
}

class FileTransport implements Transport {
  readonly kind: string;
  readonly #outbound: OutboundSettings | undefined;
  readonly #inbound: InboundSettings | undefined;
  readonly #shared: Omit<PickUpOptions, 'settings' | 'sessions' | 'signal'>;
  readonly #sessions: KeptSessions;
  readonly #life = new UntilClosed();
  readonly #rounds = new Set<FilesSessions>();
  readonly #ended: () => Promise<void>;
  #closing: Promise<void> | undefined;

  constructor(options: FileTransportOptions) {
    const { kind, connect, connection, outbound, inbound, journal, sessions, onStep } = options;
    this.#ended = options.ended ?? (async () => {});
    const { now = () => new Date(), wait = async (ms, signal) => setTimeout(ms, undefined, { signal }) } = options;
    demandConnection(connection);
    demandSettings(outbound, inbound);
    // Patterns that cannot be used are reported now, not in the first round.
    compileGlobs([...(inbound?.include ?? []), ...(inbound?.exclude ?? [])]);
    this.kind = kind;
    this.#outbound = outbound && { ...outbound };
    this.#inbound = inbound && { ...inbound };
    this.#sessions = new KeptSessions(connect, sessionLimits(sessions));
    this.#shared = { connection, journal, now, wait, onStep };
  }

  deliver(payload: OutboundPayload, signal?: AbortSignal): Promise<Receipt> {
    return this.#life.run(signal, async (either) => {
      const settings = this.#outbound;
      if (settings === undefined) throw notConfigured('outbound', 'delivers');
      if (payload.id === '') throw new X12Error('X12_OPTION_INVALID', 'A payload needs an id.');
      const unique = () => randomBytes(8).toString('hex');
      const sessions = this.#sessions;
      return deliverFile(payload, { ...this.#shared, sessions, settings, unique, signal: either });
    });
  }

  async *receive(signal?: AbortSignal): AsyncGenerator<InboundPayload> {
    const settings = this.#inbound;
    if (settings === undefined) throw notConfigured('inbound', 'receives');
    const life = this.#life.begin(signal);
    const sessions = new FilesSessions(this.#sessions);
    this.#rounds.add(sessions);
    try {
      yield* pickUpFiles({ ...this.#shared, sessions, settings, signal: life.signal });
    } catch (error) {
      throw life.reasonOf(error);
    } finally {
      this.#rounds.delete(sessions);
      life.end();
    }
  }

  check(signal?: AbortSignal): Promise<CheckReport> {
    return this.#life.run(signal, async (either) => {
      const steps: CheckStep[] = [];
      // A session that was kept does not show what a login does.
      let seen: Readonly<Record<string, string>> = {};
      const connect = async () => {
        try {
          return await this.#sessions.take({ signal: either, fresh: true });
        } catch (error) {
          seen = seenBefore(error);
          throw error;
        }
      };
      const lease = await done(steps, 'connect', either, connect);
      if (lease === undefined) return this.#report(steps, seen);
      const { files } = lease;
      try {
        const directories = new Set(
          [this.#outbound?.directory, this.#inbound?.directory].filter((path) => path !== undefined),
        );
        for (const path of directories) await done(steps, `list ${path}`, either, () => files.list(path, either));
        return this.#report(steps, factsOf(files));
      } finally {
        lease.end(either.aborted ? 'spoilt' : 'usable');
      }
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // A round whose caller never asks for the next payload ends here.
    for (const round of this.#rounds) round.close();
    await Promise.allSettled([this.#life.close(), this.#sessions.close()]);
    await quietly(this.#ended);
  }

  #report(steps: readonly CheckStep[], facts: Readonly<Record<string, string>>): CheckReport {
    return { kind: this.kind, ok: steps.every(({ ok }) => ok), steps, facts };
  }
}

/** A step of the check: what fails is in the report. `undefined` after a failure. */
async function done<T>(
  steps: CheckStep[],
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const result = await work();
    steps.push({ name, ok: true });
    return result;
  } catch (error) {
    if (signal.aborted) throw abortedError(error);
    steps.push({ name, ok: false, text: error instanceof Error ? error.message : 'It failed.' });
    return undefined;
  }
}

/** What a login had seen before it failed, such as a host key that is not pinned. */
function seenBefore(error: unknown): Readonly<Record<string, string>> {
  const facts = isX12Error(error) ? error.details.facts : undefined;
  if (typeof facts !== 'object' || facts === null) return {};
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => typeof fact === 'string'));
}

function factsOf(files: RemoteFiles): Readonly<Record<string, string>> {
  return { ...files.facts, 'rename modes': files.renameModes.join(', ') };
}

function notConfigured(part: 'outbound' | 'inbound', verb: string): X12Error {
  const text = `This connection has no ${part} directory, so it ${verb} nothing. Set ${part}.directory.`;
  return new X12Error('X12_CONNECTION_INVALID', text, { details: { option: part } });
}
