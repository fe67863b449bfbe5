import type { FamilyName } from '../families.js';
import type { ApiError } from './api-error.js';
import { JSON_TYPE, type Rendered } from './render-answer.js';

/** Names by which generated clients choose the class of an exception; they stand in the header `x-amzn-errortype`. */
const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'BadRequestException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  409: 'ResourceConflictException',
  413: 'RequestTooLargeException',
  415: 'UnsupportedMediaTypeException',
  422: 'UnprocessableEntityException',
  429: 'ThrottlingException',
  500: 'ServiceException',
  501: 'NotImplementedException',
  503: 'ServiceUnavailableException',
  504: 'GatewayTimeoutException',
};

/** Families whose published clients read problems of validation as `fieldList`; the others have them once, in `errors`. */
const WITH_FIELD_LIST: ReadonlySet<FamilyName> = new Set([
  'partners',
  'healthcare',
  'eligibility-batches',
  'enrollments',
  'functions',
  'sftp',
  'buckets',
] satisfies readonly FamilyName[]);

/**
 * An error as every family answers it: `error` and `code` are one and the same, as clients read one or the other.
 * @param family of the route, where there is one.
 */
export function renderError(error: ApiError, family?: FamilyName): Rendered {
  const body = {
    error: error.code,
    code: error.code,
    message: error.message,
    ...(error.errors.length > 0 ? { errors: error.errors } : {}),
    ...fieldListOf(error, family),
    ...(error.status === 500 ? { cause: NEUTRAL, exceptionCause: NEUTRAL } : {}),
    // Last: an interface may name a member of its own as one of ours.
    ...error.body,
  };
  return {
    status: error.status,
    headers: { 'content-type': JSON_TYPE, 'x-amzn-errortype': errorType(error), ...error.headers },
    body: JSON.stringify(body),
  };
}

/** What went wrong inside is the operator's to read, in the log under the id of the request. */
const NEUTRAL = {
  name: 'InternalError',
  message: 'The server could not finish the request. Its log tells more under the id in the x-request-id header.',
};

function fieldListOf({ code, errors }: ApiError, family: FamilyName | undefined): object {
  if (code !== 'VALIDATION_FAILED' || family === undefined || !WITH_FIELD_LIST.has(family)) return {};
  return { fieldList: errors.map(({ path = '', message }) => ({ path, message })) };
}

/** Statuses without a class of their own get that of 400 or of 500: clients need to find one. */
function errorType({ status, code }: ApiError): string {
  if (code === 'VALIDATION_FAILED') return 'ValidationException';
  return ERROR_TYPES[status] ?? (status < 500 ? 'BadRequestException' : 'ServiceException');
}
