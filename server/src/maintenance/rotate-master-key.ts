import { resignMarks } from '../audit/marks.js';
import type { ObjectStore } from '../objects/object-store.js';
import { rotateArtifacts } from '../objects/rotate-artifacts.js';
import { UNMATCHED_CONTENT } from '../resources/claim-answers/unmatched.js';
import { PAYER_NUMBER } from '../resources/claims/payer-number.js';
import { ITEM_CONTENT } from '../resources/eligibility-batches/columns.js';
import { TASK_CONTENT, TASK_RESPONSE } from '../resources/enrollment-tasks/columns.js';
import { ENROLLMENT_CONTENT, NOTE_CONTENT } from '../resources/enrollments/columns.js';
import { rotateFragments } from '../resources/fragments/rotate-fragments.js';
import { INVOCATION_ERROR, INVOCATION_EVENT, INVOCATION_LOG } from '../resources/functions/columns.js';
import { PROVIDER_CONTENT } from '../resources/providers/columns.js';
import { rotateStaged } from '../resources/transaction-groups/rotate-staged.js';
import { rotationOf } from '../secrets/rotate-column.js';
import { rotateSecrets } from '../secrets/rotate-secrets.js';
import type { RotatedPage, Rotation, RotationPlace } from '../secrets/rotation.js';
import type { MasterKeys } from '../secrets/secrets.js';
import type { Store } from '../store/store.js';
import { rotateObjects } from './rotate-objects.js';

/** Rows sealed anew in one transaction. */
const PAGE = 100;

export interface RotateOptions {
  readonly store: Store;
  /** As it is opened for the server, or without its encryption: either will do. */
  readonly objects: ObjectStore;
  /** With the new key as the current one, and every older one still known. */
  readonly keys: MasterKeys;
}

/** How many were sealed anew. */
export interface Rotated {
  readonly secrets: number;
  readonly artifacts: number;
  readonly staged: number;
  readonly fragments: number;
  readonly batchItems: number;
  readonly providers: number;
  readonly enrollments: number;
  readonly enrollmentNotes: number;
  readonly enrollmentTasks: number;
  readonly taskResponses: number;
  readonly invocationEvents: number;
  readonly invocationErrors: number;
  readonly invocationLogs: number;
  readonly claimNumbers: number;
  readonly claimAnswers: number;
  readonly objects: number;
  /** Names of objects that cannot be opened: they are as they were, and need their old key once they are restored. */
  readonly lostObjects: readonly string[];
  /** Marks up to which the audit was archived. */
  readonly auditMarks: number;
}

/**
 * Seals everything with the current master key. What a run that was cut off has done stays done; the next one does the rest. When
 * it is through, every process knows the new key as its current one, and a day has passed, the older keys can go: answers kept for
 * repeated requests are not sealed anew, they last a day.
 * @throws Error that names a master key that is needed and not known.
 */
export async function rotateMasterKey(options: RotateOptions): Promise<Rotated> {
  const sealed = {
    secrets: await inPages(options, rotateSecrets),
    artifacts: await inPages(options, rotateArtifacts),
    staged: await inPages(options, rotateStaged),
    fragments: await inPages(options, rotateFragments),
    batchItems: await inPages(options, rotationOf(ITEM_CONTENT)),
    providers: await inPages(options, rotationOf(PROVIDER_CONTENT)),
    enrollments: await inPages(options, rotationOf(ENROLLMENT_CONTENT)),
    enrollmentNotes: await inPages(options, rotationOf(NOTE_CONTENT)),
    enrollmentTasks: await inPages(options, rotationOf(TASK_CONTENT)),
    taskResponses: await inPages(options, rotationOf(TASK_RESPONSE)),
    invocationEvents: await inPages(options, rotationOf(INVOCATION_EVENT)),
    invocationErrors: await inPages(options, rotationOf(INVOCATION_ERROR)),
    invocationLogs: await inPages(options, rotationOf(INVOCATION_LOG)),
    claimNumbers: await inPages(options, rotationOf(PAYER_NUMBER)),
    claimAnswers: await inPages(options, rotationOf(UNMATCHED_CONTENT)),
  };
  const { changed, lost } = await rotateObjects(options.objects, options.keys);
  return { ...sealed, objects: changed, lostObjects: lost, auditMarks: await inPages(options, resignMarks) };
}

async function inPages({ store, keys }: RotateOptions, rotation: Rotation): Promise<number> {
  let changed = 0;
  for (let after: RotationPlace | undefined = { account_id: '', id: '' }; after !== undefined; ) {
    const page: Parameters<Rotation>[2] = { after, most: PAGE };
    const rotated: RotatedPage = await store.write((tx) => rotation(tx, keys, page));
    changed += rotated.changed;
    after = rotated.last;
  }
  return changed;
}
