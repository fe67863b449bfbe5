import type { FamilyName } from '../families.js';
import { JSON_FAULT_CODES } from './reading/read-json.js';

/** The errors of a family whose published clients know them by other codes and classes than those of the gateway. */
export interface FamilyErrors {
  /** The code of the family for one of the gateway's. @returns `undefined`: the gateway's stays. */
  codeOf(status: number, code: string, type: string): string | undefined;
  /** Classes of exceptions, by codes. They go before the other two ways to choose one. */
  readonly typesByCode: Readonly<Record<string, string>>;
  /** Classes of a 400, by operation. */
  readonly typesOf400: Readonly<Record<string, string>>;
  /** The class whose `errors` are a list of texts to its clients; the problems themselves are in `problems`. */
  readonly withTexts?: string | undefined;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'bad_parameters',
  403: 'access_denied',
  404: 'not_found',
  413: 'request_too_large',
  429: 'too_many_requests',
};

const MAPPINGS: FamilyErrors = {
  codeOf: (status, code, type) =>
    // The class of a mapping that fails has no code for JSON that cannot be read.
    status === 400 && JSON_FAULT_CODES.has(code) && type !== 'MappingFailedException'
      ? 'bad_payload'
      : BY_STATUS[status],
  typesByCode: { size_exceeded: 'ResponseTooLargeException' },
  typesOf400: {
    CreateMapping: 'MappingValidationException',
    UpdateMapping: 'MappingValidationException',
    MapDocument: 'MappingFailedException',
    GetMapping: 'BadParametersException',
    DeleteMapping: 'BadParametersException',
    ListMappings: 'BadRequestException',
  },
  withTexts: 'MappingValidationException',
};

/** Codes of S3, by which published clients know what is wrong with buckets and objects. */
const S3_WORDS: Readonly<Record<string, string>> = {
  NO_SUCH_BUCKET: 'NoSuchBucket',
  NO_SUCH_KEY: 'NoSuchKey',
  PRECONDITION_FAILED: 'PreconditionFailed',
  RANGE_NOT_SATISFIABLE: 'InvalidRange',
  BAD_DIGEST: 'BadDigest',
  INVALID_DIGEST: 'InvalidDigest',
  METADATA_TOO_LARGE: 'MetadataTooLarge',
};

/** Clients of these families read what is wrong with a request in this one class alone, a page that is asked for wrongly as well. */
const PAGE_ERRORS = { INVALID_PARAMETER: 'ValidationException', INVALID_PAGE_TOKEN: 'ValidationException' };

/** Buckets and objects. A client whose operation has no class for an error names it by its code, so that class and code are the same word of S3. */
const BUCKETS: FamilyErrors = {
  codeOf: (_, code) => S3_WORDS[code],
  typesByCode: {
    ...S3_WORDS,
    ...PAGE_ERRORS,
    QUOTA_EXCEEDED: 'QuotaExceededException',
    STORAGE_QUOTA_EXCEEDED: 'QuotaExceededException',
  },
  typesOf400: {},
};

/** Functions. Their clients have a class for whatever may go wrong. */
const FUNCTIONS: FamilyErrors = {
  codeOf: () => undefined,
  typesByCode: {
    ...PAGE_ERRORS,
    ...Object.fromEntries([...JSON_FAULT_CODES].map((code) => [code, 'SerializationException'])),
    QUOTA_EXCEEDED: 'QuotaExceededException',
    INTERNAL_ERROR: 'InternalFailureException',
  },
  typesOf400: {},
};

/** Codes of errors for which the clients of the family have no class. */
const UNMODELLED: ReadonlySet<string> = new Set(['ACCESS_DENIED', 'RESOURCE_NOT_FOUND', 'RESOURCE_CONFLICT']);

/** SFTP users. Clients name an error for which they have no class by its code, and ignore the header with the class: so the code is the class. */
const SFTP: FamilyErrors = {
  codeOf: (_, code, type) => (UNMODELLED.has(code) ? type : undefined),
  typesByCode: PAGE_ERRORS,
  typesOf400: {},
};

const FAMILY_ERRORS: Readonly<Partial<Record<FamilyName, FamilyErrors>>> = {
  mappings: MAPPINGS,
  buckets: BUCKETS,
  sftp: SFTP,
  functions: FUNCTIONS,
};

/** The errors of a family that has codes and classes of its own; `undefined` for most. */
export function familyErrors(family: FamilyName | undefined): FamilyErrors | undefined {
  return family === undefined ? undefined : FAMILY_ERRORS[family];
}

/** Whether a 400 of an operation has texts as its `errors`. */
export function hasTextErrors({
  family,
  operation,
}: {
  readonly family: FamilyName;
  readonly operation: string;
}): boolean {
  const own = familyErrors(family);
  return own?.withTexts !== undefined && own.typesOf400[operation] === own.withTexts;
}
