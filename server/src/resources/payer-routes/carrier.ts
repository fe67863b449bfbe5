import { isAccount } from '../../accounts/accounts.js';
import { invalid } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import type { Transaction } from '../../store/store.js';
import { type SendingConnection, sendingConnection } from '../connections/sending-connection.js';
import { disabledText } from '../connections/unusable-connection.js';
import {
  type SendingPartnership,
  type SendingProfile,
  sendingPartnership,
} from '../partnerships/sending-partnership.js';
import { outboundSettings, type SendingSetting } from '../transaction-settings/sending-settings.js';
import type { Connection, StoredSettings } from './schemas.js';

/*
 * A route of the kind `partnership` has its files carried by a partnership of an account of the operator. Whatever that wants is looked at
 * when the route is saved, when it is checked, and whenever a file goes out: partnerships change without the route.
 */

/** What a route says of the partnership that carries its files. */
type CarriedRoute = Pick<
  StoredSettings,
  'sender' | 'receiver' | 'applicationSender' | 'applicationReceiver' | 'connection'
>;

/** Why nothing can be carried, and what to do; `path` is what of the route it is about. */
export interface NoCarrier {
  readonly message: string;
  readonly path: string;
}

export interface Carrier {
  readonly accountId: string;
  readonly partnership: SendingPartnership;
}

/** A partnership as claims of one release go out over it. */
export interface ClaimCarrier extends Carrier {
  readonly setting: SendingSetting;
  readonly connection: SendingConnection;
}

/** The partnership of a route, whose ids are those of the route: by them its answers are matched. */
export async function findCarrier(db: Transaction, route: CarriedRoute): Promise<Carrier | NoCarrier> {
  // The schema of the kind has let it through.
  const { accountId, partnershipId } = route.connection as Connection<'partnership'>;
  if (!(await isAccount(db, accountId))) {
    return { message: 'There is no such account: `accounts list` has their ids.', path: '/connection/accountId' };
  }
  const partnership = await sendingPartnership(new AccountQueries(db, accountId), partnershipId);
  if (partnership === undefined) {
    const message = 'The account has no such partnership. Create it, or name one that it has.';
    return { message, path: '/connection/partnershipId' };
  }
  return (
    differing('sender', route.sender, partnership.local) ??
    differing('receiver', route.receiver, partnership.partner) ?? { accountId, partnership }
  );
}

function differing(
  name: 'sender' | 'receiver',
  { qualifier, id }: StoredSettings['sender'],
  profile: SendingProfile,
): NoCarrier | undefined {
  if (qualifier === profile.qualifier && id.trimEnd() === profile.interchangeId.trimEnd()) return undefined;
  const whose = name === 'sender' ? 'local' : 'partner';
  const message = `The ${whose} profile of the partnership is ${profile.qualifier} ${profile.interchangeId}: answers would not be matched. Give the route the same ${name}, or the partnership another profile.`;
  return { message, path: `/${name}` };
}

/** The setting and the connection by which sets of 837 of a release go out, beside the partnership. */
export async function findClaimCarrier(
  db: Transaction,
  route: CarriedRoute,
  release: string,
): Promise<ClaimCarrier | NoCarrier> {
  const carrier = await findCarrier(db, route);
  if ('message' in carrier) return carrier;
  const { accountId, partnership } = carrier;
  const queries = new AccountQueries(db, accountId);
  const sets = { partnershipId: partnership.id, transactionSet: '837', release };
  const fitting = (await outboundSettings(queries, sets)).filter((setting) => isOfRoute(setting, route));
  const [setting, other] = fitting;
  const path = '/connection/partnershipId';
  if (setting === undefined) {
    const message = `The partnership has no transaction setting for outbound 837 ${release} with the application ids of the route. Give it one.`;
    return { message, path };
  }
  if (other !== undefined) {
    const message = `Transaction settings ${setting.id} and ${other.id} are both for outbound 837 ${release}. Leave one, or give them application ids.`;
    return { message, path };
  }
  const connection =
    setting.connection_id === null ? undefined : await sendingConnection(queries, setting.connection_id);
  if (connection === undefined) {
    return { message: `Transaction setting ${setting.id} has no connection to deliver over. Give it one.`, path };
  }
  if (Number(connection.enabled) === 0) {
    return { message: `Connection ${connection.id} ${disabledText(connection)}.`, path };
  }
  return { ...carrier, setting, connection };
}

/** A setting that names application ids is for those alone. */
function isOfRoute(
  { local_application_id, partner_application_id }: SendingSetting,
  { sender, receiver, applicationSender = sender.id, applicationReceiver = receiver.id }: CarriedRoute,
): boolean {
  return (
    (local_application_id ?? applicationSender) === applicationSender &&
    (partner_application_id ?? applicationReceiver) === applicationReceiver
  );
}

/** @throws Problem `invalid` for a route whose partnership cannot carry its files. */
export async function demandCarrier(
  tx: Transaction,
  { kind, ...route }: CarriedRoute & Pick<PayerRoutes, 'kind'>,
): Promise<void> {
  if (kind !== 'partnership') return;
  const found = await findCarrier(tx, route);
  if (!('message' in found)) return;
  throw invalid('The route cannot be used as it is.', { code: 'VALIDATION_FAILED', errors: [{ ...found }] });
}
