/** What a guide is for. */
export interface GuideTarget {
  /** ST01. */
  readonly set: string;
  /** GS08; for a base set the release. */
  readonly version: string;
  readonly kind: 'guide' | 'base';
  /** The engine's guides only. */
  readonly id?: string | undefined;
}

/** Column `target` of a guide: what its definition says it is for. */
export interface StoredTarget {
  readonly standard: 'x12';
  /** Six digits. */
  readonly release: string;
  /** ST01. */
  readonly transactionSet: string;
  /** GS08; for a base set the release. */
  readonly version: string;
  readonly kind: 'guide' | 'base';
}

/** What a transaction setting asks for. */
export interface WantedSet {
  /** ST01, which may carry a letter that tells the guides of a set apart: `837P`. */
  readonly transactionSet: string;
  readonly release: string;
}

/**
 * Whether a guide can write and read the sets of a setting: the same set, and the same version, or one that stands for it, or a base
 * set of the release.
 */
export function fits(guide: GuideTarget, wanted: WantedSet, aliases: Readonly<Record<string, string>>): boolean {
  const { transactionSet, release } = wanted;
  if (guide.set !== transactionSet.slice(0, 3)) return false;
  if (guide.id !== undefined && transactionSet.length > 3 && !guide.id.startsWith(`${transactionSet}-`)) return false;
  if (guide.version === release) return true;
  if (Object.hasOwn(aliases, release) && aliases[release] === guide.version) return true;
  return guide.kind === 'base' && guide.version === release.slice(0, 6);
}
