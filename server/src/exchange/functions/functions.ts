import type { FunctionFolders } from '../../box/function-folders.js';
import type { Isolation } from '../../box/open-runner.js';
import type { Places } from '../../box/places.js';
import type { FunctionRunner } from '../../box/runner.js';
import { Problem } from '../../problems.js';
import type { ByteBudget } from '../delivery/byte-budget.js';
import type { UnreadResults } from './unread-results.js';

/** Where this process answers requests; `undefined`: it does not yet, or does not any more. */
export type OwnAddress = () => { readonly host: string; readonly port: number } | undefined;

/** What functions are run by on this machine. */
export interface FunctionMachine {
  readonly runner: FunctionRunner;
  readonly places: Places;
  readonly folders: FunctionFolders;
  /** Of events that somebody waits with. */
  readonly memory: ByteBudget;
  /** Of events of those who are not known yet, by their addresses: they keep nobody waiting who is. */
  readonly strangers: ByteBudget;
  readonly unread: UnreadResults;
  /** A folder of this process alone, with a short path: the system has little room for names of sockets. */
  readonly gates: string;
  readonly ownAddress: OwnAddress;
}

/** Functions on this machine: how they are kept apart, and what runs them; without a machine they are off. */
export interface FunctionsHere {
  readonly isolation: Isolation;
  readonly machine: FunctionMachine | undefined;
  /** Once none of them runs any more. */
  close(): Promise<void>;
}

/** Where nobody listens: a command that runs on the store. */
export const NO_FUNCTIONS: FunctionsHere = {
  isolation: { kind: 'unavailable', why: 'they run in a server; start it.' },
  machine: undefined,
  close: async () => undefined,
};

/** @throws Problem `unavailable`, with the reason, where functions are off. */
export function demandMachine({ isolation, machine }: FunctionsHere): FunctionMachine {
  if (machine !== undefined) return machine;
  const why = isolation.kind === 'unavailable' ? isolation.why : 'its operator has turned them off.';
  const message = `Functions are off on this server: ${why}`;
  throw new Problem('unavailable', message, { code: 'FUNCTIONS_OFF', isKnown: true });
}
