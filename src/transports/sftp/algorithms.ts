import type { Algorithms } from 'ssh2';

/**
 * A group for the key exchange that the server makes up: whether it is one is tested before it is used, in this thread, and before the server has
 * shown who it is. One of 11,213 bits takes more than a minute. Groups with a name, and curves, are as safe and need no test.
 */
export const MADE_UP_GROUPS = /^diffie-hellman-group-exchange-/;

/** `modern`: nothing that rests on SHA-1 or CBC. `legacy` adds, behind it, what servers of twenty years ago speak. */
export type AlgorithmPreset = 'modern' | 'legacy';

/** Lists in order of preference, in the names of SSH; a list given replaces that of the preset. */
export interface AlgorithmLists {
  readonly preset?: AlgorithmPreset | undefined;
  readonly kex?: readonly string[] | undefined;
  readonly cipher?: readonly string[] | undefined;
  readonly hmac?: readonly string[] | undefined;
  readonly serverHostKey?: readonly string[] | undefined;
}

type ListName = 'kex' | 'cipher' | 'hmac' | 'serverHostKey';

const MODERN: Readonly<Record<ListName, readonly string[]>> = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
    'diffie-hellman-group14-sha256',
  ],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
};

const LEGACY: Readonly<Record<ListName, readonly string[]>> = {
  kex: [...MODERN.kex, 'diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  cipher: [...MODERN.cipher, 'aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: [...MODERN.hmac, 'hmac-sha1-etm@openssh.com', 'hmac-sha1'],
  serverHostKey: [...MODERN.serverHostKey, 'ssh-rsa'],
};

/**
 * What is offered, the types of host key given before the others, so that a server with several keys shows the one that is
 * pinned. Never compressed: EDI is sent as it is, and what is unpacked before it is checked is a way to fill memory.
 */
export function algorithmsOf(
  choice: AlgorithmPreset | AlgorithmLists = 'modern',
  first: readonly string[] = [],
): Algorithms {
  const lists = typeof choice === 'string' ? { preset: choice } : choice;
  const preset = lists.preset === 'legacy' ? LEGACY : MODERN;
  const hostKeys = hostKeySignaturesOf(choice);
  const order = [
    ...hostKeys.filter((name) => first.includes(name)),
    ...hostKeys.filter((name) => !first.includes(name)),
  ];
  // The library's types list its names one by one; it checks them itself and names the one that it does not know.
  return {
    kex: [...(lists.kex ?? preset.kex)],
    cipher: [...(lists.cipher ?? preset.cipher)],
    hmac: [...(lists.hmac ?? preset.hmac)],
    serverHostKey: order,
    compress: ['none'],
  } as unknown as Algorithms;
}

/** Costs who answers it 40 ms of its one thread, before the login and as often as anybody asks. */
const DEAR_TO_ANSWER = 'diffie-hellman-group18-sha512';

/** What a server offers: without what strangers could keep it busy with, unless `kex` names it. */
export function offeredAlgorithms(choice: AlgorithmPreset | AlgorithmLists = 'modern'): Algorithms {
  const isNamed = typeof choice === 'object' && choice.kex !== undefined;
  const kex = (algorithmsOf(choice).kex as readonly string[]).filter((name) => isNamed || name !== DEAR_TO_ANSWER);
  return algorithmsOf({ ...(typeof choice === 'string' ? { preset: choice } : choice), kex });
}

/** The signatures of a host key that are taken or offered, in order of preference. */
export function hostKeySignaturesOf(choice: AlgorithmPreset | AlgorithmLists = 'modern'): readonly string[] {
  const { preset, serverHostKey }: AlgorithmLists = typeof choice === 'string' ? { preset: choice } : choice;
  return serverHostKey ?? (preset === 'legacy' ? LEGACY : MODERN).serverHostKey;
}

/** The signature algorithms that go with a type of key: RSA keys sign in several ways. */
export function signaturesOf(keyType: string): readonly string[] {
  return keyType === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [keyType];
}
