import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../src/start/start-server.js';
import { answerTo, CHECK, fakeExchange, PATIENT, RAW_CHECK, ROUTE } from './eligibility.js';
import { SECRET_VALUES } from './patients.js';
import { valuesIn } from './search-values.js';

const URL = '/2024-04-01/change/medicalnetwork/eligibility/v3';

/** Benefits of an answer that is too large for a row, and lies in an object. */
const MANY = Array.from({ length: 3_000 }, () => ({
  code: '1',
  serviceTypeCodes: ['30'],
  additionalInformation: [{ description: `FOR ${PATIENT.lastName}` }],
}));

/** Has a running server make a check by JSON, with a large answer, one by X12, one that fails and one that is refused, all about one patient. */
export async function plantChecks(server: RunningServer, key: string): Promise<void> {
  let isDown = false;
  const payerExchange = fakeExchange([ROUTE], async ({ x12, onSending }) => {
    onSending();
    if (isDown) return { kind: 'none', failure: 'broken-off', wasSent: true };
    return {
      kind: 'answer',
      x12: await answerTo(x12, (answer) => ({
        ...answer,
        benefitsInformation: MANY as typeof answer.benefitsInformation,
      })),
    };
  });
  Object.assign(server.services, { payerExchange });
  const ask = async (path: string, body: object): Promise<number> => {
    const headers = { authorization: key, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses = [await ask(URL, CHECK), await ask(`${URL}/raw-x12`, { x12: RAW_CHECK })];
  isDown = true;
  statuses.push(await ask(URL, CHECK), await ask(URL, { ...CHECK, tradingPartnerServiceId: PATIENT.memberId }));
  if (statuses.join() !== '200,200,200,400') throw new Error(`The checks were answered ${statuses.join()}.`);
}

/** Files below a folder that have a value of the patient in them. */
export function filesWithValues(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) =>
      valuesIn(readFileSync(join(parentPath, name)), SECRET_VALUES).map(({ form }) => `${name}: ${form}`),
    );
}
