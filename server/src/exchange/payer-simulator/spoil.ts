/** Which of the segments of a kind is changed: it hears of each, in their order, its set (from 1, over the whole text; 0: none before it). */
export type IsMeant = (set: number) => boolean;

/** X12 with another value in one element of the segments of a kind: what acknowledgments are to find. Counts and lengths stay as they were. */
export function withElement(
  x12: string,
  { id, place, value }: { readonly id: string; readonly place: number; readonly value: string },
  isMeant: IsMeant = () => true,
): string {
  const element = x12.charAt(3);
  const terminator = x12.charAt(105);
  let set = 0;
  return x12
    .split(terminator)
    .map((segment) => {
      const elements = segment.split(element);
      const tag = elements[0]?.trim();
      if (tag === 'ST') set++;
      return tag === id && isMeant(set) ? elements.with(place, value).join(element) : segment;
    })
    .join(terminator);
}

/** A code in BHT02 that there is not: a 999 rejects the set. */
export const SPOILT_SET = { id: 'BHT', place: 2, value: '99' } as const;
/** Another number in IEA02: a TA1 rejects the interchange. */
export const SPOILT_INTERCHANGE = { id: 'IEA', place: 2, value: '000000000' } as const;
