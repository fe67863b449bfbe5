import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Admission } from '../../../src/transports/receiving/admission.js';

/** A socket as it comes from an address; without one, it was gone before it was looked at. */
function from(address?: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
}

describe('admission', () => {
  it('counts all connections, and those of an address', () => {
    const admission = new Admission({ maxConnections: 3, maxConnectionsPerAddress: 2 });
    const first = admission.admit(from('192.0.2.1'));
    expect(first).toBeDefined();
    expect(admission.admit(from('192.0.2.1'))).toBeDefined();
    expect(admission.admit(from('192.0.2.1'))).toBeUndefined();
    expect(admission.admit(from('192.0.2.2'))).toBeDefined();
    expect(admission.admit(from('192.0.2.3'))).toBeUndefined();
    first?.();
    first?.();
    expect(admission.admit(from('192.0.2.3'))).toBeDefined();
    expect(admission.admit(from('192.0.2.4'))).toBeUndefined();
  });

  it('does not count one that is gone already', () => {
    expect(new Admission({ maxConnections: 1, maxConnectionsPerAddress: 1 }).admit(from())).toBeUndefined();
  });
});
