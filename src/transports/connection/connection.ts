import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { X12Error } from '../../model/error.js';
import { type ConnectionProblem, checkNode, isObject, oneOfText } from './check-node.js';
import { CONNECTION_KINDS } from './kinds.js';
import { type ReferenceSources, resolveReferences } from './resolve-references.js';
import type { SchemaNode } from './schema-node.js';
import { unreadable } from './unreadable.js';

/** JSON Schema (draft 2020-12) of a connection file, for editors and any validator. */
export const CONNECTION_SCHEMA: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://ediloom.dev/schemas/connection.json',
  title: 'How a partner is reached',
  anyOf: Object.values(CONNECTION_KINDS),
};

/** A connection as it stands in its file: checked, with its references unread, and so without secrets. */
export interface Connection {
  readonly kind: string;
  readonly id: string;
  readonly [name: string]: unknown;
}

/** A connection file, and the directory from which its paths are. */
export interface ConnectionFile {
  readonly connection: Connection;
  readonly directory: string;
}

/**
 * Checks what a connection file holds.
 * @throws X12Error `X12_CONNECTION_INVALID` with `details.problems`; no value of the file is in it.
 */
export function checkConnection(value: unknown): Connection {
  const node = isObject(value) && typeof value.kind === 'string' ? nodeOf(value.kind) : undefined;
  const problems: readonly ConnectionProblem[] =
    node === undefined
      ? [{ pointer: '/kind', text: oneOfText(Object.keys(CONNECTION_KINDS), isObject(value) ? value.kind : undefined) }]
      : checkNode(node, value);
  if (problems.length > 0) {
    const lines = problems.map(({ pointer, text }) => `${pointer} ${text}`);
    throw new X12Error('X12_CONNECTION_INVALID', `The connection cannot be used: ${lines.join('; ')}.`, {
      details: { problems },
    });
  }
  // The schema of its kind was just met.
  return value as Connection;
}

/** @throws X12Error `X12_CONNECTION_INVALID`. */
export async function readConnectionFile(path: string): Promise<ConnectionFile> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new X12Error('X12_CONNECTION_INVALID', `The connection file ${path} ${unreadable(cause)}.`, { cause });
  });
  return { connection: checkConnection(parse(text, path)), directory: dirname(resolve(path)) };
}

/** The connection with what its references name: secrets are in it from here on. */
export async function resolveConnection(
  connection: Connection,
  sources: ReferenceSources,
): Promise<Readonly<Record<string, unknown>>> {
  const resolved = await resolveReferences(nodeOf(connection.kind) ?? { type: 'boolean' }, connection, sources);
  return isObject(resolved) ? resolved : {};
}

function nodeOf(kind: string): SchemaNode | undefined {
  return Object.hasOwn(CONNECTION_KINDS, kind) ? CONNECTION_KINDS[kind] : undefined;
}

/** JSON.parse quotes the text around a fault, and a secret might be what stands there. */
function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new X12Error('X12_CONNECTION_INVALID', `The connection file ${path} is not JSON.`);
  }
}
