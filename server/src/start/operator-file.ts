import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { isAccount, oldestAccounts } from '../accounts/accounts.js';
import { type Config, ConfigError } from '../config.js';
import type { Services } from '../exchange/services.js';
import { jsonFault } from '../json-fault.js';
import { Problem } from '../problems.js';
import { applyOperatorConnections, type PlacedConnection } from '../resources/connections/operator-connections.js';
import {
  OPERATOR_FILE,
  OPERATOR_KINDS,
  type OperatorConnection,
  type OperatorFile,
  operatorSettings,
} from '../resources/connections/operator-schema.js';
import { checkOf } from '../schemas/check-shape.js';
import type { Transaction } from '../store/store.js';
import { problemText } from './problem-text.js';

const check = checkOf(OPERATOR_FILE, { kind: 'body', name: 'body' });

/**
 * The connections of `OPERATOR_CONNECTIONS`, each looked at by its kind; none where the setting is not set.
 * @throws ConfigError that says where in the file what is wrong, before anything is opened.
 */
export function readOperatorFile({ operatorConnections, dataDir }: Config, log: Pick<Logger, 'warn'>): OperatorFile {
  if (operatorConnections === undefined) return { connections: [] };
  return namingTheFile(operatorConnections, () => {
    const file = parsed(operatorConnections);
    demandConnections(file);
    check(file);
    // The schema was met.
    const { connections } = file as OperatorFile;
    for (const [index, given] of connections.entries()) lookAt(given, index, { dataDir, log });
    return { connections };
  });
}

/** Brings the rows of the operator's connections up to the file, at every start. @throws ConfigError as {@link readOperatorFile}. */
export async function applyOperatorFile(services: Services, { connections }: OperatorFile): Promise<void> {
  const { store, log, config } = services;
  const report = await store
    .write(async (tx) => applyOperatorConnections(services, tx, await placed(tx, connections)))
    .catch((error: unknown) => {
      throw named(error, config.operatorConnections ?? '');
    });
  if (Object.values(report).some((count) => count > 0)) log.info(report, "the operator's connections");
}

async function placed(tx: Transaction, connections: OperatorFile['connections']): Promise<readonly PlacedConnection[]> {
  const [only, second] = await oldestAccounts(tx, 2);
  const found: PlacedConnection[] = [];
  for (const [index, given] of connections.entries()) {
    const { account = second === undefined ? only : undefined } = given;
    if (account === undefined) {
      throw new ConfigError(`/connections/${index}: There are several accounts. Say which with the member account.`);
    }
    if (!(await isAccount(tx, account))) {
      throw new ConfigError(
        `/connections/${index}/account: There is no such account. ediloom-server accounts lists them.`,
      );
    }
    found.push({ accountId: account, given });
  }
  return found;
}

function lookAt(
  given: OperatorConnection,
  index: number,
  { dataDir, log }: Pick<Config, 'dataDir'> & { readonly log: Pick<Logger, 'warn'> },
): void {
  const kind = OPERATOR_KINDS.find(({ name }) => name === given.connectionType);
  const pointer = `/connections/${index}`;
  try {
    const warning = kind?.demand(operatorSettings(given), { dataDir });
    if (warning !== undefined) log.warn({ pointer }, `OPERATOR_CONNECTIONS: ${warning}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const path = error.errors[0]?.path ?? '';
    throw new ConfigError(`${pointer}${path}: ${error.message}`, { cause: error });
  }
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new ConfigError('it cannot be read. See that it is there, and that this user may read it.', { cause });
  }
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { line, column } = jsonFault(text);
    throw new ConfigError(`it is not JSON from line ${line}, column ${column} on.`, { cause });
  }
}

/** What is nearest to hand is a list, or an empty object: the words show what the file has around its connections. */
function demandConnections(file: unknown): void {
  if (typeof file === 'object' && file !== null && !Array.isArray(file) && Object.keys(file).length > 0) return;
  throw new ConfigError(
    'it should hold one object with the list of connections: {"connections": [{"connectionType": "folder", "name": "…", "root": "/…"}]}; for none, {"connections": []}.',
  );
}

function namingTheFile<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw named(error, path);
  }
}

function named(error: unknown, path: string): unknown {
  if (error instanceof ConfigError)
    return new ConfigError(`OPERATOR_CONNECTIONS (${path}): ${error.message}`, { cause: error });
  if (error instanceof Problem) {
    return new ConfigError(`OPERATOR_CONNECTIONS (${path}): ${problemText(error)}`, { cause: error });
  }
  return error;
}
