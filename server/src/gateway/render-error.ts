import type { FamilyName } from '../families.js';
import type { ApiError } from './api-error.js';
import { type FamilyErrors, familyErrors } from './family-errors.js';
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

/** Of what is wrong with members of a request: those of bodies and paths, and the parameters by which lists are paged. */
const FIELD_CODES: ReadonlySet<string> = new Set(['VALIDATION_FAILED', 'INVALID_PARAMETER', 'INVALID_PAGE_TOKEN']);

/** The operation that an error is of. */
export interface ErrorPlace {
  readonly family: FamilyName;
  readonly operation: string;
}

/**
 * An error as every family answers it: `error` and `code` are one and the same, as clients read one or the other.
 * @param place where it is known.
 */
export function renderError(error: ApiError, place?: ErrorPlace): Rendered {
  const own = familyErrors(place?.family);
  const type = errorType(error, own, place?.operation);
  const code = codeOf(error, own, type);
  const body = {
    error: code,
    code,
    message: error.message,
    ...errorsOf(error, own !== undefined && own.withTexts === type),
    ...fieldListOf(error, place?.family),
    ...(error.status === 500 ? { cause: NEUTRAL, exceptionCause: NEUTRAL } : {}),
    // Last: an interface may name a member of its own as one of ours.
    ...error.body,
  };
  return {
    status: error.status,
    headers: { 'content-type': JSON_TYPE, 'x-amzn-errortype': type, ...error.headers },
    body: JSON.stringify(body),
  };
}

/** A family's own codes are not in capitals, and stay. */
function codeOf({ status, code }: ApiError, own: FamilyErrors | undefined, type: string): string {
  return (/^[A-Z]/.test(code) ? own?.codeOf(status, code, type) : undefined) ?? code;
}

function errorsOf({ message, errors }: ApiError, asTexts: boolean): object {
  if (!asTexts) return errors.length > 0 ? { errors } : {};
  const texts = errors.map(({ path, message: text }) => (path && !text.startsWith('/') ? `${path}: ${text}` : text));
  return { errors: texts.length > 0 ? texts : [message], problems: errors };
}

/** What went wrong inside is the operator's to read, in the log under the id of the request. */
const NEUTRAL = {
  name: 'InternalError',
  message: 'The server could not finish the request. Its log tells more under the id in the x-request-id header.',
};

function fieldListOf({ code, errors }: ApiError, family: FamilyName | undefined): object {
  if (!FIELD_CODES.has(code) || family === undefined || !WITH_FIELD_LIST.has(family)) return {};
  return { fieldList: errors.map(({ path = '', message }) => ({ path, message })) };
}

/** Statuses without a class of their own get that of 400 or of 500: clients need to find one. */
function errorType({ status, code }: ApiError, own: FamilyErrors | undefined, operation = ''): string {
  const ofFamily = own?.typesByCode[code] ?? (status === 400 ? own?.typesOf400[operation] : undefined);
  if (ofFamily !== undefined) return ofFamily;
  if (code === 'VALIDATION_FAILED') return 'ValidationException';
  return ERROR_TYPES[status] ?? (status < 500 ? 'BadRequestException' : 'ServiceException');
}
