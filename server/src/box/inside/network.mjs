// @ts-check
// A box has no network. Whatever a function connects to, by whatever library, goes to a socket of the server that is shown in the box: it
// says host and port on one line, is answered by one byte, and what follows are the bytes of the connection.

import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';

/** @param {any[]} given as to `connect`. @returns {[any, (() => void) | null]} */
function optionsIn(given) {
  const callback = given.findLast((one) => typeof one === 'function') ?? null;
  const [first, second] = given;
  if (typeof first === 'object' && first !== null) return [first, callback];
  const isPath = typeof first === 'string' && !/^\d+$/.test(first);
  const place = isPath ? { path: first } : { port: first, host: typeof second === 'string' ? second : undefined };
  return [{ ...place, ...given.find((one) => typeof one === 'object' && one !== null) }, callback];
}

/**
 * Lets a socket that is connecting to the gate say where it wants to go, and takes it for connected once the server has let it through. The
 * answer is one byte before all others.
 * @param {any} socket @param {string} line
 */
function askFirst(socket, line) {
  const { emit, push } = socket;
  socket.emit = (/** @type {string} */ event, /** @type {any[]} */ ...rest) => {
    if (event !== 'connect' && event !== 'ready') return emit.call(socket, event, ...rest);
    if (event === 'connect') {
      // Past what else was written: that waits for the connection.
      socket._writeGeneric(false, line, 'latin1', () => undefined);
      // A read that was asked for before waits for the connection, too.
      socket._read(0);
    }
    return true;
  };
  socket.push = (/** @type {Uint8Array | null} */ chunk) => {
    socket.emit = emit;
    socket.push = push;
    if (chunk === null || chunk[0] !== 43) {
      const place = line.trim().replace(' ', ':');
      const text = `Nothing connects this function to ${place}: FUNCTIONS_ALLOWED_HOSTS of the server does not name it (functions dev: --allow-host, or --url for EDILOOM_URL), its address is not public, or nobody answers there.`;
      socket.destroy(Object.assign(new Error(text), { code: 'ECONNREFUSED', syscall: 'connect' }));
      return false;
    }
    socket.emit('connect');
    socket.emit('ready');
    return chunk.length > 1 ? socket.push(chunk.subarray(1)) : true;
  };
}

/**
 * A connection that TLS can begin to write to before it stands.
 * @param {net.Socket} socket
 */
function standing(socket) {
  const connected = new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  connected.catch(() => undefined);
  const duplex = new Duplex({
    read: () => socket.resume(),
    write: (chunk, _, done) => void connected.then(() => socket.write(chunk, done), done),
    final: (done) => void connected.then(() => socket.end(done), done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk) => {
    if (!duplex.push(chunk)) socket.pause();
  });
  socket.on('end', () => duplex.push(null));
  socket.on('error', (error) => duplex.destroy(error));
  socket.on('close', () => duplex.destroy());
  return duplex;
}

/** @param {string | undefined} gate the socket of the way out; none: nobody is reached. */
export function goThroughGate(gate) {
  if (gate === undefined) return;
  const { connect } = net.Socket.prototype;
  /** @this {net.Socket} @param {any[]} given */
  net.Socket.prototype.connect = function (...given) {
    // Inside of Node.js they are given as one list already.
    const [options, callback] = optionsIn(Array.isArray(given[0]) ? given[0] : given);
    if (options.path || options.port === undefined) return connect.call(this, options, callback ?? undefined);
    askFirst(this, `${options.host ?? 'localhost'} ${options.port}\n`);
    return connect.call(this, { ...options, path: gate, host: undefined, port: undefined }, callback ?? undefined);
  };
  const secure = tls.connect;
  /** @param {any[]} given */
  const connectSecurely = (...given) => {
    const [options, callback] = optionsIn(given);
    if (options.socket || options.path) return secure(options, callback ?? undefined);
    const { host, port } = options;
    const servername = options.servername ?? (host !== undefined && net.isIP(host) === 0 ? host : undefined);
    const socket = standing(net.connect({ host, port }));
    return secure({ ...options, servername, socket }, callback ?? undefined);
  };
  tls.connect = /** @type {typeof tls.connect} */ (connectSecurely);
  syncBuiltinESMExports();
}
