import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../../src/transports/receiving/password.js';

describe('passwords', () => {
  it('knows a password by its hash, which holds parameters and a salt of its own', async () => {
    const [one, two] = await Promise.all([
      hashPassword('sésame', { cost: 1024 }),
      hashPassword('sésame', { cost: 1024 }),
    ]);
    expect(one).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('sésame', one)).toBe(true);
    expect(await verifyPassword('se\u0301same', two)).toBe(true);
    expect(await verifyPassword('sesame', one)).toBe(false);
    expect(await verifyPassword('', one)).toBe(false);
    expect(await verifyPassword('x'.repeat(5_000_000), one)).toBe(false);
  });

  it('says no to whoever has no hash, after the work of one', async () => {
    const hash = await hashPassword('right');
    const real = await workOf(() => verifyPassword('wrong', hash));
    const none = await workOf(() => verifyPassword('wrong', undefined));
    expect(await verifyPassword('', undefined)).toBe(false);
    expect(none).toBeGreaterThan(real / 4);
  });

  it('names a hash that is none, and one that would take the machine down', async () => {
    for (const hash of ['', 'plain', '$scrypt$ln=40,r=8,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA']) {
      await expect(verifyPassword('x', hash)).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
    }
    await expect(hashPassword('')).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
    await expect(hashPassword('x', { cost: 1000 })).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
  });
});

/** Microseconds of the processor, whatever else the machine does. */
async function workOf(step: () => Promise<unknown>): Promise<number> {
  const begin = process.cpuUsage();
  await step();
  return process.cpuUsage(begin).user;
}
