import { Random } from '../../bench/generate/random.js';
import { judge, type Verdict } from './judge.js';
import type { SoundSet } from './sound-set.js';
import type { Spoilt, Want, Way } from './way.js';

export interface MeasureOptions {
  readonly seed: number;
  /** Places tried in each set, for each way. */
  readonly places: number;
}

/** What came of one way over all sets. */
export interface Row {
  readonly way: string;
  readonly tried: number;
  readonly found: number;
  readonly code: number;
  readonly place: number;
  readonly alone: number;
  readonly faults: readonly Fault[];
}

/** A spoilt set of which something was told wrong. */
export interface Fault {
  readonly way: string;
  readonly set: string;
  readonly text: string;
  readonly wanted: readonly string[];
  readonly verdict: Verdict;
}

/** Spoils every set in every way, at places drawn by the seed, and counts what is told right. */
export function measure(sets: readonly SoundSet[], ways: readonly Way[], { seed, places }: MeasureOptions): Row[] {
  return ways.map((way, index) => {
    const random = new Random(seed * 1000 + index);
    const counts = { tried: 0, found: 0, code: 0, place: 0, alone: 0 };
    const faults: Fault[] = [];
    for (const set of sets) {
      for (const spoil of drawn(way.spoil(set), places, random)) {
        const spoilt = spoil();
        const verdict = judge(spoilt);
        counts.tried++;
        for (const name of ['found', 'code', 'place', 'alone'] as const) counts[name] += verdict[name] ? 1 : 0;
        if (!(verdict.found && verdict.code && verdict.place && verdict.alone))
          faults.push(faultOf({ way, set, spoilt, verdict }));
      }
    }
    return { way: way.name, ...counts, faults };
  });
}

function drawn<T>(all: readonly T[], count: number, random: Random): T[] {
  const left = [...all];
  const chosen: T[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(random.below(left.length), 1));
  return chosen;
}

interface Judged {
  readonly way: Way;
  readonly set: SoundSet;
  readonly spoilt: Spoilt;
  readonly verdict: Verdict;
}

function faultOf({ way, set, spoilt, verdict }: Judged): Fault {
  const { text, wants } = spoilt;
  return { way: way.name, set: `${set.guide.id}, ${set.name}`, text, wanted: wants.map(wantLine), verdict };
}

function wantLine({ level, codes, at }: Want): string {
  const ik4 = [at.element, at.component, at.repetition].map((part) => part ?? '').join(':');
  const place = `${at.segmentId ?? ''}*${at.segment ?? ''}*${at.loopId ?? ''} ${ik4.replace(/:+$/, '')}`;
  return `${level} ${codes.join('|') || 'any'} ${place}`.trim();
}
