import type { Call } from '../../gateway/call.js';
import { uuid } from '../../ids.js';
import type { Services } from '../../services.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import { enqueueDelivery } from '../delivery/enqueue-delivery.js';
import { chooseFileName } from './file-name.js';
import { type Draft, draftInterchange } from './generate-interchange.js';
import { artifactsOf, rowsOf } from './interchange-rows.js';
import type { OutboundRequest } from './outbound-request.js';
import { type OutboundPlan, planInterchange } from './plan-interchange.js';

type PreparingCall = Pick<Call, 'caller' | 'services' | 'read'>;

/** A file whose numbers are taken and whose bytes are safe: only its rows are missing. */
export interface PreparedInterchange {
  readonly executionId: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly numbers: { readonly interchange: number; readonly groups: readonly number[] };
  /** Writes it down and promises its delivery, in the transaction of the answer. */
  insert(queries: AccountQueries): Promise<void>;
}

const DAY = 24 * 60 * 60 * 1000;

/** Finds and checks what a request asks for, and writes the interchange with place holders for its numbers. */
export async function draftRequest(call: PreparingCall, request: OutboundRequest): Promise<Draft> {
  const { services, caller } = call;
  const plan = await call.read((queries) => planInterchange(queries, services.guides, caller, request));
  const engine = await services.guides.engineFor(guidesOf(plan));
  return draftInterchange(engine, plan, request, services.clock.now());
}

/**
 * From the request to a file that can be committed. Control numbers are taken only when nothing more can be wrong with the data,
 * in a transaction of their own: what fails later leaves a gap, never a repeat.
 */
export async function prepareInterchange(call: PreparingCall, request: OutboundRequest): Promise<PreparedInterchange> {
  const { services, caller } = call;
  const draft = await draftRequest(call, request);
  const executionId = uuid();
  const nameOf = await chooseFileName(services, caller.accountId, draft, executionId);
  const numbers = await takeNumbers(services, caller.accountId, draft);
  const filename = await nameOf(numbers);
  const bytes = draft.finish(numbers);
  const at = services.clock.now();
  const { retentionDays } = services.config;
  const expiresAt = retentionDays === undefined ? null : at + retentionDays * DAY;
  const file = { draft, numbers, bytes, executionId, filename, caller, at, expiresAt };
  const rows = rowsOf(file);
  const artifacts = await services.artifacts.prepare(caller.accountId, artifactsOf(file, rows));
  const { connection, directory } = draft.plan;
  return {
    executionId,
    filename,
    bytes,
    numbers,
    insert: async (queries) => {
      const delivery = { executionId, connectionId: connection.id, directory, name: filename, acknowledgedAt: at };
      // None waits for the answer of another: a database beyond a network is asked once.
      await Promise.all([
        insertRows(queries, 'executions', [rows.execution]),
        insertRows(queries, 'transactions', rows.transactions),
        insertRows(queries, 'business_identifiers', rows.identifiers),
        services.artifacts.insert(queries, artifacts),
        enqueueDelivery(services.jobs, queries, delivery),
      ]);
    },
  };
}

export function guidesOf({ groups }: OutboundPlan) {
  return [...new Set(groups.flatMap(({ guide }) => (guide === undefined ? [] : [guide])))];
}

function takeNumbers({ controlNumbers }: Services, accountId: string, { plan }: Draft) {
  const { local, partner } = plan.partnership;
  const pair = {
    senderQualifier: local.qualifier,
    senderId: local.interchangeId,
    receiverQualifier: partner.qualifier,
    receiverId: partner.interchangeId,
  };
  return controlNumbers.take(accountId, pair, plan.groups.length);
}
