import { X12Error } from 'ediloom';
import type { Partnership } from 'ediloom/transports/as2';
import { as2 } from '../../resources/connections/kinds/as2/as2.js';
import { isListenedFor, receivingPartnership } from '../../resources/connections/kinds/as2/partnership.js';
import type { As2Settings } from '../../resources/connections/kinds/as2/settings.js';
import { connectionOfIdentity, isAnyReceiving } from '../../resources/connections/received-by.js';
import { settingsOf } from '../../resources/connections/settings-of.js';
import type { Connections } from '../../store/tables.js';
import type { Services } from '../services.js';
import { secretsOf } from '../transports/open-transport.js';

type Needs = Pick<Services, 'store' | 'secrets'>;

/** A partner over AS2, by whose two ids what comes in is assigned. */
export interface As2Partner {
  readonly connection: Connections;
  readonly settings: As2Settings;
}

/** Whether anything comes in over AS2. */
export function isAs2Needed({ store }: Pick<Needs, 'store'>): Promise<boolean> {
  return store.read((db) => isAnyReceiving(db, as2.name, (row) => isListenedFor(as2SettingsOf(row))));
}

/** The partner of a sender (AS2-From) and a receiver (AS2-To), of whichever account. `undefined`: nothing of theirs is taken. */
export async function findPartner(
  { store }: Pick<Needs, 'store'>,
  from: string,
  to: string,
): Promise<As2Partner | undefined> {
  // The settings' own ids stand the other way round.
  const identity = as2.identity?.of({ localAs2Id: to, partnerAs2Id: from } as As2Settings) ?? '';
  const connection = await store.read((db) => connectionOfIdentity(db, as2.name, identity));
  if (connection === undefined) return undefined;
  const settings = as2SettingsOf(connection);
  return isListenedFor(settings) ? { connection, settings } : undefined;
}

/**
 * How what a partner sends is opened and checked.
 * @throws X12Error that names the connection, where its certificates or keys cannot be used.
 */
export async function partnershipWith(services: Needs, { connection, settings }: As2Partner): Promise<Partnership> {
  const secrets = await secretsOf(services, { connection, kind: as2 });
  try {
    return receivingPartnership(settings, secrets);
  } catch (cause) {
    throw new X12Error(
      'X12_CONNECTION_INVALID',
      `Nothing is taken over the AS2 connection ${connection.id}: its certificates or keys cannot be used. Correct them.`,
      { cause },
    );
  }
}

function as2SettingsOf(connection: Connections): As2Settings {
  // Rows of the kind are written only with what its schema has let through.
  return settingsOf(connection) as As2Settings;
}
