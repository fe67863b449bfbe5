import type { IncomingMessage } from 'node:http';
import { StreamedBody, type StreamTerms } from '../../http/streamed-body.js';
import { hasLeft, tooLarge, tooSlow } from './body-errors.js';
import { askForBody } from './expect-continue.js';

/**
 * The body of a request as it comes, as {@link StreamedBody} says. One that is said beforehand to be over its limit is refused at once.
 * @throws ApiError 413.
 */
export function streamBody(
  request: IncomingMessage,
  { limit, ...terms }: Pick<StreamTerms, 'leastRate' | 'inTurn'> & { readonly limit: number },
): StreamedBody {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return new StreamedBody(request, {
    ...terms,
    limit,
    askForBody: () => askForBody(request),
    faults: { left: hasLeft, tooSlow, tooLarge: () => tooLarge(limit) },
  });
}
