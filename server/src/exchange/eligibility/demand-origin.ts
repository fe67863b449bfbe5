import type { Origin, RefusedOrigin } from '../../origins/origin.js';
import { denied } from '../../problems.js';
import type { Services } from '../services.js';

const REASONS: Readonly<Record<RefusedOrigin['why'], string>> = {
  elsewhere: 'is an address elsewhere',
  unknown: 'is an address of no country that is known',
  unreadable: 'is no address',
  'too-long': 'has more entries than any chain of proxies',
};

/**
 * Refuses a request from outside of the United States where the payer takes none. Nothing has been sent before.
 * @throws Problem `denied`, with the place in the chain and without its address.
 */
export function demandOrigin(
  { origins }: Pick<Services, 'origins'>,
  { usOnly }: { readonly usOnly: boolean },
  origin: Origin,
): void {
  const refused = usOnly ? origins.refusal(origin) : undefined;
  if (refused === undefined) return;
  const { why, entry } = refused;
  const what =
    why === 'too-long'
      ? 'X-Forwarded-For'
      : entry === undefined
        ? 'The connection'
        : `Entry ${entry} of X-Forwarded-For`;
  throw denied(
    `This payer takes requests from the United States and its territories only. ${what} ${REASONS[why]}. Send the request from there, with every address on its way in X-Forwarded-For.`,
    'ORIGIN_BLOCKED',
  );
}
