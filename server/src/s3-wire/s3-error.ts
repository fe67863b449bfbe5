/**
 * Each code with its status and its text. Clients decide by the code what they do next (some codes have them try again), so each is used as S3 uses it.
 */
export const S3_ERRORS = {
  AccessDenied: [403, 'The key may not do this.'],
  AuthorizationHeaderMalformed: [400, 'The Authorization header is not of Signature Version 4.'],
  AuthorizationQueryParametersError: [400, 'The parameters of the presigned URL are not of Signature Version 4.'],
  BadDigest: [400, 'The bytes that came do not have the digest or checksum that was announced.'],
  BadRequest: [400, 'The request is not well-formed HTTP.'],
  BucketAlreadyExists: [409, 'A bucket of this name exists. Bucket names are shared by all accounts: choose another.'],
  BucketAlreadyOwnedByYou: [409, 'The bucket exists, and is yours.'],
  BucketNotEmpty: [409, 'The bucket holds objects. Delete them first.'],
  EntityTooLarge: [400, 'The object is larger than one may be.'],
  EntityTooSmall: [400, 'A part other than the last has less than 5 MB.'],
  IncompleteBody: [400, 'The body has not as many bytes as were announced.'],
  InternalError: [500, 'Something went wrong here. Try again.'],
  InvalidAccessKeyId: [403, 'There is no such access key.'],
  InvalidArgument: [400, 'An argument cannot be what it is.'],
  InvalidBucketName: [400, 'A bucket name has 1 to 63 lower-case letters, digits and hyphens.'],
  InvalidBucketState: [409, 'Something needs the bucket: a connection or a user.'],
  InvalidDigest: [400, 'Content-MD5, or a checksum, is not of the right form.'],
  InvalidPart: [400, 'A part is not there, or not with this ETag.'],
  InvalidPartOrder: [400, 'The parts are not in the order of their numbers.'],
  InvalidRange: [416, 'The object has no such bytes.'],
  InvalidRequest: [400, 'The request cannot be served as it is.'],
  InvalidStorageClass: [400, 'There is one storage class here: STANDARD.'],
  InvalidURI: [400, 'The path or query is not percent-encoded UTF-8.'],
  KeyTooLongError: [400, 'A key has 1 to 1024 bytes of UTF-8.'],
  MalformedTrailerError: [400, 'The trailer of the body is not what was announced.'],
  MalformedXML: [400, 'The body is not the XML of this operation.'],
  MaxMessageLengthExceeded: [400, 'The body is too large.'],
  MetadataTooLarge: [400, 'The metadata of an object has at most 2 KB.'],
  MethodNotAllowed: [405, 'This cannot be done to what the path names.'],
  MissingContentLength: [411, 'The length of the body is missing.'],
  MissingSecurityHeader: [400, 'A header that a signed request needs is missing.'],
  NoSuchBucket: [404, 'There is no such bucket.'],
  NoSuchBucketPolicy: [404, 'The bucket has no policy.'],
  NoSuchCORSConfiguration: [404, 'The bucket has no CORS configuration.'],
  NoSuchKey: [404, 'There is no such object.'],
  NoSuchLifecycleConfiguration: [404, 'The bucket has no lifecycle configuration.'],
  NoSuchObjectLockConfiguration: [404, 'The object has no lock.'],
  NoSuchPublicAccessBlockConfiguration: [404, 'Nothing is public here, so nothing is configured.'],
  NoSuchTagSet: [404, 'There are no tags.'],
  NoSuchUpload: [404, 'There is no such upload: it was completed, aborted or abandoned.'],
  NoSuchVersion: [404, 'There are no versions of objects here.'],
  NoSuchWebsiteConfiguration: [404, 'The bucket is no website.'],
  NotImplemented: [501, 'This is not served here.'],
  ObjectLockConfigurationNotFoundError: [404, 'The bucket has no locks.'],
  OperationAborted: [409, 'Something else is done to it at this moment. Try again.'],
  OwnershipControlsNotFoundError: [404, 'The bucket has no ownership controls.'],
  PreconditionFailed: [412, 'A condition of the request does not hold.'],
  QuotaExceeded: [403, 'The account has as many bytes as it may have.'],
  ReplicationConfigurationNotFoundError: [404, 'The bucket is not replicated.'],
  RequestHeaderSectionTooLarge: [400, 'The headers are too large. Send fewer or shorter ones.'],
  RequestTimeout: [408, 'The request comes too slowly. Send it again over a faster line.'],
  RequestTimeTooSkewed: [
    403,
    'The time of the request and that of the server differ by more than 15 minutes. Set the clock.',
  ],
  ServerSideEncryptionConfigurationNotFoundError: [404, 'The bucket has no encryption of its own.'],
  ServiceUnavailable: [503, 'The server cannot do this right now. Try again.'],
  SignatureDoesNotMatch: [
    403,
    'The signature is not the one that the request has by this secret. Check the secret, and that nothing on the way changes host, path or headers.',
  ],
  SlowDown: [503, 'Too many requests at once. Try again more slowly.'],
  TooManyParts: [400, 'An object has at most 10,000 parts.'],
  XAmzContentSHA256Mismatch: [400, 'The bytes that came do not have the hash in x-amz-content-sha256.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type S3Code = keyof typeof S3_ERRORS;

/** A request cannot be served. Its code is one that clients of S3 know. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3Code;

  /** @param message default: the words of the code. */
  constructor(code: S3Code, message: string = S3_ERRORS[code][1], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get status(): number {
    return S3_ERRORS[this.code][0];
  }
}

/** Statuses of requests that succeed. */
export const S3_STATUS = { ok: 200, noContent: 204, partial: 206, notModified: 304 } as const;
