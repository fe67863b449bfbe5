import { gunzipSync } from 'node:zlib';
import { Ajv, type ValidateFunction } from 'ajv';
import type { LightMyRequestResponse } from 'fastify';
import { FORMATS } from '../../src/schemas/formats.js';
import {
  type Header,
  type JsonSchema,
  lookUp,
  type OpenApiDocument,
  type PlacedOperation,
  type Response,
} from '../support/openapi-document.js';
import { CANARY } from './spoil.js';

/** Headers that say something of the operation, and so have to be declared. */
const TELLING = /^(?:x-(?!content-type-options)|idempotent|retry-after|location|ratelimit)/;

/** Shorter values stand in words by accident. */
const TELLING_LENGTH = 6;

/** An answer as a client reads it. */
export type ReadAnswer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>;

/** Unpacks what came packed: clients of HTTP do that before anybody reads. */
export function readAnswer({ statusCode, headers, body, rawPayload }: LightMyRequestResponse): ReadAnswer {
  const isPacked = headers['content-encoding'] === 'gzip';
  return { statusCode, headers, body: isPacked ? gunzipSync(rawPayload).toString('utf8') : body };
}

/** Tells what of an answer the document does not say. */
export function judgeBy(document: OpenApiDocument) {
  const words = JSON.stringify(document);
  // Of most checks there are few runs.
  const ajv = new Ajv({ strict: false, logger: false, formats: FORMATS, code: { optimize: false } });
  ajv.addSchema(document, 'document');
  const checks = new Map<string, ValidateFunction>();
  const checkOf = (pointer: string): ValidateFunction => {
    const check = checks.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    checks.set(pointer, check);
    return check;
  };

  /** @param values that were sent and name nothing that is there: no message may repeat them. */
  return (
    { operation, path, method }: PlacedOperation,
    answer: ReadAnswer,
    values: readonly string[] = [],
  ): readonly string[] => {
    const { statusCode, headers, body } = answer;
    // 501 is what operations that are not built say.
    const wrong = statusCode >= 500 && statusCode !== 501 ? [`is answered ${statusCode}`] : [];
    const declared = operation.responses[statusCode];
    if (declared === undefined) return [...wrong, `does not declare ${statusCode}`];
    const place = ['paths', path, method.toLowerCase(), 'responses', String(statusCode)];
    const pointer = '$ref' in declared ? declared.$ref.slice(1) : `/${place.map(escaped).join('/')}`;
    const response = ('$ref' in declared ? lookUp(document, declared) : declared) as Response;
    const repeated = statusCode >= 400 && (saidIn(body).includes(CANARY) || repeats(body, values));
    return [
      ...wrong,
      ...headerFaults(document, response, headers),
      ...bodyFaults(pointer, response, answer),
      ...(repeated ? ['repeats what was sent'] : []),
    ];
  };

  /** What the document has in it, an allowed value or the name of a member, may be said. */
  function repeats(body: string, values: readonly string[]): boolean {
    const messages = messagesOf(JSON.parse(body)).join('\n');
    return values.some(
      (value) =>
        value.length >= TELLING_LENGTH &&
        messages.includes(value) &&
        !words.includes(JSON.stringify(value).slice(1, -1)),
    );
  }

  function bodyFaults(pointer: string, { content }: Response, { headers, body }: ReadAnswer): readonly string[] {
    if (content === undefined) return body === '' ? [] : ['has a body, and declares none'];
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    const schema = content[type]?.schema;
    if (schema === undefined) return [`is of type "${type}", which is not declared`];
    if (type !== 'application/json') return [];
    const value: unknown = body === '' ? undefined : JSON.parse(body);
    const check = checkOf(`${pointer}/content/${escaped(type)}/schema`);
    if (!check(value)) return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    return unknownMembers(document, value, [schema]);
  }
}

/** What is said of the request: a claim that breaks rules is named beside that, by its number and in its 277CA. */
function saidIn(body: string): string {
  if (!body.includes('"CLAIM_REJECTED"')) return body;
  const { x12, claimReference, controlNumber, ...said } = JSON.parse(body);
  return JSON.stringify(said);
}

function messagesOf({
  message,
  errors = [],
}: {
  message?: string;
  errors?: { message?: string }[];
}): readonly string[] {
  return [message, ...errors.map((one) => one.message)].filter((text) => text !== undefined);
}

function headerFaults(
  document: OpenApiDocument,
  { headers }: Response,
  sent: ReadAnswer['headers'],
): readonly string[] {
  const missing = Object.entries(headers).flatMap(([name, header]) => {
    const { required = false } = '$ref' in header ? (lookUp(document, header) as Header) : header;
    return required && sent[name] === undefined ? [`lacks the header ${name}`] : [];
  });
  const undeclared = Object.keys(sent).filter((name) => TELLING.test(name) && headers[name] === undefined);
  return [...missing, ...undeclared.map((name) => `does not declare the header ${name}`)];
}

/** Members of an answer that no schema of their place names, by their place. */
function unknownMembers(
  document: OpenApiDocument,
  value: unknown,
  given: readonly JsonSchema[],
  at = '',
): readonly string[] {
  const schemas = given.flatMap((schema) => shapesOf(document, schema));
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ items: one }) =>
      typeof one === 'object' && one !== null ? [one as JsonSchema] : [],
    );
    return items.length === 0 ? [] : value.flatMap((item) => unknownMembers(document, item, items, `${at}/*`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const isOpen = schemas.some(({ properties, additionalProperties: more }) => more === true || (!properties && !more));
  return Object.entries(value).flatMap(([name, member]) => {
    const own = schemas.flatMap(({ properties = {}, additionalProperties: more }) => {
      const known = (properties as Readonly<Record<string, JsonSchema>>)[name];
      return known !== undefined ? [known] : typeof more === 'object' && more !== null ? [more as JsonSchema] : [];
    });
    if (own.length > 0) return unknownMembers(document, member, own, `${at}/${name}`);
    return isOpen ? [] : [`does not declare ${at}/${name}`];
  });
}

/** A schema with all that it refers to or chooses from. */
function shapesOf(document: OpenApiDocument, schema: JsonSchema): readonly JsonSchema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const parts = [allOf, anyOf, oneOf].flat() as readonly JsonSchema[];
  const referred = typeof $ref === 'string' ? [lookUp(document, { $ref }) as JsonSchema] : [];
  const inner = [...referred, ...parts].flatMap((one) => shapesOf(document, one));
  // What only chooses or refers has no members of its own.
  return inner.length > 0 && schema.properties === undefined ? inner : [schema, ...inner];
}

// A pointer in the fragment of a URL.
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
