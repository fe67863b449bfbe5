import type { Json } from '../../store/tables.js';
import type { Notifications } from './schemas.js';

/** `buckets.notifications`: members that are not known are not kept. */
export function notificationsColumn({ functions = [] }: Notifications = {}): Json | null {
  const named = functions.map(({ functionName }) => ({ functionName }));
  return named.length === 0 ? null : JSON.stringify({ functions: named });
}

/** The list is there even if it is empty: clients read it without looking whether it is. */
export function notificationsOf(column: Json | null): {
  readonly functions: readonly { readonly functionName: string }[];
} {
  if (column === null) return { functions: [] };
  // Releases before this one have stored whatever was given, unchecked.
  const { functions } = JSON.parse(column) as Notifications;
  return { functions: Array.isArray(functions) ? functions : [] };
}
