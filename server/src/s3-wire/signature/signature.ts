import { S3Error } from '../s3-error.js';

/** What a request says of its signature. */
export interface Signature {
  /** In the header `Authorization`, or in the query of a presigned URL. */
  readonly form: 'header' | 'query';
  readonly accessKeyId: string;
  readonly scope: SigningScope;
  /** When it was made, as signed: `20260131T122600Z`. */
  readonly time: string;
  /** The same in milliseconds since 1970. */
  readonly at: number;
  /** Seconds for which a presigned URL is good. */
  readonly expires: number | undefined;
  /** Names of the headers that are signed. */
  readonly signedHeaders: readonly string[];
  /** 64 hexadecimal digits. */
  readonly signature: string;
}

/** Whose API is called: what is signed for one is no request of the other. */
export type SignedService = 's3' | 'lambda';

/** What a signing key is for: a day, a region and a service. Any region is taken here. */
export interface SigningScope {
  /** `20260131`. */
  readonly day: string;
  readonly region: string;
  readonly service: SignedService;
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';

export function scopeText({ day, region, service }: SigningScope): string {
  return `${day}/${region}/${service}/aws4_request`;
}

/** The instant of `20260131T122600Z`, or of a date as HTTP has it. @returns `undefined` for another text. */
export function signingInstant(text: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const isBasic = year !== undefined;
  const at = Date.parse(isBasic ? `${year}-${month}-${day}T${hour}:${minute}:${second}Z` : text);
  return Number.isNaN(at) || (!isBasic && !/^\w{3}, /.test(text)) ? undefined : at;
}

/** An instant as signatures have it: `20260131T122600Z`. */
export function signingTime(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
}

type Malformed = 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError';

/** Reads `key/20260131/region/s3/aws4_request`. @param code of the error. @param service that it must be for. */
export function readCredential(
  text: string,
  code: Malformed,
  service: SignedService,
): { readonly accessKeyId: string; readonly scope: SigningScope } {
  const [accessKeyId = '', day = '', region = '', given, end, ...more] = text.split('/');
  const isSound = /^\w{1,128}$/.test(accessKeyId) && /^\d{8}$/.test(day) && /^[\w-]{1,64}$/.test(region);
  if (!isSound || end !== 'aws4_request' || more.length > 0) {
    throw new S3Error(code, `The credential is not of the form key/day/region/${service}/aws4_request.`);
  }
  if (given !== service) throw new S3Error(code, `The credential is for another service. Sign for ${service}.`);
  return { accessKeyId, scope: { day, region, service } };
}

export function readSignedHeaders(text: string, code: Malformed): readonly string[] {
  const names = text.split(';');
  if (names.every((name) => /^[a-z0-9!#$%&'*+.^_`|~-]{1,200}$/.test(name))) return names;
  throw new S3Error(code, 'The signed headers are not names in small letters between semicolons.');
}

export function readHex(text: string, code: Malformed): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new S3Error(code, 'The signature is not of 64 hexadecimal digits in small letters.');
}
