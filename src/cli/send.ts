import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { OutboundPayload } from '../delivery/payload.js';
import { deliverWithRetries, type FailedAttempt } from '../delivery/retry.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { JOURNAL_OPTION, openConnectionFile, untilInterrupted } from './connection.js';
import { CommandError, ExitCode } from './exit.js';
import { Progress } from './progress.js';

/** `ediloom send`: delivers a file, at most once however often it is called. */
export const sendCommand: Command = {
  name: 'send',
  arguments: 'FILE',
  summary: 'Delivers a file over a connection: directory, SFTP, FTPS or AS2',
  files: { min: 1, max: 1 },
  options: {
    to: { type: 'string', value: 'CONNECTION.json', help: 'the connection file' },
    as: { type: 'string', value: 'NAME', help: 'file name for the receiver; by default that of FILE' },
    id: { type: 'string', value: 'ID', help: 'names the delivery; by default made of connection, name and content' },
    again: { type: 'boolean', help: 'a new delivery, though the same file was delivered before' },
    attempts: { type: 'string', value: 'N', help: 'attempts in all, 1 to 100; 5 by default' },
    delay: { type: 'string', value: 'SECONDS', help: 'before the second attempt, doubled each time; 30 by default' },
    journal: JOURNAL_OPTION,
    json: { type: 'boolean', help: 'print the receipt as JSON' },
  },
  notes: [
    'Sending the same file again finds out what became of it; it is delivered once.',
    'Exit codes: 0 delivered, 4 refused, 5 not available, 6 outcome unknown: look before it is sent again.',
  ],
  run: (input) => untilInterrupted((signal) => send(input, signal)),
};

async function send(input: CommandInput, signal: AbortSignal): Promise<ExitCode> {
  const { output, errors, options } = input;
  const path = input.files[0] ?? '';
  const to = textOption(input, 'to');
  if (to === undefined) throw new CommandError('Say where to: --to CONNECTION.json');
  const attempts = count(input, 'attempts', { byDefault: 5, min: 1, max: 100 });
  const delayMs = count(input, 'delay', { byDefault: 30, min: 0, max: 86_400 }) * 1000;
  const opened = await openConnectionFile(input, to);
  const progress = new Progress();
  try {
    const payload = await filePayload(path, { input, connection: opened.id, progress });
    const wait = async (ms: number): Promise<void> => setTimeout(ms, undefined, { signal });
    const onAttempt = ({ attempt, error, waitMs }: FailedAttempt): void => {
      progress.stop();
      if (waitMs === undefined || !(error instanceof Error)) return;
      errors.line(`attempt ${attempt} of ${attempts}: ${error.message} Next in ${Math.ceil(waitMs / 1000)} s.`);
      // What cannot be told is no reason to stop trying.
      errors.flush({ all: true }).catch(() => undefined);
    };
    const retries = { wait, random: Math.random, attempts, delayMs, signal, onAttempt };
    const receipt = await deliverWithRetries(opened.transport, payload, retries);
    progress.stop();
    if (options.json === true) output.line(JSON.stringify(receipt, undefined, 2));
    else {
      const already = receipt.already ? ' (by an earlier attempt; --again delivers it once more)' : '';
      output.line(`delivered ${receipt.name}, ${receipt.size} bytes, to ${opened.id}${already}`);
    }
    return ExitCode.clean;
  } finally {
    progress.stop();
    await opened.transport.close();
  }
}

async function filePayload(
  path: string,
  { input, connection, progress }: { input: CommandInput; connection: string; progress: Progress },
): Promise<OutboundPayload> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new CommandError(`${path} is no file that can be read.`);
  const name = textOption(input, 'as') ?? basename(path);
  const id =
    textOption(input, 'id') ?? (input.options.again === true ? randomUUID() : await idOf(path, connection, name));
  return {
    ...{ id, name, size: found.size, contentType: 'application/edi-x12' },
    async *open() {
      progress.start(found.size);
      for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
        // A stream of a file without an encoding gives buffers.
        const bytes = chunk as Uint8Array;
        progress.add(bytes.length);
        yield bytes;
      }
    },
  };
}

async function idOf(path: string, connection: string, name: string): Promise<string> {
  const hash = createHash('sha256').update(`${connection}\0${name}\0`);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

function count(
  input: CommandInput,
  option: string,
  { byDefault, min, max }: { readonly byDefault: number; readonly min: number; readonly max: number },
): number {
  const text = textOption(input, option);
  const value = text === undefined ? byDefault : Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new CommandError(`--${option} takes a whole number from ${min} to ${max}.`);
}
