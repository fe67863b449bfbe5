import { describe, expect, it } from 'vitest';
import { codeListTypes, guideTypes } from '../../src/guide/document/guide-types.js';
import type { CodesNode } from '../../src/model/guide.js';
import { smallGuide } from '../guides/small-guide.js';

function codesOf(key: string): CodesNode {
  const list = smallGuide().$defs?.[key];
  if (list === undefined || !('enum' in list)) throw new Error(`The small guide has no list ${key}.`);
  return list;
}

describe('guideTypes', () => {
  const guide = smallGuide();
  const lists = { Codes66_1: codesOf('codes_66_1') };

  it('declares all that it uses', () => {
    const text = guideTypes(smallGuide());
    expect(text).toContain('export type Codes66_1 =');
    expect(text.match(/^import /gm)).toHaveLength(1);
    expect(text).toMatch(/^import type \{ Guide \} from 'ediloom';\n/);
  });

  it('imports lists that stand elsewhere, and exports them under the same name', () => {
    const text = guideTypes(smallGuide(), { codes: { from: './codes.js', lists } });
    expect(text).toContain("import type { Codes66_1 } from './codes.js';\nexport type { Codes66_1 };\n");
    expect(text).not.toContain('export type Codes66_1');
    expect(text).toContain('identification_code_qualifier_03?: Codes66_1;');
    const both = `${text.replace(/^(import|export) type \{ Codes66_1 \}.*\n/gm, '')}${codeListTypes(lists)}`;
    expect(both.split('\n').sort()).toEqual(guideTypes(smallGuide()).split('\n').sort());
  });

  it('declares a list of its own whose codes are others than those elsewhere', () => {
    const other = { Codes66_1: { enum: ['QQ'] } };
    const text = guideTypes(smallGuide(), { codes: { from: './codes.js', lists: other } });
    expect(text).toBe(guideTypes(smallGuide()));
  });

  it('takes lists of no other form', () => {
    const codes = { from: './codes.js', lists: undefined };
    // @ts-expect-error from JavaScript
    expect(() => guideTypes(smallGuide(), { codes })).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
  });

  it('gives no type the name of one that each module has', () => {
    const renamed: typeof guide = JSON.parse(JSON.stringify(guide).replaceAll('"loop":"BUYER"', '"loop":"s"'));
    const text = guideTypes(renamed);
    expect(text.match(/^export type Loops =/gm)).toHaveLength(1);
    expect(text).toContain('"s": Loops_2;');
  });
});
