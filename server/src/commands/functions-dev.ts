import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { StringDecoder } from 'node:string_decoder';
import { parseEnv } from 'node:util';
import { systemClock } from '../clock.js';
import { tryFunction } from '../exchange/functions/try-function.js';
import { namesHosts } from '../resources/functions/allowed-hosts.js';
import { badEventText } from '../resources/functions/promise-event.js';
import { MOST_CODE, TIMEOUT } from '../resources/functions/schemas.js';
import { type AnyCommand, type Arguments, type Here, UsageError } from './command.js';

const NAME = 'functions dev';

/** Functions on the machine of who writes them, before a server has them. */
export const FUNCTION_DEV_COMMANDS: readonly AnyCommand[] = [
  {
    name: NAME,
    usage:
      'FILE [--event FILE] [--env NAME=VALUE] [--env-from FILE] [--timeout N] [--url URL] [--allow-host HOST] [--isolation box|none]',
    summary: 'Runs a function of this disk once as a server would, and prints its result: a file, a folder or a zip.',
    options: {
      event: { type: 'string', help: 'JSON to invoke it with; - reads standard input; default: {}' },
      env: { type: 'string', multiple: true, help: 'NAME=VALUE, a variable of it; may stand several times' },
      // Not `--env-file`: Node.js takes that for itself, wherever it stands.
      'env-from': { type: 'string', help: 'a file of lines NAME=VALUE; --env comes first' },
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
  const log = new Lines(here.progress);
  const leave = (): void => left.abort(new Error('It was given up.'));
  const trial = {
    ...{ path, event: await eventOf(options.event), variables: await variablesOf(args) },
    ...{ timeout: timeoutOf(options.timeout), isolation: isolationOf(options.isolation), url: urlOf(options.url) },
    ...{ allowedHosts: hostsOf(lists['allow-host']), clock: systemClock, signal: left.signal },
    onPrinted: (chunk: Uint8Array) => log.add(chunk),
  };
  for (const signal of SIGNALS) process.once(signal, leave);
  try {
    const { tookMs, isolation, outcome } = await tryFunction(trial).finally(() => log.end());
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
  if (/\.[cm]?ts$/.test(path)) {
    throw new UsageError('FILE: functions are JavaScript. Compile it first, as with esbuild --bundle --format=esm.');
  }
  if (found.isFile() && !path.endsWith('.zip') && found.size > MOST_CODE) {
    here.progress(`A server takes code of ${MOST_CODE} bytes at most without a package: zip this one as index.mjs.`);
  }
  return path;
}

async function eventOf(file: string | boolean | undefined): Promise<Uint8Array> {
  if (typeof file !== 'string') return Buffer.from('{}');
  const bytes = file === '-' ? await buffer(process.stdin) : await read(file, '--event');
  if (isJson(bytes.toString())) return bytes;
  throw new UsageError(`--event: ${badEventText(bytes.toString())}`);
}

async function variablesOf({ options, lists = {} }: Arguments): Promise<Record<string, string>> {
  const file = options['env-from'];
  const inFile = typeof file === 'string' ? variablesIn((await read(file, '--env-from')).toString()) : {};
  const given = (lists.env ?? []).map((one) => {
    const end = one.indexOf('=');
    if (end < 1) throw new UsageError('--env: NAME=VALUE.');
    return [one.slice(0, end), one.slice(end + 1)] as const;
  });
  const all = Object.entries(inFile).map(([name, value]) => [name, value ?? ''] as const);
  return Object.fromEntries([...all, ...given]);
}

/** An entry as `.env` files have them; a value in quotation marks may have lines of its own. */
const ENTRY = /^[ \t]*(?:export[ \t]+)?[^\s=#]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?.*$/gm;

/** @throws UsageError for a line that the parser would pass over. */
function variablesIn(text: string): ReturnType<typeof parseEnv> {
  const others = text.replace(ENTRY, (entry) => entry.replace(/[^\n]/g, '')).split('\n');
  const wrong = others.findIndex((line) => !/^\s*(#.*)?$/.test(line));
  if (wrong < 0) return parseEnv(text);
  throw new UsageError(`--env-from: line ${wrong + 1} is not NAME=VALUE, nor # and words.`);
}

function hostsOf(hosts: readonly string[] = []): readonly string[] {
  if (hosts.every(namesHosts)) return hosts;
  throw new UsageError('--allow-host: the name of a host alone, as api.example.com, or *.example.com for all below.');
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
    throw new UsageError(`${option}: it names a file, and none of this name can be read.`);
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

/** Tells what is printed, line by line, as soon as a line is whole. */
class Lines {
  readonly #tell: (line: string) => void;
  readonly #decoder = new StringDecoder();
  #rest = '';

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  add(chunk: Uint8Array): void {
    const lines = `${this.#rest}${this.#decoder.write(Buffer.from(chunk))}`.split('\n');
    this.#rest = lines.pop() ?? '';
    if (lines.length > 0) this.#tell(lines.join('\n'));
  }

  end(): void {
    if (this.#rest !== '') this.#tell(this.#rest);
    this.#rest = '';
  }
}
