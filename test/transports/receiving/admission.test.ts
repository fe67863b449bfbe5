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
    first?.leave();
    first?.leave();
    expect(admission.admit(from('192.0.2.3'))).toBeDefined();
    expect(admission.admit(from('192.0.2.4'))).toBeUndefined();
  });

  it('does not count one that is gone already', () => {
    expect(new Admission({ maxConnections: 1, maxConnectionsPerAddress: 1 }).admit(from())).toBeUndefined();
  });

  /** Connections that say whether they had to give way, and a clock. */
  function strangers(maxConnections: number, maxConnectionsPerAddress: number) {
    let now = 0;
    const ended: string[] = [];
    const admission = new Admission({ maxConnections, maxConnectionsPerAddress }, () => now);
    const come = (address: string, name: string) => admission.admit(from(address), () => ended.push(name));
    return { come, ended, pass: (milliseconds: number) => (now += milliseconds) };
  }

  it('gives a newcomer the place of the oldest of those who wait with most connections', () => {
    const { come, ended } = strangers(5, 3);
    for (const name of ['a1', 'a2']) come('192.0.2.1', name);
    const [b1] = ['b1', 'b2', 'b3'].map((name) => come('192.0.2.2', name));
    const newcomer = come('192.0.2.3', 'c1');
    expect(newcomer).toBeDefined();
    expect(ended).toEqual(['b1']);
    // The end of its socket comes later, and gives nothing back twice.
    b1?.leave();
    expect(come('192.0.2.4', 'd1')).toBeDefined();
    expect(ended).toEqual(['b1', 'a1']);
    expect(come('192.0.2.5', 'e1')).toBeDefined();
    expect(ended).toEqual(['b1', 'a1', 'b2']);
    // Now all have one: nobody goes for who came a moment later.
    expect(come('192.0.2.6', 'f1')).toBeUndefined();
    expect(ended).toHaveLength(3);
  });

  it('leaves those who log in at the same time alone for a while', () => {
    const { come, ended, pass } = strangers(2, 2);
    come('192.0.2.1', 'a1');
    pass(1);
    come('192.0.2.2', 'b1');
    pass(4_998);
    expect(come('192.0.2.3', 'c1')).toBeUndefined();
    pass(1);
    expect(come('192.0.2.3', 'c2')).toBeDefined();
    expect(ended).toEqual(['a1']);
  });

  it('gives a newcomer the place of an older one of the same address, after a while', () => {
    const { come, ended, pass } = strangers(9, 2);
    for (const name of ['a1', 'a2']) come('192.0.2.1', name);
    expect(come('192.0.2.1', 'a3')).toBeUndefined();
    pass(5_000);
    expect(come('192.0.2.1', 'a4')).toBeDefined();
    expect(ended).toEqual(['a1']);
  });

  it('never takes the place of who has logged in', () => {
    const { come, ended, pass } = strangers(2, 2);
    for (const name of ['a1', 'a2']) come('192.0.2.1', name)?.loggedIn();
    pass(60_000);
    expect(come('192.0.2.1', 'a3')).toBeUndefined();
    expect(come('192.0.2.2', 'b1')).toBeUndefined();
    expect(ended).toEqual([]);
  });
});
