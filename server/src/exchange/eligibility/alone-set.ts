import type { Engine, EngineEvent } from 'ediloom';

type EventOf<Kind> = Extract<EngineEvent, { readonly kind: Kind }>;
type Interchanges = Parameters<Engine['generate']>[0]['interchanges'];

/** Where a stream of events stands. */
export interface Around {
  interchange?: EventOf<'interchange'>;
  group?: EventOf<'group'>;
}

/** A set in an interchange of its own, under the ids and numbers of the one that it came in. */
export function aloneSet(engine: Engine, { interchange, group }: Around, set: EventOf<'transaction'>): Uint8Array {
  if (interchange === undefined || group?.header === undefined) throw new Error('A set was found outside a group.');
  const { guide, header, data } = set;
  const groups = [{ header: group.header, transactions: [{ guide, header, data }] }];
  const { header: isa, delimiters } = interchange;
  const interchanges: Interchanges = [{ header: isa, delimiters, groups }];
  return engine.generate({ interchanges }, { findings: 'report' }).bytes;
}
