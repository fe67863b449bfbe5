import { allParts, findUpload, isNoSuchUpload, type UploadPlace } from '../../resources/buckets/upload-rows.js';
import { announcedChecksum, type ChecksumAlgorithm, runningChecksum } from '../../s3-wire/checksums/checksum.js';
import { checksumText, readChecksumText } from '../../s3-wire/checksums/checksum-text.js';
import { joinedChecksum, type SummedPart } from '../../s3-wire/checksums/joined-checksum.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import type { NamedPart } from '../../s3-wire/xml/bodies.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { UploadParts } from '../../store/bucket-tables.js';
import type { S3Call } from './s3-call.js';

/**
 * Compares what is said of an upload that is completed with what its parts were put with: a checksum of each, and one of the object.
 * @returns that of the object, where it is one of all bytes: `crc32:<base64>`.
 * @throws S3Error `InvalidPart`, `BadDigest`; `InvalidRequest` where the parts were put without such a checksum.
 */
export async function demandChecksums(
  call: S3Call,
  place: UploadPlace,
  wanted: readonly NamedPart[],
): Promise<string | undefined> {
  const headers = new Map(call.headers);
  const given = [...headers.keys()].find((name) => /^x-amz-checksum-(?!type$|algorithm$|mode$)/.test(name));
  // Of composite ones the number of parts may stand behind.
  if (given !== undefined) headers.set(given, headers.get(given)?.replace(/-\d+$/, '') ?? '');
  const announced = announcedChecksum(headers);
  if (announced?.value === undefined && wanted.every(({ checksum }) => checksum === undefined)) return undefined;
  const there = await partsOf(call, place);
  // The upload is an object already: its checksums were judged when it became one.
  if (there === undefined) return undefined;
  const parts = wanted.map((part) => ({ part, row: there.get(part.number) }));
  if (parts.some(({ part, row }) => differs(part.checksum, row?.checksum))) throw new S3Error('InvalidPart');
  if (announced?.value === undefined) return undefined;
  const { algorithm, value } = announced;
  const summed = parts.map(({ row }) => summedPart(algorithm, row));
  const joined = await call.services.heavyTurns.runSteps(place.accountId, joinedChecksum(algorithm, summed));
  if (joined === value) return checksumText(algorithm, value);
  if (composite(algorithm, summed) === value) return undefined;
  throw new S3Error('BadDigest');
}

async function partsOf(
  { services }: S3Call,
  place: UploadPlace,
): Promise<ReadonlyMap<number, UploadParts> | undefined> {
  try {
    return await services.store.read(async (db) => {
      const queries = new AccountQueries(db, place.accountId);
      const { id } = await findUpload(queries, place);
      return allParts(queries, id);
    });
  } catch (error) {
    if (isNoSuchUpload(error)) return undefined;
    throw error;
  }
}

/** Checksums of different kinds cannot be compared, so they do not differ. */
function differs(named: string | undefined, put: string | null | undefined): boolean {
  if (named === undefined || put === undefined || put === null) return false;
  return readChecksumText(named).algorithm === readChecksumText(put).algorithm && named !== put;
}

function summedPart(algorithm: ChecksumAlgorithm, row: UploadParts | undefined): SummedPart {
  const put = row?.checksum ? readChecksumText(row.checksum) : undefined;
  if (row === undefined || put?.algorithm !== algorithm) {
    throw new S3Error(
      'InvalidRequest',
      'A checksum of the object is compared with those of its parts: put each part with one of this kind.',
    );
  }
  return { checksum: put.value, size: Number(row.size) };
}

/** As S3 makes it where checksums of parts are not joined: the checksum of the checksums. */
function composite(algorithm: ChecksumAlgorithm, parts: readonly SummedPart[]): string {
  const running = runningChecksum(algorithm);
  for (const { checksum } of parts) running.update(Buffer.from(checksum, 'base64'));
  return running.digest();
}
