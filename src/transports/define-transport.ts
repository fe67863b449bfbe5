import type { Transport } from '../delivery/transport.js';
import { checkOptions, invalidOption, requireObject } from '../model/check-options.js';
import type { OptionRules } from '../model/option-rules.js';
import type { FileStore, ReasonOf } from './files/file-store.js';
import { type FileTransportSettings, fileTransport } from './files/file-transport.js';
import type { ConnectFiles } from './files/remote-files.js';
import { remoteOfStore } from './files/remote-of-store.js';
import { SESSION_RULES } from './files/session-settings.js';
import { INBOUND_RULES, OUTBOUND_RULES } from './files/settings.js';

/** What is one's own about a transport over files. */
export interface TransportDefinition<Own extends object> {
  /** The word of the transport, such as `bucket`; in reports, and before `Transport` the name by which errors call its function. */
  readonly kind: string;
  /** Every option of its own. One that is needed and missing is told, and so is any other name. */
  readonly options: Readonly<Record<keyof Own, 'needed' | 'optional'>>;
  /**
   * Called once for each transport, with options that are there; it says by `X12_OPTION_INVALID` what is wrong with their values, and connects to
   * nothing. Gives the store, or, of a server with sessions to which files are written and then renamed, what logs in.
   */
  open(options: Readonly<Own> & FileTransportSettings): FileStore | ConnectFiles;
  /** Of a store: what its errors mean where their status of HTTP, or code of a socket, does not say it. */
  readonly reasonOf?: ReasonOf | undefined;
}

const SETTINGS: OptionRules<FileTransportSettings> = {
  connection: { needed: 'text', example: "'a name for this partner'" },
  journal: {
    needed: { calls: ['read', 'write', 'add', 'remove', 'list'], name: 'a journal, such as createMemoryJournal()' },
    example: 'createMemoryJournal(), or a journal that outlives the process',
  },
  outbound: { members: OUTBOUND_RULES },
  inbound: { members: INBOUND_RULES },
  sessions: { members: SESSION_RULES },
  now: 'function',
  wait: 'function',
  onStep: 'function',
};

/**
 * Makes a transport of the few steps of a store. Signals and `close`, the journal, delivering once, pick-ups that are settled once, names, order,
 * what an error means for a retry: all that is done for it. What is made keeps the port, as `transportContract` of `ediloom/testing` shows.
 * @returns the function that takes the options: those of its own beside {@link FileTransportSettings}. It throws `X12_OPTION_INVALID`.
 * @example
 * ```ts
 * import { defineTransport } from 'ediloom/transports';
 *
 * const failed = (status: number) => Object.assign(new Error(`status ${status}`), { status });
 *
 * // A map stands here for the client of a store.
 * export const createMapTransport = defineTransport<{ files: Map<string, Uint8Array> }>({
 *   kind: 'map',
 *   options: { files: 'needed' },
 *   open: ({ files }) => ({
 *     async put(path, bytes, { replace }) {
 *       const parts: Uint8Array[] = [];
 *       for await (const part of bytes) parts.push(part.slice());
 *       if (!replace && files.has(path)) throw failed(412);
 *       files.set(path, Buffer.concat(parts));
 *     },
 *     read: async (path) => files.get(path) ?? Promise.reject(failed(404)),
 *     list: (directory) =>
 *       [...files].flatMap(([path, { length: size }]) =>
 *         path.startsWith(`${directory}/`) ? [{ name: path.slice(directory.length + 1), size }] : [],
 *       ),
 *     remove: async (path) => files.delete(path),
 *   }),
 * });
 * ```
 */
export function defineTransport<Own extends object>(
  definition: TransportDefinition<Own>,
): (options: Own & FileTransportSettings) => Transport {
  checkOptions('defineTransport', definition, DEFINITION);
  const { kind, reasonOf } = definition;
  const rules = rulesOf(definition.options);
  return (options) => {
    checkOptions(`the ${kind} transport`, options, SETTINGS, rules);
    const opened = definition.open(options);
    const { connection, journal, outbound, inbound, sessions, now, wait, onStep } = options;
    const settings = { connection, journal, outbound, inbound, sessions, now, wait, onStep, kind };
    if (typeof opened === 'function') return fileTransport({ ...settings, connect: opened });
    requireStore(kind, opened);
    const connect = async () => remoteOfStore(opened, reasonOf);
    return fileTransport({ ...settings, connect, ended: async () => void (await opened.close?.()) });
  };
}

const CALLS = ['put', 'read', 'list', 'remove'] as const satisfies readonly (keyof FileStore)[];

function requireStore(kind: string, store: FileStore): void {
  requireObject(
    'defineTransport',
    store,
    `open of ${kind} gives a store, or what logs in; a store that is opened later is what logs in`,
  );
  const missing = CALLS.find((call) => typeof store[call] !== 'function');
  if (missing === undefined) return;
  throw invalidOption('open', `The store that open of ${kind} gives has no ${missing}. It needs ${CALLS.join(', ')}.`);
}

const DEFINITION: OptionRules<TransportDefinition<object>> = {
  kind: { needed: 'text', example: "'bucket'" },
  options: { needed: 'object', example: "{ bucket: 'needed' }, or {} for none" },
  open: { needed: 'function', example: '(options) => store' },
  reasonOf: 'function',
};

function rulesOf(options: Readonly<Record<string, 'needed' | 'optional'>>): OptionRules {
  const rules = Object.entries(options).map(([name, is]) => [
    name,
    is === 'needed' ? { needed: 'anything' } : 'anything',
  ]);
  return Object.fromEntries(rules);
}
