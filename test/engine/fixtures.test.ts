import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../src/engine/document.js';
import type { EngineEvent } from '../../src/engine/engine-event.js';
import type { Finding } from '../../src/model/finding.js';
import { fullEngine } from './guides.js';

interface Case {
  readonly guide?: string;
  readonly notices?: readonly string[];
}

const folder = new URL('../../fixtures/', import.meta.url);
const engine = fullEngine();
const names = readdirSync(folder).filter((name) => {
  const files = ['input.edi', 'case.json'].map((file) => new URL(`${name}/${file}`, folder));
  // Cases of other stages have findings to show; these here are sound and canonical.
  return files.every((file) => existsSync(file)) && readCase(name).roundTrip !== false;
});

function readCase(name: string): Case & { roundTrip?: boolean } {
  return JSON.parse(readFileSync(new URL(`${name}/case.json`, folder), 'utf8'));
}

function findingsOf({ findings, interchanges }: Document): Finding[] {
  return [
    ...findings,
    ...interchanges.flatMap((interchange) => [
      ...interchange.findings,
      ...interchange.groups.flatMap((group) => [
        ...group.findings,
        ...group.transactions.flatMap((set) => set.findings),
      ]),
    ]),
  ];
}

describe.each(names)('fixture %s', (name) => {
  const bytes = new Uint8Array(readFileSync(new URL(`${name}/input.edi`, folder)));
  const { guide, notices = [] } = readCase(name);

  it('gives no finding but the ones it is about', async () => {
    const document = await engine.parse(bytes);
    expect(findingsOf(document).map((found) => found.reason)).toEqual(notices);
    if (guide !== undefined) expect(document.interchanges[0]?.groups[0]?.transactions[0]?.guide).toBe(guide);
  });

  it('comes back byte for byte, through JSON', async () => {
    const document = JSON.parse(JSON.stringify(await engine.parse(bytes)));
    expect(Buffer.from(engine.generate(document).bytes).toString('latin1')).toBe(Buffer.from(bytes).toString('latin1'));
  });

  it('reads the same however it is cut', async () => {
    const whole = await engine.parse(bytes);
    for (const size of [1, 13, 106]) expect(await engine.parse(pieces(bytes, size))).toEqual(whole);
  });

  it('streams into generateStream and comes back', async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of engine.generateStream(engine.stream(bytes))) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString('latin1')).toBe(Buffer.from(bytes).toString('latin1'));
  });

  it('validates to the same findings and counts, with nothing built', async () => {
    const events: EngineEvent[] = [];
    for await (const event of engine.stream(bytes)) events.push(event);
    const sets = events.filter((event) => event.kind === 'transaction');
    const result = await engine.validate(bytes);
    expect(result.valid).toBe(true);
    expect(result.transactions).toBe(sets.length);
    expect(result.segments).toBe(sets.reduce((sum, set) => sum + set.segments, 0));
    expect(result.findings.map((found) => found.reason)).toEqual(notices);
  });
});

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
