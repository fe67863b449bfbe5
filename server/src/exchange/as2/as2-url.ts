import type { Config } from '../../config.js';

/** Where partners reach this server over AS2. `undefined`: it does not listen, or on a port that is not known beforehand. */
export function as2UrlOf({ as2, exchangeHost }: Pick<Config, 'as2' | 'exchangeHost'>): string | undefined {
  if (as2 === undefined || as2.url !== undefined) return as2?.url;
  if (as2.port === 0) return undefined;
  const host = exchangeHost.includes(':') ? `[${exchangeHost}]` : exchangeHost;
  return `${as2.tls === undefined ? 'http' : 'https'}://${host}:${as2.port}/as2`;
}
