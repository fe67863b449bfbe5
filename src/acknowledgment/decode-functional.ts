import { requireForm } from '../model/check-options.js';
import type { Finding } from '../model/finding.js';
import { finish, type Steps } from '../model/steps.js';
import { type AcknowledgmentSegment, acknowledgmentSegments } from './acknowledgment-segments.js';
import { decodeNote, type SegmentNote } from './decode-note.js';
import type {
  FunctionalAcknowledgment,
  FunctionalKind,
  GroupVerdict,
  TransactionAcknowledgment,
  TransactionVerdict,
} from './functional-acknowledgment.js';

export interface DecodeFunctionalOptions {
  /** Keep IK404/AK404 in the findings. They may be patient data. Default false. */
  readonly badValues?: boolean | undefined;
  /** Findings that are kept of each set; the others are counted (`findingsLeftOut`), and change no verdict. Default: all. */
  readonly findingsOfSet?: number | undefined;
  /** Findings that are kept of all sets together, those of the first ones. Default: all. */
  readonly findingsInAll?: number | undefined;
}

/** The segments of one AK2 loop. */
interface SetSegments {
  readonly set: AcknowledgmentSegment;
  readonly notes: SegmentNote[];
  /** IK3, IK4 and their triggers that were not kept. */
  leftOut: number;
  end: AcknowledgmentSegment | undefined;
}

const TRANSACTION_VERDICTS: ReadonlySet<string> = new Set(['A', 'E', 'R', 'M', 'W', 'X']);

/**
 * What a 999 or 997 in guide JSON says, whichever guide or dictionary it was read by. Never throws: what is missing or
 * malformed is left out. Findings are errors where their set was rejected and warnings where its data was used; their
 * position knows no more than the acknowledgment does, so `at.interchange` is always 1.
 *
 * Nobody is taken to have accepted what they did not say: a set without a verdict has that of the group unless the group
 * is partially accepted or has none, and then counts as rejected. A group without AK9 is P, and accepted what it lists.
 * @param guide `999`, `997`, or the id of a guide that begins so.
 */
export function decodeFunctional(
  guide: string,
  data: unknown,
  options: DecodeFunctionalOptions = {},
): FunctionalAcknowledgment {
  requireForm('decodeFunctional', 'guide', guide, 'text');
  requireForm('decodeFunctional', 'options', options, 'object');
  return finish(decodeFunctionalInSteps(guide, data, options));
}

/** Segments, or sets, that are looked at between two rests. */
const A_STEP = 50;

/** The same with rests: a set may have a hundred thousand of these segments. */
export function* decodeFunctionalInSteps(
  guide: string,
  data: unknown,
  options: DecodeFunctionalOptions = {},
): Steps<FunctionalAcknowledgment> {
  const { header, sets, end } = yield* structure(acknowledgmentSegments(data), options);
  const kind: FunctionalKind = guide.startsWith('997') ? '997' : '999';
  const stated = end?.element(1) ?? '';
  const verdict = isGroupVerdict(stated) ? stated : 'P';
  const transactions: TransactionAcknowledgment[] = [];
  let left = options.findingsInAll ?? Number.POSITIVE_INFINITY;
  for (const set of sets) {
    if (transactions.length % A_STEP === 0) yield;
    const most = Math.min(left, options.findingsOfSet ?? Number.POSITIVE_INFINITY);
    const decoded = decodeSet(set, verdict, { badValues: options.badValues === true, most });
    left -= decoded.findings.length;
    transactions.push(decoded);
  }
  const accepted = transactions.filter((set) => isAccepted(set.verdict)).length;
  const included = count(end?.element(2)) ?? transactions.length;
  const received = count(end?.element(3)) ?? included;
  const release = header?.element(3) ?? '';
  return {
    kind,
    functionalIdentifierCode: header?.element(1) ?? '',
    controlNumber: header?.element(2) ?? '',
    ...(release === '' ? {} : { release }),
    verdict,
    codes: codes(end, 5),
    included,
    received,
    accepted: count(end?.element(4)) ?? (transactions.length === 0 && isAccepted(verdict) ? received : accepted),
    transactions,
  };
}

interface Structure {
  header?: AcknowledgmentSegment;
  readonly sets: SetSegments[];
  end?: AcknowledgmentSegment;
}

// A segment that stands before those it depends on belongs to nothing, and says nothing.
function* structure(
  segments: Iterable<AcknowledgmentSegment>,
  { findingsOfSet: most = Number.POSITIVE_INFINITY }: DecodeFunctionalOptions,
): Steps<Structure> {
  const found: Structure = { sets: [] };
  let seen = 0;
  // What belongs to one that is left out is left out with it.
  let isNoteOut = false;
  let isElementOut = false;
  for (const segment of segments) {
    if (++seen % A_STEP === 0) yield;
    const set = found.sets.at(-1);
    const note = set?.notes.at(-1);
    switch (segment.tag) {
      case 'AK1':
        found.header ??= segment;
        break;
      case 'AK2':
        found.sets.push({ set: segment, notes: [], leftOut: 0, end: undefined });
        isNoteOut = false;
        break;
      case 'IK3':
      case 'AK3':
        isNoteOut = set !== undefined && set.notes.length >= most;
        isElementOut = false;
        if (set !== undefined && isNoteOut) set.leftOut++;
        else set?.notes.push({ note: segment, contexts: [], elements: [] });
        break;
      case 'IK4':
      case 'AK4':
        isElementOut = isNoteOut || (note !== undefined && note.elements.length >= most);
        if (set !== undefined && isElementOut) set.leftOut++;
        else note?.elements.push({ note: segment, contexts: [] });
        break;
      case 'CTX': {
        const contexts = (note?.elements.at(-1) ?? note)?.contexts ?? [];
        if (!isNoteOut && !isElementOut && contexts.length < most) contexts.push(segment);
        break;
      }
      case 'IK5':
      case 'AK5':
        if (set !== undefined) set.end ??= segment;
        break;
      case 'AK9':
        found.end ??= segment;
    }
  }
  return found;
}

function decodeSet(
  { set, notes, leftOut, end }: SetSegments,
  group: GroupVerdict,
  { badValues, most }: { readonly badValues: boolean; readonly most: number },
): TransactionAcknowledgment {
  const implementation = set.element(3);
  const stated = end?.element(1) ?? '';
  const verdict = isTransactionVerdict(stated) ? stated : group === 'P' ? 'R' : group;
  const severity = isAccepted(verdict) ? 'warning' : 'error';
  const findings: Finding[] = [];
  let findingsLeftOut = leftOut;
  for (const note of notes) {
    if (findings.length >= most) {
      findingsLeftOut += Math.max(1, note.elements.length);
      continue;
    }
    for (const found of decodeNote(note, { severity, badValues })) {
      if (findings.length < most) findings.push(found);
      else findingsLeftOut++;
    }
  }
  return {
    transactionSet: set.element(1),
    controlNumber: set.element(2),
    ...(implementation === '' ? {} : { implementation }),
    verdict,
    codes: codes(end, 2),
    findings,
    ...(findingsLeftOut === 0 ? {} : { findingsLeftOut }),
  };
}

/** The up to five codes from an element on. */
function codes(segment: AcknowledgmentSegment | undefined, from: number): readonly string[] {
  const found = [0, 1, 2, 3, 4].map((more) => segment?.element(from + more) ?? '');
  return [...new Set(found)].filter((code) => code !== '');
}

/** True where data was used. */
export function isAccepted(verdict: GroupVerdict): boolean {
  return verdict === 'A' || verdict === 'E';
}

function isTransactionVerdict(text: string): text is TransactionVerdict {
  return TRANSACTION_VERDICTS.has(text);
}

function isGroupVerdict(text: string): text is GroupVerdict {
  return text === 'P' || TRANSACTION_VERDICTS.has(text);
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
