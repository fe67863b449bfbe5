import type { FuncKeywordDefinition } from 'ajv';
import { isObject, member, Problems } from '../guide/check/problems.js';
import { checkShape, SHAPES } from '../guide/check/shapes.js';
import { type Matcher, nativeMatcher, Patterns } from '../guide/plan/matcher.js';
import { requireForm } from '../model/check-options.js';
import type { ElementNode } from '../model/guide.js';
import { type Judge, judgeElement } from './judge-element.js';
import { judgeNotes } from './judge-notes.js';

export { type AjvExpressions, matchedExpressions } from './matched-expressions.js';

/** The part of an ajv that is used: any class of ajv 8 has it. */
export interface KeywordHost {
  addKeyword(definition: FuncKeywordDefinition): unknown;
}

type Validator = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>;

/**
 * Teaches an ajv of draft 2020-12 (`ajv/dist/2020.js`, strict mode too; give it `allowUnionTypes: true`) the dialect's
 * `x12` keyword. It annotates, and it checks what plain JSON Schema cannot say: syntax notes, real dates and times, counted
 * digits and implied decimals of numbers, patterns over the written text.
 * @param options.matcher tests `x12.pattern`. Default: JavaScript's own expressions. ajv matches `pattern` itself: see
 *   {@link matchedExpressions}.
 * @returns the same ajv.
 */
export function addGuideKeywords<A extends KeywordHost>(
  ajv: A,
  { matcher = nativeMatcher }: { readonly matcher?: Matcher | undefined } = {},
): A {
  requireForm('addGuideKeywords', 'ajv.addKeyword', ajv?.addKeyword, 'function');
  const patterns = new Patterns(matcher);
  const definition: FuncKeywordDefinition = {
    keyword: 'x12',
    schemaType: 'object',
    errors: true,
    compile: (x12, node) => validator(elementJudge(x12, patterns) ?? judgeNotes(node)),
  };
  ajv.addKeyword(definition);
  return ajv;
}

function validator(judge: Judge | undefined): Validator {
  if (judge === undefined) return () => true;
  const validate: Validator = (data: unknown) => {
    const broken = judge(data);
    if (broken === undefined) return true;
    validate.errors = [{ keyword: 'x12', message: broken.text, params: { rule: broken.rule } }];
    return false;
  };
  return validate;
}

function elementJudge(x12: unknown, patterns: Patterns): Judge | undefined {
  return isElement(x12) ? judgeElement(x12, patterns) : undefined;
}

function isElement(x12: unknown): x12 is ElementNode['x12'] {
  return (
    isObject(x12) && member(x12, 'element') !== undefined && checkShape(x12, '', SHAPES.elementX12, new Problems())
  );
}
