import { generateIdentity } from 'ediloom/transports/as2';
import { expect, it } from 'vitest';
import { authorities } from '../../src/start/authorities.js';

/** Both are `CN=localhost`, made by `openssl req -x509 -addext subjectKeyIdentifier=none`. */
const ONE = `-----BEGIN CERTIFICATE-----
MIIBUTCB+aADAgECAhRcsdvUVhl1beJ5DiHUyN4xVu+1MzAKBggqhkjOPQQDAjAU
MRIwEAYDVQQDDAlsb2NhbGhvc3QwHhcNMjYxMTIzMDg0NDA2WhcNMjYxMjIzMDg0
NDA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAAQuiulCE7KbZjIbcXxt3K7XGKkB7tnXqrO0NFcDu9Cd+ySGTQrwOExLZJAm
PhEIGxSQWue2H6MSywy15PAj0CDroykwJzAPBgNVHRMBAf8EBTADAQH/MBQGA1Ud
EQQNMAuCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNHADBEAiAmqAsKC3fLPlLPFGB7
Xs3akk/qqGQrwFI2Ysdjp+iEzAIgGf/9Nu4WqX9j+i8npwjR+OGaIua2jvYBm7uB
gvbfTOo=
-----END CERTIFICATE-----`;
const OTHER = `-----BEGIN CERTIFICATE-----
MIIBUjCB+aADAgECAhRFSeSC8IiRXCigsBp58qbyeWGFhTAKBggqhkjOPQQDAjAU
MRIwEAYDVQQDDAlsb2NhbGhvc3QwHhcNMjYxMTIzMDg0NDA2WhcNMjYxMjIzMDg0
NDA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAASUhc6NJ1SgsWiPZoPe+n1Ij8lgBoU89k5B5JlqksPz3F3btAsMVjWahMq8
GiqiLUZqIA5VLNg+iBKb2Fqh1ua6oykwJzAPBgNVHRMBAf8EBTADAQH/MBQGA1Ud
EQQNMAuCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNIADBFAiEAkIeQmrKIc5Q4ZWt3
8JY2PjsIsdMoULImtCMDvYnZr9kCIEu+HMisgtMpH5seSg5ovXyIjk2YHUEsz6pT
z5y74Zig
-----END CERTIFICATE-----`;

it('refuses authorities of one name that TLS cannot tell apart', () => {
  expect(() => authorities(`${ONE}\n${OTHER}`)).toThrow(/several certificates of one name \(CN=localhost\)/);
  expect(authorities(`${ONE}\n${ONE}`)).toContain(ONE);
});

it('takes those that have key identifiers', async () => {
  const of = { commonName: 'localhost', hosts: ['localhost'], days: 2, key: 'ec' } as const;
  const [one, other] = [await generateIdentity(of), await generateIdentity(of)];
  const both = one.certificatePem + other.certificatePem;
  expect(authorities(both)).toBe(both);
});
