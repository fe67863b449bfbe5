import type fastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { ClaimType } from '../../claims/claim-type.js';
import type { JsonObject } from '../../model/json.js';

type Fc = typeof fastCheck;

/** What a line is made of: all amounts in cents. */
export interface DrawnLine {
  readonly cents: number;
  /** What another payer has paid of it, in hundredths. */
  readonly paidShare: number;
  readonly units: number;
  readonly procedure: number;
  readonly modifiers: readonly string[];
  readonly pointer: number;
}

export function drawnLine(fc: Fc): Arbitrary<DrawnLine> {
  return fc.record({
    cents: fc.integer({ min: 1, max: 250_000 }),
    paidShare: fc.integer({ min: 0, max: 100 }),
    units: fc.integer({ min: 1, max: 9 }),
    procedure: fc.nat({ max: 3 }),
    modifiers: fc.uniqueArray(fc.constantFrom('25', '59', 'LT', 'RT', 'GA'), { maxLength: 4 }),
    pointer: fc.nat({ max: 3 }),
  });
}

/** What all lines of a claim share. */
export interface LineAround {
  readonly serviceDate: string;
  /** How many diagnoses the lines may point to. */
  readonly diagnoses: number;
  /** Id and day of decision of a payer who has decided before. */
  readonly other: { readonly id: string; readonly decided: string } | undefined;
}

const PROCEDURES: Readonly<Record<ClaimType, readonly [string, string, string, string]>> = {
  professional: ['99213', '99203', '93000', '36415'],
  institutional: ['99283', '80053', '71046', '36415'],
  dental: ['D2391', 'D1110', 'D2740', 'D0120'],
};

const REVENUE_CODE = '0450';

export function soundLine(type: ClaimType, drawn: DrawnLine, at: number, around: LineAround): JsonObject {
  const procedureCode = PROCEDURES[type][drawn.procedure] ?? '';
  const service = MAKERS[type](drawn, procedureCode, around);
  const number = { [type === 'institutional' ? 'lineItemControlNumber' : 'providerControlNumber']: `L${at + 1}` };
  return {
    serviceDate: around.serviceDate,
    ...number,
    ...service,
    ...adjudication(type, drawn, procedureCode, around),
  };
}

type Maker = (drawn: DrawnLine, procedureCode: string, around: LineAround) => JsonObject;

const MAKERS: Readonly<Record<ClaimType, Maker>> = {
  professional: (drawn, procedureCode, around) => ({
    professionalService: {
      ...{ procedureIdentifier: 'HC', procedureCode, ...modifiers(drawn) },
      ...{ lineItemChargeAmount: amount(drawn.cents), measurementUnit: 'UN', serviceUnitCount: String(drawn.units) },
      compositeDiagnosisCodePointers: { diagnosisCodePointers: [pointer(drawn, around)] },
    },
  }),
  institutional: (drawn, procedureCode) => ({
    institutionalService: {
      ...{ serviceLineRevenueCode: REVENUE_CODE, procedureIdentifier: 'HC', procedureCode, ...modifiers(drawn) },
      ...{ lineItemChargeAmount: amount(drawn.cents), measurementUnit: 'UN', serviceUnitCount: String(drawn.units) },
    },
  }),
  dental: (drawn, procedureCode, around) => ({
    dentalService: {
      ...{ procedureCode, lineItemChargeAmount: amount(drawn.cents), procedureCount: 1 },
      ...(around.diagnoses === 0
        ? {}
        : { compositeDiagnosisCodePointers: { diagnosisCodePointers: [pointer(drawn, around)] } }),
    },
    teethInformation: [{ toothCode: String(drawn.units), toothSurfaceCodes: ['M', 'O'] }],
  }),
};

function modifiers({ modifiers: procedureModifiers }: DrawnLine): JsonObject {
  return procedureModifiers.length === 0 ? {} : { procedureModifiers: [...procedureModifiers] };
}

function pointer(drawn: DrawnLine, { diagnoses }: LineAround): string {
  return String((drawn.pointer % diagnoses) + 1);
}

/** The charge is what was paid and what was not, to the cent. */
export function paidOf({ cents, paidShare }: DrawnLine): number {
  return Math.floor((cents * paidShare) / 100);
}

function adjudication(type: ClaimType, drawn: DrawnLine, procedureCode: string, { other }: LineAround): JsonObject {
  if (other === undefined) return {};
  const rest = drawn.cents - paidOf(drawn);
  const details = [{ adjustmentReasonCode: '45', adjustmentAmount: amount(rest) }];
  const isHospital = type === 'institutional';
  const adjustments = [
    { adjustmentGroupCode: 'CO', [isHospital ? 'claimAdjustmentDetails' : 'adjustmentDetails']: details },
  ];
  const decision: JsonObject = {
    ...{ otherPayerPrimaryIdentifier: other.id, serviceLinePaidAmount: amount(paidOf(drawn)), procedureCode },
    [isHospital ? 'productOrServiceIDQualifier' : 'serviceIdQualifier']: type === 'dental' ? 'AD' : 'HC',
    ...(isHospital ? { serviceLineRevenueCode: REVENUE_CODE } : {}),
    ...{ paidServiceUnitCount: '1', adjudicationOrPaymentDate: other.decided },
    ...(rest === 0 ? {} : { [isHospital ? 'lineAdjustment' : 'claimAdjustmentInformation']: adjustments }),
  };
  return { lineAdjudicationInformation: [decision] };
}

/** Cents as text, such as `12.05`. */
export function amount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
