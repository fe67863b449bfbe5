import { setTimeout } from 'node:timers/promises';
import { mayHelpAgain } from '../delivery/retry.js';
import { transportReasonOf } from '../delivery/transport-error.js';
import type { TransportReason } from '../delivery/transport-reasons.js';
import { isX12Error } from '../model/error.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { JOURNAL_OPTION, type OpenedConnection, openConnectionFile, untilInterrupted } from './connection.js';
import { CommandError, ExitCode } from './exit.js';
import { makeDirectory } from './make-directory.js';
import { storePayload } from './store-payload.js';

/** `ediloom receive`: takes what a partner has for us into a directory. */
export const receiveCommand: Command = {
  name: 'receive',
  arguments: 'CONNECTION.json',
  summary: 'Takes what a partner has for us into a directory; each file is let go there only once it is safe here',
  files: { min: 1, max: 1 },
  options: {
    into: { type: 'string', value: 'DIR', help: 'directory for the files; made if need be' },
    watch: { type: 'string', value: 'SECONDS', help: 'look again so many seconds after each round, until Ctrl-C' },
    journal: JOURNAL_OPTION,
    json: { type: 'boolean', help: 'print a line of JSON for each file' },
  },
  notes: ['A file never replaces one that is there: NAME-2 is taken then. An AS2 connection listens until Ctrl-C.'],
  run: (input) => untilInterrupted((signal) => receive(input, signal)),
};

async function receive(input: CommandInput, signal: AbortSignal): Promise<ExitCode> {
  const directory = textOption(input, 'into');
  if (directory === undefined) throw new CommandError('Say where to: --into DIR');
  const seconds = secondsOf(textOption(input, 'watch'));
  await makeDirectory(directory);
  const opened = await openConnectionFile(input, input.files[0] ?? '', async (place) => {
    input.errors.line(`listening: ${place}; Ctrl-C ends`);
    await input.errors.flush({ all: true });
  });
  try {
    for (;;) {
      await round(input, { opened, directory, signal, watching: seconds !== undefined });
      if (seconds === undefined || signal.aborted) return ExitCode.clean;
      await setTimeout(seconds * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return ExitCode.clean;
    }
  } finally {
    await opened.transport.close();
  }
}

interface Round {
  readonly opened: OpenedConnection;
  readonly directory: string;
  readonly signal: AbortSignal;
  /** A trouble that may pass is reported, and the next round tries again. */
  readonly watching: boolean;
}

/** What a partner's server says of one file; those behind it are taken all the same. */
const OF_ONE_FILE: ReadonlySet<unknown> = new Set<TransportReason>([
  'permission-denied',
  'file-missing',
  'name-refused',
  'source-changed',
]);

async function round(input: CommandInput, { opened, directory, signal, watching }: Round): Promise<void> {
  const { id, transport, journal } = opened;
  const failed: Error[] = [];
  try {
    for await (const payload of transport.receive(signal)) {
      try {
        const { path, size } = await storePayload(payload, { directory, connection: id, journal });
        await payload.accept();
        const line = { name: payload.name, size, path, origin: payload.origin };
        input.output.line(input.options.json === true ? JSON.stringify(line) : `${path}  ${size} bytes`);
        await input.output.flush({ all: true });
      } catch (error) {
        if (!(error instanceof Error) || !OF_ONE_FILE.has(transportReasonOf(error))) throw error;
        failed.push(error);
      }
    }
  } catch (error) {
    if (isX12Error(error) && error.code === 'X12_ABORTED' && signal.aborted) return;
    if (!watching || !mayHelpAgain(error) || !(error instanceof Error)) throw error;
    failed.push(error);
  }
  // Where there is no next round, the last one says by the exit code what became of this one.
  const last = watching ? undefined : failed.pop();
  for (const { message } of failed) input.errors.line(`ediloom: ${message}`);
  await input.errors.flush({ all: true });
  if (last !== undefined) throw last;
}

function secondsOf(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : Number(text);
  if (seconds === undefined || (Number.isFinite(seconds) && seconds > 0 && seconds <= 86_400)) return seconds;
  throw new CommandError('--watch takes a number of seconds up to 86400.');
}
