import { X12Error } from '../../model/error.js';
import type { ServerTls } from '../network/server-tls.js';
import { limitsOf, RECEIVING_LIMITS, type ReceivingLimits } from '../receiving/limits.js';
import { type ReceivingOptions, type ReceivingSettings, receivingSettings } from '../receiving/receiving-options.js';

export interface FtpsServerOptions extends ReceivingOptions {
  /** `explicit`: clients begin plain and send AUTH TLS before anything else. `implicit`: TLS from the first byte. Default explicit. */
  readonly mode?: 'explicit' | 'implicit' | undefined;
  readonly tls: ServerTls;
  /** Ports for data connections, both included; a firewall must let them in. Default any. */
  readonly passivePorts?: { readonly from: number; readonly to: number } | undefined;
  /** IPv4 address that PASV names, where clients see another than the machine's own. */
  readonly passiveAddress?: string | undefined;
  /** Data connections must resume the TLS session of their control connection. Default true; some old clients cannot. */
  readonly requireSessionReuse?: boolean | undefined;
  /**
   * An upload is complete only if its TLS was ended by close_notify: the end of the TCP connection alone can be forged by anyone on the
   * way, who so shortens a file. Default true; for one partner whose program cannot, there is the user's profile `abrupt-end`.
   */
  readonly requireCloseNotify?: boolean | undefined;
  readonly limits?: Partial<FtpsServerLimits> | undefined;
}

/** Times are milliseconds. */
export interface FtpsServerLimits extends ReceivingLimits {
  /** Of one TLS handshake. Default 10,000. */
  readonly handshakeTimeout: number;
  /** From PASV or EPSV until the client has connected. Default 20,000. */
  readonly dataTimeout: number;
  /** Of a transfer in which no byte moves. Default 60,000. */
  readonly stallTimeout: number;
  /** Bytes of a command. Default 8,192. */
  readonly lineBytes: number;
  /** Commands sent ahead before the client has to wait for answers; eight times as many end the connection. Default 32. */
  readonly pipelined: number;
  /** Commands a second, beyond which they wait. Default 500. */
  readonly commandsPerSecond: number;
}

/** The options with their defaults. */
export interface FtpsServerSettings extends Omit<FtpsServerOptions, keyof ReceivingOptions> {
  readonly receiving: ReceivingSettings;
  readonly mode: 'explicit' | 'implicit';
  readonly requireSessionReuse: boolean;
  readonly requireCloseNotify: boolean;
  readonly limits: FtpsServerLimits;
}

/** @throws X12Error `X12_OPTION_INVALID`. */
export function ftpsServerSettings(options: FtpsServerOptions): FtpsServerSettings {
  const { passivePorts } = options;
  if (
    passivePorts !== undefined &&
    !(passivePorts.from > 0 && passivePorts.from <= passivePorts.to && passivePorts.to < 65536)
  ) {
    throw new X12Error('X12_OPTION_INVALID', 'The passive ports of the FTPS server are no range of ports.', {
      details: { option: 'passivePorts' },
    });
  }
  return {
    ...options,
    mode: options.mode ?? 'explicit',
    requireSessionReuse: options.requireSessionReuse ?? true,
    requireCloseNotify: options.requireCloseNotify ?? true,
    receiving: receivingSettings(options),
    limits: limitsOf('FTPS', LIMITS, options.limits),
  };
}

const LIMITS: FtpsServerLimits = {
  ...RECEIVING_LIMITS,
  handshakeTimeout: 10_000,
  dataTimeout: 20_000,
  stallTimeout: 60_000,
  lineBytes: 8192,
  pipelined: 32,
  commandsPerSecond: 500,
};
