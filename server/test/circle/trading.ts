import type { Answer, Asked, Instance } from './instance.js';
import { partnershipIdOf, type SetName, settingIdOf, type Way } from './partners.js';
import { readAll } from './read-all.js';
import { until } from './until.js';

const CORE = '/2023-08-01';

/** A file as the interface shows it, in part. */
export interface ShownExecution {
  readonly executionId: string;
  readonly status: string;
  readonly direction: 'INBOUND' | 'OUTBOUND';
  readonly partnershipId?: string;
  readonly faultCode?: string;
  readonly faultMessage?: string;
  readonly transactionCount?: number;
  readonly parentExecutionId?: string;
  readonly source?: { readonly dirname: string; readonly name: string };
}

/** A transaction as the interface shows it, in part. */
export interface ShownTransaction {
  readonly transactionId: string;
  readonly fileExecutionId: string;
  readonly direction: 'INBOUND' | 'OUTBOUND';
  readonly mode: string;
  readonly status: string;
  readonly acknowledgment?: string;
  readonly partnership: { readonly partnershipId: string };
  readonly businessIdentifiers?: readonly { readonly value: string }[];
  readonly x12?: {
    readonly metadata: {
      readonly interchange: { readonly controlNumber: number };
      readonly functionalGroup: { readonly controlNumber: number; readonly functionalIdentifierCode: string };
      readonly transaction: { readonly controlNumber: string; readonly transactionSetIdentifier: string };
    };
  };
}

/** An answer to generate-edi, in part. */
export interface Generated {
  readonly fileExecutionId: string;
  readonly edi: string;
}

/** The files of an instance. */
export function executionsOf(instance: Instance, asked: Asked = {}): Promise<readonly ShownExecution[]> {
  return readAll(instance, `${CORE}/executions`, asked);
}

/** Files of a name that came in. */
export async function filesCalled(instance: Instance, name: string): Promise<readonly ShownExecution[]> {
  return (await executionsOf(instance)).filter(
    ({ direction, source }) => direction === 'INBOUND' && source?.name === name,
  );
}

/** The newest file of a name that came in, once it has a final state. */
export function received(instance: Instance, name: string): Promise<ShownExecution> {
  return until(name, async () => (await filesCalled(instance, name)).find(({ status }) => !UNDER_WAY.has(status)), {
    seen: () => executionsOf(instance),
  });
}

/** @param query further filters: `direction=INBOUND`. */
export function transactionsOf(
  instance: Instance,
  query = '',
  asked: Asked = {},
): Promise<readonly ShownTransaction[]> {
  return readAll(instance, `${CORE}/transactions?${query}`, asked);
}

/** Has an instance make a file of some documents and send it. */
export function send(
  instance: Instance,
  way: Way,
  set: SetName,
  transactions: readonly object[],
  asked: Omit<Asked, 'body'> & { readonly filename?: string } = {},
): Promise<Generated> {
  return instance.call<Generated>('POST', ...requestOf(way, set, transactions, asked));
}

/** The same with whatever status it answers. */
export function trySending(
  instance: Instance,
  ...[way, set, transactions, asked = {}]: ParametersOfSend
): Promise<Answer> {
  return instance.ask('POST', ...requestOf(way, set, transactions, asked));
}

type ParametersOfSend = Parameters<typeof send> extends [unknown, ...infer Rest] ? Rest : never;

function requestOf(
  way: Way,
  set: SetName,
  transactions: readonly object[],
  { filename, ...asked }: Omit<Asked, 'body'> & { readonly filename?: string },
): [string, Asked] {
  const body = {
    ...(filename === undefined ? {} : { filename }),
    transactionGroups: [{ transactionSettingId: settingIdOf(way, set), transactions }],
  };
  return [`${CORE}/x12/partnerships/${partnershipIdOf(way)}/generate-edi`, { ...asked, body }];
}

export interface ArrivedOptions {
  /** Default 1. */
  readonly count?: number;
  /** Which of those with the number are meant. Default: all. */
  readonly only?: (one: ShownTransaction) => boolean;
  /** How they are to be. */
  readonly is?: (one: ShownTransaction) => boolean;
}

/** Waits until the sets with a number of an order, batch or claim are there: so many of them, and as they are to be. */
export function arrived(
  instance: Instance,
  identifier: string,
  { count = 1, only = () => true, is = () => true }: ArrivedOptions = {},
): Promise<readonly ShownTransaction[]> {
  let found: readonly ShownTransaction[] = [];
  return until(
    `${count} of ${identifier}`,
    async () => {
      found = (await transactionsOf(instance, `businessIdentifier=${identifier}`)).filter(only);
      return found.length >= count && found.every(is) ? found : undefined;
    },
    { seen: async () => [found, await executionsOf(instance), instance.output().slice(-3000)] },
  );
}

/** What names a set for both sides: the control numbers of its interchange, group and set, and its kind. */
export function numbersOf({ x12 }: ShownTransaction): string {
  if (x12 === undefined) return 'none';
  const { interchange, functionalGroup, transaction } = x12.metadata;
  const { controlNumber, transactionSetIdentifier } = transaction;
  return [interchange.controlNumber, functionalGroup.controlNumber, transactionSetIdentifier, controlNumber].join('/');
}

/** A document of a transaction or execution, as its link gives it. */
export async function documentOf(instance: Instance, path: string): Promise<string> {
  const { documentDownloadUrl } = await instance.call<{ documentDownloadUrl: string }>('GET', `${CORE}/${path}-url`);
  const response = await fetch(documentDownloadUrl);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.text();
}

/** Waits until nothing of an instance is under way: every file has a final state. */
export async function settled(
  instance: Instance,
  { ms }: { readonly ms?: number } = {},
): Promise<readonly ShownExecution[]> {
  let found: readonly ShownExecution[] = [];
  return until(
    'every file to have a final state',
    async () => {
      found = await executionsOf(instance);
      return found.every(({ status }) => !UNDER_WAY.has(status)) ? found : undefined;
    },
    {
      ...(ms === undefined ? {} : { ms }),
      seen: () => [found.filter(({ status }) => UNDER_WAY.has(status)), instance.output().slice(-3000)],
    },
  );
}

const UNDER_WAY: ReadonlySet<string> = new Set(['STARTED', 'IN_PROGRESS', 'RETRYING']);
