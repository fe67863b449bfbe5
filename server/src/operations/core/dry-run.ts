import { rehearseFile } from '../../exchange/dry-run/dry-run-file.js';
import { rehearse } from '../../exchange/dry-run/dry-run-request.js';
import { DryRunAnswer, DryRunBody } from '../../exchange/dry-run/schemas.js';
import { showFile, showRequest } from '../../exchange/dry-run/shown.js';
import { ediRequest } from '../../exchange/outbound/edi-request.js';
import type { AnyRoute } from '../../gateway/route.js';
import { TRANSACTION_BYTES } from '../../schemas/transaction-sizes.js';
import { route } from '../route.js';

/** Wrong data are the answer here, not an error: 200 with `valid: false`. Not idempotent, as nothing is changed. */
const dryRunRoute = route({
  operation: 'DryRun',
  family: 'core',
  method: 'POST',
  path: '/dry-run',
  summary: 'Try what would be sent, or answered',
  description:
    'Nothing is sent, stored or counted. JSON as GenerateEdi takes it gives the exact file; an EDI file, as `text/plain` or `application/edi-x12`, gives what it is read by and the exact acknowledgment. Wrong data are the answer, 200 with `valid: false`.',
  schemas: { body: DryRunBody, response: { 200: DryRunAnswer } },
  mediaTypes: ['text/plain', 'application/edi-x12'],
  bodyLimit: TRANSACTION_BYTES,
  audit: { action: 'dry-run', objectKind: 'interchange' },
  handle: async (call) => {
    // The schema is of JSON; bodies of the media types above come as bytes.
    const body: unknown = call.body;
    if (body instanceof Uint8Array) return { body: showFile(await rehearseFile(call, body)) };
    return { body: showRequest(await rehearse(call, ediRequest(call.body.partnershipId, call.body))) };
  },
});

/** Trying what would be sent, and what would be answered. */
export const dryRunRoutes: readonly AnyRoute[] = [dryRunRoute];
