import type { FastifyBaseLogger } from 'fastify';

/** Errors whose words are ours, and quote nothing of a payload. */
const OWN_ERRORS: ReadonlySet<string> = new Set([
  'ApiError',
  'Problem',
  'StoreError',
  'ObjectStoreError',
  'CustomerCodeError',
  'X12Error',
]);

/** Lines of a stack that are logged. */
const MAX_FRAMES = 20;

/** Logs name, code and place of an error; the words of foreign ones stay out, as they may quote what a customer sent. */
export function logError(error: unknown, log: FastifyBaseLogger): void {
  if (!(error instanceof Error)) {
    log.error({ error: { name: typeof error } }, 'request failed');
    return;
  }
  // Any error may have a code, of any type.
  const { code } = error as { readonly code?: unknown };
  log.error(
    {
      error: {
        name: error.name,
        ...(typeof code === 'string' ? { code } : {}),
        ...(OWN_ERRORS.has(error.name) ? { message: error.message } : {}),
        frames: framesOf(error),
      },
    },
    'request failed',
  );
}

function framesOf({ stack = '', message }: Error): readonly string[] {
  // The stack begins with the message, which may have several lines.
  const frames = stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .slice(1);
  return frames.slice(0, MAX_FRAMES).map((line) => line.trim());
}
