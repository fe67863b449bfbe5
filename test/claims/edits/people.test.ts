import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../../src/claims/claim-codec.js';
import { type ClaimType, shapeOf } from '../../../src/claims/claim-type.js';
import { judgeClaim } from '../../../src/claims/edits/judge-claim.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import { loadGuides } from '../../../src/guides/catalogue.js';
import { breaksAlone, judged, spoilt, throughX12 } from './breaks.js';
import { DEPENDENTS, inEach, OWN } from './one-of-each.js';

const guides = await loadGuides();

describe('who was treated', () => {
  breaksAlone([
    ...inEach(OWN, {
      ...{ id: 'V30', by: 'a subscriber without address', at: ['/subscriber/address'] },
      spoil: ({ subscriber }) => {
        delete subscriber.address;
      },
    }),
    ...inEach(OWN, {
      ...{
        id: 'V30',
        by: 'a subscriber without birth and gender',
        at: ['/subscriber/dateOfBirth', '/subscriber/gender'],
      },
      spoil: ({ subscriber }) => {
        delete subscriber.dateOfBirth;
        delete subscriber.gender;
      },
    }),
    ...inEach(DEPENDENTS, {
      ...{ id: 'V30', by: 'a dependent without address and gender', at: ['/dependent/address', '/dependent/gender'] },
      spoil: ({ dependent }) => {
        delete dependent.address;
        delete dependent.gender;
      },
    }),
    ...inEach(OWN, {
      ...{ id: 'V31', by: 'no gender beside a birth', at: ['/subscriber/gender'] },
      spoil: ({ subscriber }) => {
        delete subscriber.gender;
      },
    }),
    ...inEach(OWN, {
      ...{ id: 'V31', by: 'no birth beside a gender', at: ['/subscriber/dateOfBirth'] },
      spoil: ({ subscriber }) => {
        delete subscriber.dateOfBirth;
      },
    }),
    ...inEach([...OWN, ...DEPENDENTS], {
      ...{ id: 'V32', by: 'a subscriber without member id and last name' },
      at: ['/subscriber/memberId', '/subscriber/lastName'],
      spoil: ({ subscriber }) => {
        delete subscriber.memberId;
        delete subscriber.lastName;
      },
    }),
    ...inEach(DEPENDENTS, {
      ...{ id: 'V32', by: 'a dependent without last name', at: ['/dependent/lastName'] },
      spoil: ({ dependent }) => {
        delete dependent.lastName;
      },
    }),
    ...['18741231', '20260228', '20260302', '20990101'].flatMap((dateOfBirth) =>
      inEach(DEPENDENTS, {
        ...{ id: 'V32', by: `a birth on ${dateOfBirth}`, at: ['/dependent/dateOfBirth'] },
        spoil: ({ dependent }) => {
          dependent.dateOfBirth = dateOfBirth;
        },
      }),
    ),
    ...inEach(OWN, {
      ...{ id: 'V32', by: 'a birth after all services', at: ['/subscriber/dateOfBirth'] },
      spoil: ({ subscriber }) => {
        subscriber.dateOfBirth = '20260213';
      },
    }),
    ...inEach(OWN, {
      ...{ id: 'V33', by: 'an organisation without dependent', at: ['/dependent'] },
      spoil: ({ subscriber }) => {
        subscriber.organizationName = 'Maple Works';
      },
    }),
    ...inEach(DEPENDENTS, {
      ...{ id: 'V36', by: 'a dependent who is the subscriber', at: ['/dependent/relationshipToSubscriberCode'] },
      spoil: ({ dependent }) => {
        dependent.relationshipToSubscriberCode = '18';
      },
    }),
  ]);

  it.each(DEPENDENTS)('%s may have an organisation as subscriber, without a member id', async (claim) => {
    const request = spoilt(claim, ({ subscriber }) => {
      subscriber.organizationName = 'Maple Works';
      delete subscriber.memberId;
    });
    expect(judged(claim, request).errors).toEqual([]);
    expect(judged(claim, await throughX12(claim, request)).errors).toEqual([]);
  });

  it.each([
    ['p1-subscriber', '20260210'],
    ['p1-subscriber', '18750101'],
    ['i1-inpatient', '20260105'],
    ['d1-crown', '20260212'],
    ['d1-crown', '20240229'],
  ] as const)('%s keeps all with a birth on %s', (claim, dateOfBirth) => {
    const request = spoilt(claim, ({ subscriber }) => {
      subscriber.dateOfBirth = dateOfBirth;
    });
    expect(judged(claim, request)).toEqual({ errors: [], warnings: [] });
  });

  it('an institutional subscriber may be known by a standard health id', () => {
    const request = spoilt('i1-inpatient', ({ subscriber }) => {
      delete subscriber.memberId;
      subscriber.standardHealthId = 'SH1';
    });
    expect(judged('i1-inpatient', request).errors).toEqual([]);
  });

  it('names the person in the status', () => {
    const request = spoilt('d2-orthodontic-cob', ({ subscriber, dependent }) => {
      delete subscriber.memberId;
      dependent.dateOfBirth = '18000101';
    });
    const { errors } = judgeClaim('dental', normalise('dental', request), '20260301');
    expect(errors.map(({ status }) => status)).toEqual(['A6:164:IL', 'A7:158:QC']);
  });
});

describe('the number of a group', () => {
  it.each([
    ['professional', 'p1-subscriber'],
    ['institutional', 'i1-inpatient'],
    ['dental', 'd1-crown'],
  ] as const)('wins over that of a policy, %s, and who gave both is told', (type: ClaimType, claim) => {
    const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
    if (guide === undefined) throw new Error(`no guide of ${type}`);
    const request = spoilt(claim, ({ subscriber }) => {
      subscriber.groupNumber = 'GROUP';
      subscriber.policyNumber = 'POLICY';
    });
    const { warnings } = createClaimCodec(type, guide).write(request, {
      transactionId: 'X1',
      date: '20260301',
      time: '0915',
    });
    expect(warnings.map(({ pointer, rule }) => `${pointer} ${rule}`)).toContain('/subscriber/policyNumber not-sent');
    expect((normalise(type, request).subscriber as Record<string, unknown>).groupNumber).toBe('GROUP');
  });
});
