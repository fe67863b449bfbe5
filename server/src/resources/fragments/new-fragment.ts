import type { Static } from 'typebox';
import type { Caller } from '../../caller.js';
import { isoTime } from '../../clock.js';
import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import type { Json } from '../../store/tables.js';
import { fragmentColumn } from './columns.js';
import { type FragmentNode, occurrencesOf } from './fragment-key.js';
import type { FragmentAnswer } from './schemas.js';

/** A fragment to be written down. */
export interface NewFragment {
  readonly id: string;
  readonly groupId: string;
  /** Without a prefix. */
  readonly guideId: string;
  /** As `fragmentColumn` makes it. */
  readonly fragment: Json;
  readonly at: number;
}

/**
 * Checks a fragment, and seals it where payloads are: before the transaction that writes it.
 * @throws Problem `invalid` where it is no list of what the guide has there.
 */
export function newFragment(
  { payloads, clock }: Pick<Platform, 'payloads' | 'clock'>,
  { accountId }: Caller,
  { groupId, guideId, key }: FragmentNode & { readonly groupId: string },
  fragment: unknown,
): NewFragment {
  occurrencesOf(fragment, key);
  const id = uuid();
  return { id, groupId, guideId, fragment: fragmentColumn(payloads, accountId, id, fragment), at: clock.now() };
}

export function showFragment({ id, groupId, at }: NewFragment): Static<typeof FragmentAnswer> {
  return { fragmentGroupId: groupId, createdAt: isoTime(at), fragmentId: id };
}
