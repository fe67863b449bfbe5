import type { TransactionSettings } from '../../store/tables.js';

type Chooses = Pick<TransactionSettings, 'transaction_set' | 'release'>;

/** Versions in the field, and the version of the guide that reads them. */
export type Aliases = Readonly<Record<string, string>>;

/**
 * The inbound settings for a set: those of its release as it is written, else those of a release that the same guide reads. More than one
 * is a mistake of the configuration, such as a setting for 837 beside one for 837P.
 * @param transactionSet ST01; a setting may have a letter behind it that tells the guides of a set apart.
 * @param release GS08.
 */
export function settingsFor<Setting extends Chooses>(
  settings: readonly Setting[],
  { transactionSet, release }: { readonly transactionSet: string; readonly release: string },
  aliases: Aliases,
): readonly Setting[] {
  const ofSet = settings.filter(({ transaction_set }) => transaction_set.slice(0, 3) === transactionSet);
  const exact = ofSet.filter((setting) => setting.release === release);
  if (exact.length > 0) return exact;
  return ofSet.filter((setting) => guideVersion(setting.release, aliases) === guideVersion(release, aliases));
}

function guideVersion(release: string, aliases: Aliases): string {
  return (Object.hasOwn(aliases, release) ? aliases[release] : undefined) ?? release;
}
