/** The characters that structure a text. */
export interface TextDelimiters {
  readonly element: string;
  readonly component: string;
  /** Where ISA11 is none, the usual one: a mutation may put it in all the same. */
  readonly repetition: string;
  readonly terminator: string;
}

/** Bytes as characters, cut behind every segment terminator. */
export interface X12Text {
  readonly delimiters: TextDelimiters;
  /** Without their terminators; line breaks stand in front of the tag that follows them. */
  readonly segments: string[];
  /** What stands behind the last terminator. */
  readonly rest: string;
}

const USUAL: TextDelimiters = { element: '*', component: ':', repetition: '^', terminator: '~' };
const ISA_LENGTH = 106;

/** By the fixed places of the ISA that the text begins with; the usual ones where it begins otherwise. */
export function delimitersOf(text: string): TextDelimiters {
  if (!text.startsWith('ISA') || text.length < ISA_LENGTH) return USUAL;
  const eleventh = text.charAt(82);
  return {
    element: text.charAt(3),
    component: text.charAt(104),
    repetition: /[A-Za-z0-9 ]/.test(eleventh) ? USUAL.repetition : eleventh,
    terminator: text.charAt(105),
  };
}

export function splitX12(text: string): X12Text {
  const delimiters = delimitersOf(text);
  const segments = text.split(delimiters.terminator);
  const rest = segments.pop() ?? '';
  return { delimiters, segments, rest };
}

export function joinX12({ delimiters, segments, rest }: X12Text): string {
  return segments.map((segment) => segment + delimiters.terminator).join('') + rest;
}

/** The tag, without line breaks in front of it. */
export function tagOf(segment: string, { element }: TextDelimiters): string {
  const end = segment.indexOf(element);
  return segment.slice(0, end < 0 ? segment.length : end).trim();
}
