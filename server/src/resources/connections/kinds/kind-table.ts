import type { Connections } from '../for-kinds.js';
import type { ConnectionKind, RequestedKind } from './kind.js';
import * as kinds from './kinds.js';

/** All kinds, in the order of their names in the code. */
export const KINDS: readonly ConnectionKind[] = Object.values(kinds);

/** Kinds that requests and files make. */
export const REQUESTED_KINDS: readonly RequestedKind[] = KINDS.filter((kind) => kind.madeBy === 'requests');

/** The interface makes connections that all partnerships may use over buckets only. */
export const GLOBAL_KIND: RequestedKind = kinds.bucket;

/** `connectionType` of answers. */
export const KIND_NAMES: readonly string[] = KINDS.map(({ name }) => name);

/** `connectionType` of requests: names, and what clients of another spelling send. */
export const KIND_SPELLINGS: readonly string[] = [...KIND_NAMES, ...REQUESTED_KINDS.flatMap(({ alias = [] }) => alias)];

/** As executions, reports and events name kinds. */
export const PUBLIC_TYPES: readonly string[] = [...new Set(KINDS.map(({ publicType }) => publicType))];

const BY_NAME: ReadonlyMap<string, ConnectionKind> = new Map(KINDS.map((kind) => [kind.name, kind]));

/** The kind of a connection. Rows have names of the table only. */
export function kindOf({ kind: name }: Pick<Connections, 'kind'>): ConnectionKind {
  const kind = BY_NAME.get(name);
  if (kind === undefined) throw new Error(`This version of the server has no kind of connection named ${name}.`);
  return kind;
}

/** Whether deliveries over a connection go to another machine; of a kind that a later version has made, as far as we know. */
export function leadsElsewhere({ kind }: Pick<Connections, 'kind'>): boolean {
  return BY_NAME.get(kind)?.isRemote ?? true;
}

/** The name that a `connectionType` means, whatever its spelling. */
export function kindNameOf(spelling: string): string {
  return REQUESTED_KINDS.find(({ alias }) => alias === spelling)?.name ?? spelling;
}

/** The kind of a request or a file, by its name, which a schema has let through. */
export function requestedKind(name: string): RequestedKind {
  const kind = kindOf({ kind: name });
  if (kind.madeBy === 'requests') return kind;
  throw new Error(`A schema has let the kind ${name} through, which is the operator's.`);
}
