import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import type { DocumentInput } from '../../src/engine/document.js';
import { createReader, parsePath, selectFrom } from '../../src/read.js';
import { createValidator } from '../../src/validate.js';
import { createWriter } from '../../src/write.js';
import { ROOT } from '../source-files.js';
import { guide } from './guides.js';

const guides = [guide('850-004010')];
const order: DocumentInput = JSON.parse(readFileSync(join(ROOT, 'test/pack/order.json'), 'utf8'));
const clock = (): number => 0;

describe('createReader, createValidator and createWriter', () => {
  const engine = createEngine({ guides, clock });
  const writer = createWriter({ guides, clock });
  const reader = createReader({ guides });
  const { bytes } = engine.generate(order, { findings: 'report' });

  it('write, read and judge as an engine does', async () => {
    expect(writer.generate(order, { findings: 'report' }).bytes).toEqual(bytes);
    expect(await reader.parse(bytes)).toEqual(await engine.parse(bytes));
    expect(await createValidator({ guides }).validate(bytes)).toEqual(await engine.validate(bytes));
    for (const face of [reader, writer]) expect(face.guides).toEqual(['850-004010']);
  });

  it('have only their own verbs, which need no engine around them', async () => {
    expect(Object.keys(reader).sort()).toEqual([
      'guides',
      'loops',
      'parse',
      'parseLines',
      'parseText',
      'stream',
      'trace',
    ]);
    const own = ['check', 'generate', 'generateInSteps', 'generateStream', 'guides', 'number', 'schema'];
    expect(Object.keys(writer).sort()).toEqual(own);
    const { parse } = reader;
    expect((await parse(bytes)).interchanges).toHaveLength(1);
  });

  it('look up paths in the sets of trace as select does', async () => {
    const path = 'BEG/03';
    const selected = [];
    for await (const set of reader.trace(bytes)) selected.push(...selectFrom(set, parsePath(path)));
    const expected = [];
    for await (const one of engine.select(bytes, path)) expected.push(one);
    expect(selected).toEqual(expected);
    expect(selected[0]?.values).toHaveLength(1);
  });

  it('name themselves where their options are none', () => {
    // From JavaScript anything may come.
    const none: Parameters<typeof createReader>[0] = JSON.parse('null');
    const empty: typeof none = JSON.parse('{}');
    expect(() => createReader(none)).toThrow(
      'The options of createReader are no object. createReader needs { guides }.',
    );
    expect(() => createWriter(empty)).toThrow('guides is missing: createWriter needs it. Write guides: [guide]');
  });

  it('take guides to be sound, and tell an unsound one when it is used; an engine tells where, afterwards, too', async () => {
    const broken = structuredClone(guide('850-004010'));
    const properties = broken.properties.heading?.properties ?? {};
    for (const name of Object.keys(properties)) Reflect.set(properties, name, null);
    const reading = createReader({ guides: [broken] }).parse(bytes);
    await expect(reading).rejects.toMatchObject({ code: 'X12_GUIDE_INVALID' });
    const checked = createEngine({ guides: [broken] }).parse(bytes);
    await expect(checked).rejects.toMatchObject({
      code: 'X12_GUIDE_INVALID',
      details: { problems: expect.anything() },
    });
  });

  it('do not vouch for a guide: an engine checks it all the same', async () => {
    const odd = structuredClone(guide('850-004010'));
    Reflect.set(odd.properties, 'heading', { type: 'object' });
    expect((await createReader({ guides: [odd] }).parse(bytes)).interchanges).toHaveLength(1);
    await expect(createEngine({ guides: [odd] }).parse(bytes)).rejects.toMatchObject({ code: 'X12_GUIDE_INVALID' });
  });
});
