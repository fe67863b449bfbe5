import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { FunctionFolders } from '../../box/function-folders.js';
import { openRunner } from '../../box/open-runner.js';
import { Places } from '../../box/places.js';
import type { Clock } from '../../clock.js';
import type { Config } from '../../config.js';
import { ByteBudget } from '../delivery/byte-budget.js';
import type { FunctionsHere, OwnAddress } from './functions.js';

/** What one account has of the places, at most. */
const SHARE = 0.5;
/** Of accounts that have none, as so many times the places: each takes some 4 MB, and time of the processor that nobody else needs. */
const FIRSTS = 3;
/** Of one account, in this process. */
const MOST_WAITING = 1_000;

/** Of events together, each of which is there until its run is over. */
const EVENT_BYTES = 128 * 1024 * 1024;

const OFF =
  'functions are off: this machine makes no box that would hold them. FUNCTIONS_ISOLATION=none turns them on without, for code that you trust as your own';
const PLAIN =
  'FUNCTIONS_ISOLATION=none: functions of customers run as this user, reach the network, and may send signals to what this server may; only Node.js keeps them from files and processes';

/** Looks what functions can be run by here, and says what is missing. */
export async function openFunctions({
  config,
  clock,
  log,
  ownAddress,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly ownAddress: OwnAddress;
}): Promise<FunctionsHere> {
  const { isolation: wanted, places } = config.functions;
  const { isolation, runner } = await openRunner({ dataFolder: config.dataDir, wanted });
  if (isolation.kind === 'unavailable') log.warn({ why: isolation.why }, OFF);
  if (isolation.kind === 'none') log.warn(PLAIN);
  if (runner === undefined) return { isolation, machine: undefined, close: async () => undefined };
  const share = Math.max(1, Math.floor(places * SHARE));
  const gates = await mkdtemp(join(tmpdir(), 'ediloom-gates-'));
  const machine = {
    runner,
    places: new Places({ places, share, firsts: places * FIRSTS, waiting: MOST_WAITING }),
    folders: new FunctionFolders(join(config.dataDir, 'functions'), () => clock.now()),
    memory: new ByteBudget(EVENT_BYTES),
    gates,
    ownAddress,
  };
  return { isolation, machine, close: () => rm(gates, { recursive: true, force: true }) };
}
