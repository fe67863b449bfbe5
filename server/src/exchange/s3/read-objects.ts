import { openObject, rowAt } from '../../resources/buckets/open-object.js';
import { AccountQueries } from '../../store/account-queries.js';
import { auditObjects } from './audit-objects.js';
import { planRead, readAnswer } from './object-answer.js';
import { objectOf, type S3Answer, type S3Call } from './s3-call.js';

export async function answerGetObject(call: S3Call): Promise<S3Answer> {
  const { services, key } = call;
  const place = objectOf(call);
  const { row, bytes } = await openObject(services, place, (found) => {
    const { isNotModified, range } = planRead(call, found);
    return isNotModified ? 'nothing' : range;
  });
  try {
    const plan = planRead(call, row);
    const answer = readAnswer(call, plan);
    if (plan.isNotModified) return answer;
    // It is in the audit before a byte of it leaves.
    await services.store.write((tx) =>
      auditObjects(call, new AccountQueries(tx, key.caller.accountId), 'read', [place.key]),
    );
    return { ...answer, body: bytes };
  } catch (error) {
    bytes.destroy();
    throw error;
  }
}

export async function answerHeadObject(call: S3Call): Promise<S3Answer> {
  const row = await rowAt(call.services, objectOf(call));
  return readAnswer(call, planRead(call, row));
}
