import type { TransactionSettings } from '../../store/tables.js';

type Chooses = Pick<
  TransactionSettings,
  'transaction_set' | 'release' | 'local_application_id' | 'partner_application_id'
>;

/** Versions in the field, and the version of the guide that reads them. */
export type Aliases = Readonly<Record<string, string>>;

/** What a set is received as. */
export interface ReceivedSet {
  /** ST01; a setting may have a letter behind it that tells the guides of a set apart. */
  readonly transactionSet: string;
  /** GS08. */
  readonly release: string;
  /** GS02. */
  readonly partnerApplicationId: string;
  /** GS03. */
  readonly localApplicationId: string;
}

/**
 * The inbound settings for a set. Those that name application ids are for groups of these alone; of the others, those of its release as it is
 * written, else those of a release that the same guide reads; of these, those that name most. More than one is a mistake of the configuration,
 * such as a setting for 005010X222 and one for 005010X222A2, where 005010X222A1 has come.
 */
export function settingsFor<Setting extends Chooses>(
  settings: readonly Setting[],
  received: ReceivedSet,
  aliases: Aliases,
): readonly Setting[] {
  const { transactionSet, release } = received;
  const fitting = settings.filter((one) => setOf(one) === transactionSet && isForIds(one, received));
  const exact = fitting.filter((one) => one.release === release);
  const version = guideVersion(release, aliases);
  const found = exact.length > 0 ? exact : fitting.filter((one) => guideVersion(one.release, aliases) === version);
  const most = Math.max(...found.map(named));
  return found.filter((one) => named(one) === most);
}

/** Whether two inbound settings are for the same groups, so that nothing would say which is meant: they are never written beside each other. */
export function clashes(one: Chooses, other: Chooses): boolean {
  const meets = (a: string | null, b: string | null): boolean => a === null || b === null || a === b;
  return (
    setOf(one) === setOf(other) &&
    one.release === other.release &&
    named(one) === named(other) &&
    meets(one.partner_application_id, other.partner_application_id) &&
    meets(one.local_application_id, other.local_application_id)
  );
}

const setOf = ({ transaction_set }: Chooses): string => transaction_set.slice(0, 3);

/** How many application ids it names. */
function named({ local_application_id, partner_application_id }: Chooses): number {
  return [local_application_id, partner_application_id].filter((id) => id !== null).length;
}

function isForIds(
  { local_application_id: local, partner_application_id: partner }: Chooses,
  set: ReceivedSet,
): boolean {
  return (
    (partner === null || partner === set.partnerApplicationId) && (local === null || local === set.localApplicationId)
  );
}

function guideVersion(release: string, aliases: Aliases): string {
  return (Object.hasOwn(aliases, release) ? aliases[release] : undefined) ?? release;
}
