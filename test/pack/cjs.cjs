const assert = require('node:assert/strict');
const { createEngine, X12Error } = require('ediloom');
const { addGuideKeywords } = require('ediloom/ajv');
const { BASIC, createRepairer } = require('ediloom/charset');
const { encodingNamed } = require('ediloom/encodings');
const { listGuides, loadGuide } = require('ediloom/guides');
const { guide } = require('ediloom/guides/850-004010');
const { segmentStream } = require('ediloom/streams/node');
const { createSegmentTransform } = require('ediloom/streams/web');
const order = require('./order.json');

async function main() {
  const engine = createEngine({ guides: [guide], clock: () => 0 });
  const { bytes } = engine.generate(order);
  const document = await engine.parse(bytes);
  assert.deepEqual(engine.generate(document).bytes, bytes);
  assert.ok((await listGuides()).some((entry) => entry.id === '850-004010'));
  assert.deepEqual(await loadGuide('850-004010'), guide);
  assert.equal(createRepairer({ removeDiacritical: true }, { set: BASIC }).repairText('Ñ', 'text').text, 'N');
  assert.equal((await encodingNamed('utf-8')).name, 'utf-8');
  assert.equal(typeof segmentStream, 'function');
  assert.equal(typeof createSegmentTransform, 'function');
  assert.equal(typeof addGuideKeywords, 'function');
  // All entries share one copy of the code, and so of the class; the ES modules have another, whose errors are known all the same.
  const refused = await loadGuide('nope').catch((error) => error);
  assert.equal(refused.constructor, X12Error);
  const { loadGuide: loadByImport } = await import('ediloom/guides');
  const imported = await loadByImport('nope').catch((error) => error);
  assert.notEqual(imported.constructor, X12Error);
  assert.ok(imported instanceof X12Error);
  assert.ok(refused instanceof (await import('ediloom')).X12Error);
}

main();
