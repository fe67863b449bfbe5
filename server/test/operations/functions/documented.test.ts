import { beforeAll, describe, expect, it } from 'vitest';
import { declaredRoute } from '../../../src/gateway/declared-route.js';
import { openApiOf } from '../../../src/gateway/docs/openapi.js';
import { EXAMPLES } from '../../../src/operations/examples.js';
import { functionRoutes } from '../../../src/operations/functions.js';

/** As much of an operation as is looked at. */
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

describe('the documentation of functions', () => {
  const operations = new Map<string, Operation>();
  beforeAll(() => {
    const { paths } = openApiOf(functionRoutes.map(declaredRoute), '', EXAMPLES) as unknown as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    for (const ofPath of Object.values(paths)) {
      for (const operation of Object.values(ofPath)) operations.set(operation.operationId, operation);
    }
  });
  const headersAsked = (operation: string) =>
    operations.get(operation)?.parameters.filter((one) => one.in === 'header' && one.name !== 'Idempotency-Key');

  it('has the headers by which one is invoked, and those of its answers', () => {
    expect(headersAsked('InvokeFunction')).toEqual([
      expect.objectContaining({
        name: 'X-Amz-Invocation-Type',
        schema: { type: 'string', enum: ['RequestResponse', 'Event'] },
      }),
    ]);
    const names = Object.keys(operations.get('InvokeFunction')?.responses['200']?.headers ?? {});
    expect(names).toEqual(expect.arrayContaining(['x-stedi-invocationid', 'x-stedi-invocationerror']));
  });

  it('lets an event be typed in, with an example', () => {
    const { content } = operations.get('InvokeFunction')?.requestBody ?? { content: {} };
    expect(Object.keys(content)).toEqual(['application/json']);
    expect(content['application/json']).toHaveProperty('examples.example1.value');
  });

  it.each(['CreateFunction', 'UpdateFunction', 'DeleteFunction'])('says how %s is not waited for', (operation) => {
    expect(headersAsked(operation)).toMatchObject([{ name: 'Prefer', schema: { enum: ['respond-async'] } }]);
    expect(operations.get(operation)?.responses['202']?.headers).toHaveProperty('x-stedi-operationtoken');
  });
});
