import { createEngine } from '../../src/engine/create-engine.js';
import type { Document } from '../../src/engine/document.js';
import type { Engine } from '../../src/engine/engine.js';
import { applyOverlay } from '../../src/guide/overlay/apply-overlay.js';
import type { Finding } from '../../src/model/finding.js';
import { allGuides, dictionary, guide } from '../engine/guides.js';
import { baseText } from './bases.js';
import type { ConformanceCase } from './conformance-case.js';

const guides = allGuides();
const dictionaries = [dictionary('004010'), dictionary('005010')];
const usual = createEngine({ guides, dictionaries });

/** The engine of a case: with everything that ships, and the case's own overlay and limits. */
export function engineOf({ overlay, limits }: ConformanceCase): Engine {
  if (overlay === undefined && limits === undefined) return usual;
  const narrowed = overlay === undefined ? [] : [applyOverlay(guide(overlay.base), overlay)];
  return createEngine({ guides: [...guides, ...narrowed], dictionaries, limits });
}

/** The bytes of a case: its base, edited and counted anew. */
export function inputOf({ base, edit = {}, until }: ConformanceCase): Uint8Array {
  let text = baseText(base);
  for (const [from, to] of Object.entries(edit)) {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`${from} stands ${parts.length - 1} times in the base, not once`);
    text = parts.join(to);
  }
  // Binary data may hold what looks like a terminator.
  if (base !== '275' && !Object.keys(edit).some((from) => from.includes('SE*'))) text = recount(text);
  if (until !== undefined) text = text.slice(0, text.indexOf(until) + until.length);
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function recount(text: string): string {
  return text.replace(/ST\*.*?~SE\*\d+/gs, (set) => {
    const segments = set.split('~').filter((segment) => segment !== '').length;
    return set.replace(/~SE\*\d+$/, `~SE*${segments}`);
  });
}

/** Every finding of a document, in the order of reading as far as the levels keep it. */
export function findingsOf({ findings, interchanges }: Document): Finding[] {
  const groups = interchanges.flatMap((interchange) => interchange.groups);
  const sets = groups.flatMap((group) => group.transactions);
  return [findings, ...[...interchanges, ...groups, ...sets].map((level) => level.findings)].flat();
}
