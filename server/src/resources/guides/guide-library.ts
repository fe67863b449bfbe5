import type { Engine, Guide, Matcher } from 'ediloom';
import type { GuideEntry } from 'ediloom/guides';
import type { PlannedGuide } from '../../reading/reader.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** A guide as it is used: an account's own published one, or one that comes with the engine. */
export interface KnownGuide {
  /** `LIVE_<ulid>` without its prefix, or the engine's id such as `850-004010`: also what a document's `guide` names it by. */
  readonly id: string;
  readonly guide: Guide;
  /** ST01 and GS08 (or the release) of the sets it writes. */
  readonly transactionSet: string;
  readonly release: string;
  /** What tests values by its patterns: linear for what a customer wrote, JavaScript's own for what comes with the engine. */
  readonly matcher: Matcher;
  /** Key of the node that fragments fill. */
  readonly fragmentPath: string | undefined;
}

/** A guide that is there, to be loaded where nothing waits for it. */
export interface FoundGuide extends Pick<KnownGuide, 'id' | 'fragmentPath'> {
  /**
   * Reads it and compiles it, in turns with what others wait for, once for all who ask meanwhile. Inside of neither a read nor a write.
   * @throws Problem `invalid`: `GUIDE_REFUSED` for one that was published before and that this release refuses, `FAILED_TO_FIND_GUIDE`
   *   for one that went since.
   */
  load(): Promise<KnownGuide>;
  /**
   * What another process reads it by. Inside of neither a read nor a write.
   * @throws Problem `invalid` (`FAILED_TO_FIND_GUIDE`) for one that went since.
   */
  plan(): Promise<PlannedGuide>;
}

/** Finds guides and keeps engines for them: compiled once, and again when a guide is published anew. */
export interface GuideLibrary {
  /** Those that come with the engine. */
  builtIn(): Promise<readonly GuideEntry[]>;
  /** Reads a file the first time, so not inside `write`. @returns `undefined` where the account has no such live guide. */
  find(queries: AccountQueries, guideId: string): Promise<FoundGuide | undefined>;
  /** The guide of the engine for a transaction set and release, or `undefined`: then the base dictionary of the release is used. */
  base(transactionSet: string, release: string): Promise<FoundGuide | undefined>;
  /** An engine that knows these guides, and the dictionaries; cached. */
  engineFor(guides: readonly KnownGuide[]): Promise<Engine>;
}
