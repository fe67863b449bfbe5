import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { FunctionFolders } from '../../box/function-folders.js';
import { type OpenedRunner, openRunner } from '../../box/open-runner.js';
import { type OwnFolder, openOwnFolder } from '../../box/own-folder.js';
import { Places } from '../../box/places.js';
import type { Clock } from '../../clock.js';
import type { Config } from '../../config.js';
import { ByteBudget } from '../delivery/byte-budget.js';
import type { FunctionsHere, OwnAddress } from './functions.js';
import { UnreadResults } from './unread-results.js';

/** What one account has of the places, at most. */
const SHARE = 0.5;
/** Of accounts that have none, as so many times the places: each takes some 4 MB, and time of the processor that nobody else needs. */
const FIRSTS = 3;
/** Of one account, in this process. */
const MOST_WAITING = 1_000;
/** Between looks for folders that were not used for long. */
const SWEEP_MS = 3_600_000;
/** Of events together, each of which is there until its run is over. */
const EVENT_BYTES = 128 * 1024 * 1024;
/** One account has one of them: five events of the largest size. */
const EVENT_PARTS = 4;

const OFF =
  'functions are off, see why; where no box can be made, FUNCTIONS_ISOLATION=none runs them without one: for code that you trust as your own';
const PLAIN =
  'FUNCTIONS_ISOLATION=none: functions of customers run as this user, reach the network, and may send signals to what this server may; only Node.js keeps them from files and processes';

/** Looks what functions can be run by here, and says what is missing. */
export async function openFunctions({
  config,
  clock,
  log,
  ownAddress,
  temporary = tmpdir(),
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly ownAddress: OwnAddress;
  /** A folder with a short path, for sockets. Default: that of the system for temporary files. */
  readonly temporary?: string;
}): Promise<FunctionsHere> {
  const { isolation: wanted, places } = config.functions;
  // Boxes are made elsewhere than where the server was started.
  const dataFolder = resolve(config.dataDir);
  const folders = new FunctionFolders(join(dataFolder, 'functions'), () => clock.now());
  await folders.dropParts();
  const { isolation, runner, gates } = await withGates(await openRunner({ dataFolder, wanted }), temporary, clock);
  log.info({ isolation: isolation.kind }, 'how functions are run here');
  if (isolation.kind === 'unavailable') log.warn({ why: isolation.why }, OFF);
  if (isolation.kind === 'none') log.warn(PLAIN);
  if (runner === undefined || gates === undefined)
    return { isolation, machine: undefined, close: async () => undefined };
  const share = Math.max(1, Math.floor(places * SHARE));
  const endSweeps = sweepAgain(folders, log);
  const machine = {
    runner,
    places: new Places({ places, share, firsts: places * FIRSTS, waiting: MOST_WAITING }),
    folders,
    memory: new ByteBudget(EVENT_BYTES, EVENT_PARTS),
    strangers: new ByteBudget(EVENT_BYTES / 2),
    unread: new UnreadResults(),
    gates: gates.path,
    ownAddress,
  };
  const close = async (): Promise<void> => {
    await endSweeps();
    await gates.close();
  };
  return { isolation, machine, close };
}

/** With a folder for ways out; where there can be none, as on disks that are only read, functions are off, and the server runs. */
async function withGates(
  opened: OpenedRunner,
  temporary: string,
  clock: Clock,
): Promise<OpenedRunner & { readonly gates?: OwnFolder }> {
  if (opened.runner === undefined) return opened;
  try {
    return { ...opened, gates: await openOwnFolder(temporary, 'ediloom-gates-', clock.now()) };
  } catch (error) {
    const why = `There is no place for sockets in the folder for temporary files (TMPDIR): ${error instanceof Error ? error.message : error}`;
    return { isolation: { kind: 'unavailable', why } };
  }
}

/** Now, and again and again: each process does it for its own machine. @returns what ends it. */
function sweepAgain(folders: FunctionFolders, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const sweep = (): Promise<void> =>
    folders.sweep().catch((error: unknown) => {
      // An operator may have removed one meanwhile.
      log.warn({ err: error }, 'Folders of functions could not be looked at; it is done again in an hour.');
    });
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, SWEEP_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}
