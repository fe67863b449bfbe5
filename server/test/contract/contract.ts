import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { AnyRoute } from '../../src/gateway/route.js';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>;
}

const AJV = { strict: false, logger: false, validateFormats: false, allErrors: true } as const;
const ErrorBody = {
  type: 'object',
  required: ['error', 'code', 'message'],
  properties: { error: { type: 'string' }, code: { type: 'string' }, message: { type: 'string', minLength: 10 } },
};

/**
 * Problems of an answer's body: by the route's own schema always, and by the interface's document of that family where the folder
 * in `EDILOOM_CONTRACT` has it. The documents are not ours to ship.
 */
export function bodyChecker(routes: readonly AnyRoute[], family: string) {
  const own = new Ajv(AJV);
  const document = readDocument(family);
  const published = document === undefined ? undefined : new Ajv(AJV).addSchema(document, 'document');
  const compiled = new Map<string, readonly ValidateFunction[]>();

  const checksOf = (operation: string, status: number): readonly ValidateFunction[] => {
    const route = routes.find((one) => one.operation === operation);
    const declared = status < 400 ? route?.schemas.response[status] : ErrorBody;
    const ref = document === undefined ? undefined : refOf(document, operation, status);
    return [
      own.compile(declared ?? false),
      ...(ref === undefined || published === undefined ? [] : [published.compile({ $ref: `document#${ref}` })]),
    ];
  };
  return (operation: string, status: number, body: string): readonly string[] => {
    const key = `${operation} ${status}`;
    const checks = compiled.get(key) ?? checksOf(operation, status);
    compiled.set(key, checks);
    const value: unknown = body === '' ? null : JSON.parse(body);
    return checks.flatMap((check) =>
      check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${key} ${instancePath}: ${message}`),
    );
  };
}

/** Statuses that the interface's document declares for an operation; `undefined` without the document, or the operation in it. */
export function publishedStatuses(family: string, operation: string): readonly number[] | undefined {
  const responses = operationOf(readDocument(family), operation)?.operation.responses;
  return responses === undefined ? undefined : Object.keys(responses).map(Number);
}

/** Parameters that the interface's document declares for an operation, but for headers: none without the document. */
export function publishedParameters(family: string, operation: string): readonly string[] {
  const { parameters = [] } = operationOf(readDocument(family), operation)?.operation ?? {};
  return parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name);
}

function readDocument(family: string): OpenApi | undefined {
  const folder = process.env.EDILOOM_CONTRACT;
  const path = folder === undefined ? undefined : join(folder, `${family}.json`);
  // The file is a document of this form.
  return path !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as OpenApi) : undefined;
}

function operationOf(document: OpenApi | undefined, operation: string) {
  for (const [path, methods] of Object.entries(document?.paths ?? {})) {
    for (const [method, one] of Object.entries(methods)) {
      if (one.operationId === operation) return { pointer: `/paths/${escaped(path)}/${method}`, operation: one };
    }
  }
  return undefined;
}

function refOf(document: OpenApi, operation: string, status: number): string | undefined {
  const found = operationOf(document, operation);
  if (found?.operation.responses?.[status]?.content?.['application/json'] === undefined) return undefined;
  return `${found.pointer}/responses/${status}/content/application~1json/schema`;
}

// A pointer in the fragment of a URL.
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
