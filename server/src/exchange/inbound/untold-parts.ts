import { faultAt, type InboundFault } from './inbound-fault.js';
import type { JudgedInterchange } from './judge-file.js';

/**
 * Whatever a file holds is taken, or somebody else has it, or a fault says why not. Those who reject a part say why; this looks at all of them
 * together, so that a part which each of them leaves to another does not go without a word.
 * @param faults all that was found of the file so far.
 * @returns a fault for each part of it that was not taken, and that none of these is about.
 */
export function untoldParts(
  interchanges: readonly JudgedInterchange[],
  faults: readonly InboundFault[],
): readonly InboundFault[] {
  const told = new Set(faults.flatMap(({ at }) => (at === undefined ? [] : nameOf(at.interchange, at.group))));
  return interchanges.flatMap((one) => {
    const { place } = one;
    if (one.fate === 'elsewhere') return [];
    if (!isRead(one)) return told.has(nameOf(place)) || isToldByGroups(one, told) ? [] : untold(place);
    return one.outlined.groups.flatMap(({ transactions }, index) => {
      const lacking = transactions - (one.wanted[index]?.length ?? 0);
      return lacking <= 0 || told.has(nameOf(place, index + 1)) ? [] : untold(place, index + 1);
    });
  });
}

/** Whether its groups count: an interchange that is not taken as a whole needs one reason only. */
function isRead({ fate, isDuplicate, acknowledged }: JudgedInterchange): boolean {
  return fate === 'read' && !isDuplicate && acknowledged?.verdict.acknowledgmentCode !== 'R';
}

function isToldByGroups({ place, outlined }: JudgedInterchange, told: ReadonlySet<string>): boolean {
  return outlined.groups.some((_, index) => told.has(nameOf(place, index + 1)));
}

function nameOf(interchange: number, group?: number): string {
  return `${interchange} ${group ?? ''}`;
}

function untold(interchange: number, group?: number): InboundFault {
  const text = `${group === undefined ? 'it' : 'something of it'} was not processed, and nothing was found that says why. Check the file with ediloom validate, and report what it says with the version of the server.`;
  return faultAt({ interchange, group }, 'UNKNOWN_ERROR', { text });
}
