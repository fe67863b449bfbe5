import { notFound } from '../../problems.js';
import { questionOf, responseTexts } from '../../resources/eligibility-checks/documents.js';
import { findCheck } from '../../resources/eligibility-checks/find-check.js';
import { payerNames } from '../../resources/payers/find-payer.js';
import { readRows } from '../../store/account-queries.js';
import type { Run, Services } from '../services.js';
import type { AskedPeople } from './contents/asked-people.js';

/**
 * What a payer has answered to a check, as a PDF.
 * @throws Problem `not-found` where no payer has answered it, `too-many` where many wait, `invalid` for an answer that is too long.
 */
export async function printCheck({ services, caller }: Run, id: string): Promise<Uint8Array> {
  const { pdfs } = services.realTime;
  pdfs.demandRoom(caller.accountId);
  const { row, names } = await readRows(services.store, caller.accountId, async (queries) => {
    const row = await findCheck(queries, caller, id);
    return { row, names: await payerNames(queries.tx, [row.payer_id]) };
  });
  const { answered_at: answeredAt } = row;
  // What is said in place of an answer that did not come, or is withheld, is not the payer's.
  if (answeredAt === null || row.failure !== null) throw withoutAnswer();
  return pdfs.print(caller.accountId, async () => {
    const response = (await responseTexts(services, caller.accountId, [id])).get(id);
    if (response === undefined) throw withoutAnswer();
    const check = {
      ...{ id, mode: row.mode, payerName: names.get(row.payer_id) ?? row.payer_id },
      ...{ traceId: row.trace_id, answeredAt },
      asked: await askedPeople(services, await questionOf(services, caller.accountId, id)),
    };
    return { check, response };
  });
}

function withoutAnswer() {
  return notFound('answer of a payer to this check');
}

/** Whom the 270 of a check asks about. */
async function askedPeople({ realTime }: Services, question: string | undefined): Promise<AskedPeople | undefined> {
  if (question === undefined) return undefined;
  const { engine, requests } = await realTime.engines.get();
  const { interchanges } = await engine.parse(question);
  const [set] = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const [decoded] = set === undefined ? [] : requests.decode(set.data);
  if (decoded === undefined) return undefined;
  const { subscriber, dependents } = decoded.request;
  return { subscriber, dependent: dependents?.[0] };
}
