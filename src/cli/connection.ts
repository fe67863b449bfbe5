import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Transport } from '../delivery/transport.js';
import { createFileJournal, type FileJournal } from '../stores/file-journal.js';
import { isObject } from '../transports/connection/check-node.js';
import { readConnectionFile } from '../transports/connection/connection.js';
import { openConnection } from '../transports/connection/open-connection.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { makeDirectory } from './make-directory.js';

export const JOURNAL_OPTION: OptionSpec = {
  type: 'string',
  value: 'DIR',
  help: 'where it is remembered what was sent and taken; by default below the home directory',
};

/** A connection file's transport, with the journal that is kept for it. */
export interface OpenedConnection {
  readonly id: string;
  readonly transport: Transport;
  readonly journal: FileJournal;
}

/**
 * Opens the connection of a file; the journal's directory is made if need be.
 * @param onListening told where it listens, once it does, of a connection that partners push to.
 */
export async function openConnectionFile(
  input: CommandInput,
  path: string,
  onListening?: (place: string) => Promise<void>,
): Promise<OpenedConnection> {
  const file = await readConnectionFile(path);
  const directory = textOption(input, 'journal') ?? defaultJournal();
  await makeDirectory(directory, 0o700);
  const journal = createFileJournal({ directory });
  const onSkipped = ({ name, text }: { name: string; text: string }): void => {
    input.errors.line(`left ${name}: ${text}`);
  };
  const { id, listen } = file.connection;
  const transport = await openConnection(file, {
    journal,
    onSkipped,
    onListening: ({ host, port }) => onListening?.(`${host}, port ${port}${pathOf(listen)}`),
  });
  return { id, journal, transport };
}

function pathOf(listen: unknown): string {
  return isObject(listen) && typeof listen.path === 'string' ? `, path ${listen.path}` : '';
}

/** Where programs keep what must outlive them (XDG base directories). */
function defaultJournal(): string {
  const state = process.env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state');
  return join(state, 'ediloom', 'journal');
}

/** A signal that Ctrl-C and a polite kill give, so that work ends between two steps; a second Ctrl-C ends at once. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}
