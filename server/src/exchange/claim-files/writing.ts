import type { Gathering, WaitingClaim } from '../../resources/claims/waiting.js';
import type { Artifacts } from '../../store/tables.js';
import type { Services } from '../services.js';

/** What the claims of one file may be together. */
export interface FileLimits {
  readonly perFile: number;
  readonly perSet: number;
  /** Bytes. */
  readonly mostBytes: number;
}

/** Claims of one account, one route and one type that are written into files. */
export interface Writing {
  readonly services: Services;
  readonly accountId: string;
  readonly gathering: Gathering;
  readonly limits: FileLimits;
  /** Aborts when another process has the job, or this one ends. */
  readonly signal: AbortSignal;
}

/** A claim that waits, and where its 837 is; `undefined`: that is gone. */
export interface GatheredClaim extends WaitingClaim {
  readonly document: Pick<Artifacts, 'id' | 'size'> | undefined;
}
