import { ConfigError } from '../config.js';
import { openOrigins } from '../origins/open-origins.js';
import type { Origins } from '../origins/origin.js';

/** @throws ConfigError where the file of the setting, or the one that comes with the server, cannot be used. */
export function openCountryData(path: string | undefined): Origins {
  try {
    return openOrigins(path);
  } catch (cause) {
    throw new ConfigError(
      path === undefined
        ? 'The data on countries of addresses is missing. Install the server anew, or name a MaxMind DB in COUNTRY_DATA.'
        : 'COUNTRY_DATA must be the path of a MaxMind DB (.mmdb) with countries.',
      { cause },
    );
  }
}
