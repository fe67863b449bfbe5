/** Digits of a place: ids of a batch sort by their places. */
const DIGITS = 5;
/** Characters of a UUID. */
export const BATCH_ID_LENGTH = 36;

/** @param place from 0, below 100,000. */
export function batchItemId(batchId: string, place: number): string {
  return `${batchId}.${String(place).padStart(DIGITS, '0')}`;
}

/** The id of the batch in the id of an item. */
export function batchOfItem(itemId: string): string {
  return itemId.slice(0, BATCH_ID_LENGTH);
}
