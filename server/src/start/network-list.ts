import { isIP } from 'node:net';
import { ConfigError } from '../config.js';

/**
 * Networks of a setting: CIDRs or single addresses, separated by commas or blanks.
 * @throws ConfigError that names the setting and the entry's place.
 */
export function networkList(setting: string, text: string | undefined): readonly string[] {
  const entries = (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  entries.forEach((entry, index) => {
    if (!isNetwork(entry)) {
      throw new ConfigError(`${setting}: entry ${index + 1} is not a network such as 10.0.0.0/8 or fd00::/8.`);
    }
  });
  return entries;
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
