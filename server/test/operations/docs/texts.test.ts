import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPE_NAMES } from '../../../src/accounts/scopes.js';
import { declaredRoute } from '../../../src/gateway/declared-route.js';
import { adminOpenApiOf, openApiOf } from '../../../src/gateway/docs/openapi.js';
import { scopeOf } from '../../../src/gateway/route.js';
import { adminRoutes } from '../../../src/operations/admin.js';
import { commandRoutes } from '../../../src/operations/commands.js';
import { ROUTES } from '../../../src/operations/operations.js';

/** As much of OpenAPI and JSON Schema as texts stand in. */
interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Shape }>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name: string; readonly description?: string; readonly schema: Shape }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string; readonly description?: string }>>;
}
interface Document {
  readonly servers: unknown;
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Shape>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** The verbs that operations have: one thing is not done in two words. */
const VERBS = [
  'Add',
  'Change',
  'Connect',
  'Copy',
  'Count',
  'Create',
  'Delete',
  'Deliver',
  'Export',
  'Find',
  'Generate',
  'Get',
  'List',
  'Map',
  'Publish',
  'Put',
  'Redirect',
  'Remove',
  'Replace',
  'Retry',
  'Revert',
  'Revoke',
  'Run',
  'Search',
  'Send',
  'Set',
  'Stage',
  'Take',
  'Try',
];

describe('the documents of all operations', () => {
  let document: Document;
  let operations: readonly Operation[];
  beforeAll(() => {
    const admin = read(adminOpenApiOf([...adminRoutes, ...commandRoutes], 'https://edi.example.com'));
    const own = read(openApiOf(ROUTES.map(declaredRoute), 'https://edi.example.com'));
    const schemas = { ...admin.components.schemas, ...own.components.schemas };
    document = { ...own, paths: { ...own.paths, ...admin.paths }, components: { ...own.components, schemas } };
    operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  });

  it('says where the server is, whose it is, and under which license', () => {
    expect(document.servers).toEqual([{ url: 'https://edi.example.com' }]);
    expect(document.info).toMatchObject({ title: 'ediloom', license: { identifier: 'MIT' }, contact: {} });
  });

  it('has summaries in one style: an order, in one line, without a full stop, and none twice', () => {
    const summaries = operations.map(({ summary }) => summary);
    const odd = summaries.filter(
      (summary) => !VERBS.includes(summary.split(' ')[0] ?? '') || /[.;:\n]|^.{85}/.test(summary),
    );
    expect(odd).toEqual([]);
    expect(summaries.filter((summary, place) => summaries.indexOf(summary) !== place)).toEqual([]);
  });

  it('leaves no operation, parameter, answer or property without a text', () => {
    expect(undescribed(document, operations)).toEqual([]);
  });

  it('has sentences for texts', () => {
    const texts = JSON.stringify([document.paths, document.components.schemas]).matchAll(
      /"description":"((?:[^"\\]|\\.)*)"/g,
    );
    const odd = [...texts].map(([, text = '']) => text).filter((text) => !/^[A-Z`0-9].*[^,;:\s]$/s.test(text));
    expect([...new Set(odd)]).toEqual([]);
  });

  it('names the shapes that clients hold in their hands', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'Execution',
        'ExecutionPage',
        'ExecutionStatus',
        'Transaction',
        'Profile',
        'Partnership',
        'OutboundSetting',
        'RemoteFtpConnection',
        'NewAs2Connection',
        'Guide',
        'Mapping',
        'GenerateEdiRequest',
        'GuideJson',
        'Error',
      ]),
    );
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      shapesOf(requestBody).map((shape) => [operationId, shape] as const),
    );
    const inline = bodies.filter(
      ([, { $ref, properties = {} }]) => $ref === undefined && Object.keys(properties).length > 4,
    );
    expect(inline.map(([operation]) => operation)).toEqual([]);
  });

  it('says of every choice of texts that it is of texts', () => {
    const choices = [...JSON.stringify(document).matchAll(/[^{}]*"enum":\["[^{}]*/g)].map(([text]) => text);
    expect(choices.length).toBeGreaterThan(20);
    expect(choices.filter((text) => !text.includes('"type":"string"'))).toEqual([]);
  });

  it('leads from guide JSON to the types of guides', () => {
    const { TransactionGroup, GuideJson } = document.components.schemas;
    expect(TransactionGroup?.properties?.transactions?.items?.$ref).toBe('#/components/schemas/GuideJson');
    expect(GuideJson?.description).toContain("import type { Data } from 'ediloom/guides/850-004010'");
  });

  it('says which scope each operation needs, and which there are', () => {
    for (const scope of SCOPE_NAMES)
      expect(document.components.securitySchemes.apiKey?.description).toContain(`${scope}:`);
    const scopes = Object.fromEntries(ROUTES.map((route) => [route.operation, scopeOf(route)]));
    expect(operations.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(Object.keys(scopes)));
    for (const { operationId, security, description = '' } of operations) {
      const scope = scopes[operationId];
      if (scope === undefined) continue;
      expect(security, operationId).toEqual([{ apiKey: [scope] }]);
      expect(description).toContain(`\`${scope}\``);
    }
  });
});

/** As a client reads it. */
function read(made: object): Document {
  // Of the form that is looked at here.
  return JSON.parse(JSON.stringify(made)) as Document;
}

function shapesOf(holder: Content | undefined): readonly Shape[] {
  return Object.values(holder?.content ?? {}).map(({ schema }) => schema);
}

/** Places without a text; named shapes are looked at once. */
function undescribed({ components }: Document, operations: readonly Operation[]): readonly string[] {
  const missing: string[] = [];
  const look = (shape: Shape, place: string, wants: boolean): void => {
    if (shape.$ref !== undefined) return;
    if (wants && (shape.description ?? '') === '') missing.push(place);
    for (const [name, member] of Object.entries(shape.properties ?? {})) look(member, `${place}.${name}`, true);
    for (const one of [...(shape.anyOf ?? []), ...(shape.allOf ?? [])]) look(one, place, false);
    if (shape.items !== undefined) look(shape.items, `${place}[]`, false);
    if (typeof shape.additionalProperties === 'object') look(shape.additionalProperties, `${place}{}`, false);
  };
  for (const [name, shape] of Object.entries(components.schemas)) look(shape, name, true);
  for (const { operationId, parameters, requestBody, responses } of operations) {
    for (const { name, description, schema } of parameters) {
      if (schema.$ref === undefined && (description ?? '') === '') missing.push(`${operationId} ${name}`);
    }
    for (const shape of shapesOf(requestBody)) look(shape, `${operationId} body`, false);
    for (const [status, answer] of Object.entries(responses)) {
      if (answer.$ref !== undefined) continue;
      if ((answer.description ?? '') === '' || answer.description === 'The answer.')
        missing.push(`${operationId} ${status}`);
      for (const shape of shapesOf(answer)) look(shape, `${operationId} ${status}`, true);
    }
  }
  return missing;
}
