import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../bench/generate/random.js';
import { checkEngine, checkInput } from './check-input.js';
import { engine } from './read-now.js';

const FOLDER = new URL('../../fixtures/hostile/', import.meta.url);
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.edi'));
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, FOLDER)));

/** Reason and place of every finding, as validating gives them. */
async function findings(name: string): Promise<string[]> {
  const { findings: found } = await engine.validate(bytesOf(`${name}.edi`));
  return found.map(({ reason, at }) => `${reason} ${at.segmentId ?? '-'}${at.element ?? ''}`);
}

describe('inputs that broke a promise once', () => {
  it.each(names)('%s keeps all of them', async (name) => {
    for (let seed = 1; seed <= 20; seed++) checkInput(bytesOf(name), new Random(seed));
    await checkEngine(bytesOf(name));
  });

  it('does not repeat a value that stands in the place of a tag', async () => {
    expect(await findings('value-in-place-of-a-tag')).toContain('segment-unknown -');
  });

  it('counts repetitions when only checking, too', async () => {
    expect(await findings('too-many-repetitions')).toContain('element-repetitions DTP3');
  });

  it('misses a required value where nothing but separators stands', async () => {
    expect(await findings('nothing-but-separators')).toContain('element-mandatory-missing NM12');
  });

  it('reports a wrong binary length in sets without a guide', async () => {
    expect(await findings('binary-length-without-guide')).toContain('binary-length BIN1');
  });

  it('pads an ISA by bytes: what was read comes back', async () => {
    const bytes = bytesOf('multi-byte-id.edi');
    const written = engine.generate(await engine.parse(bytes), { findings: 'report' }).bytes;
    expect(Buffer.from(written).toString()).toBe(Buffer.from(bytes).toString());
  });
});
