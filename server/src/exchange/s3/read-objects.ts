import { type OpenedObject, openObject, rowAt } from '../../resources/buckets/open-object.js';
import { AccountQueries } from '../../store/account-queries.js';
import { auditObjects } from './audit-objects.js';
import { planRead, type ReadPlan, readAnswer } from './object-answer.js';
import { objectOf, type S3Answer, type S3Call } from './s3-call.js';

/** Ends the opening of an object that its client has already. */
class NotModified extends Error {
  override readonly name = 'NotModified';

  constructor(readonly plan: ReadPlan) {
    super('The client has the object already.');
  }
}

export async function getObject(call: S3Call): Promise<S3Answer> {
  const { services, key } = call;
  const place = objectOf(call);
  let plan: ReadPlan | undefined;
  let opened: OpenedObject;
  try {
    opened = await openObject(services, place, (row) => {
      plan = planRead(call, row);
      if (plan.isNotModified) throw new NotModified(plan);
      return plan.range;
    });
  } catch (error) {
    if (error instanceof NotModified) return readAnswer(call, error.plan);
    throw error;
  }
  const { row, bytes } = opened;
  try {
    const answer = readAnswer(call, plan ?? planRead(call, row));
    // Written down before a byte of it leaves.
    await services.store.write((tx) =>
      auditObjects(call, new AccountQueries(tx, key.caller.accountId), 'read', [place.key]),
    );
    return { ...answer, body: bytes };
  } catch (error) {
    bytes.destroy();
    throw error;
  }
}

export async function headObject(call: S3Call): Promise<S3Answer> {
  const row = await rowAt(call.services, objectOf(call));
  return readAnswer(call, planRead(call, row));
}
