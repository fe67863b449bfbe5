import { setImmediate } from 'node:timers/promises';
import type { PayerRecord } from './schemas.js';

/** Payers that are written at a stretch, so that others have their turn: ten thousand are six megabytes. */
const PORTION = 200;

/** The bytes of a list of all payers, as the gateway writes one whose last page it is, made while others have their turn. */
export async function payersAsList(payers: readonly PayerRecord[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < payers.length; from += PORTION) {
    const items = JSON.stringify(payers.slice(from, from + PORTION)).slice(1, -1);
    parts.push(Buffer.from(from === 0 ? items : `,${items}`, 'utf8'));
    await setImmediate();
  }
  return Buffer.concat([Buffer.from('{"items":['), ...parts, Buffer.from(']}')]);
}
