import type { Config } from '../config.js';

type Headers = Readonly<Record<string, string>>;

/** Of every answer: it is what its type says, and nobody on the way keeps it, as most have data of patients or of trade in them. */
export const SAFE_HEADERS: Headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** The same, and where clients reach the server over TLS: that they are to do so next time, too. */
export function answerHeaders({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): Headers {
  const overTls = tls !== undefined || publicUrl?.startsWith('https:') === true;
  return overTls ? { ...SAFE_HEADERS, 'strict-transport-security': 'max-age=31536000' } : SAFE_HEADERS;
}
