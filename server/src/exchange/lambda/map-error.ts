import type { Logger } from 'pino';
import { errorText } from '../../jobs/error-text.js';
import { Problem } from '../../problems.js';
import { type LambdaCode, LambdaError, lambdaErrorBody } from '../../s3-wire/lambda/lambda-error.js';
import { type S3Code, S3Error } from '../../s3-wire/s3-error.js';
import { StoreError } from '../../store/store.js';
import type { S3Answer } from '../s3/s3-call.js';

/** What reading signatures and addresses throws is of S3, as both are signed alike. Others are of a request that cannot be read. */
const CODES: Readonly<Partial<Record<S3Code, LambdaCode>>> = {
  AccessDenied: 'InvalidSignatureException',
  AuthorizationHeaderMalformed: 'IncompleteSignatureException',
  MissingSecurityHeader: 'IncompleteSignatureException',
  NotImplemented: 'IncompleteSignatureException',
  InvalidAccessKeyId: 'UnrecognizedClientException',
  RequestTimeTooSkewed: 'InvalidSignatureException',
  SignatureDoesNotMatch: 'InvalidSignatureException',
  SlowDown: 'TooManyRequestsException',
};

const KINDS: Readonly<Partial<Record<Problem['kind'], LambdaCode>>> = {
  invalid: 'InvalidRequestContentException',
  denied: 'AccessDeniedException',
  'not-found': 'ResourceNotFoundException',
  'too-large': 'RequestTooLargeException',
  'over-quota': 'TooManyRequestsException',
  'too-many': 'TooManyRequestsException',
  unavailable: 'ServiceUnavailableException',
};

/** Any error as one of Lambda's, as its clients read it. One that was not foreseen is logged, and its text does not leave the server. */
export function lambdaErrorAnswer(error: unknown, requestId: string, log: Pick<Logger, 'error'>): S3Answer {
  const shown = lambdaErrorOf(error, log);
  return {
    status: shown.status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': requestId, 'x-amzn-errortype': shown.code },
    body: lambdaErrorBody(shown),
  };
}

function lambdaErrorOf(error: unknown, log: Pick<Logger, 'error'>): LambdaError {
  if (error instanceof LambdaError) return error;
  if (error instanceof S3Error) {
    const code = CODES[error.code] ?? 'InvalidParameterValueException';
    // The words for one who has no key would speak of S3.
    return code === 'TooManyRequestsException' || code === 'UnrecognizedClientException'
      ? new LambdaError(code, undefined, { cause: error })
      : new LambdaError(code, error.message, { cause: error });
  }
  if (error instanceof Problem) {
    if (error.kind === 'unavailable' && !error.isKnown)
      log.error({ error: errorText(error) }, 'A function could not be invoked.');
    const code = KINDS[error.kind] ?? 'ServiceException';
    return new LambdaError(code, code === 'ServiceException' ? undefined : error.message, { cause: error });
  }
  if (error instanceof StoreError && (error.code === 'unavailable' || error.code === 'closed')) {
    log.error({ error: errorText(error) }, 'The store did not answer an invocation.');
    return new LambdaError('ServiceUnavailableException');
  }
  // The client has left in the middle of its body: nobody reads the answer, and nothing is wrong with the server.
  if (error instanceof Error && error.name === 'AbortError') return new LambdaError('InvalidRequestContentException');
  log.error({ err: error }, 'An invocation failed.');
  return new LambdaError('ServiceException');
}
