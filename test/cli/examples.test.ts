import { describe, expect, it } from 'vitest';
import { listGuides } from '../../src/guides/catalogue.js';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const sets = (await listGuides()).filter(({ set }) => set !== 'TA1');

describe('example | generate | validate', () => {
  it('covers the guides of the package', () => {
    expect(sets.length).toBeGreaterThan(40);
  });

  it.each(sets)('is clean and read by the same guide: $id', async ({ id }) => {
    const example = await runHere(['example', id]);
    expect(example).toMatchObject({ code: 0, err: '' });
    const written = await runHere(['generate', folder.file(`${id}.json`, example.out)]);
    expect(written).toMatchObject({ code: 0, err: '' });
    const x12 = folder.file(`${id}.edi`, written.bytes);
    const checked = await runHere(['validate', x12, '--json']);
    expect(checked.code, checked.out).toBe(0);
    expect(JSON.parse(checked.out)).toMatchObject({ valid: true, transactions: 1, findings: [] });
    const { interchanges } = JSON.parse((await runHere(['parse', x12])).out);
    expect(interchanges[0].groups[0].transactions[0].guide).toBe(id);
  });

  it('says why TA1 has none', async () => {
    expect(await runHere(['example', 'TA1'])).toMatchObject({ code: 2, out: '' });
  });
});
