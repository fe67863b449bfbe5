import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { type ClaimType, shapeOf } from '../../src/claims/claim-type.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { loadDictionaries, loadGuide, loadGuides } from '../../src/guides/catalogue.js';
import { isX12Error } from '../../src/model/error.js';
import { compareClaims } from './claims/compare-claims.js';

// Reads every 837 in folders of other people's files: each claim must be read as a request and come back from it segment for
// segment in canonical form, or lose what `claims/losses.ts` lists. `npm run corpus:claims -- FOLDER...`; exit code 1
// when something else is lost.

const TYPES: readonly ClaimType[] = ['professional', 'institutional', 'dental'];
const engine = createEngine({ guides: await loadGuides(), dictionaries: await loadDictionaries() });
const codecs = new Map(
  await Promise.all(
    TYPES.map(async (type) => {
      const { guide } = shapeOf(type);
      return [guide, createClaimCodec(type, await loadGuide(guide))] as const;
    }),
  ),
);

const counted = new Map<string, number>();
let [files, others, claims, whole, bad] = [0, 0, 0, 0, 0];
for (const folder of process.argv.slice(2))
  for (const file of await readdir(folder, { recursive: true })) await take(join(folder, file));
console.log(
  `${files} files, ${others} of them of other guides than claims have; ${claims} claims, ${whole} come back whole, ${bad} files with a loss that has no reason`,
);
for (const [reason, count] of [...counted].toSorted(([, one], [, other]) => other - one))
  console.log(`  ${count} ${reason}`);
process.exitCode = bad === 0 && claims > 0 ? 0 : 1;

async function take(path: string): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined || !/ST.837/.test(bytes.toString('latin1'))) return;
  files++;
  try {
    const compared = await compareClaims(bytes, engine, codecs);
    claims += compared.length;
    whole += compared.filter(({ reasons, unexplained }) => reasons.length + unexplained.length === 0).length;
    for (const reason of compared.flatMap(({ reasons }) => reasons))
      counted.set(reason, (counted.get(reason) ?? 0) + 1);
    const left = compared.flatMap(({ unexplained }) => unexplained);
    if (left.length > 0) bad++;
    if (compared.length === 0) others++;
    if (left.length > 0) console.log(`${path}: ${left.join(', ')}`);
  } catch (error) {
    if (!isX12Error(error)) throw error;
    console.log(`${path}: ${error.code}`);
    bad++;
  }
}
