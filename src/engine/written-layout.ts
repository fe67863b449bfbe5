import { hasRepetitions, type InterchangeHeader } from '../envelope/headers.js';
import type { Delimiters } from '../model/delimiters.js';
import type { Newline } from '../model/option-rules.js';

/** The line end, unless the terminator is in it: that would end an empty segment on every line. */
export function besideTerminator(newline: Newline, { segment }: Delimiters): Newline {
  return newline.includes(segment) ? '' : newline;
}

/** The delimiters without a repetition separator below control version 00402, where ISA11 is U. */
export function fitting(delimiters: Delimiters, { controlVersionNumber }: InterchangeHeader): Delimiters {
  return fittingVersion(delimiters, controlVersionNumber);
}

/** The same for a control version: `00401`. */
export function fittingVersion(delimiters: Delimiters, version: string): Delimiters {
  if (hasRepetitions(version)) return delimiters;
  const { element, component, segment } = delimiters;
  return { element, component, segment };
}
