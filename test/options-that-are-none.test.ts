import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TAKES_VALUES } from './functions-of-values.js';

const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The entry points and their sources, as the build has them. */
const SOURCES = [...text('tsup.config.ts').matchAll(/^ {2}'?([\w/-]+)'?: '(src\/[\w/.-]+\.ts)',$/gm)].map(
  ([, entry = '', source = '']) => ({ entry, source }),
);

/** Nothing, nothing of use, and members that no function knows, as options stand first or behind what they are about. */
const GIVEN = [
  [],
  [{}],
  [null],
  [{ noSuchOption: 1 }],
  [{}, { noSuchOption: 1 }],
  [{}, {}, { noSuchOption: 1 }],
  [5],
  [[null]],
];

type Exported = (...given: readonly unknown[]) => unknown;

/** Calls it as from JavaScript; what it gives is waited for where it is a promise or is read one by one. */
async function thrownBy(exported: Exported, given: readonly unknown[]): Promise<unknown> {
  try {
    const made = call(exported, given);
    if (typeof made !== 'object' || made === null) return undefined;
    if ('then' in made) await Promise.race([made, setTimeout(20)]);
    else if ('next' in made && typeof made.next === 'function') await made.next();
    return undefined;
  } catch (error) {
    return error;
  }
}

function call(exported: Exported, given: readonly unknown[]): unknown {
  if (!/^class\b/.test(String(exported))) return exported(...given);
  return Reflect.construct(exported, given);
}

describe('options that are none', () => {
  it('are looked for at every entry point', () => {
    const { exports } = JSON.parse(text('package.json')) as { exports: Record<string, unknown> }; // as npm reads it
    const entries = Object.keys(exports).filter((name) => !name.includes('*') && name !== './package.json');
    expect(SOURCES.map(({ entry }) => `./${entry}`.replace(/\/?index$/, '')).sort()).toEqual(entries.sort());
  });

  it.each(SOURCES)('are told in words by $entry', async ({ entry, source }) => {
    const module: Readonly<Record<string, unknown>> = await import(`../${source}`);
    const raw: string[] = [];
    for (const [name, exported] of Object.entries(module)) {
      if (typeof exported !== 'function' || TAKES_VALUES.has(name)) continue;
      for (const given of GIVEN) {
        // A function, as its type says.
        const error = await thrownBy(exported as Exported, given);
        const told = error === undefined || (error instanceof Error && error.name === 'X12Error');
        if (!told) raw.push(`${name}(${JSON.stringify(given).slice(1, -1)}): ${error}`);
      }
    }
    expect(raw, `of ${entry}`).toEqual([]);
  });
});
