import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createEngine, createMemoryControlNumbers } from 'ediloom';
import { decodeFunctional } from 'ediloom/acknowledgment';
import { addGuideKeywords } from 'ediloom/ajv';
import { BASIC, createRepairer } from 'ediloom/charset';
import { encodingNamed } from 'ediloom/encodings';
import { loadDictionaries, loadGuide } from 'ediloom/guides';
import { guide } from 'ediloom/guides/850-004010';
import { sumOfAmounts } from 'ediloom/remittance';
import { createFileControlNumbers } from 'ediloom/stores/file-control-numbers';
import { segmentStream } from 'ediloom/streams/node';
import { createSegmentTransform } from 'ediloom/streams/web';
import { controlNumbersContract } from 'ediloom/testing';

const order = JSON.parse(readFileSync(new URL('order.json', import.meta.url), 'utf8'));
const engine = createEngine({ guides: [guide], dictionaries: await loadDictionaries(), clock: () => 0 });
const { bytes } = engine.generate(order);
const document = await engine.parse(bytes);
assert.equal(document.interchanges[0].groups[0].transactions[0].guide, '850-004010');
assert.deepEqual(engine.generate(document).bytes, bytes);
assert.equal((await engine.validate(bytes)).valid, true);
assert.deepEqual(await loadGuide('850-004010'), guide);
assert.equal(createRepairer({ removeDiacritical: true }, { set: BASIC }).repairText('Ñ', 'text').text, 'N');
assert.equal((await encodingNamed('latin1')).name, 'iso-8859-1');

const tags = [];
for await (const segment of Readable.from([bytes]).pipe(segmentStream())) tags.push(segment.id);
assert.deepEqual(tags, ['ISA', 'GS', 'ST', 'BEG', 'PO1', 'SE', 'GE', 'IEA']);
assert.equal(typeof createSegmentTransform, 'function');
assert.equal(decodeFunctional('997', {}).verdict, 'P');
assert.equal(sumOfAmounts(['0.1', '0.2']), '0.3');
assert.equal(typeof addGuideKeywords, 'function');

const directory = mkdtempSync(join(tmpdir(), 'ediloom-numbers-'));
try {
  const pair = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
  const numbers = createFileControlNumbers({ directory });
  assert.equal(await numbers.next({ kind: 'interchange', ...pair }), 1);
  assert.equal(await numbers.next({ kind: 'interchange', ...pair }), 2);
} finally {
  rmSync(directory, { recursive: true });
}
for (const check of controlNumbersContract(() => ({ open: createMemoryControlNumbers }))) await check.run();
