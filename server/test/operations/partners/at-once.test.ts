import { generateIdentity } from 'ediloom/transports/as2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { makePartnership, P, partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

let test: TestApp;
let below: string;
beforeAll(async () => {
  test = await partnersApp();
  below = `${P}/x12/partnerships/${await makePartnership(test, 'a')}`;
  await test.queries((queries) => createBucket(queries, test.clock, { name: 'files' }));
});
afterAll(() => test.close());

describe('requests at once', () => {
  it('leave no setting without its connection', async () => {
    for (let round = 0; round < 10; round++) {
      const payload = { name: `c${round}`, bucketName: 'files' };
      const { connectionId } = (await test.call('POST', `${below}/connections/buckets`, { payload })).json();
      const setting = { release: '004010', transactionSetIdentifier: '850', connection: { connectionId } };
      const [made, deleted] = await Promise.all([
        test.call('POST', `${below}/outbound-transactions`, { payload: setting }),
        test.call('DELETE', `${below}/connections/buckets/${connectionId}`),
      ]);
      expect([`201 409`, `400 204`]).toContain(`${made.statusCode} ${deleted.statusCode}`);
    }
  });

  it('give a name of a connection once', async () => {
    const payload = { name: 'same', bucketName: 'files' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => test.call('POST', `${below}/connections/buckets`, { payload })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  /** Sends two requests at once, ten times; what `make` makes stands before them. @returns the pairs of statuses that came. */
  async function pairs<Made>(
    make: (round: number) => Promise<Made>,
    both: (made: Made) => readonly [Promise<Answered>, Promise<Answered>],
  ): Promise<readonly string[]> {
    const seen = new Set<string>();
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(both(await make(round)));
      seen.add(answers.map(({ statusCode }) => statusCode).join(' '));
    }
    return [...seen];
  }

  const newConnection = async (name: string, path = 'buckets', settings: object = { bucketName: 'files' }) => {
    const answer = await test.call('POST', `${below}/connections/${path}`, { payload: { name, ...settings } });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return `${below}/connections/${path}/${answer.json().connectionId}`;
  };

  it('change a connection, or find it deleted', async () => {
    const make = (round: number) => newConnection(`changing ${round}`);
    const change = (url: string) => test.call('PUT', url, { payload: { bucketName: 'files' } });
    const seen = await pairs(make, (url) => [change(url), test.call('DELETE', url)]);
    expect(['200 204', '404 204']).toEqual(expect.arrayContaining([...seen]));
  });

  it('keep what each changes of a connection', async () => {
    const outboundSettings = { enabled: true, partnerServerUrl: 'https://as2.example.com/in' };
    const url = await newConnection('credentials', 'as2', {
      localAs2Id: 'ONE',
      partnerAs2Id: 'OTHER',
      outboundSettings,
    });
    for (let round = 0; round < 10; round++) {
      const { certificatePem: publicCertificate } = await generateIdentity({ commonName: 'them', days: 10, key: 'ec' });
      const username = `we ${round}`;
      const answers = await Promise.all([
        test.call('PUT', `${url}/basic-auth`, { payload: { username, password: 'p' } }),
        test.call('POST', `${url}/credentials`, { payload: { partnerSigning: { publicCertificate } } }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect((await test.call('GET', url)).json()).toMatchObject({
        outboundSettings: { basicAuth: { username } },
        partnerSigning: { publicCertificate },
      });
    }
  });

  it('give two AS2 ids to one connection of the server, and do not say whose it is', async () => {
    const other = await test.account('Other');
    const headers = { authorization: other.liveKey };
    const asOther: Pick<TestApp, 'call'> = {
      call: (method, url, options) => test.call(method, url, { ...options, headers }),
    };
    const settings = { name: 'as2', partnerAs2Id: 'THEM' };
    for (let round = 0; round < 5; round++) {
      const [ours, theirs] = [await makePartnership(test, `t${round}`), await makePartnership(asOther, `t${round}`)];
      const payload = { ...settings, localAs2Id: `US ${round}` };
      const make = (id: string, { call }: Pick<TestApp, 'call'>) =>
        call('POST', `${P}/x12/partnerships/${id}/connections/as2`, { payload });
      const answers = await Promise.all([make(ours, test), make(theirs, asOther)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      expect(refused?.json().message).toBe(
        'Another connection of this server has the same AS2 ids, by which what comes in is assigned. Choose other AS2 ids.',
      );
      // What is changed into them afterwards is refused too.
      const [loser, call] = answers[0] === refused ? [ours, test.call] : [theirs, asOther.call];
      const url = `${P}/x12/partnerships/${loser}/connections/as2`;
      const made = await call('POST', url, { payload: { ...payload, localAs2Id: `ELSE ${round}` } });
      expect(made.statusCode).toBe(201);
      const changed = await call('PUT', `${url}/${made.json().connectionId}`, { payload });
      expect([changed.statusCode, changed.json().message]).toEqual([409, refused?.json().message]);
    }
  });

  it('change profiles and partnerships, or find them deleted', async () => {
    const profile = async (round: number) => {
      const profileId = `profile-${round}`;
      const payload = { profileId, profileType: 'local', interchangeQualifier: 'ZZ', interchangeId: `PROFILE${round}` };
      expect((await test.call('POST', `${P}/x12/profiles`, { payload })).statusCode).toBe(201);
      return `${P}/x12/profiles/${profileId}`;
    };
    const profiles = await pairs(profile, (url) => [
      test.call('PUT', url, { payload: { applicationIdentifiers: [] } }),
      test.call('DELETE', url),
    ]);
    expect(['200 204', '404 204']).toEqual(expect.arrayContaining([...profiles]));
    const terms = { interchangeUsageIndicator: 'T', timezone: 'America/New_York', timeFormat: 'HHMM' };
    const partnerships = await pairs(
      async (round) => `${P}/x12/partnerships/${await makePartnership(test, `p${round}`)}`,
      (url) => [test.call('PUT', url, { payload: terms }), test.call('DELETE', url)],
    );
    expect(['200 204', '404 204']).toEqual(expect.arrayContaining([...partnerships]));
  });

  it('leave no partnership without its profiles, and no setting without its partnership', async () => {
    const terms = { interchangeUsageIndicator: 'T', timezone: 'America/New_York', timeFormat: 'HHMM' };
    const profiles = await pairs(
      async (round) => {
        const id = await makePartnership(test, `q${round}`);
        expect((await test.call('DELETE', `${P}/x12/partnerships/${id}`)).statusCode).toBe(204);
        return `q${round}`;
      },
      (name) => [
        test.call('POST', `${P}/x12/partnerships`, {
          payload: { localProfileId: `${name}-us`, partnerProfileId: `${name}-them`, ...terms },
        }),
        test.call('DELETE', `${P}/x12/profiles/${name}-us`),
      ],
    );
    expect(['201 409', '400 204']).toEqual(expect.arrayContaining([...profiles]));
    const settings = await pairs(
      async (round) => `${P}/x12/partnerships/${await makePartnership(test, `r${round}`)}`,
      (url) => [
        test.call('POST', `${url}/inbound-transactions`, {
          payload: { release: '004010', transactionSetIdentifier: '850' },
        }),
        test.call('DELETE', url),
      ],
    );
    expect(['201 409', '404 204']).toEqual(expect.arrayContaining([...settings]));
  });

  it('give a received set to one setting', async () => {
    const payload = { release: '004010', transactionSetIdentifier: '850' };
    const seen = await pairs(
      async (round) => `${P}/x12/partnerships/${await makePartnership(test, `s${round}`)}/inbound-transactions`,
      (url) => [test.call('POST', url, { payload }), test.call('POST', url, { payload })],
    );
    expect(['201 409', '409 201']).toEqual(expect.arrayContaining([...seen]));
  });

  it('revert a guide, or find it deleted; a guide that is published at that moment is what its draft is', async () => {
    const guides = '/2022-03-09/guides';
    const published = async (): Promise<string> => {
      const overlay = { overlay: 'acme', base: '850-004010', patch: { title: 'One' } };
      const { id } = (await test.call('POST', guides, { payload: { definition: overlay } })).json();
      expect((await test.call('PUT', `${guides}/${id}/publish`)).statusCode).toBe(200);
      return `${guides}/${id}`;
    };
    const revert = (url: string) => test.call('PUT', `${url}/revert`);
    const deleted = await pairs(published, (url) => [revert(url), test.call('DELETE', url)]);
    expect(['200 204', '404 204']).toEqual(expect.arrayContaining([...deleted]));
  });

  it('give the name of a connection of all partnerships once', async () => {
    const payload = { name: 'same for all', bucketName: 'files' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => test.call('POST', `${P}/global-connections`, { payload })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });
});

type Answered = Awaited<ReturnType<TestApp['call']>>;
