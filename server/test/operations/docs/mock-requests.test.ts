import { expect, it, onTestFinished } from 'vitest';
import { firstStarted } from '../../support/first-started.js';

const URL = '/2024-04-01/change/medicalnetwork/eligibility/v3';

/** A request made of a row of the table, as its reader would. */
function requestOf(cells: readonly string[]): object {
  const [payer, subscriber = '', memberId = '', dateOfBirth, dependents, serviceTypes = ''] = cells;
  const [, ssn] = /^ssn (\d+)$/.exec(memberId) ?? [];
  return {
    tradingPartnerServiceId: payer,
    provider: { organizationName: 'Lake Clinic', npi: '1999999984' },
    subscriber: {
      ...namesOf(subscriber),
      ...(ssn === undefined ? { memberId } : { ssn }),
      ...(dateOfBirth === '' ? {} : { dateOfBirth }),
    },
    ...(dependents === '' ? {} : { dependents: [dependentOf(dependents)] }),
    encounter: { serviceTypeCodes: [/^\w+/.exec(serviceTypes)?.[0]] },
  };
}

function namesOf(text: string) {
  const [lastName, firstName] = text.split(' ').reverse();
  return { lastName, ...(firstName === undefined ? {} : { firstName }) };
}

function dependentOf(text = '') {
  const [name = '', dateOfBirth] = text.split(', ');
  return { ...namesOf(name), dateOfBirth };
}

it('each mock request that /docs lists is answered as the table says', async () => {
  const server = await firstStarted('');
  onTestFinished(() => server.close());
  const documentation = (await server.app.inject('/docs/json')).json();
  const rows = String(documentation.paths[URL].post.description)
    .split('\n')
    .filter((line) => /^\| \w/.test(line) && !line.includes('memberId'))
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
