import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { type RawRequest, rawRequest } from '../../src/s3-wire/raw-request.js';

/** A key pair that stands in AWS's own examples. */
export const EXAMPLE_KEY = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
export const EXAMPLE_TIME = Date.parse('2013-05-24T00:00:00Z');
export const EMPTY_HASH = createHash('sha256').digest('hex');

export class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(bytes: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(bytes));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

/** By another implementation than ours. */
export function signer(region = 'us-east-1'): SignatureV4 {
  return new SignatureV4({
    ...{ credentials: EXAMPLE_KEY, region, service: 's3', sha256: Sha256 },
    ...{ uriEscapePath: false, applyChecksum: false },
  });
}

export function raw(method: string, url: string, headers: Readonly<Record<string, string>>): RawRequest {
  return rawRequest(method, url, Object.entries(headers).flat());
}

function bytesOf(source: string | ArrayBuffer | ArrayBufferView): string | Uint8Array {
  if (typeof source === 'string') return source;
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
