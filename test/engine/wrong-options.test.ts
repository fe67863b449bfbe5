import { describe, expect, it } from 'vitest';
import type { EngineOptions } from '../../src/engine/engine-options.js';
import { loadDictionaries, loadGuide } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';

const guide = await loadGuide('850-004010');
const [dictionary] = await loadDictionaries();

/** As from JavaScript, where nothing tells a slip. */
const made = (options?: unknown) => createEngine(options as EngineOptions);

describe('options of an engine that are none', () => {
  it.each([
    ['none at all', undefined, /no object.*createEngine needs \{ guides \}/],
    ['a list of guides', [guide], /no object/],
    ['no guides', {}, /guides is missing.*guides: \[guide\]/],
    ['a guide alone', { guides: guide }, /guides of createEngine must be a list. Write guides: \[guide\]/],
    ['the id of a guide', { guides: ['850'] }, /guides\[0\] of createEngine must be a guide.*loadGuides/],
    ['a module', { guides: [guide, { guide }] }, /guides\[1\] of createEngine is a module/],
    ['a promise of guides', { guides: Promise.resolve([guide]) }, /Await it/],
    ['a promise of dictionaries', { guides: [guide], dictionaries: Promise.resolve([]) }, /Await it/],
    [
      'a guide as a dictionary',
      { guides: [guide], dictionaries: [guide] },
      /dictionaries\[0\] of createEngine must be a dictionary/,
    ],
    [
      'a dictionary as a guide',
      { guides: [dictionary] },
      /guides\[0\] of createEngine is a dictionary\. Give it in dictionaries/,
    ],
    ['a moment as a clock', { guides: [guide], clock: Date.UTC(2026, 0, 31) }, /milliseconds since 1970/],
  ])('are told with what to write: %s', (_, options, message) => {
    expect(() => made(options)).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
    expect(() => made(options)).toThrow(message);
  });
});

describe('options of its verbs', () => {
  const engine = made({ guides: [guide] });
  const wrong = 5 as never;

  it('are objects', async () => {
    const refused = { code: 'X12_OPTION_INVALID' };
    await expect(engine.parse('', wrong)).rejects.toMatchObject(refused);
    await expect(engine.validate('', wrong)).rejects.toMatchObject(refused);
    await expect(engine.acknowledge('', wrong)).rejects.toMatchObject(refused);
    await expect(engine.stream('', wrong).next()).rejects.toMatchObject(refused);
    await expect(engine.generateStream([], wrong).next()).rejects.toMatchObject(refused);
    expect(() => engine.generate({ interchanges: [] }, wrong)).toThrow(expect.objectContaining(refused));
    expect(() => engine.generateInSteps({ interchanges: [] }, wrong).next()).toThrow(expect.objectContaining(refused));
  });

  it('name a loop that there is: one that none has would never come', async () => {
    await expect(engine.stream('', { loop: 'PO11' }).next()).rejects.toThrow(/has a loop PO11.*Did you mean PO1/);
    await expect(engine.stream('', { loop: 'PO1' }).next()).rejects.toMatchObject({ code: 'X12_NOT_AN_INTERCHANGE' });
  });
});
