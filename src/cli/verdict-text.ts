import type { AcknowledgmentState } from '../acknowledgment/acknowledgment-state.js';
import type { FunctionalAcknowledgment, GroupVerdict } from '../acknowledgment/functional-acknowledgment.js';
import type { Painter, Style } from './output.js';
import { printable } from './printable.js';

/** TA104, AK901 and IK501 in words. */
const VERDICTS: Readonly<Record<GroupVerdict, readonly [text: string, style: Style]>> = {
  A: ['accepted', 'green'],
  E: ['accepted with errors', 'yellow'],
  P: ['partially accepted', 'red'],
  R: ['rejected', 'red'],
  M: ['rejected: authentication failed', 'red'],
  W: ['rejected: assurance failed', 'red'],
  X: ['rejected: could not be decrypted', 'red'],
};

const STATES: Readonly<Record<AcknowledgmentState, Style>> = {
  awaited: 'blue',
  accepted: 'green',
  'accepted with errors': 'yellow',
  rejected: 'red',
};

export function verdictText(verdict: GroupVerdict, paint: Painter): string {
  const [text, style] = VERDICTS[verdict];
  return paint(style, text);
}

export function stateText(state: AcknowledgmentState, paint: Painter): string {
  return paint(STATES[state], state === 'awaited' ? 'no answer yet' : state);
}

/** `Group HS 71: partially accepted, 1 of 2 sets`. */
export function groupText(group: FunctionalAcknowledgment, paint: Painter): string {
  const { functionalIdentifierCode, controlNumber, verdict, accepted, received } = group;
  const name = printable(`Group ${functionalIdentifierCode} ${controlNumber}`);
  return `${name}: ${verdictText(verdict, paint)}, ${accepted} of ${received} ${received === 1 ? 'set' : 'sets'}`;
}
