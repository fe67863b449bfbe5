import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { parseMetadata } from 'mmdb-lib/lib/metadata.js';
import type { Origins } from './origin.js';
import { type CountryOf, refusalOf } from './refusal.js';

const SHIPPED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
/** What a file is and when it was made stands in its last bytes, at most so many (MaxMind DB, 2.0). */
const METADATA_BYTES = 128 * 1024;

/** A row of the data: the published databases name the country in one of two ways. */
type CountryRow = CountryResponse & { readonly country_code?: string };

/**
 * Opens data on countries of addresses, a MaxMind DB. Its end is read at once, so that a wrong file is told at the start; all of it, some
 * 8 MB, with the first address that is looked up, as few servers have payers that ask for it.
 * @param path of the operator's own; absent: what comes with the server.
 * @throws Error where the file is not there, or is of another kind.
 */
export function openOrigins(path: string = createRequire(import.meta.url).resolve(SHIPPED)): Origins {
  const { buildEpoch } = parseMetadata(lastBytes(path));
  let reader: Reader<CountryRow> | undefined;
  const countryOf: CountryOf = (address) => {
    reader ??= new Reader<CountryRow>(readFileSync(path));
    const row = reader.get(address);
    return row?.country_code ?? row?.country?.iso_code;
  };
  return { refusal: (origin) => refusalOf(origin, countryOf), builtAt: buildEpoch.getTime() };
}

function lastBytes(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, METADATA_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes;
  } finally {
    closeSync(file);
  }
}
