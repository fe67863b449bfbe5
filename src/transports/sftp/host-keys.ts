import { createHash } from 'node:crypto';
import { X12Error } from '../../model/error.js';

/** A host key as seen or pinned. */
export interface HostKey {
  /** `ssh-ed25519`, `ssh-rsa` ...; `undefined` where only the fingerprint is known. */
  readonly type: string | undefined;
  /** `SHA256:` and 43 characters, as OpenSSH shows it. */
  readonly fingerprint: string;
}

/** `pinned`: only keys given. `accept-new`: the first one seen is stored and pinned from then on. `insecure`: any key. */
export type HostKeyPolicy = 'pinned' | 'accept-new' | 'insecure';

/** Where `accept-new` keeps what it saw. */
export interface HostKeyStore {
  /** What is pinned for `host:port`; empty at the first time. */
  read(server: string): Promise<readonly string[]>;
  /** Called once a key is accepted as new, with `TYPE SHA256:...`. */
  add(server: string, hostKey: string): Promise<void>;
}

/** The key of a server, from its form on the wire. */
export function hostKeyOf(wire: Uint8Array): HostKey {
  const length = new DataView(wire.buffer, wire.byteOffset).getUint32(0);
  const type = Buffer.from(wire.subarray(4, 4 + length)).toString('latin1');
  const hash = createHash('sha256').update(wire).digest('base64').replace(/=+$/, '');
  return { type: /^[\w@.-]{1,64}$/.test(type) ? type : undefined, fingerprint: `SHA256:${hash}` };
}

/**
 * A pin as people write it: `SHA256:...`, `ssh-ed25519 SHA256:...`, or the public key itself (`ssh-ed25519 AAAA...`).
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function readPin(text: string): HostKey {
  const words = text.trim().split(/\s+/);
  const at = words.findIndex((word) => /^SHA256:[\w+/-]{43}=?$/.test(word));
  const type = words.find((word) => /^(ssh|ecdsa|rsa)-[\w@.-]+$/.test(word));
  const fingerprint = words[at];
  if (fingerprint !== undefined) return { type: typeOfKey(type), fingerprint: fingerprint.replace(/=$/, '') };
  const key = words.find((word) => /^AAAA[\w+/]{20,}={0,2}$/.test(word));
  if (key !== undefined && isWhole(Buffer.from(key, 'base64'))) return hostKeyOf(Buffer.from(key, 'base64'));
  throw new X12Error(
    'X12_OPTION_INVALID',
    'hostKeys has what is no host key, or one that is cut off. Give SHA256: and 43 characters, as ssh-keygen -l shows it, or the whole public key of the server (ssh-ed25519 AAAA...).',
    { details: { option: 'hostKeys' } },
  );
}

/** The fields of a key, each behind its length, fill its bytes to the end. What is cut off would be another key, and the server an impostor. */
function isWhole(wire: Buffer): boolean {
  let at = 0;
  let fields = 0;
  for (; at + 4 <= wire.length; fields++) at += 4 + wire.readUInt32BE(at);
  return at === wire.length && fields > 1;
}

/** RSA keys are named by their signatures in places. */
function typeOfKey(name: string | undefined): string | undefined {
  return name?.startsWith('rsa-sha2-') ? 'ssh-rsa' : name;
}

export function isPinned(seen: HostKey, pins: readonly HostKey[]): boolean {
  return pins.some((pin) => pin.fingerprint === seen.fingerprint);
}
