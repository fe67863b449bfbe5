import { loadGuide } from 'ediloom/guides';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePartnership, P, partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

let test: TestApp;
const url = '/2022-03-09/guides';

beforeAll(async () => {
  test = await partnersApp();
});
afterAll(() => test.close());

const overlay = {
  overlay: 'acme',
  base: '850-004010',
  patch: {
    title: 'Orders to Acme',
    properties: {
      heading: {
        properties: {
          beginning_segment_for_purchase_order_BEG: {
            properties: { purchase_order_type_code_02: { enum: ['SA'] } },
          },
        },
      },
    },
  },
};

async function make(payload: object): Promise<{ id: string; ulid: string }> {
  const answer = await test.call('POST', url, { payload });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const { id } = answer.json();
  return { id, ulid: id.slice(5) };
}

describe('guides of the server', () => {
  it('are listed page by page and read', async () => {
    const first = (await test.call('GET', `${url}?managedBy=platform&pageSize=5`)).json();
    expect(first.items).toHaveLength(5);
    expect(first.items[0]).toMatchObject({ id: '204-004010', managedBy: 'platform', status: 'live' });
    const next = `${url}?managedBy=platform&pageSize=5&pageToken=${first.nextPageToken}`;
    expect((await test.call('GET', next)).json().items[0].id > first.items[4].id).toBe(true);
    const read = (await test.call('GET', `${url}/850-004010`)).json();
    expect(read.definition).toEqual(await loadGuide('850-004010'));
    expect(read.target).toEqual({ standard: 'x12', release: '004010', transactionSet: '850', version: '004010' });
  });

  it('do not change', async () => {
    expect((await test.call('PUT', `${url}/850-004010`, { payload: { name: 'mine' } })).statusCode).toBe(400);
    expect((await test.call('DELETE', `${url}/850-004010`)).statusCode).toBe(400);
  });
});

describe('guides of an account', () => {
  it('go from draft to published, and back', async () => {
    const { id, ulid } = await make({ definition: overlay, fragmentPath: 'baseline_item_data_PO1_loop' });
    expect(id).toMatch(/^DRFT_/);
    const draft = (await test.call('GET', `${url}/${id}`)).json();
    expect(draft).toMatchObject({ name: 'Orders to Acme', base: '850-004010', unpublishedChanges: true });
    expect(draft.definition).toEqual(overlay);
    expect((await test.call('GET', `${url}/LIVE_${ulid}`)).statusCode).toBe(404);
    const published = await test.call('PUT', `${url}/${id}/publish`);
    expect(published.json()).toMatchObject({ id: `LIVE_${ulid}`, status: 'live', unpublishedChanges: false });
    const bare = (await test.call('GET', `${url}/${ulid}?outputFormat=schema`)).json();
    expect(bare.id).toBe(`LIVE_${ulid}`);
    expect(bare.definition.$id).toContain('850-004010+acme');
    const changed = await test.call('PUT', `${url}/${ulid}`, {
      payload: { name: 'Acme', definition: { ...overlay, description: 'v2' } },
    });
    expect(changed.json()).toMatchObject({ id, name: 'Acme', unpublishedChanges: true });
    expect((await test.call('GET', `${url}/LIVE_${ulid}`)).json().definition).toEqual(overlay);
    const reverted = await test.call('PUT', `${url}/${ulid}/revert`);
    expect(reverted.json().unpublishedChanges).toBe(false);
    expect((await test.call('GET', `${url}/DRFT_${ulid}`)).json().definition).toEqual(overlay);
    const whole = (await test.call('GET', `${url}/DRFT_${ulid}?outputFormat=schema`)).json();
    expect(whole.definition.title).toBe('Orders to Acme');
  });

  it('are listed by what they are', async () => {
    const { ulid } = await make({ name: 'only a draft', definition: overlay });
    const ids = async (query: string): Promise<string[]> =>
      (await test.call('GET', `${url}?${query}`)).json().items.map((item: { id: string }) => item.id);
    expect(await ids('status=draft')).toContain(`DRFT_${ulid}`);
    expect(await ids('status=live')).not.toContain(`LIVE_${ulid}`);
    expect(await ids('')).toContain(`DRFT_${ulid}`);
  });

  it('list every problem with its place', async () => {
    const whole = await loadGuide('997-004010');
    const wrong = { ...whole, x12: { ...whole.x12, kind: 'none', colour: 'red' } };
    const answer = await test.call('POST', url, { payload: { definition: wrong } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('GUIDE_INVALID');
    const paths = answer.json().errors.map(({ path }: { path: string }) => path);
    expect(paths).toContain('/definition/x12/kind');
    expect(paths.length).toBeGreaterThan(1);
  });

  it.each([
    ['an overlay that widens its base', { ...overlay, patch: { properties: { extra: { type: 'object' } } } }],
    ['an overlay of nothing', { ...overlay, base: 'nothing' }],
    ['what is no guide', { anything: true }],
  ])('refuse %s', async (_, definition) => {
    const answer = await test.call('POST', url, { payload: { definition } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).toMatch(/^\/definition/);
  });

  it('refuse a place for fragments that does not repeat', async () => {
    const payload = { definition: overlay, fragmentPath: 'beginning_segment_for_purchase_order_BEG' };
    expect((await test.call('POST', url, { payload })).json().errors[0].path).toBe('/fragmentPath');
  });

  it('stay for their set and version', async () => {
    const { ulid } = await make({ definition: overlay });
    const definition = { overlay: 'acme', base: '855-004010' };
    expect((await test.call('PUT', `${url}/${ulid}`, { payload: { definition } })).statusCode).toBe(400);
  });

  it('refuse a revert to nothing', async () => {
    const { ulid } = await make({ definition: overlay });
    expect((await test.call('PUT', `${url}/${ulid}/revert`)).statusCode).toBe(409);
  });

  it('are used by settings, which hold them', async () => {
    const whole = await loadGuide('850-004010');
    const { ulid } = await make({ name: 'whole', definition: { ...whole } });
    const settings = `${P}/x12/partnerships/${await makePartnership(test, 'a')}/outbound-transactions`;
    const payload = { release: '004010', transactionSetIdentifier: '850', guideId: `LIVE_${ulid}` };
    expect((await test.call('POST', settings, { payload })).statusCode).toBe(400);
    await test.call('PUT', `${url}/${ulid}/publish`);
    const setting = await test.call('POST', settings, { payload });
    expect(setting.json().guideId).toBe(`LIVE_${ulid}`);
    const spellings = [`DRFT_${ulid}`, ulid].map((guideId) =>
      test.call('POST', settings, { payload: { ...payload, guideId } }),
    );
    for (const answer of await Promise.all(spellings)) expect(answer.json().guideId).toBe(`LIVE_${ulid}`);
    const narrow = (base: string) => make({ definition: { overlay: 'narrow', base } });
    const shown = await Promise.all(
      [ulid, `DRFT_${ulid}`].map(async (base) => (await test.call('GET', `${url}/${(await narrow(base)).id}`)).json()),
    );
    for (const { id, base, definition } of shown) {
      expect([base, definition.base]).toEqual([`LIVE_${ulid}`, `LIVE_${ulid}`]);
      expect((await test.call('DELETE', `${url}/${id}`)).statusCode).toBe(204);
    }
    await make({ definition: { overlay: 'narrow', base: `LIVE_${ulid}` } });
    const refused = await test.call('DELETE', `${url}/${ulid}`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().errors).toHaveLength(4);
    const free = await make({ definition: overlay });
    expect((await test.call('DELETE', `${url}/${free.id}`)).statusCode).toBe(204);
    expect((await test.call('GET', `${url}/${free.id}`)).statusCode).toBe(404);
  });

  it('are written by live keys', async () => {
    const headers = { authorization: test.testKey };
    expect((await test.call('POST', url, { headers, payload: { definition: overlay } })).statusCode).toBe(403);
    expect((await test.call('GET', url, { headers })).statusCode).toBe(200);
  });

  it('are checked anew when they are published', async () => {
    const base = await make({ definition: { ...overlay, overlay: 'base' } });
    await test.call('PUT', `${url}/${base.ulid}/publish`);
    const narrow = await make({ definition: { ...overlay, overlay: 'narrow', base: base.ulid } });
    const gone = {
      ...overlay,
      patch: {
        properties: {
          heading: {
            properties: {
              beginning_segment_for_purchase_order_BEG: {
                properties: { purchase_order_type_code_02: { enum: ['NE'] } },
              },
            },
          },
        },
      },
    };
    await test.call('PUT', `${url}/${base.ulid}`, { payload: { definition: { ...gone, overlay: 'base' } } });
    await test.call('PUT', `${url}/${base.ulid}/publish`);
    expect((await test.call('PUT', `${url}/${narrow.ulid}/publish`)).statusCode).toBe(400);
  });
});

describe('releases of the standard', () => {
  const release = '/2022-03-09/x12-release';

  it('list their transaction sets', async () => {
    const items = (await test.call('GET', `${release}/005010X222A1/transaction-sets`)).json().items;
    expect(items).toEqual([
      {
        id: '837P',
        name: 'Health Care Claim: Professional',
        transactionSet: '837',
        functionalGroup: 'HC',
        version: '005010X222A1',
        guideId: '837P-005010X222A1',
      },
    ]);
    expect((await test.call('GET', `${release}/009990/transaction-sets`)).statusCode).toBe(404);
  });

  it('tell what a set is made of', async () => {
    const body = (await test.call('GET', `${release}/004010/transaction-sets/850/metadata`)).json();
    expect(Object.keys(body)).toEqual(['transaction', 'segments', 'composites', 'elements', 'codes']);
    expect(body.segments.BEG.name).toBe('Beginning Segment for Purchase Order');
    expect(body.elements['353'].type).toBe('ID');
    expect(body.codes['353']).toContain('00');
    expect(body.segments).not.toHaveProperty('CLM');
    expect((await test.call('GET', `${release}/004010/transaction-sets/999/metadata`)).statusCode).toBe(404);
  });
});
