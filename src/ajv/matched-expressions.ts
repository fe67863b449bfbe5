import type { Matcher, TextTest } from '../guide/plan/matcher.js';

/** What ajv's option `code.regExp` takes. */
export interface AjvExpressions {
  (pattern: string, flags: string): TextTest;
  /** For code that ajv writes to a file: there it is JavaScript's own engine. */
  readonly code: string;
}

/**
 * Has ajv itself match `pattern` and `patternProperties` by a matcher: `new Ajv2020({ code: { regExp: matchedExpressions(matcher) } })`.
 * Give it with schemas that strangers wrote. Its errors are thrown by ajv's `compile`.
 */
export function matchedExpressions(matcher: Matcher): AjvExpressions {
  const compile = (pattern: string): TextTest & { toString(): string } => {
    const test = matcher.compile(pattern);
    // ajv knows expressions by their text: without one of its own, each would stand for all.
    return { test: (text) => test.test(text), toString: () => `/${pattern}/u` };
  };
  return Object.assign(compile, { code: 'new RegExp' });
}
