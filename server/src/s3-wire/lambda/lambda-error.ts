/**
 * Each code of Lambda's that is answered here, with its status and its text. Clients know errors by these names, and try some of them again.
 */
const LAMBDA_ERRORS = {
  AccessDeniedException: [403, 'The key may invoke no function.'],
  IncompleteSignatureException: [403, 'The request is not signed by Signature Version 4 for lambda.'],
  InvalidParameterValueException: [400, 'A parameter of the request cannot be what it is.'],
  InvalidRequestContentException: [400, 'The body is not JSON in UTF-8, or not all of what was announced.'],
  InvalidSignatureException: [
    403,
    'The signature is not the one that the request has by this secret. Check the secret, and that nothing on the way changes host, path or headers.',
  ],
  RequestTimeoutException: [408, 'The body comes too slowly. Send it again over a faster line.'],
  RequestTooLargeException: [413, 'The body has more bytes than a function is invoked with.'],
  ResourceNotFoundException: [404, 'There is no such function.'],
  ServiceException: [500, 'Something went wrong here. Try again.'],
  ServiceUnavailableException: [503, 'The server cannot do this right now. Try again.'],
  TooManyRequestsException: [429, 'Too many invocations at once. Try again more slowly.'],
  UnknownOperationException: [404, 'Of the operations of Lambda Invoke alone is served here.'],
  UnrecognizedClientException: [403, 'There is no such access key, or it has expired.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type LambdaCode = keyof typeof LAMBDA_ERRORS;

/** An invocation cannot be served. Its code is one that clients of Lambda know. */
export class LambdaError extends Error {
  override readonly name = 'LambdaError';
  readonly code: LambdaCode;

  /** @param message default: the words of the code. */
  constructor(code: LambdaCode, message: string = LAMBDA_ERRORS[code][1], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get status(): number {
    return LAMBDA_ERRORS[this.code][0];
  }
}

/** What clients read of an error: some the one spelling, some the other. */
export function lambdaErrorBody({ code, status, message }: LambdaError): string {
  const reason = code === 'TooManyRequestsException' ? { Reason: 'ConcurrentInvocationLimitExceeded' } : {};
  return JSON.stringify({ Type: status < 500 ? 'User' : 'Service', Message: message, message, ...reason });
}

/** Statuses of invocations that are taken, by how they are asked for. */
export const LAMBDA_STATUS = { RequestResponse: 200, Event: 202, DryRun: 204 } as const;
