import type { ElementType } from '../../model/guide.js';

/** True for Nn and R, whose JSON is a number, or a text where a number would lose something. */
export function isNumeric(type: ElementType): boolean {
  return type === 'R' || /^N\d$/u.test(type);
}

/** Types whose JSON is the X12 text itself. */
export type TextType = 'AN' | 'ID';

export function isText(type: ElementType): type is TextType {
  return type === 'AN' || type === 'ID';
}

/** The `pattern` of the JSON that values of a type have, where it is another text than that of X12. */
export function jsonPattern(type: Exclude<ElementType, TextType | 'B'>): string {
  switch (type) {
    case 'DT':
      return '^\\d{4}-\\d\\d-\\d\\d$';
    case 'TM':
      return '^\\d\\d:\\d\\d(:\\d\\d(\\.\\d\\d?)?)?$';
    case 'R':
      return '^-?(\\d+\\.?\\d*|\\.\\d+)$';
    case 'N0':
      return '^-?\\d+$';
    default:
      return `^-?\\d+(\\.\\d{1,${type.slice(1)}})?$`;
  }
}
