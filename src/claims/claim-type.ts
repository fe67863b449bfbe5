import type { JsonObject } from '../model/json.js';
import { withoutProcedureOfEquipment, withProcedureOfEquipment } from './moves/equipment-procedure.js';
import { withNumberLists, withNumberPairs } from './moves/number-pairs.js';
import { withEntityOfPayTo, withOrganizationOfPayTo, withoutEntityOfPayTo } from './moves/pay-to-address.js';

/** The three claims, by who makes them. */
export type ClaimType = 'professional' | 'institutional' | 'dental';

/** What one kind of claim calls the parts of a request. */
export interface ClaimShape {
  readonly type: ClaimType;
  /** Its name in the catalogue, which ends with GS08 and ST03. */
  readonly guide: string;
  /** Objects of the request that stand in 2310 of the claim. */
  readonly providers: readonly string[];
  /** Those that hang at the provider who bills. */
  readonly payTo: readonly string[];
  /** What the number of a line is called (REF 6R), and that of the submitter (NM109 of 1000A). */
  readonly lineNumber: string;
  readonly submitterNumber: string;
  /** What holds the procedure of a line, and the dates that say its period. */
  readonly service: string;
  /** Moves of JSON that only this kind has: towards the table, and back. */
  readonly before?: (request: JsonObject) => JsonObject;
  readonly after?: (request: JsonObject) => JsonObject;
  readonly periods: { readonly claim: readonly PeriodNames[]; readonly line: readonly PeriodNames[] };
}

/** Two properties that are one date or range in the set. */
export interface PeriodNames {
  /** The object that has them; absent: the claim or line itself. */
  readonly within?: string;
  readonly from: string;
  readonly to: string;
  /** What the table calls the two. */
  readonly period: string;
  /** Always a range, though it is of one day; else a start alone is a date. */
  readonly always?: true;
  /** The start or end alone is a property of its own. */
  readonly alone?: true;
}

const SERVICE: PeriodNames = { from: 'serviceDate', to: 'serviceDateEnd', period: 'servicePeriod' };
const DATES = 'claimDateInformation';

const SHAPES: Readonly<Record<ClaimType, ClaimShape>> = {
  professional: {
    type: 'professional',
    guide: '837P-005010X222A1',
    providers: ['referring', 'rendering', 'supervising'],
    payTo: ['payToAddress', 'payToPlan'],
    lineNumber: 'providerControlNumber',
    submitterNumber: 'submitterIdentification',
    service: 'professionalService',
    before: (request) => withProcedureOfEquipment(withEntityOfPayTo(request)),
    after: (request) => withoutProcedureOfEquipment(withoutEntityOfPayTo(request)),
    periods: {
      claim: [
        {
          ...{ within: DATES, from: 'disabilityBeginDate', to: 'disabilityEndDate' },
          ...{ period: 'disabilityPeriod', alone: true },
        },
      ],
      line: [SERVICE],
    },
  },
  institutional: {
    type: 'institutional',
    guide: '837I-005010X223A2',
    providers: ['attending', 'operatingPhysician', 'otherOperatingPhysician', 'rendering', 'referring'],
    payTo: ['billingPayToAddressName', 'billingPayToPlanName'],
    lineNumber: 'lineItemControlNumber',
    submitterNumber: 'taxId',
    service: 'institutionalService',
    before: withNumberLists,
    after: withNumberPairs,
    periods: {
      claim: [
        {
          ...{ within: DATES, from: 'statementBeginDate', to: 'statementEndDate' },
          ...{ period: 'statementPeriod', always: true },
        },
      ],
      line: [SERVICE],
    },
  },
  dental: {
    type: 'dental',
    guide: '837D-005010X224A2',
    providers: ['referring', 'rendering', 'assistantSurgeon', 'supervising'],
    payTo: ['payToAddress', 'payToPlan'],
    lineNumber: 'providerControlNumber',
    submitterNumber: 'submitterIdentification',
    service: 'dentalService',
    before: withOrganizationOfPayTo,
    after: withoutEntityOfPayTo,
    periods: { claim: [], line: [] },
  },
};

export const CLAIM_TYPES: readonly ClaimType[] = ['professional', 'institutional', 'dental'];

/** The guide of each type: its name in `ediloom/guides`, which ends with its ST03 and GS08. */
export const CLAIM_GUIDES = ofEach(({ guide }) => guide);

/** What the lines of each type call their procedure, with its codes and its charge. */
export const CLAIM_SERVICES = ofEach(({ service }) => service);

export function shapeOf(type: ClaimType): ClaimShape {
  return SHAPES[type];
}

/** The type of a claim in JSON, by what its lines are of; `undefined`: they do not say it. @param request whatever it is. */
export function typeOfLines(request: unknown): ClaimType | undefined {
  const lines = inside(inside(request, 'claimInformation'), 'serviceLines');
  for (const line of Array.isArray(lines) ? lines : []) {
    const type = CLAIM_TYPES.find((one) => inside(line, shapeOf(one).service) !== undefined);
    if (type !== undefined) return type;
  }
  return undefined;
}

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name] // it was just seen there
    : undefined;
}

function ofEach(value: (shape: ClaimShape) => string): Readonly<Record<ClaimType, string>> {
  const { professional, institutional, dental } = SHAPES;
  return { professional: value(professional), institutional: value(institutional), dental: value(dental) };
}
