import type { Part } from './part.js';
import { PatternRefused, refused } from './pattern-refused.js';
import { readClass } from './read-class.js';
import { readEscape } from './read-escape.js';

/** A pattern in the words of RE2, whose engine takes time in proportion to the text, whatever the pattern. */
export interface ReadPattern {
  readonly expression: string;
  /** About as many steps as its program has. */
  readonly steps: number;
}

const MOST_CHARACTERS = 2_000;
const MOST_STEPS = 2_000;
const DEEPEST = 100;
/** RE2 counts no further. */
const MOST_TIMES = 1_000;

/** JavaScript's `.` leaves out all four ends of a line, that of RE2 only the first. */
const ANY = '[^\\n\\r\\x{2028}\\x{2029}]';

const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

/** What is being read: a group, or all of the pattern. */
interface Level {
  /** Steps before the last part. */
  before: number;
  /** Steps of the last part, which a quantifier behind it repeats. */
  last: number;
}

/**
 * Reads an expression of JavaScript, as of the flag `u`, and says the same in the words of RE2. Nothing is captured: whether a text fits
 * is all that is asked. What is no expression of JavaScript may come out as anything.
 * @throws PatternRefused for what no linear-time engine has (look-around, back references) and for what is too large.
 */
export function readPattern(pattern: string): ReadPattern {
  if (pattern.length > MOST_CHARACTERS) {
    throw new PatternRefused(
      `The pattern is longer than ${MOST_CHARACTERS} characters. Make it shorter, or list codes in an enum.`,
    );
  }
  const reader = new PatternReader(pattern);
  return { expression: reader.read(), steps: reader.steps };
}

class PatternReader {
  readonly #pattern: string;
  readonly #levels: Level[] = [{ before: 0, last: 0 }];
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get steps(): number {
    const { before, last } = this.#level;
    return before + last;
  }

  read(): string {
    let expression = '';
    while (this.#at < this.#pattern.length) {
      expression += this.#part();
      if (this.steps > MOST_STEPS) throw this.#tooLarge();
    }
    return expression;
  }

  get #level(): Level {
    return this.#levels.at(-1) ?? { before: 0, last: 0 };
  }

  #part(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    switch (character) {
      case '(':
        return this.#open();
      case ')':
        return this.#close();
      case '*':
      case '+':
      case '?':
      case '{':
        return this.#quantifier();
      case '[':
        return this.#atom(readClass(this.#pattern, this.#at));
      case '\\':
        return this.#atom(readEscape(this.#pattern, this.#at));
      case '.':
        return this.#atom({ text: ANY, length: 1, steps: 1 });
      default:
        return this.#atom({ text: character, length: character.length, steps: 1 });
    }
  }

  #atom({ text, length, steps }: Part): string {
    this.#at += length;
    const level = this.#level;
    level.before += level.last;
    level.last = steps;
    return text;
  }

  #open(): string {
    if (this.#levels.length > DEEPEST)
      throw refused(this.#at, `groups are nested deeper than ${DEEPEST}. Flatten them.`);
    const behind = this.#pattern.slice(this.#at + 1);
    if (/^\?<?[=!]/.test(behind)) {
      throw refused(
        this.#at,
        'look-ahead and look-behind are not taken. Say what stands there as a part of the pattern, or in a rule.',
      );
    }
    const name = /^\?<[^>]*>/.exec(behind)?.[0];
    if (behind.startsWith('?') && name === undefined && !behind.startsWith('?:')) {
      throw refused(this.#at, 'flags of a group are not taken. Write both letters: [Aa].');
    }
    this.#at += 1 + (name?.length ?? (behind.startsWith('?:') ? 2 : 0));
    this.#levels.push({ before: 0, last: 0 });
    return '(?:';
  }

  #close(): string {
    const { steps } = this;
    if (this.#levels.length > 1) this.#levels.pop();
    return this.#atom({ text: ')', length: 1, steps });
  }

  // Whether few or many are taken first makes no difference to whether a text fits: the `?` behind a quantifier goes.
  #quantifier(): string {
    QUANTIFIER.lastIndex = this.#at;
    const [text = '', least, comma, most] = QUANTIFIER.exec(this.#pattern) ?? [];
    if (text === '') throw refused(this.#at, 'a brace that counts nothing. Write \\{ for the brace itself.');
    const times = Math.max(Number(least ?? 1), Number(most || 1));
    if (times > MOST_TIMES)
      throw refused(this.#at, `more than ${MOST_TIMES} times is not taken. Give lengths in x12.min and x12.max.`);
    this.#at += text.length;
    const level = this.#level;
    level.last = level.last * Math.max(times, 1) + 1;
    if (least === undefined) return text.charAt(0);
    return `{${least}${comma}${most}}`;
  }

  #tooLarge(): PatternRefused {
    return new PatternRefused(
      `The pattern comes to more than ${MOST_STEPS} steps: counts multiply, such as those of (a{100}){100}. Make it smaller.`,
    );
  }
}
