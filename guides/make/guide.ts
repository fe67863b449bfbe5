import type { BusinessUnitNode, Dictionary, Guide, SectionName, SectionNode } from '../../src/model/guide.js';
import { CodeLists } from './codes.js';
import { requiredPart } from './elements.js';
import type { LoopFact, SegmentFact, SetFacts } from './facts.js';
import { StructureMaker } from './structure.js';

const SECTIONS: readonly SectionName[] = ['heading', 'detail', 'summary'];

/** RFI 1526: a monetary amount has ten digits at most, those of the cents included, though the dictionary says R 1/18. */
const HIPAA_DIGITS = { '782': 10 };

/** What tables beside the facts of a set say of it. */
interface Remarks {
  readonly notes: readonly string[] | undefined;
  readonly businessUnits: readonly BusinessUnitNode[] | undefined;
}

/** Makes one guide from its facts: sections, shared loops and shared code lists. */
export function makeGuide(facts: SetFacts, dictionary: Dictionary, { notes, businessUnits }: Remarks): Guide {
  const kind = /X\d/u.test(facts.version ?? '') ? 'guide' : 'base';
  const codes = new CodeLists(facts.codeNames);
  const tables = cutTables(facts);
  const context = { kind, dictionary, codes, dictionaryCodes: kind === 'base' && facts.version === '004010' } as const;
  const maker = new StructureMaker(context, Object.values(tables).flat());
  const properties: Partial<Record<SectionName, SectionNode>> = {};
  for (const name of SECTIONS) {
    const children = tables[name];
    if (children.length > 0) properties[name] = maker.section(children);
  }
  const defs = { ...maker.shared, ...codes.defs };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:ediloom:guide:${facts.id}`,
    title: facts.name,
    x12: {
      id: facts.id,
      standard: dictionary.release,
      transactionSet: transactionSet(facts),
      ...(facts.functionalId === null ? {} : { functionalId: facts.functionalId }),
      version: facts.version ?? dictionary.release,
      ...(kind === 'guide' && typeof facts.implementation === 'string' ? { implementation: facts.implementation } : {}),
      kind,
      ...(businessUnits === undefined ? {} : { businessUnits }),
      ...(kind === 'guide' && JSON.stringify([properties, defs]).includes('"782"') ? { digits: HIPAA_DIGITS } : {}),
      confidence: facts.confidence,
      ...(notes === undefined ? {} : { notes }),
    },
    type: 'object',
    additionalProperties: false,
    ...requiredPart(SECTIONS.filter((name) => properties[name]?.required !== undefined)),
    properties,
    ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }),
  };
}

type Tables = Readonly<Record<SectionName, readonly (LoopFact | SegmentFact)[]>>;

// A table that holds nothing but SE is no section: SE closes the last section that has something to say.
function cutTables(facts: SetFacts): Tables {
  const { heading, detail, summary } = facts;
  if (heading.length === 0) return { heading: [...detail, ...summary], detail: [], summary: [] };
  if (summary.length > 1) return { heading, detail, summary };
  if (detail.length > 0) return { heading, detail: [...detail, ...summary], summary: [] };
  return { heading: [...heading, ...summary], detail, summary: [] };
}

/** ST01: 277CA and 837P are names of guides, their sets are 277 and 837. */
function transactionSet(facts: SetFacts): string {
  const [first] = facts.heading;
  const codes =
    first !== undefined && 'segment' in first && first.segment === 'ST' ? first.elements[0]?.codes : undefined;
  return codes?.[0] ?? facts.set;
}
