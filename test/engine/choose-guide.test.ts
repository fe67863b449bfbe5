import { describe, expect, it } from 'vitest';
import { GuideChooser } from '../../src/engine/choose-guide.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { nativeMatcher } from '../../src/guide/plan/matcher.js';
import { allGuides, dictionary, guide } from './guides.js';

const chooser = new GuideChooser(allGuides(), {
  dictionaries: [dictionary('005010'), dictionary('004010')],
  compile: compileGuide,
});

function chosen(transactionSet: string, release: string, implementation?: string): string[] {
  const { id, notice } = chooser.choose({ transactionSet, release, implementation });
  return notice === undefined ? [id] : [id, notice];
}

describe('GuideChooser', () => {
  it.each<[string, string, string | undefined, readonly string[]]>([
    ['270', '005010X279A1', '005010X279A1', ['270-005010X279A1']],
    ['270', '005010X279A1', undefined, ['270-005010X279A1']],
    ['270', '005010', '005010X279A1', ['270-005010X279A1']],
    ['270', '005010X279A1  ', undefined, ['270-005010X279A1']],
    ['837', '005010X222A1', '005010X222A1', ['837P-005010X222A1']],
    ['837', '005010X223A2', '005010X223A2', ['837I-005010X223A2']],
    ['277', '005010X214', '005010X214', ['277CA-005010X214']],
    ['277', '005010X212', '005010X212', ['277-005010X212']],
    ['270', '005010X279', '005010X279', ['270-005010X279A1', 'guide-alias']],
    ['837', '005010X222A2', undefined, ['837P-005010X222A1', 'guide-alias']],
    ['850', '004010', undefined, ['850-004010']],
    ['850', '004010VICS', undefined, ['850-004010', 'guide-base']],
    ['278', '005010X217', '005010X217', ['278-005010', 'guide-base']],
    ['850', '005010', undefined, ['dictionary-005010', 'guide-dictionary']],
    ['850', '004030', undefined, ['dictionary-004010', 'guide-dictionary']],
    ['850', '007040', undefined, ['dictionary-005010', 'guide-dictionary']],
    ['850', '003040', undefined, ['generic', 'guide-none']],
    ['270', '', undefined, ['generic', 'guide-none']],
    ['constructor', '__proto__', 'toString', ['generic', 'guide-none']],
  ])('%s %s %s', (set, release, implementation, expected) => {
    expect(chosen(set, release, implementation)).toEqual(expected);
  });

  it('lets a later guide for the same set and version count', () => {
    const base = guide('270-005010X279A1');
    const id = '270-of-a-partner';
    const own = { ...base, $id: `urn:ediloom:guide:${id}`, x12: { ...base.x12, id } } as const;
    const partner = new GuideChooser([guide('270-005010X279A1'), own], { compile: compileGuide });
    expect(partner.choose({ transactionSet: '270', release: '005010X279A1' }).id).toBe('270-of-a-partner');
    expect(partner.byId('270-005010X279A1').id).toBe('270-005010X279A1');
  });

  it('refuses an id that it was not given', () => {
    expect(() => chooser.byId('999-XX')).toThrow(/999-XX/);
    expect(chooser.byId('dictionary-004010').dictionary?.release).toBe('004010');
  });
});

it('compiles a guide once, its own and those of others, whatever other engines do with it', () => {
  let compiled = 0;
  const counting: typeof compileGuide = (one, options) => {
    compiled++;
    return compileGuide(one, options);
  };
  const own = guide('850-004010');
  const foreign = guide('997-004010');
  // A matcher of its own each time, so that no plan is shared by all.
  const chooserOf = () => new GuideChooser([own], { compile: counting, matcher: () => ({ ...nativeMatcher }) });
  const [one, other] = [chooserOf(), chooserOf()];
  for (let i = 0; i < 3; i++) {
    one.planOf(own);
    other.planOf(own);
    one.planOf(foreign);
  }
  expect(compiled).toBe(3);
});
