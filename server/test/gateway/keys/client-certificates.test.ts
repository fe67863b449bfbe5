import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestCertificate, testCertificate } from '../../../../test/transports/certificates.js';
import { addCertificate, deleteCertificate, listCertificates } from '../../../src/accounts/client-certificates.js';
import { deleteKey, rotateKey } from '../../../src/accounts/keys.js';
import { coreRoutes } from '../../../src/operations/healthcare/caqh-core.js';
import { elements, REQUEST, SOAP_TYPE, soap } from '../../caqh-core/fixtures.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const DAY_MS = 24 * 3_600_000;
const HEADER = 'x-client-cert';
const PROXY = '192.0.2.7';

/** Taken by its key and refused by its version: nothing is asked of anybody. */
const BODY = soap(elements(REQUEST, { CORERuleVersion: '1.1.0' }));

let app: TestApp;
let url: string;
let days: number;
let partner: TestCertificate;

beforeAll(async () => {
  const server = testCertificate({ commonName: 'localhost' });
  const directory = mkdtempSync(join(tmpdir(), 'client-certificates-'));
  const tls = { certFile: join(directory, 'tls.pem'), keyFile: join(directory, 'tls.key') };
  writeFileSync(tls.certFile, server.certificate);
  writeFileSync(tls.keyFile, server.key);
  app = await testApp(coreRoutes, {
    config: { tls, trustedProxies: [PROXY], clientCertificateHeader: HEADER },
  });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  url = `https://localhost:${(app.app.server.address() as AddressInfo).port}/protocols/caqh-core`;
  // The clock of the test is another than that of the certificates' maker.
  days = (app.clock.now() - Date.now()) / DAY_MS;
  partner = certificate();
});
afterAll(() => app.close());

function certificate(from = -1, to = 30): TestCertificate {
  return testCertificate({ commonName: 'Partner', from: days + from, to: days + to });
}

const liveKey = async () => {
  const { id } = await app.queries((queries) =>
    queries.from('api_keys').select('id').where('mode', '=', 'live').orderBy('created_at').executeTakeFirstOrThrow(),
  );
  return id;
};
const add = async ({ certificate }: TestCertificate, keyId?: string) => {
  const id = keyId ?? (await liveKey());
  return app.queries((queries) => addCertificate(queries, app.clock, { keyId: id, pem: certificate }));
};
const remove = (fingerprint: string) => app.queries((queries) => deleteCertificate(queries, app.clock, fingerprint));

/** What the server answers a client with this certificate: a code of the rule. */
function codeOver(shown?: TestCertificate, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const own = shown === undefined ? {} : { cert: shown.certificate, key: shown.key };
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': SOAP_TYPE, ...headers },
        rejectUnauthorized: false,
        agent: false,
        ...own,
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.once('end', () => resolve(codeIn(text)));
      },
    );
    sent.once('error', reject).end(BODY);
  });
}

/** The same by a proxy that says what certificate its client has. */
async function codeBy(remoteAddress: string, header: string): Promise<string> {
  const headers = { 'content-type': SOAP_TYPE, [HEADER]: header };
  const { body } = await app.app.inject({
    method: 'POST',
    url: '/protocols/caqh-core',
    payload: BODY,
    headers,
    remoteAddress,
  });
  return codeIn(body);
}

function codeIn(text: string): string {
  return /<ErrorCode>(\w+)</.exec(text)?.[1] ?? text;
}

const LET_IN = 'VersionMismatch';

describe('a certificate of a client', () => {
  it('stands for a key, from the moment it is added until it is deleted', async () => {
    expect(await codeOver(partner)).toBe('UnAuthorized');
    const added = await add(partner);
    expect(added).toMatchObject({ fingerprint: partner.fingerprint, keyId: await liveKey(), subject: 'CN=Partner' });
    app.clock.advance(1001);
    expect(await codeOver(partner)).toBe(LET_IN);
    // Another of the same name is another.
    expect(await codeOver(certificate())).toBe('UnAuthorized');
    expect(await codeOver()).toBe('UnAuthorized');
    expect(await app.queries(listCertificates)).toEqual([added]);
    await remove(partner.fingerprint);
    app.clock.advance(1001);
    expect(await codeOver(partner)).toBe('UnAuthorized');
    await expect(remove(partner.fingerprint)).rejects.toMatchObject({ kind: 'not-found' });
    const audit = await app.queries((queries) =>
      queries.from('audit').selectAll().where('object_kind', '=', 'client-certificate').orderBy('at').execute(),
    );
    expect(audit.map(({ action, object_id }) => [action, object_id])).toEqual([
      ['create', partner.fingerprint],
      ['delete', partner.fingerprint],
    ]);
  });

  it('is good between its days alone', async () => {
    const later = certificate(2, 4);
    await add(later);
    expect(await codeOver(later)).toBe('UnAuthorized');
    app.clock.advance(3 * DAY_MS);
    expect(await codeOver(later)).toBe(LET_IN);
    app.clock.advance(3 * DAY_MS);
    expect(await codeOver(later)).toBe('UnAuthorized');
    await expect(add(certificate(-3, -2))).rejects.toThrow('expired');
  });

  it('stands for one key, goes on with the one that replaces it, and ends with it', async () => {
    const other = await app.account('Other');
    const keyId = await liveKey();
    const rotating = certificate();
    await add(rotating);
    await expect(add(rotating)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(add(certificate(), 'nothing')).rejects.toMatchObject({ kind: 'not-found' });
    expect(other.accountId).not.toBe(app.accountId);
    const { id } = await app.queries((queries) => rotateKey(queries, app.clock, keyId, { overlapMs: 0 }));
    app.clock.advance(1001);
    expect(await codeOver(rotating)).toBe(LET_IN);
    await app.queries((queries) => deleteKey(queries, app.clock, id));
    app.clock.advance(1001);
    expect(await codeOver(rotating)).toBe('UnAuthorized');
    expect(await app.queries(listCertificates)).toEqual([]);
  });

  it('is believed in the header that the operator has named, of a proxy that he trusts, and of nobody else', async () => {
    const known = certificate();
    const keyId = await app.queries(async (queries) => {
      const { id } = await queries.from('api_keys').select('id').where('mode', '=', 'test').executeTakeFirstOrThrow();
      return id;
    });
    await add(known, keyId);
    const escaped = encodeURIComponent(known.certificate);
    const base64 = known.certificate.replace(/-----.*-----|\s/g, '');
    expect(await codeBy(PROXY, escaped)).toBe(LET_IN);
    expect(await codeBy(PROXY, base64)).toBe(LET_IN);
    expect(await codeBy('198.51.100.1', escaped)).toBe('UnAuthorized');
    expect(await codeBy(PROXY, 'nothing')).toBe('UnAuthorized');
    expect(await codeBy(PROXY, '%')).toBe('UnAuthorized');
    expect(await codeBy(PROXY, encodeURIComponent(certificate().certificate))).toBe('UnAuthorized');
    // A client that reaches the server itself says it of itself.
    expect(await codeOver(undefined, { [HEADER]: base64 })).toBe('UnAuthorized');
  });

  it('is not believed where the header has several, as of a proxy that adds its own to that of the client', async () => {
    const [own, another] = [certificate(), certificate()];
    const { id } = await app.queries((queries) =>
      queries.from('api_keys').select('id').where('mode', '=', 'test').executeTakeFirstOrThrow(),
    );
    await add(own, id);
    app.clock.advance(1001);
    const [known, other] = [own.certificate, another.certificate];
    const base64 = (pem: string) => pem.replace(/-----.*-----|\s/g, '');
    const escaped = encodeURIComponent;
    expect(await codeBy(PROXY, escaped(known))).toBe(LET_IN);
    for (const header of [
      `${escaped(known)}, ${escaped(other)}`,
      `${base64(known)}, ${base64(other)}`,
      escaped(`${known}${other}`),
      base64(known) + base64(other),
    ]) {
      expect(await codeBy(PROXY, header)).toBe('UnAuthorized');
    }
  });

  it('is one certificate in PEM', async () => {
    for (const pem of ['', 'nothing', partner.key, partner.certificate + certificate().certificate]) {
      await expect(add({ ...partner, certificate: pem })).rejects.toMatchObject({ kind: 'invalid' });
    }
  });
});
