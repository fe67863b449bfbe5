import { ApiError } from '../api-error.js';

/** No client is there to read this answer. It is a 400 all the same, as a 500 would be logged as trouble of the server's. */
export function hasLeft(): ApiError {
  return new ApiError(400, 'BAD_REQUEST', 'The connection was closed before all of the body had come. Send it again.');
}

export function tooSlow(): ApiError {
  return new ApiError(408, 'REQUEST_TIMEOUT', 'The body comes too slowly. Send it again over a faster line.', {
    headers: { connection: 'close' },
  });
}

/** @param bytes that the operation takes. */
export function tooLarge(bytes: number): ApiError {
  return new ApiError(
    413,
    'REQUEST_TOO_LARGE',
    `The body has more than ${sizeWords(bytes)}, which is what this operation takes. Send less at a time.`,
  );
}

function sizeWords(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  if (gigabytes >= 1) return `${Math.floor(gigabytes)} GB`;
  const megabytes = bytes / 1024 ** 2;
  return megabytes >= 1 ? `${Math.floor(megabytes)} MB` : `${Math.floor(bytes / 1024)} KB`;
}
