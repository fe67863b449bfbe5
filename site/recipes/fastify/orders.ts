import { createEngine, describeFinding, type Finding, isX12Error } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';
import type { FastifyInstance } from 'fastify';

// Once, not in each request: the first order then pays for compiling the guide, and no other.
const engine = createEngine({ guides: [guide] });
const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };

/** `POST /orders` makes an 850 of JSON, `POST /inbound` judges X12. */
export async function orders(app: FastifyInstance): Promise<void> {
  // The body stays a stream: a file of any size is checked in little memory.
  app.addContentTypeParser('application/edi-x12', (_request, body, done) => done(null, body));

  app.post('/orders', async (request, reply) => {
    // What comes over the network is unknown; what was checked has the type of the guide.
    const order = engine.check(guide, request.body);
    if (!order.valid)
      return reply.code(422).send({ problems: order.issues.map(({ path, message }) => ({ path, message })) });
    const { bytes } = engine.generate({
      interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data: order.data }] }] }],
    });
    return reply.type('application/edi-x12').send(Buffer.from(bytes));
  });

  app.post<{ Body: NodeJS.ReadableStream & AsyncIterable<Uint8Array> }>('/inbound', async (request, reply) => {
    try {
      const { valid, findings } = await engine.validate(request.body);
      return { valid, problems: findings.map(problem) };
    } catch (error) {
      if (!isX12Error(error)) throw error;
      return reply.code(400).send({ problems: [{ code: error.code, text: error.message }] });
    }
  });
}

function problem(found: Finding) {
  const { code, place, text, advice } = describeFinding(found, { guide });
  return { code, place: found.at.pointer ?? place, text, advice };
}
