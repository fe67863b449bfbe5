import { describe, expect, it } from 'vitest';
import { type Breach, behindLast, breaksAlone, type Example, judged, spoilt, throughX12 } from './breaks.js';

const AT = '/claimInformation/claimSupplementalInformation/reportInformations';
const LINES = '/claimInformation/serviceLines';
const CLAIMS = ['p1-subscriber', 'i1-inpatient', 'd1-crown'] as const;
const OF_LINE = [
  { claim: 'p1-subscriber', name: 'serviceLineSupplementalInformation' },
  { claim: 'i1-inpatient', name: 'serviceLineSupplementalInformations' },
] as const;

const ELEVENTH = behindLast('PWK', 'PWK*OZ*EL***AC*A11~');

/** Reports with the numbers A1, A2, … */
function reports(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    ...{ attachmentReportTypeCode: 'OZ', attachmentTransmissionCode: 'EL', attachmentControlNumber: `A${at + 1}` },
  }));
}

// biome-ignore lint/suspicious/noExplicitAny: a request is spoilt in ways that its type forbids
function attach({ claimInformation }: any, list: readonly object[]): void {
  const { reportInformation: _, ...more } = claimInformation.claimSupplementalInformation ?? {};
  claimInformation.claimSupplementalInformation = { ...more, reportInformations: list };
}

describe('reports that come besides a claim', () => {
  breaksAlone(
    CLAIMS.flatMap((claim): readonly Breach[] => [
      {
        ...{ id: 'V73', claim, by: 'a number twice', at: [`${AT}/2/attachmentControlNumber`] },
        spoil: (request) => attach(request, [...reports(2), ...reports(1)]),
      },
      {
        ...{ id: 'V73', claim, by: 'a number of a report that is not sent', at: [`${AT}/1/attachmentControlNumber`] },
        spoil: (request) => {
          const [one, other] = reports(2);
          attach(request, [one ?? {}, { ...other, attachmentTransmissionCode: 'AA' }]);
        },
      },
      {
        ...{ id: 'V73', claim, by: 'ten reports, and one under its old name', at: [AT], inX12: ELEVENTH },
        spoil: (request) => {
          attach(request, reports(11).slice(1));
          const [first] = reports(1);
          request.claimInformation.claimSupplementalInformation.reportInformation = first;
        },
      },
    ]),
  );

  breaksAlone(
    OF_LINE.flatMap(({ claim, name }): readonly Breach[] => [
      {
        ...{ id: 'V73', claim, by: 'a number of the claim at a line', at: [at(name, '/0/attachmentControlNumber')] },
        spoil: (request) => {
          attach(request, reports(1));
          request.claimInformation.serviceLines[1][name] = reports(1);
        },
      },
      {
        ...{ id: 'V73', claim, by: 'a number at a report of a line that is not sent' },
        at: [at(name, '/0/attachmentControlNumber')],
        spoil: ({ claimInformation }) => {
          const [first] = reports(1);
          claimInformation.serviceLines[1][name] = [{ ...first, attachmentTransmissionCode: 'AA' }];
        },
      },
      {
        ...{ id: 'V73', claim, by: 'eleven reports of a line', at: [at(name, '')], inX12: ELEVENTH },
        spoil: ({ claimInformation }) => {
          claimInformation.serviceLines[1][name] = reports(11);
        },
      },
    ]),
  );

  it.each(CLAIMS)('%s may have ten, some of them without a number', async (claim) => {
    const request = spoilt(claim, (given) => {
      const [one, other] = reports(2);
      const { attachmentControlNumber: _, ...unnumbered } = one ?? other ?? {};
      const kept = { ...unnumbered, attachmentTransmissionCode: 'AA' };
      attach(given, [...reports(7), unnumbered, unnumbered, kept]);
    });
    await expectNothing(claim, request);
  });

  it.each(OF_LINE)('$claim may have ten at each line beside those of the claim', async ({ claim, name }) => {
    const request = spoilt(claim, (given) => {
      attach(given, reports(10));
      const more = reports(20).slice(10);
      given.claimInformation.serviceLines[1][name] = more;
    });
    await expectNothing(claim, request);
  });
});

function at(name: string, rest: string): string {
  return `${LINES}/1/${name}${rest}`;
}

async function expectNothing(claim: Example, request: ReturnType<typeof spoilt>): Promise<void> {
  expect(judged(claim, request).errors).toEqual([]);
  expect(judged(claim, await throughX12(claim, request)).errors).toEqual([]);
}
