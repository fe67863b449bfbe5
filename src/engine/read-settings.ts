import type { JsonTexts } from '../guide/read/json-text.js';
import type { NumberForm } from '../guide/values/number.js';
import type { Limits } from '../model/limits.js';
import type { PerSet } from './per-set.js';
import type { ReadCharacterSet } from './read-characters.js';

/** How transaction sets are read: the same for every verb. */
export interface ReadSettings extends Pick<Limits, 'depth' | 'findings'> {
  /** Keep bad values in findings. Default false. */
  readonly badValues?: boolean | undefined;
  /** Characters that data may hold. Default `Extended`, others as warnings. */
  readonly characterSet?: ReadCharacterSet | undefined;
  readonly numbers?: NumberForm | undefined;
  /** Where the data of sets are written as text, in place of objects. Of the same `numbers`; not with loops. */
  readonly text?: JsonTexts | undefined;
}

/** What may be another for each input that a reader reads. */
export interface AskedOfSets {
  /** Id of the guide for every set it fits. */
  readonly guide?: PerSet | undefined;
  /** Loop id whose occurrences are handed out and not kept. */
  readonly loop?: PerSet | undefined;
}
