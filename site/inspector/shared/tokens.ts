import type { Delimiters } from 'ediloom';

/** A piece of an element, by what it is drawn as. */
export interface Token {
  readonly kind: 'text' | 'number' | 'component' | 'repetition';
  readonly text: string;
}

const NUMBER = /^-?(\d+\.?\d*|\.\d+)$/;

/** Cuts one element into values and the separators between them; what is `whole` (ISA, binary) stays one value. */
export function elementTokens(element: string, delimiters: Delimiters, whole = false): readonly Token[] {
  if (whole) return element === '' ? [] : [valueToken(element)];
  const tokens: Token[] = [];
  let from = 0;
  for (let at = 0; at <= element.length; at++) {
    const kind = at === element.length ? undefined : separatorAt(element, at, delimiters);
    if (at < element.length && kind === undefined) continue;
    if (at > from) tokens.push(valueToken(element.slice(from, at)));
    if (kind !== undefined) tokens.push({ kind, text: element.charAt(at) });
    from = at + 1;
  }
  return tokens;
}

function separatorAt(text: string, at: number, { component, repetition }: Delimiters): Token['kind'] | undefined {
  const character = text.charAt(at);
  if (character === component) return 'component';
  return character === repetition ? 'repetition' : undefined;
}

function valueToken(text: string): Token {
  return { kind: NUMBER.test(text) ? 'number' : 'text', text };
}
