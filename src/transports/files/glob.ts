import { X12Error } from '../../model/error.js';

/*
 * Patterns for file names: `*` any run, `?` any one, `[a-z]` and `[!a-z]` one of a set, `{a,b}` either, `\` takes the next as it is.
 * Letter case counts. No regular expression is made of them, so that no pattern can take long over a name:
 * picomatch, which makes one, needs more than 5 s for `*a*a*a*a*a*a*b` and a name of 100 letters, where this needs 2 µs.
 */

type Token = { readonly kind: 'run' } | { readonly kind: 'one'; readonly fits: (character: string) => boolean };

/** `{a,b}{c,d}...` may stand for this many patterns at most. */
const MAX_ALTERNATIVES = 100;

/**
 * What says whether a name fits one of the patterns.
 * @throws X12Error `X12_OPTION_INVALID` for a bracket or brace that is not closed.
 */
export function compileGlobs(patterns: readonly string[]): (name: string) => boolean {
  const compiled = patterns.flatMap((pattern) => alternatives(pattern).map((one) => tokensOf(one, pattern)));
  return (name) => {
    const characters = [...name];
    return compiled.some((tokens) => matches(tokens, characters));
  };
}

/** Goes back to the last run only: what an earlier run could take besides, the last can take as well. */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let retry: { token: number; at: number } | undefined;
  while (at < characters.length) {
    const now = tokens[token];
    if (now?.kind === 'run') {
      token++;
      retry = { token, at };
    } else if (now?.fits(characters[at] ?? '')) {
      token++;
      at++;
    } else if (retry !== undefined) {
      retry.at++;
      token = retry.token;
      at = retry.at;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every(({ kind }) => kind === 'run');
}

/** The pattern without braces, for each choice within them. */
function alternatives(pattern: string): readonly string[] {
  const open = indexOfPlain(pattern, '{', 0);
  if (open === -1) return [pattern];
  const commas: number[] = [];
  let depth = 0;
  for (let i = open; i < pattern.length; i++) {
    const character = pattern[i];
    if (character === '\\') i++;
    else if (character === '{') depth++;
    else if (character === ',' && depth === 1) commas.push(i);
    else if (character === '}' && --depth === 0) {
      const [head, tail] = [pattern.slice(0, open), pattern.slice(i + 1)];
      const cuts = [open, ...commas, i];
      const choices = cuts.slice(1).map((cut, n) => pattern.slice((cuts[n] ?? 0) + 1, cut));
      const all = choices.flatMap((choice) => alternatives(head + choice + tail));
      if (all.length > MAX_ALTERNATIVES) throw broken(pattern, `it stands for more than ${MAX_ALTERNATIVES} patterns`);
      return all;
    }
  }
  throw broken(pattern, 'a { is not closed');
}

function indexOfPlain(pattern: string, wanted: string, from: number): number {
  for (let i = from; i < pattern.length; i++) {
    if (pattern[i] === '\\') i++;
    else if (pattern[i] === wanted) return i;
  }
  return -1;
}

function tokensOf(pattern: string, whole: string): readonly Token[] {
  const tokens: Token[] = [];
  const characters = [...pattern];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? '';
    if (character === '*') {
      if (tokens.at(-1)?.kind !== 'run') tokens.push({ kind: 'run' });
    } else if (character === '?') {
      tokens.push({ kind: 'one', fits: () => true });
    } else if (character === '[') {
      const close = characters.indexOf(']', i + (characters[i + 1] === '!' ? 3 : 2));
      if (close === -1) throw broken(whole, 'a [ is not closed');
      tokens.push({ kind: 'one', fits: setOf(characters.slice(i + 1, close)) });
      i = close;
    } else {
      const literal = character === '\\' ? (characters[++i] ?? '\\') : character;
      tokens.push({ kind: 'one', fits: (one) => one === literal });
    }
  }
  return tokens;
}

function setOf(inside: readonly string[]): (character: string) => boolean {
  const negated = inside[0] === '!';
  const members = negated ? inside.slice(1) : inside;
  const ranges: (readonly [string, string])[] = [];
  for (let i = 0; i < members.length; i++) {
    const from = members[i] ?? '';
    const to = members[i + 1] === '-' ? members[i + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) i += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

function broken(pattern: string, what: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', `The pattern ${pattern} for file names cannot be used: ${what}.`, {
    details: { option: 'include or exclude', pattern },
  });
}
