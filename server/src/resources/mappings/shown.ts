import { isoTime } from '../../clock.js';
import type { Mapping, MappingSummary } from './mapping.js';

/** A mapping, or what a list says of it, as the interface shows it. */
export function showMapping({ createdAt, updatedAt, ...shown }: Mapping | MappingSummary): Record<string, unknown> {
  return { ...shown, created_at: toSeconds(createdAt), updated_at: toSeconds(updatedAt) };
}

/** This family's clients read instants of whole seconds. */
function toSeconds(at: number): string {
  return `${isoTime(at).slice(0, 19)}Z`;
}
