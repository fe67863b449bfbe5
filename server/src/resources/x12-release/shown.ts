import type { ReleaseSet } from './release-data.js';

/** A transaction set as the list of a release shows it. */
export function showSet({ setId, title, set, functionalId, version, id }: ReleaseSet) {
  return {
    id: setId,
    name: title,
    transactionSet: set,
    ...(functionalId === undefined ? {} : { functionalGroup: functionalId }),
    version,
    guideId: id,
  };
}
