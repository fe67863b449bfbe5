import { FORMAT_WORDS } from '../../model/format-words.js';
import type { RuleCondition, RuleNode, RuleThen } from '../../model/guide.js';

/** A rule as a sentence: its note, which its author wrote for people, or else what it says. */
export function ruleWords({ id, when = [], then, note }: RuleNode): string {
  const condition = when.length === 0 ? '' : `If ${when.map(conditionWords).join(', and ')}: `;
  const formal = `${condition}${demandWords(then)}`;
  return note === undefined ? `${formal}. (${id})` : `${note.replace(/\.$/, '')}. (${id}: ${formal})`;
}

function conditionWords({ path, is, not }: RuleCondition): string {
  if (is === undefined) return `${path} is ${not === true ? 'absent' : 'present'}`;
  return `${path} is ${not === true ? 'not ' : ''}${anyOf(is)}`;
}

function demandWords(then: RuleThen): string {
  if ('anyOf' in then) return `${anyOf(then.anyOf)} must be present`;
  switch (then.must) {
    case 'exist':
      return `${then.path} must be present`;
    case 'notExist':
      return `${then.path} must be absent`;
    case 'beOneOf':
      return `${then.path} must be ${anyOf(then.values)}`;
    case 'notBeOneOf':
      return `${then.path} must not be ${anyOf(then.values)}`;
    case 'match':
      return `${then.path} must look like ${then.pattern}`;
    case 'ascend':
      return `the range in ${then.path} must not end before it begins`;
    case 'occur':
      return `${then.path} must occur ${timesWords(then)}`;
    case 'equalSum':
      return `the sum of ${then.path} must be that of ${then.equals.join(', ')}`;
    case 'equal':
      return `${then.path} must be the same as ${then.to}`;
    case 'differ':
      return `${then.path} must differ from ${then.to}`;
    case 'conform': {
      const { one, form } = FORMAT_WORDS[then.format];
      return `${then.path} must be ${one}: ${form}`;
    }
  }
}

function timesWords({ min, max }: { readonly min?: number; readonly max?: number }): string {
  const parts = [min === undefined ? [] : [`${min} times at least`], max === undefined ? [] : [`${max} times at most`]];
  return parts.flat().join(' and ');
}

const SYNTAX: Readonly<Record<string, (first: string, all: readonly string[]) => string>> = {
  P: (_, all) => `${all.join(', ')}: all of them, or none.`,
  R: (_, all) => `${all.join(', ')}: one of them at least.`,
  E: (_, all) => `${all.join(', ')}: one of them at most.`,
  C: (first, all) => `With ${first}: ${all.slice(1).join(', ')}, too.`,
  L: (first, all) => `With ${first}: one of ${all.slice(1).join(', ')} at least.`,
};

/** A syntax note, such as `P0304`, as a sentence. @param owner what stands in front of a position: `REF`, `SV101-`. */
export function syntaxWords(note: string, owner: string): string {
  const positions = (note.slice(1).match(/\d\d/g) ?? []).map((position) =>
    owner.endsWith('-') ? `${owner}${Number(position)}` : `${owner}${position}`,
  );
  return SYNTAX[note.charAt(0)]?.(positions[0] ?? '', positions) ?? note;
}

function anyOf(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
