import { isIPv6 } from 'node:net';
import { type Config, ConfigError } from '../config.js';

interface NamedPort {
  /** The setting that names it. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

type Listening = Pick<Config, 'host' | 'port' | 'exchangeHost' | 'as2' | 'sftp' | 'ftps' | 's3'>;

/**
 * Each port is named by one setting: of two, one would not listen, and some listen only once a partner is set up. 0 is any that is free.
 * @throws ConfigError that names both settings.
 */
export function demandPorts(config: Listening): void {
  const ports = portsOf(config);
  for (const [index, one] of ports.entries()) {
    const other = ports.slice(0, index).find((before) => before.port === one.port && overlap(before.host, one.host));
    if (other === undefined) continue;
    throw new ConfigError(`${other.name} and ${one.name} are both ${one.port}. Give each a port of its own.`);
  }
  const { from, to } = config.ftps?.passivePorts ?? { from: 0, to: 0 };
  // Data connections take any of them, and may have taken that of a server which begins to listen later.
  const within = ports.find(({ port, host }) => port >= from && port <= to && overlap(host, config.exchangeHost));
  if (within === undefined) return;
  throw new ConfigError(
    `FTPS_PASSIVE_PORTS has ${within.port} among them, which is ${within.name}. Choose a range without it.`,
  );
}

/** As they are without being set, too: defaults are in the way as much. */
function portsOf({ host, port, exchangeHost, as2, sftp, ftps, s3 }: Listening): readonly NamedPort[] {
  const named = [
    { name: 'PORT', host, port },
    { name: 'AS2_PORT', host: exchangeHost, port: as2?.port ?? 0 },
    { name: 'SFTP_PORT', host: exchangeHost, port: sftp?.port ?? 0 },
    { name: 'FTPS_PORT', host: exchangeHost, port: ftps?.port ?? 0 },
    { name: 'S3_PORT', host: exchangeHost, port: s3?.port ?? 0 },
  ];
  return named.filter((one) => one.port !== 0);
}

/** Whether whoever listens at one stands in the way of the other. Names are not looked up: two that are written differently may be two. */
function overlap(one: string, other: string): boolean {
  return one === other || isWithin(one, other) || isWithin(other, one);
}

function isWithin(host: string, every: string): boolean {
  return every === '::' || (every === '0.0.0.0' && !isIPv6(host));
}
