import type { Config } from '../config.js';
import { ConfigError } from '../config.js';

/** What the system says of an address that cannot be listened on, as advice. */
const REASONS: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is in use by another program. End that one, or give this server another port: PORT=${port + 1}, or PORT=0 for any.`,
  EACCES: ({ port }) =>
    `This user may not listen on port ${port}. Take a port from 1024 on (PORT), and let a proxy stand before it.`,
  EADDRNOTAVAIL: ({ host }) =>
    `This machine has no address ${host}. Set HOST to one of its own; 0.0.0.0 stands for all.`,
  ENOTFOUND: ({ host }) => `HOST is no address of this machine: ${host} cannot be found. 0.0.0.0 stands for all.`,
};

/** Lets an app listen where the configuration says. @throws ConfigError that says what to change. */
export async function listen(
  app: { listen(place: { readonly host: string; readonly port: number }): Promise<unknown> },
  config: Config,
): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const reason = REASONS[code];
    throw reason === undefined ? cause : new ConfigError(reason(config), { cause });
  }
}
