import { createHash } from 'node:crypto';
import type { OutboundTransport } from '../../resources/connections/kinds/kind.js';
import type { ReadConnection } from '../../resources/connections/settings-of.js';
import {
  type ConnectionSecrets,
  openTransport,
  secretsOf,
  type Target,
  type TransportServices,
} from './open-transport.js';

/** Transports at most that nobody uses. */
const MOST = 200;
/** Milliseconds for which one without a delivery is kept; its sessions end sooner. */
const IDLE = 60_000;

interface Kept {
  /** Of what it was opened with. */
  readonly version: string;
  readonly opened: Promise<OutboundTransport>;
  users: number;
  /** False: another has taken its place, or it is not wanted any more; it is closed after its work. */
  current: boolean;
  idle: NodeJS.Timeout | undefined;
}

/**
 * What connections deliver over, kept in this process between their deliveries, so that files to one partner share a login. One is
 * used only for what it was opened with: the same account, connection, settings and secrets, read anew for each delivery, whichever
 * process changed them. The address is judged by the outgoing guard at each login.
 */
export class KeptTransports {
  readonly #services: TransportServices;
  readonly #most: number;
  /** By connection; the one used last is the last. */
  readonly #kept = new Map<string, Kept>();
  readonly #closing = new Set<Promise<void>>();
  #closed = false;

  constructor(services: TransportServices, { most = MOST }: { readonly most?: number } = {}) {
    this.#services = services;
    this.#most = most;
  }

  /** Transports that are open, whether used or not. */
  get size(): number {
    return this.#kept.size;
  }

  /** @throws Problem, X12Error: as the kind says; what the work throws. */
  async use<T>(target: Target, work: (transport: OutboundTransport) => Promise<T>): Promise<T> {
    const { read } = target;
    if (read.kind.isKept !== true || this.#closed) {
      const transport = await openTransport(this.#services, target);
      return work(transport).finally(() => transport.close());
    }
    const secrets = await secretsOf(this.#services, read);
    const kept = this.#find(target, secrets);
    kept.users++;
    clearTimeout(kept.idle);
    try {
      return await work(await kept.opened);
    } finally {
      kept.users--;
      if (kept.users === 0) this.#rest(read.connection.id, kept);
    }
  }

  /** Closes all; deliveries under way end with an error. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const [id, kept] of this.#kept) this.#retire(id, kept);
    await Promise.all(this.#closing);
  }

  #find(target: Target, secrets: ConnectionSecrets): Kept {
    const { id } = target.read.connection;
    const version = versionOf(target.read, secrets);
    const before = this.#kept.get(id);
    this.#kept.delete(id);
    if (before?.version === version) {
      this.#kept.set(id, before);
      return before;
    }
    if (before !== undefined) this.#retire(id, before);
    const opened = openTransport(this.#services, target, secrets);
    const kept: Kept = { version, opened, users: 0, current: true, idle: undefined };
    this.#kept.set(id, kept);
    // What cannot be opened is tried anew by the next delivery.
    opened.catch(() => this.#retire(id, kept));
    this.#demandRoom();
    return kept;
  }

  /** The ones that rested longest go first; those in use stay. */
  #demandRoom(): void {
    for (const [id, kept] of this.#kept) {
      if (this.#kept.size <= this.#most) return;
      if (kept.users === 0 && kept.idle !== undefined) this.#retire(id, kept);
    }
  }

  #rest(id: string, kept: Kept): void {
    if (!kept.current) return this.#end(kept);
    kept.idle = setTimeout(() => this.#retire(id, kept), IDLE).unref();
  }

  #retire(id: string, kept: Kept): void {
    if (this.#kept.get(id) === kept) this.#kept.delete(id);
    kept.current = false;
    clearTimeout(kept.idle);
    if (kept.users === 0 || this.#closed) this.#end(kept);
  }

  #end({ opened }: Kept): void {
    // What failed to open has nothing to close, and closing fails nobody's delivery.
    const ended = opened.then((transport) => transport.close()).catch(() => undefined);
    this.#closing.add(ended);
    void ended.finally(() => this.#closing.delete(ended));
  }
}

/** Different where anything differs that a transport is opened with; says nothing of the secrets. */
function versionOf({ connection, kind }: ReadConnection, secrets: ConnectionSecrets): string {
  const parts = [connection.account_id, connection.id, kind.name, connection.settings, ...[...secrets].flat()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
