import type { RejectError } from 'ediloom/eligibility';
import { isoTime } from '../../clock.js';
import { isObject } from '../../json.js';
import type { EligibilityBatches, EligibilityBatchItems } from '../../store/batch-tables.js';
import { type BatchContent, errorsOf } from './columns.js';
import type { Batch, BatchItem } from './schemas.js';

/** @param importUrl where its table is got. */
export function showBatch(row: EligibilityBatches, importUrl?: string): Batch {
  return {
    ...{ id: row.id, name: row.name, batchType: 'ELIGIBILITY', source: row.source, status: row.status },
    totalCount: Number(row.total_count),
    validatedCount: Number(row.validated_count),
    validationFailedCount: Number(row.validation_failed_count),
    inProgressCount: Number(row.in_progress_count),
    successCount: Number(row.success_count),
    errorCount: Number(row.error_count),
    maxRetryHours: Number(row.max_retry_hours),
    ...(importUrl === undefined ? {} : { importUrl }),
    createdAt: isoTime(Number(row.created_at)),
    updatedAt: isoTime(Number(row.updated_at)),
  };
}

/** What is shown of an item beside its row. */
export interface ItemBeside {
  /** Absent: a row of a table that cannot be asked. */
  readonly content?: BatchContent | undefined;
  /** BHT03 of the last attempt. */
  readonly traceId?: string | undefined;
}

export function showItem(row: EligibilityBatchItems, { content, traceId }: ItemBeside): BatchItem {
  const { state, result, check_id, row_number, place } = row;
  const errors = state === 'VALIDATION_FAILED' ? [] : errorsOf(row);
  return {
    batchId: row.batch_id,
    state,
    ...(row_number === null ? { index: Number(place) } : { rowNumber: Number(row_number) }),
    createdAt: isoTime(Number(row.created_at)),
    updatedAt: isoTime(Number(row.updated_at)),
    additionalInfo: {
      eligibility: {
        ...(check_id === null ? {} : { id: check_id }),
        ...(result === null ? {} : { eligibilityCheckResult: result }),
        ...(traceId === undefined ? {} : { outboundTraceId: traceId }),
        ...askedOf(content),
        ...(errors.length === 0 ? {} : { aaaErrors: errors.map(shownError) }),
      },
    },
  };
}

type Texts = Readonly<Record<string, string>>;

/** Of the request what people know a check by; nothing that is secret is among it. */
function askedOf(content: BatchContent | undefined): Texts {
  if (content?.request === undefined) return {};
  const { request } = content;
  const [provider, subscriber] = [partOf(request, 'provider'), partOf(request, 'subscriber')];
  const person = [provider.firstName, provider.lastName].filter((name) => typeof name === 'string').join(' ');
  return texts({
    eligibilitySearchId: request.eligibilitySearchId,
    payerId: request.tradingPartnerServiceId,
    providerName: provider.organizationName ?? (person === '' ? undefined : person),
    providerNpi: provider.npi,
    submitterTransactionIdentifier: request.submitterTransactionIdentifier,
    subscriberFirstName: subscriber.firstName,
    subscriberLastName: subscriber.lastName,
    subscriberMemberId: subscriber.memberId,
  });
}

function partOf(request: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const part = request[name];
  return isObject(part) ? part : {};
}

function texts(values: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** What an error does not have is left out. */
function shownError(error: RejectError): Texts {
  return texts({ ...error });
}
