import type { Guide } from 'ediloom';

/**
 * A guide under the id of its row, whatever its author called it: two guides of an account may well be called the same. What stands
 * before the last colon is not part of an id for the engine, but tells it that a guide was narrowed.
 */
export function named(guide: Guide, ulid: string): Guide {
  const before = guide.$id.includes('+') ? guide.$id : 'urn:ediloom:guide';
  return { ...guide, $id: `${before}:${ulid}`, x12: { ...guide.x12, id: ulid } };
}
