import { hasRepetitions } from '../envelope/headers.js';
import { DELIMITER_CANDIDATES, type Delimiters } from '../model/delimiters.js';
import type { JudgedGroup } from './judge-group.js';
import type { ReceivedInterchange } from './received.js';

/**
 * The delimiters of the answer: those that were received, as far as they are ASCII, since the answer may be in another
 * encoding, and do not occur in what it repeats. An ISA is read
 * by its widths and may hold its own delimiters; GS02 and GS03 may hold separators that are none in a GS.
 * Those that come from an ISA cannot hold all candidates.
 * @param version ISA12 of the answer: from 00402 on it has a repetition separator, even if what it answers had none.
 */
export function replyDelimiters(
  { header, delimiters }: ReceivedInterchange,
  groups: readonly JudgedGroup[],
  version: string,
): Delimiters {
  const repeated = new Set(
    [header.senderId, header.receiverId, header.senderQualifier, header.receiverQualifier].join(''),
  );
  for (const { header: group, acknowledgment } of groups) {
    addTo(repeated, group.applicationSenderCode, group.applicationReceiverCode);
    // These are free of what was received, but not of what may be chosen instead.
    for (const { controlNumber } of acknowledgment.transactions) addTo(repeated, controlNumber);
  }
  const { segment, element, component, repetition } = delimiters;
  const taken = new Set<string | undefined>([segment, element, component, repetition]);
  const choose = (received: string | undefined): string => {
    if (received !== undefined && received <= '~' && !repeated.has(received)) return received;
    const chosen = [...DELIMITER_CANDIDATES].find((one) => !repeated.has(one) && !taken.has(one)) ?? '^';
    taken.add(chosen);
    return chosen;
  };
  return {
    segment: choose(segment),
    element: choose(element),
    component: choose(component),
    ...(hasRepetitions(version) ? { repetition: choose(repetition) } : {}),
  };
}

function addTo(characters: Set<string>, ...texts: readonly string[]): void {
  for (const text of texts) for (const character of text) characters.add(character);
}
