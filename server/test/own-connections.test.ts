import { EventEmitter } from 'node:events';
import { isIPv6, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { functionAddress } from '../src/function-address.js';
import { isLoopback } from '../src/http/address-place.js';
import { clientAddress, trustedProxies } from '../src/http/trusted-proxies.js';
import { OwnConnections } from '../src/own-connections.js';
import { testConfig } from './support/test-services.js';

const MADE = { depth: 3, accountId: 'mill' };

/** All that is asked of a socket. */
function socket(places: Partial<Socket>): Socket {
  return Object.assign(new EventEmitter(), places) as unknown as Socket;
}
const LISTENER = 8480;
const ourEnd = () =>
  socket({ localAddress: '127.0.0.1', localPort: 40_000, remoteAddress: '127.0.0.1', remotePort: LISTENER });
const listenersEnd = (remoteAddress = '127.0.0.1', remotePort = 40_000, localPort = LISTENER) =>
  socket({ localAddress: '127.0.0.1', localPort, remoteAddress, remotePort });

it.each(['before', 'after'])('a connection is known that its listener has %s us', (order) => {
  const own = new OwnConnections();
  const [ours, theirs] = [ourEnd(), listenersEnd()];
  if (order === 'before') own.accepted(theirs);
  own.made(ours, MADE);
  if (order === 'after') own.accepted(theirs);
  ours.emit('close');
  // Requests may be read after our end is closed.
  expect(own.depthOf(theirs)).toBe(3);
  theirs.emit('close');
  // The same port, of another one.
  const next = listenersEnd();
  own.accepted(next);
  expect(own.depthOf(next)).toBeUndefined();
});

it('a connection from elsewhere, or from another port, is none of ours', () => {
  const own = new OwnConnections();
  own.made(ourEnd(), MADE);
  const others = [listenersEnd('192.0.2.1'), listenersEnd('127.0.0.1', 40_001)];
  for (const other of others) own.accepted(other);
  expect(others.map((other) => own.depthOf(other))).toEqual([undefined, undefined]);
});

it.each(['before', 'after'])('one from the same port to another listener, open %s it, is none of ours', (order) => {
  const own = new OwnConnections();
  const [theirs, ofProxy] = [listenersEnd(), listenersEnd('127.0.0.1', 40_000, 9000)];
  if (order === 'before') own.accepted(ofProxy);
  own.made(ourEnd(), MADE);
  if (order === 'after') own.accepted(ofProxy);
  own.accepted(theirs);
  expect([own.depthOf(ofProxy), own.depthOf(theirs)]).toEqual([undefined, 3]);
  expect(ofProxy.remoteAddress).toBe('127.0.0.1');
});

it('one that was closed before any listener has seen it is forgotten', () => {
  const own = new OwnConnections();
  const ours = ourEnd();
  own.made(ours, MADE);
  ours.emit('close');
  const next = listenersEnd();
  own.accepted(next);
  expect(own.depthOf(next)).toBeUndefined();
});

it('listeners on all addresses of IPv6 know ours of IPv4', () => {
  const own = new OwnConnections();
  own.made(ourEnd(), MADE);
  const both = '::ffff:127.0.0.1';
  const theirs = socket({ localAddress: both, localPort: LISTENER, remoteAddress: both, remotePort: 40_000 });
  own.accepted(theirs);
  expect(own.depthOf(theirs)).toBe(3);
});

it('one of a function is none of this machine, nor of a proxy that is trusted, and another for each account', () => {
  const own = new OwnConnections();
  const [ours, theirs] = [ourEnd(), listenersEnd()];
  own.accepted(theirs);
  own.made(ours, MADE);
  const address = theirs.remoteAddress ?? '';
  expect([address, isLoopback(address)]).toEqual([functionAddress('mill'), false]);
  expect(isIPv6(address)).toBe(true);
  expect(functionAddress('lake')).not.toBe(address);
  const isProxy = trustedProxies({ ...testConfig(''), trustedProxies: ['127.0.0.1', 'fc00::/7'] });
  expect([isProxy('fd00::1'), isProxy(address)]).toEqual([true, false]);
  expect(clientAddress(address, '198.51.100.7', isProxy)).toBe(address);
});
