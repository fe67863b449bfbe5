import type { Benefit } from 'ediloom/eligibility';
import type { Block, Column } from '../blocks.js';
import { notesOf } from './benefit-notes.js';
import { rowsOf } from './benefit-rows.js';
import { servicesOf } from './benefit-words.js';
import { isCoverage } from './coverage.js';
import { isAboutSomebody } from './others.js';
import { joined, lines } from './words.js';

const COLUMNS: readonly Column[] = [
  { title: 'Benefit', width: 17 },
  { title: 'Network', width: 14 },
  { title: 'Who', width: 11 },
  { title: 'Amount', width: 14, align: 'right' },
  { title: 'Period', width: 13 },
  { title: 'Remaining', width: 14, align: 'right' },
  { title: 'Notes', width: 28 },
];

/** What a plan pays, and what the patient does: a table for services that are told of together, the plan as a whole first. */
export function benefitBlocks(benefits: readonly Benefit[], plan: PlanNames): readonly Block[] {
  const groups = new Map<string, Benefit[]>();
  for (const benefit of benefits) {
    if (isCoverage(benefit) || isAboutSomebody(benefit)) continue;
    const title = titleOf(benefit);
    groups.set(title, [...(groups.get(title) ?? []), benefit]);
  }
  if (groups.size === 0) return [];
  const tables = [...groups].map(([title, group]): Block => {
    const rows = rowsOf(group).map(({ kind, network, covers, amount, period, remaining, benefits: of }) => {
      const notes = of.flatMap((benefit) => [...planOf(benefit, plan), ...notesOf(benefit)]);
      return [kind, network, covers, amount, period, remaining, lines(notes)];
    });
    return { kind: 'table', title, columns: COLUMNS, rows };
  });
  const isWhole = ([first]: readonly Benefit[]): boolean => first?.serviceTypeCodes?.includes('30') === true;
  const places = [...groups.values()].map((group) => (isWhole(group) ? 0 : 1));
  const ordered = tables
    .map((table, at) => ({ table, place: places[at] ?? 1 }))
    .sort((a, b) => a.place - b.place)
    .map(({ table }) => table);
  return [
    { kind: 'heading', text: 'Benefits' },
    {
      kind: 'text',
      text: 'Deductibles, co-pays, co-insurance and out-of-pocket maximums are the part of the patient.',
    },
    ...ordered,
  ];
}

/** What stands in the head of the document already. */
export interface PlanNames {
  readonly names: ReadonlySet<string>;
}

function titleOf(benefit: Benefit): string {
  const services = joined(servicesOf(benefit), ', ');
  if (services !== '') return services;
  return benefit.compositeMedicalProcedureIdentifier === undefined ? 'General' : 'Procedures';
}

/** The plan and the kind of insurance of a benefit, where they are others than those of all. */
function planOf({ planCoverage, insuranceType, insuranceTypeCode }: Benefit, { names }: PlanNames): readonly string[] {
  return [planCoverage, insuranceType ?? insuranceTypeCode].flatMap((name) =>
    name === undefined || names.has(name) ? [] : [name],
  );
}
