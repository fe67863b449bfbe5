import type { Guide } from 'ediloom';
import type { JsonObject } from '../../json.js';
import type { Guides } from '../../store/tables.js';
import { parseGuideId } from './guide-id.js';
import type { StoredTarget } from './guide-target.js';

// The JSON columns of a guide. Whatever stands in them passed `prepareDefinition`: a definition is a guide, or an overlay of one.

/** What the definition is for, written with each draft. */
export function targetOf({ target }: Pick<Guides, 'target'>): StoredTarget {
  return JSON.parse(target) as StoredTarget;
}

/** The definition that is being worked on; empty where none was ever given. */
export function draftOf({ draft }: Pick<Guides, 'draft'>): JsonObject {
  return JSON.parse(draft ?? '{}') as JsonObject;
}

/** The definition as it was published last; `undefined`: never. */
export function liveOf({ live }: Pick<Guides, 'live'>): JsonObject | undefined {
  return live === null ? undefined : (JSON.parse(live) as JsonObject);
}

/** The guide that is published: the definition itself, or what an overlay came to then. `undefined`: none is. */
export function publishedGuide({ live, resolved }: Pick<Guides, 'live' | 'resolved'>): Guide | undefined {
  const text = resolved ?? live;
  return text === null ? undefined : (JSON.parse(text) as Guide);
}

/** Id of the guide that an overlay narrows, without a prefix; `undefined` for a guide that stands alone. */
export function baseOf({ overlay, base }: JsonObject): string | undefined {
  if (overlay === undefined || typeof base !== 'string') return undefined;
  return parseGuideId(base)?.ulid ?? base;
}
