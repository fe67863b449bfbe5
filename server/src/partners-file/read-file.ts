import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isObject } from '../json.js';
import { jsonFault } from '../json-fault.js';
import { invalid } from '../problems.js';
import { checkOf } from '../schemas/check-shape.js';
import { type PartnersFile, PEM_MEMBERS, SECRET_MEMBERS, WRITTEN_SCHEMA } from './file-schema.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A definition may have a megabyte; keys and certificates have some thousand bytes. */
const MAX_BYTES = 4 * 1024 * 1024;
const check = checkOf(WRITTEN_SCHEMA, { kind: 'body', name: 'body' });
/** What other files hold, and the commands that take those. */
const OTHER_FILES = [
  ['routes', 'payer-routes apply'],
  ['payers', 'payers import'],
  ['enrollments', 'enrollments import'],
] as const;

/**
 * Reads a file of partners, and what it refers to: files from its own folder, variables from the environment.
 * @throws Problem `invalid` with every problem; no secret is in it.
 */
export async function readPartnersFile(path: string, environment: Environment): Promise<PartnersFile> {
  const json = await readJson(path);
  for (const [member, command] of OTHER_FILES) {
    if (!isObject(json) || !(member in json)) continue;
    throw invalid(`The file ${path} holds ${member}, which no partner has: ediloom-server ${command} FILE takes it.`);
  }
  check(json);
  // The schema was met, and what replaces references is what the applied form has in their place.
  return (await resolved(json, { folder: dirname(resolve(path)), environment })) as PartnersFile;
}

interface Sources {
  readonly folder: string;
  readonly environment: Environment;
}

async function resolved(value: unknown, sources: Sources): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => resolved(item, sources)));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    async ([name, inner]) => [name, await member(name, inner, sources)] as const,
  );
  return Object.fromEntries(await Promise.all(members));
}

async function member(name: string, value: unknown, sources: Sources): Promise<unknown> {
  const file =
    isObject(value) && Object.keys(value).length === 1 && typeof value.file === 'string' ? value.file : undefined;
  if (name === 'definition') return file === undefined ? value : readJson(resolve(sources.folder, file));
  if (file !== undefined && (SECRET_MEMBERS.has(name) || PEM_MEMBERS.has(name))) {
    // Editors end a file with a line break, which is no part of a password and none that a PEM needs.
    return (await readText(resolve(sources.folder, file))).replace(/\r?\n$/, '');
  }
  if (typeof value === 'string' && SECRET_MEMBERS.has(name)) {
    const variable = value.slice(2, -1);
    const found = sources.environment[variable];
    return found === undefined || found === '' ? { unset: variable } : found;
  }
  return resolved(value, sources);
}

/** `JSON.parse` quotes the text around a fault, and a secret might stand there. */
async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const { line, column } = jsonFault(text.replace(/^\uFEFF/, ''));
    throw invalid(`The file ${path} is not JSON from line ${line}, column ${column} on.`);
  }
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw invalid(`The file ${path} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  if (bytes.length > MAX_BYTES) throw invalid(`The file ${path} has more than ${MAX_BYTES} bytes.`);
  return bytes.toString('utf8');
}

function reasonOf(cause: unknown): string {
  // What file calls reject with.
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'it is not there';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'EACCES' ? 'this user may not' : `the system says ${code}`;
}
