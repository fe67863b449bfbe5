import type { Static } from 'typebox';
import type { TransactionSettings } from '../../store/tables.js';
import type { FragmentConfig } from './schemas.js';

type Config = Static<typeof FragmentConfig>;

/** The column `fragments` of what a request's schema has let through. */
export function fragmentColumn(config: Config | undefined): TransactionSettings['fragments'] {
  return config === undefined ? null : JSON.stringify(config);
}

/** What {@link fragmentColumn} wrote. */
export function fragmentConfigOf({ fragments }: Pick<TransactionSettings, 'fragments'>): Config | undefined {
  return fragments === null ? undefined : (JSON.parse(fragments) as Config);
}
