import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { hostname } from 'node:os';
import { type As2Listening, type Config, ConfigError, type Environment } from '../config.js';
import { s3PlaceOf } from '../objects/s3-place.js';
import { namesHosts } from '../resources/functions/allowed-hosts.js';
import { authorities } from './authorities.js';
import { delays, FUNCTION_DELAYS, WEBHOOK_DELAYS } from './delays.js';
import { demandPorts } from './demand-ports.js';
import { readJobPlaces } from './job-places.js';
import { isLoopback, mailSettings } from './mail-settings.js';
import { networkList } from './network-list.js';

const MB = 1024 * 1024;
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Reads the configuration from environment variables; `NAME_FILE` names a file with the value of `NAME`.
 * @throws ConfigError for the first setting that cannot be used.
 */
export function readConfig(env: Environment): Config {
  const text = (name: string): string | undefined => textOf(env, name);
  const days = (name: string) => (text(name) === undefined ? undefined : whole(env, name, 1, 1, 36_500));
  const config: Config = {
    dataDir: text('DATA_DIR') ?? './data',
    host: hostAlone('HOST', text('HOST')) ?? '127.0.0.1',
    port: whole(env, 'PORT', 8480, 0, 65_535),
    publicUrl: bareUrl('PUBLIC_URL', url(env, 'PUBLIC_URL', ['http:', 'https:']))?.replace(/\/+$/, ''),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    objectsUrl: bucketUrl(url(env, 'OBJECTS_URL', ['s3:'])),
    masterKey: masterKey(text('MASTER_KEY')),
    lostMasterKeys:
      text('LOST_MASTER_KEYS')
        ?.split(',')
        .map((id) => id.trim()) ?? [],
    encryptAtRest: flag(env, 'ENCRYPT_AT_REST'),
    adminToken: longEnough(text('ADMIN_TOKEN')),
    allowedNetworks: networkList('ALLOW_PRIVATE_NETWORKS', text('ALLOW_PRIVATE_NETWORKS')),
    trustedProxies: networkList('TRUST_PROXY', text('TRUST_PROXY')),
    clientCertificateHeader: headerName('CLIENT_CERTIFICATE_HEADER', text('CLIENT_CERTIFICATE_HEADER')),
    countryData: text('COUNTRY_DATA'),
    bodyMemoryBytes: whole(env, 'BODY_MEMORY_MB', 64, 8, 65_536) * 1024 * 1024,
    connectionsPerAddress: whole(env, 'CONNECTIONS_PER_ADDRESS', 512, 1, 1_000_000),
    tls: tlsFiles(env, 'TLS_'),
    exchangeHost: hostAlone('EXCHANGE_HOST', text('EXCHANGE_HOST')) ?? '127.0.0.1',
    as2: as2Listening(env),
    sftpEndpoint: sftpEndpoint(env),
    sftp: sftpListening(env),
    ftps: ftpsListening(env),
    s3: s3Listening(env),
    storage: {
      quotaBytes: optionalMegabytes(env, 'STORAGE_QUOTA_MB'),
      reserveBytes: whole(env, 'DISK_RESERVE_MB', 512, 0, 100_000_000) * MB,
    },
    uploads: uploadLimits(env),
    functions: {
      isolation: oneOf(env, 'FUNCTIONS_ISOLATION', ['box', 'none', 'off'], 'box') as 'box' | 'none' | 'off',
      places: whole(env, 'FUNCTIONS_AT_ONCE', 8, 1, 1_000),
      allowedHosts: hostList('FUNCTIONS_ALLOWED_HOSTS', text('FUNCTIONS_ALLOWED_HOSTS')),
      delaysMs: delays('FUNCTIONS_DELAYS_MS', text('FUNCTIONS_DELAYS_MS'), FUNCTION_DELAYS),
    },
    allowInsecure: flag(env, 'ALLOW_INSECURE'),
    delivery: {
      attempts: whole(env, 'DELIVERY_ATTEMPTS', 3, 1, 100),
      intervalMs: whole(env, 'DELIVERY_INTERVAL_MS', 360_000, 1, 86_400_000),
    },
    webhookDelaysMs: delays('WEBHOOK_DELAYS_MS', text('WEBHOOK_DELAYS_MS'), WEBHOOK_DELAYS),
    trustedAuthorities: authorities(text('TRUSTED_CA')),
    mail: mailSettings(url(env, 'SMTP_URL', ['smtp:', 'smtps:']), text('MAIL_FROM')),
    jobs: {
      leaseMs: whole(env, 'JOB_LEASE_MS', 60_000, 100, 3_600_000),
      places: readJobPlaces('JOB_CONCURRENCY', text('JOB_CONCURRENCY')),
    },
    maxSessions: whole(env, 'MAX_SESSIONS', 8, 1, 1000),
    reader: {
      processes: whole(env, 'READER_PROCESSES', 2, 1, 64),
      memoryMb: whole(env, 'READER_MEMORY_MB', 1_024, 128, 65_536),
    },
    idempotencyLeaseMs: whole(env, 'IDEMPOTENCY_LEASE_MS', 30_000, 100, 3_600_000),
    retentionDays: days('RETENTION_DAYS'),
    checksRetentionDays: days('CHECKS_RETENTION_DAYS') ?? days('RETENTION_DAYS'),
    simulatedClaims: {
      afterMs: whole(env, 'SIMULATED_CLAIMS_AFTER_MS', 2_000, 0, 86_400_000),
      takesFiles: flag(env, 'SIMULATE_PAYER'),
    },
    auditRetentionDays: days('AUDIT_RETENTION_DAYS'),
    shutdownMs: whole(env, 'SHUTDOWN_MS', 30_000, 0, 3_600_000),
    checksShutdownMs: whole(env, 'CHECKS_SHUTDOWN_MS', 60_000, 0, 3_600_000),
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    operatorConnections: text('OPERATOR_CONNECTIONS'),
  };
  demandPorts(config);
  demandProtected(config);
  if (config.clientCertificateHeader !== undefined && config.trustedProxies.length === 0) {
    throw new ConfigError('CLIENT_CERTIFICATE_HEADER is believed from proxies in TRUST_PROXY alone. Name them there.');
  }
  return config;
}

/** Beyond loopback, what passes must be encrypted, and so must what lies: unless the operator says otherwise. */
function demandProtected(config: Config): void {
  const { host, exchangeHost, tls, s3, trustedProxies, allowInsecure, encryptAtRest } = config;
  if (allowInsecure) return;
  if (!isLoopback(exchangeHost) && !encryptAtRest) {
    throw new ConfigError(
      'EXCHANGE_HOST is reachable from other machines, but payloads are stored as they are. Set ENCRYPT_AT_REST=1, or ALLOW_INSECURE=1 to do without.',
    );
  }
  if (!isLoopback(exchangeHost) && s3 !== undefined && s3.tls === undefined && trustedProxies.length === 0) {
    throw new ConfigError(
      'S3_PORT is reachable from other machines, but there is no TLS. Set S3_TLS_CERT and S3_TLS_KEY (paths of PEM files), or TRUST_PROXY ' +
        '(the networks of the proxy that speaks TLS), or ALLOW_INSECURE=1 to do without.',
    );
  }
  if (isLoopback(host)) return;
  if (tls === undefined && trustedProxies.length === 0) {
    throw new ConfigError(
      'HOST is reachable from other machines, but there is no TLS. Set TLS_CERT and TLS_KEY (paths of PEM files), or TRUST_PROXY (the ' +
        'networks of the proxy that speaks TLS), or ALLOW_INSECURE=1 to do without.',
    );
  }
  if (!encryptAtRest) {
    throw new ConfigError(
      'HOST is reachable from other machines, but payloads are stored as they are. Set ENCRYPT_AT_REST=1, or ALLOW_INSECURE=1 to do without.',
    );
  }
}

function textOf(env: Environment, name: string): string | undefined {
  const value = env[name];
  const file = env[`${name}_FILE`];
  const isGiven = value !== undefined && value !== '';
  if (file === undefined || file === '') return isGiven ? value : undefined;
  if (isGiven)
    throw new ConfigError(
      `${name} and ${name}_FILE are both set, and one of them would count for nothing. Leave one out.`,
    );
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(`${name}_FILE names a file that cannot be read.`, { cause });
  }
}

function whole(env: Environment, name: string, standard: number, least: number, most: number): number {
  const text = textOf(env, name);
  if (text === undefined) return standard;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}.`);
}

function flag(env: Environment, name: string): boolean {
  const text = textOf(env, name);
  if (text === undefined || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw new ConfigError(`${name} must be 1 or 0.`);
}

function oneOf(env: Environment, name: string, choices: readonly string[], standard: string): string {
  const text = textOf(env, name) ?? standard;
  if (choices.includes(text)) return text;
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}.`);
}

function headerName(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[\w-]{1,100}$/.test(text)) return text?.toLowerCase();
  throw new ConfigError(`${name} must be the name of a header, as X-Client-Cert.`);
}

function url(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = textOf(env, name);
  if (text === undefined) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  throw new ConfigError(`${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`);
}

/** Links are made of it: what stands behind the path, or a password, would be in each of them. */
function bareUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const { username, password, search, hash } = new URL(text);
  if (`${username}${password}${search}${hash}` === '') return text;
  throw new ConfigError(`${name} must have no user, password, query or fragment: addresses are made of it.`);
}

function hostList(name: string, text = ''): readonly string[] {
  const hosts = text.split(',').map((one) => one.trim().toLowerCase());
  const given = hosts.filter((one) => one !== '');
  const wrong = given.find((one) => !namesHosts(one));
  if (wrong === undefined) return given;
  throw new ConfigError(
    `${name} are names of hosts, with commas between: api.example.com, *.example.org. ${wrong} is none.`,
  );
}

function hostAlone(name: string, text: string | undefined): string | undefined {
  if (text === undefined || !/[/@\s]|^[^:]*:\d*$/.test(text)) return text;
  throw new ConfigError(
    `${name} must be the name or address of a host alone; ports have settings of their own, and the scheme follows from certificates.`,
  );
}

function bucketUrl(text: string | undefined): string | undefined {
  try {
    if (text !== undefined) s3PlaceOf(text);
    return text;
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : 'OBJECTS_URL names no bucket.', { cause });
  }
}

function masterKey(text: string | undefined): string | undefined {
  if (text?.split(',').every((key) => Buffer.from(key, 'base64').length === 32) ?? true) return text;
  throw new ConfigError(
    'MASTER_KEY must be 32 bytes in base64, as `openssl rand -base64 32` prints them; older keys may follow after commas.',
  );
}

function longEnough(token: string | undefined): string | undefined {
  if (token === undefined || token.length >= 32) return token;
  throw new ConfigError('ADMIN_TOKEN must have at least 32 characters, as `openssl rand -hex 32` prints them.');
}

function tlsFiles(env: Environment, prefix: 'TLS_' | 'AS2_TLS_' | 'FTPS_' | 'S3_TLS_'): Config['tls'] {
  const [certFile, keyFile] = [env[`${prefix}CERT`] || undefined, env[`${prefix}KEY`] || undefined];
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  throw new ConfigError(`${prefix}CERT and ${prefix}KEY go together: paths of PEM files.`);
}

function as2Listening(env: Environment): As2Listening | undefined {
  const port = portOrOff(env, 'AS2_PORT', 4080);
  if (port === undefined) return undefined;
  return {
    port,
    tls: tlsFiles(env, 'AS2_TLS_') ?? tlsFiles(env, 'TLS_'),
    url: bareUrl('AS2_URL', url(env, 'AS2_URL', ['http:', 'https:'])),
  };
}

function s3Listening(env: Environment): Config['s3'] {
  const port = portOrOff(env, 'S3_PORT', 'off');
  return port === undefined ? undefined : { port, tls: tlsFiles(env, 'S3_TLS_') ?? tlsFiles(env, 'TLS_') };
}

function sftpListening(env: Environment): Config['sftp'] {
  const port = portOrOff(env, 'SFTP_PORT', 2222);
  return port === undefined ? undefined : { port };
}

/** Whoever is told "every address" cannot reach it. */
function sftpEndpoint(env: Environment): string {
  const named = hostAlone('SFTP_ENDPOINT', textOf(env, 'SFTP_ENDPOINT'));
  const listens = textOf(env, 'EXCHANGE_HOST') ?? '127.0.0.1';
  if (named !== undefined || !EVERY_ADDRESS.has(listens)) return named ?? listens;
  const publicUrl = url(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl !== undefined) return new URL(publicUrl).hostname;
  return hostname();
}

function ftpsListening(env: Environment): Config['ftps'] {
  const port = portOrOff(env, 'FTPS_PORT', 2121);
  const tls = tlsFiles(env, 'FTPS_') ?? tlsFiles(env, 'TLS_');
  const passivePorts = portRange(env, 'FTPS_PASSIVE_PORTS');
  const passiveAddress = textOf(env, 'FTPS_PASSIVE_ADDRESS');
  if (passiveAddress !== undefined && !isIPv4(passiveAddress)) {
    throw new ConfigError('FTPS_PASSIVE_ADDRESS must be an IPv4 address: clients are told it.');
  }
  return port === undefined || tls === undefined ? undefined : { port, tls, passivePorts, passiveAddress };
}

function portRange(env: Environment, name: string): { readonly from: number; readonly to: number } | undefined {
  const text = textOf(env, name);
  if (text === undefined) return undefined;
  const [, from = 0, to = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (from > 0 && from <= to && to <= 65_535) return { from, to };
  throw new ConfigError(`${name} must be two ports such as 50000-50100, both included.`);
}

function uploadLimits(env: Environment): Config['uploads'] {
  return {
    maxFileBytes: whole(env, 'UPLOAD_MAX_MB', 1024, 1, 1_000_000) * MB,
    quotaBytes: optionalMegabytes(env, 'HOME_QUOTA_MB'),
  };
}

/** In bytes; `undefined` where it is not set. */
function optionalMegabytes(env: Environment, name: string): number | undefined {
  return textOf(env, name) === undefined ? undefined : whole(env, name, 1, 1, 100_000_000) * MB;
}

/** @returns `undefined` for `off`. */
function portOrOff(env: Environment, name: string, standard: number | 'off'): number | undefined {
  const text = textOf(env, name) ?? String(standard);
  if (text === 'off') return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new ConfigError(`${name} must be a port from 0 to 65535, or off.`);
}
