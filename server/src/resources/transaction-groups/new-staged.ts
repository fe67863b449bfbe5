import type { Static } from 'typebox';
import type { Caller } from '../../caller.js';
import { isoTime } from '../../clock.js';
import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { invalid } from '../../problems.js';
import type { Json } from '../../store/tables.js';
import { type GroupOverrides, transactionColumn } from './columns.js';
import type { StageAnswer, StageBody } from './schemas.js';

/** A transaction to be staged. */
export interface NewStaged {
  readonly id: string;
  readonly partnershipId: string;
  readonly groupId: string;
  readonly settingId: string;
  readonly overrides: GroupOverrides | undefined;
  /** As `transactionColumn` makes it; `undefined`: uploaded afterwards. */
  readonly transaction: Json | undefined;
  readonly at: number;
}

/** Where a transaction is staged, and with what. */
export interface StagedPlace {
  readonly partnershipId: string;
  readonly transactionGroupId: string;
  readonly transactionSettingId: string;
  readonly groupOverrides: GroupOverrides | undefined;
}

/**
 * Makes what is staged, and seals its payload where payloads are: before the transaction that writes it.
 * @param transaction guide JSON; `undefined`: uploaded afterwards.
 */
export function newStaged(
  { payloads, clock }: Pick<Platform, 'payloads' | 'clock'>,
  { accountId }: Caller,
  { partnershipId, transactionGroupId, transactionSettingId, groupOverrides }: StagedPlace,
  transaction: unknown,
): NewStaged {
  const id = uuid();
  return {
    id,
    partnershipId,
    groupId: transactionGroupId,
    settingId: transactionSettingId,
    overrides: groupOverrides,
    transaction: transaction === undefined ? undefined : transactionColumn(payloads, accountId, id, transaction),
    at: clock.now(),
  };
}

/** @param uploadUrl where the transaction is put; `undefined`: it was in the request. */
export function showStaged({ id, groupId, at }: NewStaged, uploadUrl: string | undefined): Static<typeof StageAnswer> {
  const answer = { transactionGroupId: groupId, createdAt: isoTime(at), transactionId: id };
  return uploadUrl === undefined ? answer : { ...answer, uploadUrl };
}

/**
 * Demands either a transaction, or `async`. One that is uploaded is repeated by uploading it again, so that the request itself must
 * say which of the two it is; and a mapping runs with the request.
 * @throws Problem `invalid`.
 */
export function demandForm({ async = false, transaction, mappingId }: Static<typeof StageBody>): void {
  if (async === (transaction !== undefined)) {
    throw wrongForm('Send either a transaction, or async: true to upload it afterwards.', '/transaction');
  }
  if (async && mappingId !== undefined) {
    throw wrongForm('A transaction that is uploaded afterwards cannot be mapped. Leave mappingId out.', '/mappingId');
  }
}

function wrongForm(message: string, path: string) {
  return invalid(message, { code: 'VALIDATION_FAILED', errors: [{ message, path }] });
}
