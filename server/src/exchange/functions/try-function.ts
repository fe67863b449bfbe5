import { createHash, randomUUID } from 'node:crypto';
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { FunctionFolders } from '../../box/function-folders.js';
import { type Connect, openGate } from '../../box/open-gate.js';
import { type Isolation, openRunner } from '../../box/open-runner.js';
import type { FunctionError, Ran } from '../../box/runner.js';
import type { Clock } from '../../clock.js';
import { invalid, Problem } from '../../problems.js';
import { fits } from '../../resources/functions/allowed-hosts.js';
import { OWN_HOST } from '../../resources/functions/own-host.js';
import { demandVariables, type Variables } from '../../resources/functions/variables.js';
import { environmentOf, MEMORY_MB, MOST_RESULT } from './run-function.js';

/** A function of a developer, as it lies on their disk. */
export interface Trial {
  /** A file of code, a folder, or a zip. */
  readonly path: string;
  /** JSON. */
  readonly event: Uint8Array;
  readonly variables: Variables;
  /** Seconds. */
  readonly timeout: number;
  /** `none`: no box, though one could be made. */
  readonly isolation: 'box' | 'none';
  /** Of the server that `EDILOOM_URL` leads to; absent: to none. */
  readonly url: URL | undefined;
  /** As `FUNCTIONS_ALLOWED_HOSTS` of a server has them. */
  readonly allowedHosts: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Hears what it prints, while it runs. */
  readonly onPrinted: (chunk: Uint8Array) => void;
}

/** How a trial ended. */
export interface TrialEnd {
  /** Milliseconds. */
  readonly tookMs: number;
  readonly isolation: Isolation['kind'];
  /** Its name, words and trace, for people. */
  readonly outcome: { readonly result: unknown } | { readonly error: string };
}

/**
 * Runs a function once, as a server would: by the same program, in the same box, with the same limits.
 * @throws Problem where it cannot be run here; PackageRefused; BoxError; what the signal is aborted with.
 */
export async function tryFunction(trial: Trial): Promise<TrialEnd> {
  const { event, variables, timeout, signal, onPrinted } = trial;
  demandVariables(variables);
  const place = await mkdtemp(join(tmpdir(), 'ediloom-dev-'));
  try {
    // In a box it is somebody else who reads.
    await chmod(place, 0o755);
    const folder = await folderOf(trial, place);
    const { isolation, runner } = await openRunner({ dataFolder: place, wanted: trial.isolation });
    if (runner === undefined) throw noBox(isolation);
    const gate = await openGate(join(place, 'gate'), wayOutOf(trial));
    try {
      const name = basename(trial.path, extname(trial.path));
      const id = randomUUID();
      const ran = await runner.run({
        ...{ folder, event, gate: gate.path, environment: environmentOf({ name }, variables) },
        context: { functionName: name, awsRequestId: id, invocationId: id, depth: 0 },
        ...{ timeoutMs: timeout * 1000, memoryMb: MEMORY_MB, mostBytes: MOST_RESULT, signal, onPrinted },
      });
      return { tookMs: ran.took, isolation: isolation.kind, outcome: outcomeOf(ran) };
    } finally {
      await gate.close();
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function outcomeOf(ran: Ran): TrialEnd['outcome'] {
  if (ran.how === 'failed') return { error: errorText(ran.error) };
  try {
    return { result: JSON.parse(Buffer.from(ran.result).toString()) };
  } catch {
    // Whoever writes to its descriptor itself may write anything.
    return { error: 'The function gave a result that is no JSON.' };
  }
}

/** Its trace begins with its name and its words, where it is an error. */
function errorText({ errorType, errorMessage, trace }: FunctionError): string {
  return trace.length > 0 ? trace.join('\n') : `${errorType}: ${errorMessage}`;
}

function noBox(isolation: Isolation): Problem {
  const why = isolation.kind === 'unavailable' ? isolation.why : 'they are off.';
  const advice = '--isolation none runs it without one, kept from your files and processes by Node.js alone.';
  return new Problem('unavailable', `This machine makes no box for functions: ${why} ${advice}`, {
    code: 'FUNCTIONS_OFF',
  });
}

/** What the server would make of it: code is one file, a folder or a zip is a package. */
async function folderOf({ path, clock }: Trial, place: string): Promise<string> {
  const folders = new FunctionFolders(join(place, 'code'), () => clock.now());
  if ((await stat(path)).isDirectory()) return copiedFolder(path, join(place, 'package'));
  const bytes = await readFile(path);
  if (extname(path) !== '.zip') return folders.folderOf({ code: bytes.toString() });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return folders.folderOf({ sha256, bytes: async () => bytes });
}

/** With what its links lead to, as a package has no links; everybody may read it. */
async function copiedFolder(from: string, to: string): Promise<string> {
  const names = await readdir(from);
  if (!names.includes('index.mjs') && !names.includes('index.js')) {
    throw invalid('The folder has no index.mjs. Name the folder of a package, or one file.', { code: 'BAD_PACKAGE' });
  }
  await cp(from, to, { recursive: true, dereference: true });
  await openUp(to);
  return to;
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openUp(path);
    else await chmod(path, 0o644);
  }
}

function wayOutOf({ url, allowedHosts }: Trial): Connect {
  return async (host, port): Promise<Socket> => {
    const name = host.toLowerCase();
    if (url !== undefined && name === OWN_HOST) return connectTo(url);
    if (allowedHosts.some((allowed) => fits(allowed.toLowerCase(), name))) return connected(connect(port, name));
    throw new Error('It is none of --allow-host.');
  };
}

function connectTo({ protocol, hostname, port }: URL): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return connected(connect(Number(port || 80), host));
  return connected(connectSecurely({ host, port: Number(port || 443), servername: host }), 'secureConnect');
}

function connected<Opened extends Socket>(socket: Opened, event: 'connect' | 'secureConnect' = 'connect') {
  return new Promise<Opened>((resolve, reject) => {
    socket.once('error', reject);
    socket.once(event, () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
