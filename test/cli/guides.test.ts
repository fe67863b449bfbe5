import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listGuides } from '../../src/guides/catalogue.js';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const GUIDES = new URL('../../guides/', import.meta.url);
const ORDER_GUIDE = JSON.parse(readFileSync(new URL('850-004010.json', GUIDES), 'utf8'));
const RETAIL = JSON.parse(readFileSync(new URL('overlays/retail-850.json', GUIDES), 'utf8'));

describe('guides', () => {
  it('lists all, as text or JSON', async () => {
    const entries = await listGuides();
    const { code, out } = await runHere(['guides']);
    expect(code).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(entries.map(({ id }) => id));
    expect(JSON.parse((await runHere(['guides', '--json'])).out)).toEqual(entries);
  });

  it('shows one as a tree with usage, repeats and codes', async () => {
    const { code, out } = await runHere(['guides', '837P-005010X222A1']);
    expect(code).toBe(0);
    expect(out).toMatch(/^heading\n/m);
    expect(out).toMatch(/^ {2}loop 2000A .* R x>1 \[03=20\]$/m);
    expect(out).toMatch(/^ +SV1 .* R x1/m);
    expect(out).toMatch(/^ +SV101 R C003 /m);
    expect(out).toMatch(/^ +SV101-2 R AN 1\/48 /m);
    expect(out).toMatch(/^ +BHT06 R ID 2\/2 .* \{31,CH,RP\}$/m);
    expect(out).not.toMatch(/undefined|NaN|Infinity/);
  });

  it('shows every guide and names it by set where that is enough', async () => {
    for (const { id } of await listGuides()) {
      const { code, out } = await runHere(['guides', id]);
      expect(code, id).toBe(0);
      expect(out, id).not.toMatch(/undefined|NaN|Infinity/);
    }
    expect((await runHere(['guides', '850'])).out).toMatch(/^850-004010 /);
    const several = await runHere(['guides', '837']);
    expect([several.code, several.out]).toEqual([2, '']);
    expect(several.err).toContain('837P-005010X222A1');
  });

  it('prints the type of its JSON, which compiles', async () => {
    const { code, out } = await runHere(['guides', '850', '--types']);
    expect(code).toBe(0);
    const data = readFileSync(new URL('../fixtures/demo/850-purchase-order.json', GUIDES), 'utf8');
    const wrong = data.replace('"quantity_ordered_02": 12', '"quantity_ordered_02": {}');
    expect(wrong).not.toBe(data);
    // The engine's own types would bring all of it, and of Node, into this program.
    folder.file('types.ts', out.replace("import type { Guide } from 'ediloom';", 'type Guide<I, D, L> = [I, D, L];'));
    const modules = [data, wrong].map((json, at) =>
      folder.file(`order-${at}.ts`, `import type { Data } from './types.js';\nexport const order: Data = ${json};`),
    );
    expect(errorsOf(modules)).toEqual([modules[1]]);
  });
});

describe('guides check', () => {
  it.each(['850-004010.json', 'overlays/retail-850.json', 'overlays/cms-hets-270.json'])(
    'finds %s sound',
    async (name) => {
      const result = await runHere(['guides', 'check', new URL(name, GUIDES).pathname]);
      expect(result).toMatchObject({ code: 0, err: '' });
      expect(result.out).toMatch(/is sound\.\n$/);
    },
  );

  it('names each problem of a guide by its JSON pointer', async () => {
    const guide = structuredClone(ORDER_GUIDE);
    const segment = guide.properties.heading.properties.beginning_segment_for_purchase_order_BEG;
    segment.properties.purchase_order_number_03.x12.min = 'one';
    segment.required.push('nothing_99');
    const { code, out } = await runHere(['guides', 'check', folder.file('guide.json', guide)]);
    expect(code).toBe(1);
    expect(out).toMatch(/^\/properties\/heading\/.*purchase_order_number_03\/x12\/min: /m);
    expect(out).toMatch(/^\d problems\.$/m);
  });

  it('names what only shows when the guide is compiled', async () => {
    const guide = structuredClone(ORDER_GUIDE);
    guide.properties.heading.properties.beginning_segment_for_purchase_order_BEG.x12.rules = [
      { id: 'lost', then: { path: 'ZZZ/01', must: 'exist' } },
    ];
    const { code, out } = await runHere(['guides', 'check', folder.file('rule.json', guide)]);
    expect(code).toBe(1);
    expect(out).toContain('lost');
  });

  it('warns of a pattern that may take years, and calls the guide sound all the same', async () => {
    const guide = structuredClone(ORDER_GUIDE);
    const number =
      guide.properties.heading.properties.beginning_segment_for_purchase_order_BEG.properties.purchase_order_number_03;
    number.x12.pattern = '^(([A-Z0-9]+)+)+$';
    const { code, out } = await runHere(['guides', 'check', folder.file('slow.json', guide)]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /\/purchase_order_number_03\/x12\/pattern: Warning: .*may take years on a hostile value; see guides\/README\.md, Patterns\.\nThe guide is sound\.\n$/,
    );
    const rules = [{ at: 'BEG', rule: { id: 'slow', then: { path: '03', must: 'match', pattern: '(x*)*y' } } }];
    const overlay = { ...RETAIL, rules };
    const checked = await runHere(['guides', 'check', folder.file('slow-overlay.json', overlay)]);
    expect(checked.out).toContain('/rules/0/rule/then/pattern: Warning');
    expect(checked.out).toMatch(/is sound\.\n$/);
  });

  it('names a guide that nests without end', async () => {
    const deep = `${'{"properties":{"a":'.repeat(3_000)}{}${'},"x12":{}}'.repeat(3_000)}`;
    const guide = { ...ORDER_GUIDE, required: ['heading'], properties: { heading: 0 } };
    const text = JSON.stringify(guide).replace('"heading":0', `"heading":${deep}`);
    const { code, out, err } = await runHere(['guides', 'check', folder.file('deep.json', text)]);
    expect([code, out, err]).toEqual([1, expect.stringContaining('nests deeper than any guide'), '']);
  });

  it('refuses an overlay that widens its base, or has none', async () => {
    const wide = { ...RETAIL, patch: structuredClone(RETAIL.patch) };
    const segment = wide.patch.properties.heading.properties.beginning_segment_for_purchase_order_BEG;
    segment.properties.purchase_order_number_03.x12.max = 99;
    expect((await runHere(['guides', 'check', folder.file('wide.json', wide)])).code).toBe(1);
    const lost = await runHere(['guides', 'check', folder.file('lost.json', { overlay: 'x', base: 'no-such' })]);
    expect([lost.code, lost.out]).toEqual([2, '']);
  });

  it.each(['[]', '{}', '5', '{"overlay":"x"}'])('has a word for %s', async (text) => {
    const { code, err } = await runHere(['guides', 'check', folder.file('odd.json', text)]);
    expect([code, err]).toEqual([1, '']);
  });

  it('refuses to read by a broken guide', async () => {
    const order = new URL('../fixtures/purchase-order-850/input.edi', GUIDES).pathname;
    const { code, out, err } = await runHere(['validate', order, '--guide', folder.file('odd.json', '{}')]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/no sound guide.*guides check/);
  });

  it('needs a file, and no more than one', async () => {
    expect((await runHere(['guides', 'check'])).code).toBe(2);
    expect((await runHere(['guides', '850', '270'])).code).toBe(2);
  });
});

/** The files in which the strict compiler finds an error, one for each. */
function errorsOf(files: readonly string[]): readonly (string | undefined)[] {
  const options = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, types: [], lib: ['lib.es5.d.ts'] };
  return ts.getPreEmitDiagnostics(ts.createProgram([...files], options)).map(({ file }) => file?.fileName);
}
