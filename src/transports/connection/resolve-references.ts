import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { X12Error } from '../../model/error.js';
import { isObject } from './check-node.js';
import type { SchemaNode } from './schema-node.js';
import { unreadable } from './unreadable.js';

/** Where references of a connection lead. */
export interface ReferenceSources {
  /** Directory from which paths are. */
  readonly directory: string;
  /** Default that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Bytes of a file that a reference may name; a key or certificate has some thousands. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * A copy of a checked value in which every reference is replaced by what it names.
 * @throws X12Error `X12_CONNECTION_INVALID`, which names the place and the variable's or file's name, and no content.
 */
export async function resolveReferences(
  node: SchemaNode,
  value: unknown,
  sources: ReferenceSources,
  pointer = '',
): Promise<unknown> {
  if ('x-ediloom' in node) return resolveReference(node['x-ediloom'], value, sources, pointer);
  if ('type' in node && node.type === 'array' && Array.isArray(value)) {
    return Promise.all(value.map((one, index) => resolveReferences(node.items, one, sources, `${pointer}/${index}`)));
  }
  if ('anyOf' in node) {
    const branch = node.anyOf.find((one) => 'type' in one && one.type === 'object');
    return branch !== undefined && isObject(value) ? resolveReferences(branch, value, sources, pointer) : value;
  }
  if (!('type' in node) || node.type !== 'object' || !isObject(value)) return value;
  const entries = Object.entries(value).map(async ([name, inner]) => {
    const known = node.properties[name] ?? node.additionalProperties;
    const resolved = known === false ? inner : resolveReferences(known, inner, sources, `${pointer}/${name}`);
    return [name, await resolved] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function resolveReference(
  kind: 'secret' | 'text' | 'bytes',
  value: unknown,
  sources: ReferenceSources,
  pointer: string,
): Promise<unknown> {
  if (typeof value === 'string') return kind === 'secret' ? fromEnvironment(value, sources, pointer) : value;
  const file = isObject(value) && typeof value.file === 'string' ? value.file : '';
  const path = resolve(sources.directory, file);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw invalid(pointer, `the file ${path} ${unreadable(cause)}`, cause);
  });
  if (bytes.length > MAX_FILE_BYTES) throw invalid(pointer, `the file ${path} has more than ${MAX_FILE_BYTES} bytes`);
  // Editors end a file with a line break, which is no part of a password and none that a PEM needs.
  return kind === 'bytes' ? new Uint8Array(bytes) : bytes.toString('utf8').replace(/\r?\n$/, '');
}

function fromEnvironment(value: string, { environment = process.env }: ReferenceSources, pointer: string): string {
  const name = value.slice(2, -1);
  const found = environment[name];
  if (found === undefined || found === '') throw invalid(pointer, `the environment has no variable ${name}`);
  return found;
}

function invalid(pointer: string, text: string, cause?: unknown): X12Error {
  return new X12Error('X12_CONNECTION_INVALID', `The connection at ${pointer}: ${text}.`, {
    cause,
    details: { pointer },
  });
}
