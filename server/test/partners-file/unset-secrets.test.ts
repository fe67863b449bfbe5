import { describe, expect, it } from 'vitest';
import { withoutUnset } from '../../src/partners-file/unset-secrets.js';
import { as2 } from '../../src/resources/connections/kinds/as2/as2.js';

describe('secrets whose variable is not set', () => {
  it('are taken out, and named as their kind names them', () => {
    const { given, unset } = withoutUnset(as2, { localAs2Id: 'US', localSigning: { privateKey: { unset: 'KEY' } } });
    expect(given).toEqual({ localAs2Id: 'US', localSigning: {} });
    expect(unset).toEqual([{ secret: 'localSigningPrivateKey', variable: 'KEY' }]);
  });

  it('are not missed where the credential is taken away', () => {
    const localSigning = { remove: true, privateKey: { unset: 'KEY' } };
    const { given, unset } = withoutUnset(as2, { localAs2Id: 'US', localSigning });
    expect(given).toEqual({ localAs2Id: 'US', localSigning: { remove: true } });
    expect(unset).toEqual([]);
  });
});
