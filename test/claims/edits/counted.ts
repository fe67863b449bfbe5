import { behindLast, type Example, type Spoil } from './breaks.js';
import { addPayer, DECIDED, DECISION, decideLine, decisionOf } from './decided.js';

const CLAIM = '/claimInformation';
const LINES = `${CLAIM}/serviceLines`;

type Request = Parameters<Spoil>[0];

/** A list of a claim, and how it is given so many entries. */
export interface Counted {
  readonly claim: Example;
  readonly most: number;
  readonly at: string;
  readonly give: (request: Request, count: number) => void;
  /** Adds the one too many to X12; absent: the segment has no more places. */
  readonly oneMore?: (edi: string) => string;
}

function many<Entry>(count: number, entry: (number: number) => Entry): Entry[] {
  return Array.from({ length: count }, (_, at) => entry(at + 1));
}

const CODE_LISTS: Readonly<Record<string, (number: number) => unknown>> = {
  otherDiagnosisInformationList: (number) => ({ qualifierCode: 'ABF', otherDiagnosisCode: `R${100 + number}` }),
  otherProcedureInformationList: (number) => ({
    ...{ qualifierCode: 'BBQ', otherProcedureCode: `0DTJ4Z${number % 10}`, otherProcedureDate: '20260106' },
  }),
  occurrenceSpanInformations: (number) => ({
    ...{ occurrenceSpanCode: String(70 + number) },
    ...{ occurrenceSpanCodeStartDate: '20260105', occurrenceSpanCodeEndDate: '20260106' },
  }),
  occurrenceInformationList: (number) => ({
    ...{ occurrenceSpanCode: String(10 + number), occurrenceSpanCodeDate: '20260104' },
  }),
  valueInformationList: (number) => ({ valueCode: String(40 + number), valueCodeAmount: '3' }),
  conditionCodesList: (number) => ({ conditionCode: String(10 + number) }),
  treatmentCodeInformationList: (number) => `T${number}`,
};

const TEETH = [...many(32, String), 'A', 'B', 'C', 'D'];
const PROVIDERS = [
  ...['renderingProvider', 'purchasedServiceProvider', 'supervisingProvider', 'orderingProvider'],
  'referringProvider',
];

export const COUNTED: readonly Counted[] = [
  ...Object.entries(CODE_LISTS).map(
    ([name, entry]): Counted => ({
      ...{ claim: 'i1-inpatient', most: 12, at: `${CLAIM}/${name}/0` },
      give: ({ claimInformation }, count) => {
        claimInformation[name] = [many(count, entry)];
      },
    }),
  ),
  ...(['p1-subscriber', 'd1-crown'] as const).map(
    (claim): Counted => ({
      ...{ claim, most: 10, at: `${CLAIM}/fileInformationList` },
      give: ({ claimInformation }, count) => {
        claimInformation.fileInformationList = many(count - 1, (number) => `F${number}`);
        claimInformation.fileInformation = `F${count}`;
      },
      oneMore: behindLast('K3', 'K3*F11~'),
    }),
  ),
  ...(['p2-dependent-cob', 'd2-orthodontic-cob'] as const).map(
    (claim): Counted => ({
      ...{ claim, most: 2, at: `${CLAIM}/otherSubscriberInformation/0/otherPayerReferringProvider` },
      give: ({ claimInformation: { otherSubscriberInformation: others } }, count) => {
        others[0].otherPayerReferringProvider = many(count, (number) => ({
          otherPayerReferringProviderIdentifier: [{ qualifier: 'G2', identifier: `R${number}` }],
        }));
      },
      oneMore: behindLast('REF*G2*R2', 'NM1*DN*1~REF*G2*R3~'),
    }),
  ),
  ...PROVIDERS.map(
    (name): Counted => ({
      ...{ claim: 'p1-subscriber', most: 20, at: `${LINES}/0/${name}/secondaryIdentifier` },
      give: ({ claimInformation: { serviceLines } }, count) => {
        serviceLines[0][name] = {
          ...(name === 'purchasedServiceProvider' ? { npi: '1555001076' } : { lastName: 'Rowe', npi: '1555001076' }),
          secondaryIdentifier: many(count, (number) => ({ qualifier: 'G2', identifier: `R${number}` })),
        };
      },
      oneMore: behindLast('REF*G2*R20', 'REF*G2*R21~'),
    }),
  ),
  {
    ...{ claim: 'd1-crown', most: 35, at: `${CLAIM}/toothStatus` },
    give: ({ claimInformation }, count) => {
      claimInformation.toothStatus = TEETH.slice(0, count).map((toothNumber) => ({
        toothNumber,
        toothStatusCode: 'M',
      }));
    },
    oneMore: behindLast('DN2', 'DN2*D*M~'),
  },
  {
    ...{ claim: 'd1-crown', most: 32, at: `${LINES}/0/teethInformation` },
    give: ({ claimInformation: { serviceLines } }, count) => {
      serviceLines[0].teethInformation = TEETH.slice(0, count).map((toothCode) => ({ toothCode }));
    },
    oneMore: (edi) => edi.replace('TOO*JP*32~', 'TOO*JP*32~TOO*JP*A~'),
  },
  lines(
    { claim: 'i1-inpatient', most: 999, number: 'lineItemControlNumber', service: 'institutionalService' },
    behindLast('REF*6R*N999', 'LX*1000~SV2*0250**1*UN*1~DTP*472*D8*20260106~REF*6R*N1000~'),
  ),
  lines(
    { claim: 'd1-crown', most: 50, number: 'providerControlNumber', service: 'dentalService' },
    behindLast('TOO', 'LX*51~SV3*AD:D2391*1****1~TOO*JP*3~DTP*472*D8*20260212~REF*6R*N51~'),
  ),
  ...DECIDED.map(
    (one): Counted => ({
      ...{ claim: one.claim, most: 15, at: DECISION },
      give: (request, count) => {
        const whole = decideLine(one, request);
        const part = decisionOf(one, whole.otherPayerPrimaryIdentifier, 0, 1);
        const parts = Array.from({ length: count - 1 }, () => part);
        const first = decisionOf(one, whole.otherPayerPrimaryIdentifier, 60, one.total - 59 - count);
        request.claimInformation.serviceLines[0].lineAdjudicationInformation = [first, ...parts];
      },
      oneMore: (edi) => {
        const [loop = ''] = /(?<=~)SVD[^~]*~CAS[^~]*\*1~DTP[^~]*~/.exec(edi) ?? [];
        return edi.replace(/~(?=SE\*)/, `~${loop}`);
      },
    }),
  ),
  {
    ...{ claim: 'i2-outpatient-cob', most: 10, at: `${CLAIM}/otherSubscriberInformation` },
    give: (request, count) => {
      const [, ...levels] = 'PTABCDEFGHU'.slice(0, count);
      for (const [at, level] of levels.entries()) addPayer(request, level, `8880${at}`);
    },
    oneMore: (edi) => {
      const last = edi.slice(edi.lastIndexOf('~SBR*') + 1, edi.indexOf('LX*'));
      const added = last.replace('SBR*H', 'SBR*U').replace('88808', '88809');
      return edi.replace('LX*', `${added}LX*`);
    },
  },
];

/** Lines that charge one dollar each, with a number of their own. */
function lines(
  {
    claim,
    most,
    number: name,
    service,
  }: Pick<Counted, 'claim' | 'most'> & Readonly<Record<'number' | 'service', string>>,
  oneMore: (edi: string) => string,
): Counted {
  return {
    ...{ claim, most, at: LINES, oneMore },
    give: ({ claimInformation }, count) => {
      const [, line] = claimInformation.serviceLines;
      const priced = { ...line, [service]: { ...line[service], lineItemChargeAmount: '1' } };
      claimInformation.serviceLines = many(count, (number) => ({ ...priced, [name]: `N${number}` }));
      claimInformation.claimChargeAmount = String(count);
    },
  };
}
