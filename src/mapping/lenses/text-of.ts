import { freshList } from '../../model/fresh-list.js';
import type { JsonValue } from '../../model/json.js';
import type { Lens, Tell } from '../lens.js';
import { textOfProperty, textOfValue } from './text.js';

/** Codes and their texts. */
export type Codes = Readonly<Record<string, string>>;

/** What becomes of a code without text: the code itself, or nothing. */
export interface TextOfOptions {
  readonly unknown?: 'pass' | 'omit';
}

/**
 * The text of a code. Where a property beside it holds the code, that row stands first, and put takes the code from there.
 * Of two codes with one text put takes the one that stands first in the table.
 */
export function textOf(codes: Codes, options: TextOfOptions = {}): Lens {
  const { get, put } = translation(codes, options);
  return { name: 'textOf', get: (value, tell) => get(textOfValue(value, tell), tell), put };
}

/** {@link textOf} for every repetition, in order. */
export function textsOf(codes: Codes, options: TextOfOptions = {}): Lens {
  const { get, put } = translation(codes, options);
  return {
    name: 'textsOf',
    get(value, tell) {
      const texts = freshList<string>();
      const all: readonly JsonValue[] = Array.isArray(value) ? value : [value];
      for (const one of all) {
        const text = get(textOfValue(one, tell), tell);
        if (text !== undefined) texts.push(text);
      }
      return texts.length === 0 ? undefined : texts;
    },
    put(value, tell) {
      const all: readonly unknown[] = Array.isArray(value) ? value : [value];
      const found = all.map((one) => put(one, tell)).filter((one) => one !== undefined);
      return found.length === 0 ? undefined : found;
    },
  };
}

function translation(codes: Codes, { unknown = 'pass' }: TextOfOptions) {
  const texts = new Map(Object.entries(codes));
  const reverse = new Map(
    Object.entries(codes)
      .reverse()
      .map(([code, text]) => [text, code]),
  );
  return {
    get(code: string | undefined, tell: Tell): string | undefined {
      if (code === undefined) return undefined;
      const found = texts.get(code);
      if (found === undefined) tell.tell('code-unknown');
      return found ?? (unknown === 'pass' ? code : undefined);
    },
    put(value: unknown, tell: Tell): string | undefined {
      const text = textOfProperty(value, tell);
      if (text === undefined) return undefined;
      const code = reverse.get(text);
      if (code === undefined && !texts.has(text)) tell.tell('code-unknown');
      return code ?? text;
    },
  };
}
