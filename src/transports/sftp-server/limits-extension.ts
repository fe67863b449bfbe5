import type { SFTPWrapper } from 'ssh2';

/** By this OpenSSH's clients, and those that copy them, ask for and send up to 255 KiB at a time rather than 32. */
export const LIMITS = 'limits@openssh.com';

/** Bytes given for one read, whatever is asked for, and the most that a client should write at once. */
export const MAX_TRANSFER = 255 * 1024;
/** What the library takes; a longer packet ends the session. */
const MAX_PACKET = 256 * 1024;
const VERSION = 2;
const EXTENDED_REPLY = 201;

/** What the library keeps to itself of a session; looked at before it is used, as it may be gone in the next version. */
interface Inside {
  _protocol?: { channelData(channel: number, data: Buffer): void };
  readonly outgoing?: { readonly id: number; readonly state: string; window: number };
}

/**
 * Tells the client, when the session begins, that it may ask for the limits. The library's answer to the first packet is a constant
 * without extensions: the sender that it goes through is exchanged until it has passed.
 */
export function announceLimits(sftp: SFTPWrapper): void {
  const inside = sftp as Inside;
  const { _protocol: protocol, outgoing } = inside;
  if (typeof protocol?.channelData !== 'function' || typeof outgoing?.window !== 'number') return;
  const added = Buffer.concat([text(LIMITS), text('1')]);
  const send = (channel: number, data: Buffer) => {
    inside._protocol = protocol;
    if (data[4] !== VERSION || data.length !== 9 || outgoing.window < added.length) {
      return protocol.channelData(channel, data);
    }
    outgoing.window -= added.length;
    const version = Buffer.concat([data, added]);
    version.writeUInt32BE(version.length - 4);
    protocol.channelData(channel, version);
  };
  inside._protocol = new Proxy(protocol, {
    get(target, name) {
      const member: unknown = name === 'channelData' ? send : Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Answers what the limits are; false if that cannot be sent now. */
export function answerLimits(sftp: SFTPWrapper, id: number, maxHandles: number): boolean {
  const { _protocol: protocol, outgoing } = sftp as Inside;
  const answer = Buffer.alloc(4 + 1 + 4 + 4 * 8);
  if (typeof protocol?.channelData !== 'function' || outgoing?.state !== 'open') return false;
  // Who allows so few bytes has no use for large requests.
  if (outgoing.window < answer.length) return false;
  answer.writeUInt32BE(answer.length - 4);
  answer[4] = EXTENDED_REPLY;
  answer.writeUInt32BE(id, 5);
  for (const [at, limit] of [MAX_PACKET, MAX_TRANSFER, MAX_TRANSFER, maxHandles].entries()) {
    answer.writeBigUInt64BE(BigInt(limit), 9 + 8 * at);
  }
  outgoing.window -= answer.length;
  protocol.channelData(outgoing.id, answer);
  return true;
}

function text(value: string): Buffer {
  const bytes = Buffer.alloc(4 + value.length);
  bytes.writeUInt32BE(value.length);
  bytes.write(value, 4, 'latin1');
  return bytes;
}
