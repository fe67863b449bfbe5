import type { GuideSchema } from 'ediloom';
import type { FastifyInstance } from 'fastify';
import { type Judged, orderSchema, x12Of } from './schema.js';

/** Thrown at what a schema refuses: the issues, none of which repeats a value. */
class Refused extends Error {
  readonly statusCode = 422;
  constructor(readonly issues: readonly object[]) {
    super('The body is no purchase order: see issues.');
  }
}

/** `POST /orders`: the handler is only called with what the guide allows. */
export async function orders(app: FastifyInstance): Promise<void> {
  app.setValidatorCompiler<GuideSchema>(({ schema }) => (value: unknown) => {
    const result = schema['~standard'].validate(value);
    return result.issues === undefined ? { value: result.value } : { error: new Refused(result.issues) };
  });
  app.setErrorHandler<Error>((error, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.statusCode).send({ issues: error.issues });
    throw error;
  });

  app.post<{ Body: Judged<typeof orderSchema> }>('/orders', { schema: { body: orderSchema } }, (request, reply) =>
    reply.type('application/edi-x12').send(Buffer.from(x12Of(request.body))),
  );
}
