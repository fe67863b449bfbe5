import { expect, it, onTestFinished } from 'vitest';
import { firstStarted } from '../../support/first-started.js';

const URL = '/2024-04-01/change/medicalnetwork/eligibility/v3';

/** A request made of a row of the table, as its reader would. */
function requestOf([payer, subscriber = '', dependent = '', serviceTypes = '']: readonly string[]): object {
  return {
    tradingPartnerServiceId: payer,
    provider: { organizationName: 'Lake Clinic', npi: '1999999984' },
    subscriber: personOf(subscriber),
    ...(dependent === '' ? {} : { dependents: [personOf(dependent)] }),
    encounter: { serviceTypeCodes: [/^\w+/.exec(serviceTypes)?.[0]] },
  };
}

/** `Jane Doe, AETNA12345, 20040404`. The dates are of eight digits, of this century or the last. */
function personOf(text: string) {
  const [name = '', ...others] = text.split(', ');
  const [lastName, firstName] = name.split(' ').reverse();
  const birth = others.find((one) => /^(19|20)\d{6}$/.test(one));
  const number = others.find((one) => one !== birth);
  const ssn = /^ssn (\d+)$/.exec(number ?? '')?.[1];
  return {
    lastName,
    ...(firstName === undefined ? {} : { firstName }),
    ...(birth === undefined ? {} : { dateOfBirth: birth }),
    ...(ssn !== undefined ? { ssn } : number === undefined ? {} : { memberId: number }),
  };
}

it('each mock request that /docs lists is answered as the table says', async () => {
  const server = await firstStarted('');
  onTestFinished(() => server.close());
  const documentation = (await server.app.inject('/docs/json')).json();
  const rows = String(documentation.paths[URL].post.description)
    .split('\n')
    .filter((line) => /^\| \w/.test(line) && !line.startsWith('| payer'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const answer = await server.app.inject({
      ...{ method: 'POST', url: URL, headers: { authorization: server.testKey } },
      payload: requestOf(row),
    });
    expect(answer.statusCode, row.join()).toBe(200);
    const { errors, benefitsInformation = [] } = answer.json();
    const codes = benefitsInformation.map(({ code }: { readonly code: string }) => code);
    const seen = codes.includes('6') ? 'not covered' : codes.includes('1') ? 'benefits' : `AAA ${errors[0]?.code}`;
    expect(seen, row.join()).toBe(row.at(-1));
  }
});
