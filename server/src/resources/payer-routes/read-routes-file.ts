import { dirname, resolve } from 'node:path';
import Type from 'typebox';
import { isObject } from '../../json.js';
import { jsonFault } from '../../json-fault.js';
import { invalid } from '../../problems.js';
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

/**
 * Reads a file of routes, `{ "routes": [ … ] }`, or that list alone. Secrets are variables, `"${NAME}"`, or files, `{ "file": "key.pem" }`, never values; a
 * certificate may be a file, too.
 * @throws Problem `invalid` with every problem; no secret is in it.
 */
export async function readRoutesFile(path: string, environment: Environment): Promise<readonly GivenRoute[]> {
  const json = await readJson(path);
  const folder = dirname(resolve(path));
  const routes: unknown = isObject(json) ? json.routes : undefined;
  const resolved = Array.isArray(routes)
    ? await Promise.all(
        routes.map((route, place) => withSecrets(route, { folder, environment, at: `/routes/${place}` })),
      )
    : routes;
  const file = isObject(json) ? { ...json, routes: resolved } : json;
  check(file);
  // The schema was met.
  return (file as { readonly routes: readonly GivenRoute[] }).routes;
}

interface Sources {
  readonly folder: string;
  readonly environment: Environment;
  readonly at: string;
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
  { folder, environment, at }: Sources,
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
  throw invalid('A secret of the file cannot be read.', {
    code: 'VALIDATION_FAILED',
    errors: [{ message, path: `${at}/secrets/${name}` }],
  });
}

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
