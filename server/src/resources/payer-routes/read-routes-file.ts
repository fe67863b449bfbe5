import { dirname, resolve } from 'node:path';
import Type from 'typebox';
import { isObject } from '../../json.js';
import { jsonFault } from '../../json-fault.js';
import { invalid, Problem, type ProblemDetail } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import { closed } from '../../schemas/shapes.js';
import { readTextFile } from '../../text-file.js';
import { GivenRoute } from './schemas.js';

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;
const FileSchema = Type.Object(
  { $schema: Type.Optional(Type.String()), routes: Type.Array(GivenRoute, { maxItems: 1_000 }) },
  closed,
);
const check = checkOf(FileSchema, { kind: 'body', name: 'file' });

/** Routes of a file, and what is wrong with those that are none: told with what only the store knows of. */
export interface RoutesFile {
  readonly routes: readonly GivenRoute[];
  readonly faults: readonly ProblemDetail[];
}

/**
 * Reads a file of routes, `{ "routes": [ … ] }`, or that list alone. Secrets are variables, `"${NAME}"`, or files, `{ "file": "key.pem" }`, never values; a
 * certificate may be a file, too.
 * @throws Problem `invalid` for what is no such file; no secret is in it.
 */
export async function readRoutesFile(path: string, environment: Environment): Promise<RoutesFile> {
  const json = await readJson(path);
  const folder = dirname(resolve(path));
  const faults: ProblemDetail[] = [];
  const routes: unknown = isObject(json) ? json.routes : undefined;
  const resolved = Array.isArray(routes)
    ? await Promise.all(
        routes.map((route, place) => withSecrets(route, { folder, environment, faults, at: `/routes/${place}` })),
      )
    : routes;
  const file = isObject(json) ? { ...json, routes: resolved } : json;
  try {
    check(file);
  } catch (error) {
    if (!(error instanceof Problem) || error.errors.some(({ path: at = '' }) => !OF_ROUTE.test(at))) throw error;
    faults.push(...error.errors);
  }
  // But for those with faults the schema was met.
  return { routes: (file as Pick<RoutesFile, 'routes'>).routes, faults };
}

const OF_ROUTE = /^\/routes\/\d+(?:\/|$)/;

interface Sources {
  readonly folder: string;
  readonly environment: Environment;
  readonly at: string;
  /** Secrets that are not there are added to them. */
  readonly faults: ProblemDetail[];
}

async function withSecrets(route: unknown, sources: Sources): Promise<unknown> {
  if (!isObject(route)) return route;
  const { secrets, connection } = route;
  const given = isObject(secrets)
    ? await Promise.all(Object.entries(secrets).map((one) => secret(one, sources)))
    : undefined;
  return {
    ...route,
    ...(given === undefined ? {} : { secrets: Object.fromEntries(given) }),
    ...(isObject(connection) ? { connection: await withCertificate(connection, sources) } : {}),
  };
}

async function secret(
  [name, value]: [string, unknown],
  { folder, environment, at, faults }: Sources,
): Promise<[string, unknown]> {
  if (value === null) return [name, null];
  if (isObject(value) && typeof value.file === 'string') {
    return [name, (await readTextFile(resolve(folder, value.file))).replace(/\r?\n$/, '')];
  }
  const [, variable] = typeof value === 'string' ? (VARIABLE.exec(value) ?? []) : [];
  const found = variable === undefined ? undefined : environment[variable];
  if (found !== undefined && found !== '') return [name, found];
  const message =
    variable === undefined
      ? 'A secret is `$` and the name of a variable in braces, or { "file": … }; it does not stand in the file.'
      : `The variable ${variable} is not set.`;
  faults.push({ message, path: `${at}/secrets/${name}` });
  // In its place, so that the rest of the route is judged; with a fault nothing is stored.
  return [name, UNSET];
}

const UNSET = 'unset';

async function withCertificate(connection: Readonly<Record<string, unknown>>, { folder }: Sources): Promise<unknown> {
  const { clientCertificate } = connection;
  if (!isObject(clientCertificate) || typeof clientCertificate.file !== 'string') return connection;
  return { ...connection, clientCertificate: await readTextFile(resolve(folder, clientCertificate.file)) };
}

/** `JSON.parse` quotes the text around a fault, and a secret might stand there. */
async function readJson(path: string): Promise<unknown> {
  const text = await readTextFile(path);
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? { routes: json } : json;
  } catch {
    const { line, column } = jsonFault(text);
    throw invalid(`The file ${path} is not JSON from line ${line}, column ${column} on.`);
  }
}
