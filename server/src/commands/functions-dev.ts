import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { systemClock } from '../clock.js';
import { tryFunction } from '../exchange/functions/try-function.js';
import { MOST_CODE, TIMEOUT } from '../resources/functions/schemas.js';
import { type AnyCommand, type Arguments, type Here, UsageError } from './command.js';

const NAME = 'functions dev';

/** Functions on the machine of who writes them, before a server has them. */
export const FUNCTION_DEV_COMMANDS: readonly AnyCommand[] = [
  {
    name: NAME,
    usage:
      'FILE [--event FILE] [--env NAME=VALUE] [--env-file FILE] [--timeout N] [--url URL] [--allow-host HOST] [--isolation box|none]',
    summary: 'Runs a function of this disk once as a server would, and prints its result: a file, a folder or a zip.',
    options: {
      event: { type: 'string', help: 'JSON to invoke it with; - reads standard input; default: {}' },
      env: { type: 'string', multiple: true, help: 'NAME=VALUE, a variable of it; may stand several times' },
      'env-file': { type: 'string', help: 'a file of lines NAME=VALUE; --env comes first' },
      timeout: { type: 'string', help: `seconds, ${TIMEOUT.least} to ${TIMEOUT.most}; default: ${TIMEOUT.standard}` },
      url: { type: 'string', help: 'of a running server, which EDILOOM_URL leads to; default: to none' },
      'allow-host': { type: 'string', multiple: true, help: 'a host that it may reach, *.example.com: all below' },
      isolation: { type: 'string', help: 'box, or none: only what Node.js forbids; default: box' },
    },
    runHere: runOnce,
    show: (result: unknown) => JSON.stringify(result, undefined, 2),
  },
];

async function runOnce(args: Arguments, here: Here): Promise<unknown> {
  const { options, lists = {} } = args;
  const path = await codePath(args, here);
  const left = new AbortController();
  const leave = (): void => left.abort(new Error('It was given up.'));
  const trial = {
    ...{ path, event: await eventOf(options.event), variables: await variablesOf(args) },
    ...{ timeout: timeoutOf(options.timeout), isolation: isolationOf(options.isolation), url: urlOf(options.url) },
    ...{ allowedHosts: lists['allow-host'] ?? [], clock: systemClock, signal: left.signal },
  };
  for (const signal of SIGNALS) process.once(signal, leave);
  try {
    const { log, tookMs, isolation, outcome } = await tryFunction(trial);
    if (log !== '') here.progress(log.replace(/\n$/, ''));
    if ('error' in outcome) throw new Error(outcome.error);
    here.progress(`It returned after ${Math.round(tookMs)} ms, ${isolation === 'box' ? 'in a box' : 'in no box'}.`);
    return outcome.result;
  } finally {
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

async function codePath({ positionals: [path, ...more] }: Arguments, here: Here): Promise<string> {
  if (path === undefined || more.length > 0) throw new UsageError(`${NAME} takes one file, folder or zip.`);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError('FILE: there is none of this name, or it cannot be read.');
  if (found.isFile() && !path.endsWith('.zip') && found.size > MOST_CODE) {
    here.progress(`A server takes code of ${MOST_CODE} bytes at most without a package: zip this one as index.mjs.`);
  }
  return path;
}

async function eventOf(file: string | boolean | undefined): Promise<Uint8Array> {
  if (typeof file !== 'string') return Buffer.from('{}');
  const bytes = file === '-' ? await buffer(process.stdin) : await read(file, '--event');
  if (isJson(bytes.toString())) return bytes;
  throw new UsageError('--event: a function is invoked with JSON, and this is none.');
}

async function variablesOf({ options, lists = {} }: Arguments): Promise<Record<string, string>> {
  const file = options['env-file'];
  const inFile = typeof file === 'string' ? parseEnv((await read(file, '--env-file')).toString()) : {};
  const given = (lists.env ?? []).map((one) => {
    const end = one.indexOf('=');
    if (end < 1) throw new UsageError('--env: NAME=VALUE.');
    return [one.slice(0, end), one.slice(end + 1)] as const;
  });
  const all = Object.entries(inFile).map(([name, value]) => [name, value ?? ''] as const);
  return Object.fromEntries([...all, ...given]);
}

function timeoutOf(text: string | boolean | undefined): number {
  if (typeof text !== 'string') return TIMEOUT.standard;
  const seconds = Number(text);
  if (/^\d{1,3}$/.test(text) && seconds >= TIMEOUT.least && seconds <= TIMEOUT.most) return seconds;
  throw new UsageError(`--timeout: whole seconds from ${TIMEOUT.least} to ${TIMEOUT.most}.`);
}

function isolationOf(text: string | boolean | undefined = 'box'): 'box' | 'none' {
  if (text === 'box' || text === 'none') return text;
  throw new UsageError('--isolation: box or none.');
}

function urlOf(text: string | boolean | undefined): URL | undefined {
  if (typeof text !== 'string') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError('--url: as http://127.0.0.1:8480.');
}

async function read(file: string, option: string): Promise<Buffer> {
  return readFile(file).catch(() => {
    throw new UsageError(`${option}: the file cannot be read.`);
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
