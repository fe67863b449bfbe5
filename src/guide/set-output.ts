import type { SegmentSink } from '../model/segments.js';
import type { CharacterRules } from './character-rules.js';

/**
 * Where the set at hand goes, and its rules for characters. All that write a set share one: they outlive the set, while
 * sink and rules are those of its interchange.
 */
export class SetOutput {
  sink: SegmentSink = NOWHERE;
  characters: CharacterRules | undefined;

  open(sink: SegmentSink, characters: CharacterRules | undefined): void {
    this.sink = sink;
    this.characters = characters;
  }

  /** Lets go of sink and rules. */
  close(): void {
    this.sink = NOWHERE;
    this.characters = undefined;
  }
}

const NOWHERE: SegmentSink = {
  begin: () => undefined,
  restart: () => undefined,
  nextElement: () => undefined,
  nextRepetition: () => undefined,
  nextComponent: () => undefined,
  value: () => false,
  plain: () => false,
  isDelimiter: () => false,
  binary: () => true,
  raw: () => undefined,
  end: () => undefined,
};
