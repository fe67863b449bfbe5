import type { Benefit } from 'ediloom/eligibility';
import type { Block } from '../blocks.js';
import { notesOf } from './benefit-notes.js';
import { kindOf, servicesOf } from './benefit-words.js';
import { addressLines, contactLines, entityId, entityName } from './parties.js';
import { joined, lines } from './words.js';

/** EB01 of what names somebody: other payers, a physician, whom to ask. */
const ABOUT_SOMEBODY: ReadonlySet<string> = new Set(['L', 'MC', 'N', 'R', 'U', 'W', 'X']);

export function isAboutSomebody({ code = '' }: Benefit): boolean {
  return ABOUT_SOMEBODY.has(code);
}

const COLUMNS = [
  { title: 'What', width: 20 },
  { title: 'Who', width: 26 },
  { title: 'Contact', width: 28 },
  { title: 'Notes', width: 28 },
];

/** Other payers first: who pays before this plan is asked about at every visit. */
export function otherBlocks(benefits: readonly Benefit[]): readonly Block[] {
  const about = benefits.filter(isAboutSomebody);
  return [
    ...tableOf(
      'Other payers',
      about.filter(({ code }) => code === 'R'),
    ),
    ...tableOf(
      'Contacts',
      about.filter(({ code }) => code !== 'R'),
    ),
  ];
}

function tableOf(title: string, benefits: readonly Benefit[]): readonly Block[] {
  if (benefits.length === 0) return [];
  const rows = benefits.flatMap((benefit) => {
    const { benefitsRelatedEntities: entities = [], ...rest } = benefit;
    const what = lines([kindOf(benefit), joined(servicesOf(benefit), ', ')]);
    const notes = lines([benefit.planCoverage, benefit.insuranceType ?? benefit.insuranceTypeCode, ...notesOf(rest)]);
    if (entities.length === 0) return [[what, '', '', notes]];
    return entities.map((entity, at) => {
      const { entityIdentifier, address, contactInformation } = entity;
      const who = lines([entityName(entity), entityIdentifier, entityId(entity)]);
      const contact = [contactInformation && contactLines(contactInformation), address && addressLines(address)];
      return [what, who, joined(contact, '\n'), at === 0 ? notes : ''];
    });
  });
  return [
    { kind: 'heading', text: title },
    { kind: 'table', columns: COLUMNS, rows },
  ];
}
