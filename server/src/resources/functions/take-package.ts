import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { checkPackage, PackageRefused } from '../../box/unpack-package.js';
import type { NamedObject } from '../../objects/artifact-rows.js';
import type { SweptPlace } from '../../objects/sweep.js';
import type { Platform } from '../../platform.js';
import { Problem } from '../../problems.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import type { Transaction } from '../../store/store.js';
import { openObject } from '../buckets/open-object.js';
import type { FunctionCode, StoredPackage } from './rows.js';
import type { FunctionUpdate } from './schemas.js';

/** Where packages lie in the object store; no bucket can have the name. */
const PACKAGES = '_functions/';
const MB = 1024 * 1024;
const MOST_BYTES = 3.25 * MB;

type Needs = Pick<Platform, 'store' | 'objects' | 'clock' | 'room'>;
type Place = { readonly accountId: string; readonly mode: 'test' | 'live' };

/**
 * What a request says of the source of a function, its package checked and stored: before the commit that names it.
 * @returns `undefined`: it says nothing.
 * @throws Problem `invalid` where it says two things, or the package cannot be one; `not-found` as `openObject`; where there is no room for it, as `StorageRoom`.
 */
export async function takeSource(
  services: Needs,
  place: Place,
  { code, package: packed, packageRef }: Pick<FunctionUpdate, 'code' | 'package' | 'packageRef'>,
): Promise<FunctionCode | undefined> {
  const { accountId } = place;
  const given = [code, packed, packageRef].filter((one) => one !== undefined);
  if (given.length > 1) throw refused('/', 'Give one of code, package and packageRef.');
  if (code !== undefined) return { code: demandCode(code) };
  if (packed !== undefined) return { package: await storePackage(services, accountId, '/package', bytesOf(packed)) };
  if (packageRef === undefined) return undefined;
  return {
    package: await storePackage(services, accountId, '/packageRef', await fetched(services, place, packageRef)),
  };
}

async function storePackage(
  { objects, clock, room }: Needs,
  accountId: string,
  path: string,
  bytes: Buffer,
): Promise<StoredPackage> {
  await checkPackage(bytes).catch((error: unknown) => {
    throw error instanceof PackageRefused ? refused(path, error.message) : error;
  });
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const objectName = `${PACKAGES}${day}/${randomUUID().replaceAll('-', '')}`;
  const coming = await room.open(accountId);
  try {
    coming.add(bytes.length);
    await objects.put(objectName, bytes, { contentType: 'application/zip' });
    coming.keep();
  } finally {
    coming.end();
  }
  return { objectName, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}

function demandCode(code: string): string {
  if (code.trim() !== '') return code;
  throw refused('/code', 'The code is empty. A module exports its handler: export const handler = async (event) => …');
}

/** Four letters are three bytes; lines may be broken. */
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MOST_BYTES) throw tooLarge();
  if (BASE64.test(base64.replace(/\s/g, ''))) return bytes;
  throw refused('/package', 'The package is a zip in base64, and nothing before or behind it.');
}

async function fetched(services: Needs, place: Place, ref: { bucketName: string; key: string }): Promise<Buffer> {
  const { row, bytes } = await openObject(services, { ...place, bucket: ref.bucketName, key: ref.key });
  try {
    if (Number(row.size) > MOST_BYTES) throw tooLarge();
    return await buffer(bytes);
  } finally {
    bytes.destroy();
  }
}

function tooLarge(): Problem {
  return new Problem('too-large', 'A package has 3.25 MB at most. Leave out what the function does not need.');
}

function refused(path: string, message: string): Problem {
  return invalidRequest([{ path, message }]);
}

/** Packages of functions behind a place, in the order of account and function, with their sizes: over all accounts, as a backup is. */
export async function packagesAfter(
  db: Transaction,
  after: { readonly account: string; readonly function: string },
  most: number,
): Promise<readonly (NamedObject & { readonly account: string; readonly function: string })[]> {
  const rows = await db
    .selectFrom('functions')
    .select(['account_id', 'name', 'object_name', 'size'])
    .where('object_name', 'is not', null)
    .where((row) => row(row.refTuple('account_id', 'name'), '>', row.tuple(after.account, after.function)))
    .orderBy('account_id')
    .orderBy('name')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    ...{ account: row.account_id, function: row.name, name: row.object_name ?? '' },
    leastBytes: Number(row.size),
  }));
}

/** For the sweep: which of the packages functions name. Over all accounts. */
export const storedPackages: SweptPlace = {
  prefix: PACKAGES,
  // A run that has begun to read one goes on.
  mayBeRead: true,
  namesBetween: async (db, first, last) => {
    const rows = await db
      .selectFrom('functions')
      .select('object_name')
      .where('object_name', '>=', first)
      .where('object_name', '<=', last)
      .execute();
    return rows.flatMap(({ object_name }) => object_name ?? []);
  },
};
