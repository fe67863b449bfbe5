import type { AnyRoute } from '../gateway/route.js';

/** Of operations that may be asked for without waiting. */
export const ASYNC_HEADERS: AnyRoute['headers'] = {
  asked: {
    Prefer: {
      description:
        '`respond-async`: answered 202, with a token by which GET /operations/{token} tells what became of it.',
      values: ['respond-async'],
    },
  },
  answered: {
    'x-stedi-operationtoken': { description: 'Only with respond-async: its token.' },
    'preference-applied': { description: 'Only with respond-async: that it was asked for so.' },
  },
};

/** Of an invocation. */
export const INVOKE_HEADERS: AnyRoute['headers'] = {
  asked: {
    'X-Amz-Invocation-Type': {
      description: 'Whether its result is waited for. Default: RequestResponse.',
      values: ['RequestResponse', 'Event'],
    },
  },
  answered: {
    'x-stedi-invocationid': { description: 'Names the invocation: GET …/invocations/{id} has its error and its log.' },
    'x-stedi-functionname': { description: 'The function.' },
    'x-stedi-invocationerror': { description: 'Only where it failed: `Unhandled`. Its error is the body.' },
    'x-stedi-invocationlogs': {
      description: 'Where its result was waited for: the end of what it printed, 4 KB in base64.',
    },
  },
};
