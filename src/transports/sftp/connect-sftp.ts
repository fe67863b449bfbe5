import type { Socket } from 'node:net';
import type { Client, ConnectConfig, KeyboardInteractiveCallback, Prompt, SFTPWrapper } from 'ssh2';
import { abortedError } from '../../delivery/aborted.js';
import { transportReasonOf } from '../../delivery/transport-error.js';
import { requireForm } from '../../model/check-options.js';
import { X12Error } from '../../model/error.js';
import type { ConnectFiles, RemoteFiles } from '../files/remote-files.js';
import { LEAST_RATE } from '../network/least-rate.js';
import { algorithmsOf, signaturesOf } from './algorithms.js';
import { demandPacketRoom } from './demand-packet-room.js';
import { type HostKey, readPin } from './host-keys.js';
import { Inflow } from './inflow.js';
import { loadSftpClient, loadSsh2 } from './load-ssh2.js';
import { LoginState } from './login-state.js';
import { openSocket } from './open-socket.js';
import { passPacketsInRekeys } from './pass-in-rekeys.js';
import { demandUsableKey } from './private-key.js';
import { SftpFiles } from './sftp-files.js';
import { demandSftpOptions, type SftpOptions } from './sftp-options.js';
import { SftpSession } from './sftp-session.js';

/** Writes of a file on their way, and then some. */
const MAX_UNSENT = 8 * 1024 * 1024;

const KEY_TYPES = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa'];

/**
 * Opens sessions with an SFTP server. The server must show a pinned host key; every error is of `transportError`, and after one
 * about the host key `details.facts.hostKey` holds what was seen.
 * @throws X12Error `X12_OPTION_INVALID` at once for wrong options; a private key that cannot be read is `X12_CONNECTION_INVALID`
 * when connecting.
 */
export function connectSftp(options: SftpOptions): ConnectFiles {
  requireForm('connectSftp', 'options', options, 'object');
  demandSftpOptions(options);
  const given = { ...options };
  const pins = (given.hostKeys ?? []).map(readPin);
  return async (signal) => {
    const server = `${given.host}:${given.port ?? 22}`;
    const stored = given.hostKeyPolicy === 'accept-new' ? ((await given.hostKeyStore?.read(server)) ?? []) : [];
    return connectWith(given, [...pins, ...stored.map(readPin)], server, signal);
  };
}

/**
 * A pin without its type does not say which of its keys a server should show, and it may show another one first: then the other
 * types are asked for, one connection each.
 */
async function connectWith(
  options: SftpOptions,
  pins: readonly HostKey[],
  server: string,
  signal: AbortSignal | undefined,
): Promise<RemoteFiles> {
  const typed = pins.flatMap((pin) => pin.type ?? []);
  const untried = new Set(pins.length === typed.length ? [] : KEY_TYPES);
  let first: unknown;
  for (let wanted = typed; ; ) {
    const state = new LoginState();
    try {
      return await login(options, { pins, server, state, keyTypes: wanted.flatMap(signaturesOf) }, signal);
    } catch (error) {
      first ??= error;
      const again = transportReasonOf(error) === 'host-key-differs' && options.hostKeyPolicy !== 'insecure';
      untried.delete(state.hostKey?.type ?? '');
      const [next] = untried;
      // When none of that type is there, the server shows the same key again; that is remembered as tried as well.
      if (!again || next === undefined) throw transportReasonOf(error) === 'host-key-differs' ? first : error;
      untried.delete(next);
      wanted = [next];
    }
  }
}

/** The library names the first of an option's names that it does not know; that the server has none in common would be believed. */
function demandKnownAlgorithms(cause: unknown): void {
  const [, name] = /^Unsupported algorithm: ([\w@.-]{1,100})$/.exec(cause instanceof Error ? cause.message : '') ?? [];
  if (name === undefined) return;
  throw new X12Error('X12_CONNECTION_INVALID', `algorithms names ${name}, which is unknown here. Take it out.`, {
    details: { option: 'algorithms' },
  });
}

interface LoginTask {
  readonly pins: readonly HostKey[];
  readonly server: string;
  readonly state: LoginState;
  readonly keyTypes: readonly string[];
}

async function login(options: SftpOptions, task: LoginTask, signal: AbortSignal | undefined): Promise<RemoteFiles> {
  const [{ utils }, SftpClient] = await Promise.all([loadSsh2(), loadSftpClient()]);
  demandUsableKey(options, utils);
  const socket = await openSocket(options, signal);
  const { state, server } = task;
  // The callbacks keep the library from writing to the console.
  const client = new SftpClient('ediloom', { error: () => {}, end: () => {}, close: () => {} });
  // The library's types leave out the client of ssh2 that it holds.
  const { client: inner } = client as unknown as { readonly client: Client };
  listen(inner, socket, options, state);
  passPacketsInRekeys(inner);
  demandPacketRoom(inner, (text) => {
    state.cause ??= new Error(text);
    socket.destroy();
  });
  const onAbort = () => socket.destroy(abortedError(signal?.reason));
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const sftp = await untilClosed(socket, client.connect(configOf(options, task, socket)));
    if (options.hostKeyPolicy === 'accept-new' && task.pins.length === 0 && state.facts.hostKey !== undefined) {
      await options.hostKeyStore?.add(server, state.facts.hostKey);
    }
    return sessionOf(sftp, inner, socket, options, state);
  } catch (cause) {
    socket.destroy();
    if (signal?.aborted === true) throw abortedError(signal?.reason);
    demandKnownAlgorithms(cause);
    const { password, privateKey, answer } = options;
    const isBare = password === undefined && privateKey === undefined && answer === undefined;
    throw state.error(`log in to ${server}${isBare ? ' without a password or key' : ''}`, state.cause ?? cause);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

function sessionOf(
  sftp: SFTPWrapper,
  inner: Client,
  socket: Socket,
  options: SftpOptions,
  state: LoginState,
): RemoteFiles {
  const { stallTimeout = 60_000, keepaliveInterval = 15_000 } = options;
  const { minBytesPerSecond = LEAST_RATE.minBytesPerSecond, slowTimeout = LEAST_RATE.slowTimeout } = options;
  const times = { stallTimeout, keepaliveInterval, minBytesPerSecond, slowTimeout };
  const session = new SftpSession(sftp, socket, times);
  // A server may ask for answers as well, and never read them.
  new Inflow({
    socket,
    connection: inner,
    maxUnsent: MAX_UNSENT,
    loggedIn: () => true,
    tooMuch: (text) => session.die('protocol-broken', new Error(text)),
  });
  inner.on('error', (cause) => session.die('connection-lost', cause));
  inner.on('close', () => session.die('connection-lost'));
  return new SftpFiles(session, options, { ...state.facts }, () => inner.end());
}

function configOf(options: SftpOptions, { pins, state, keyTypes }: LoginTask, socket: Socket): ConnectConfig {
  const { username, password, privateKey, passphrase, hostKeyPolicy = 'pinned' } = options;
  return {
    sock: socket,
    host: options.host,
    username,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(passphrase === undefined ? {} : { passphrase }),
    tryKeyboard: password !== undefined || options.answer !== undefined,
    hostVerifier: (key: Buffer) => {
      const known = hostKeyPolicy === 'insecure' ? [] : pins;
      return state.judge(key, known, hostKeyPolicy !== 'pinned');
    },
    algorithms: algorithmsOf(options.algorithms, keyTypes),
    readyTimeout: options.readyTimeout ?? 30_000,
  };
}

/** Hears everything the library says, for as long as it lives: an unheard error would end the process. */
function listen(inner: Client, socket: Socket, options: SftpOptions, state: LoginState): void {
  socket.on('error', () => {});
  socket.once('data', (chunk: Buffer) => {
    const software = /^SSH-[\d.]+-([\x20-\x7e]{1,200})/m.exec(chunk.toString('latin1'))?.[1];
    if (software !== undefined) state.facts.software = software.trim();
    // Before its name a server of SSH may say anything else, and the library waits for it.
    else if (/^(?:HTTP\/|\d{3}[ -])/.test(chunk.toString('latin1', 0, 8))) {
      state.otherProtocol = true;
      socket.destroy();
    }
  });
  inner.on('error', (error) => {
    state.cause ??= error;
  });
  inner.on('handshake', (agreed) => {
    state.shaken = true;
    state.facts.kex = agreed.kex;
    state.facts.cipher = agreed.cs.cipher;
    if (agreed.cs.mac !== '') state.facts.mac = agreed.cs.mac;
  });
  inner.on('ready', () => {
    state.ready = true;
  });
  inner.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
    answer(options, prompts, finish).catch((cause) => {
      state.cause ??= cause;
      socket.destroy();
    });
  });
}

async function answer(options: SftpOptions, prompts: Prompt[], finish: KeyboardInteractiveCallback): Promise<void> {
  const answers: string[] = [];
  for (const { prompt, echo = false } of prompts) {
    const text = options.answer?.({ text: prompt, echo }) ?? (echo ? '' : (options.password ?? ''));
    answers.push(await text);
  }
  finish(answers);
}

/** The library leaves its promise open in some states when the connection is gone. */
function untilClosed<T>(socket: Socket, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // A moment later, so that the library's own error comes first.
    const onClose = () => setImmediate(() => reject(new Error('The connection was closed.')));
    socket.once('close', onClose);
    promise.then(resolve, reject).finally(() => socket.off('close', onClose));
  });
}
