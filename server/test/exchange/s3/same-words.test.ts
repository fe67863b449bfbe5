import { expect, it } from 'vitest';
import { s3ErrorOf } from '../../../src/exchange/s3/map-error.js';
import { familyErrors } from '../../../src/gateway/family-errors.js';
import { Problem } from '../../../src/problems.js';

const log = { error: () => undefined };

// Neither of the two listeners may know the other, so each has a table of its own.
it.each(['NO_SUCH_BUCKET', 'NO_SUCH_KEY', 'PRECONDITION_FAILED', 'BAD_DIGEST', 'METADATA_TOO_LARGE'])(
  '%s has the same word of S3 over HTTP and over S3',
  (code) => {
    const overS3 = s3ErrorOf(new Problem('invalid', 'No.', { code }), log).code;
    expect(familyErrors('buckets')?.codeOf(400, code, '')).toBe(overS3);
  },
);
