import { claimExample } from 'ediloom/claims';
import { loadGuide } from 'ediloom/guides';
import { openFunctions } from '../../src/exchange/functions/open-functions.js';
import type { PayerQuestion, PayerReply } from '../../src/exchange/payer-routes/payer-exchange.js';
import { commandRoutes } from '../../src/operations/commands.js';
import {
  FIRST_RAW_CLAIM,
  FIRST_RAW_DENTAL_CLAIM,
  FIRST_RAW_INSTITUTIONAL_CLAIM,
} from '../../src/operations/healthcare/first-raw-claims.js';
import { ROUTES } from '../../src/operations/operations.js';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';
import { createBucket } from '../../src/resources/buckets/rows.js';
import { REQUESTED_KINDS } from '../../src/resources/connections/kinds/kind-table.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { writeEvents } from '../../src/resources/events/rows.js';
import { createGuideLibrary } from '../../src/resources/guides/create-guide-library.js';
import { answerTestClaim } from '../support/answer-test-claim.js';
import { CLAIM_PATHS } from '../support/claims.js';
import { answerTo, CHECK, fakeExchange, insertPayers, RAW_CHECK, ROUTE } from '../support/eligibility.js';
import { CONTACT, NEW_PROVIDER } from '../support/enrollments.js';
import { FRAGMENT_GUIDE, FRAGMENT_KEY, PARTNERSHIP, partnerRows, purchaseOrder } from '../support/partner-rows.js';
import { receivedFile } from '../support/received-file.js';
import { markDelivered, markFailed, sendOrders } from '../support/sent-file.js';
import { sharedCustomerCode } from '../support/shared-customer-code.js';
import { SOUND } from '../support/sound-settings.js';
import { type TestAccount, type TestApp, testApp } from '../support/test-app.js';
import { testLog } from '../support/test-log.js';
import { ADMIN_TOKEN } from '../support/test-services.js';

/** A server with every operation, and what its accounts have. */
export interface World {
  readonly test: TestApp;
  readonly other: TestAccount;
  /** Values of the Authorization header, by who comes. */
  readonly callers: Readonly<Record<'live' | 'test' | 'other' | 'scoped' | 'admin', string>>;
  /** Makes things anew: earlier ones are deleted and changed by and by. */
  renew(round: number): Promise<Things>;
}

/** What requests of a round can name. */
export interface Things {
  /** By the name of a parameter; behind a colon, the place where it means something else: `connectionId:as2`. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Bodies that go well, by operation. */
  readonly bodies: Readonly<Record<string, readonly object[]>>;
}

/** No name is asked for on the network, and so no socket is opened. */
async function resolveNothing(): Promise<never> {
  throw Object.assign(new Error('ENOTFOUND'), { syscall: 'getaddrinfo' });
}

const CORE = '/2023-08-01';
const PARTNERS = '/2022-01-01';
const GUIDES = '/2022-03-09/guides';
const MAPPINGS = '/2021-06-01/mappings';
const BUCKET = { bucketName: 'mill-files' };
const SET = { release: '004010', transactionSetIdentifier: '850' };
const OVERLAY = { overlay: 'acme', base: '850-004010' };
const AGREED = { interchangeUsageIndicator: 'P', timezone: 'UTC', timeFormat: 'HHMM' } as const;
const DESTINATIONS = '/2026-02-01/destinations';
const DESTINATION = { name: 'all', destinationUrl: 'https://hooks.example.com/', eventTypes: ['event.ping'] };
const ENROLLING = '/2024-09-01';
const NEW_TASK = {
  definition: {
    manualTask: { instructions: 'Send it.', fields: [{ key: 'ptan', label: 'PTAN', fieldType: 'TEXT' }] },
  },
};
const PAYER_ROUTE = {
  kind: 'x12-post',
  ...{ sender: { qualifier: 'ZZ', id: 'US' }, receiver: { qualifier: 'ZZ', id: 'THEM' } },
  connection: { url: 'https://payer.example.com/x12' },
  payers: [{ payer: CHECK.tradingPartnerServiceId }],
} as const;
const BUCKETS = '/2022-05-05/buckets';
const FUNCTIONS = '/2021-11-16/functions';
const CODE = 'exports.handler = async (event) => event;';
const SFTP_USERS = '/2022-04-01/users';
const NEW_USER = { homeDirectory: '/partners/mill', description: 'The mill' };
const MAPPING = { type: 'pass_through', mapping: '{ "no": id }' } as const;

/** A payer that answers what it can read. */
async function answered({ x12, onSending }: PayerQuestion): Promise<PayerReply> {
  onSending();
  return answerTo(x12).then(
    (answer) => ({ kind: 'answer', x12: answer }),
    () => ({ kind: 'none', failure: 'http-status', wasSent: true }),
  );
}

export async function openWorld(): Promise<World> {
  const test = await testApp(ROUTES, {
    operator: commandRoutes,
    parts: ({ clock, store, heavyTurns, config }) => ({
      customerCode: sharedCustomerCode(clock),
      controlNumbers: createControlNumberTable({ store, clock }),
      guides: createGuideLibrary({ clock, store, heavyTurns }),
      outgoing: createOutgoingGuard({ allowedNetworks: config.allowedNetworks, resolve: resolveNothing }),
      payerExchange: fakeExchange([ROUTE], answered),
      mockPayers: { check: () => [{ pointer: '/subscriber', expected: undefined }], answer: async (x12) => x12 },
    }),
  });
  // Without boxes: what machines can be had of them is no question of the documents.
  const { config, clock } = test.services;
  const functions = { ...config.functions, isolation: 'none' as const };
  const here = { config: { ...config, functions }, clock, log: testLog(), ownAddress: () => undefined };
  Object.assign(test.services.functions, await openFunctions(here));
  await insertPayers(test.services.store, [{ id: 'LAKES', primary: CHECK.tradingPartnerServiceId }]);
  const guide = await loadGuide('850-004010');
  await test.queries(async (queries) => {
    await partnerRows(queries, guide);
    await createBucket(queries, test.clock, { name: BUCKET.bucketName });
  });
  const other = await test.account('Other');
  // The clock stands: all requests are of one second.
  await test.call('PUT', `/admin/accounts/${test.accountId}/limits`, {
    headers: { authorization: ADMIN_TOKEN },
    payload: { rate: { enrollments: 1_000_000, claims: 1_000_000 } },
  });
  const scoped = await test.key(test.accountId, { name: 'scoped', mode: 'live', scopes: ['core:read'] });
  return {
    test,
    other,
    callers: { live: test.liveKey, test: test.testKey, other: other.liveKey, scoped, admin: ADMIN_TOKEN },
    renew: (round) => new Renewal(test, other, `r${round}`).run(),
  };
}

/** Makes one of everything, and a spare where things are deleted. */
class Renewal {
  readonly #ids: Record<string, string[]> = {};

  constructor(
    readonly test: TestApp,
    readonly other: TestAccount,
    readonly name: string,
  ) {}

  async run(): Promise<Things> {
    await this.#makePartners();
    await this.#makeConnections();
    await this.#makeGuidesAndMappings();
    await this.#makeFiles();
    await this.#makeDestinations();
    await this.#makeAccount();
    await this.#makePayerRoutes();
    await this.#makeChecks();
    await this.#makeClaims();
    await this.#makeEnrollments();
    await this.#makeSftpUsers();
    await this.#makeBuckets();
    await this.#makeFunctions();
    return { ids: this.#ids, bodies: bodiesOf(this.name, this.#ids) };
  }

  /** Posts, and notes a member of the answer as an id. */
  async #make(url: string, payload: object, member: string, as = member): Promise<string> {
    const answer = await this.test.call('POST', url, { payload });
    if (answer.statusCode >= 300) throw new Error(`${url} ${answer.body}`);
    const id = String(answer.json()[member]);
    this.#note(as, id);
    return id;
  }

  #note(name: string, id: string): void {
    this.#ids[name] = [...(this.#ids[name] ?? []), id];
  }

  async #makePartners(): Promise<void> {
    const { name } = this;
    for (const part of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'spare']) {
      const interchangeId = `${name}${part}`.toUpperCase();
      const profileType = 'aceg'.includes(part) ? 'local' : 'partner';
      const payload = { profileId: `${name}-${part}`, profileType, interchangeQualifier: 'ZZ', interchangeId };
      const as = part === 'spare' ? 'profileId:spare' : 'profileId';
      await this.#make(`${PARTNERS}/x12/profiles`, payload, 'profileId', as);
    }
    for (const [local, partner, as] of [
      ['a', 'b', 'partnershipId:partners'],
      ['c', 'd', 'partnershipId:emptied'],
      ['e', 'f', 'partnershipId:new'],
      ['g', 'h', 'partnershipId:spare'],
    ] as const) {
      const payload = { localProfileId: `${name}-${local}`, partnerProfileId: `${name}-${partner}`, ...AGREED };
      await this.#make(`${PARTNERS}/x12/partnerships`, payload, 'partnershipId', as);
    }
    this.#note('partnershipId', PARTNERSHIP);
    for (const [index, transactionSetIdentifier] of ['850', '810'].entries()) {
      for (const direction of ['inbound', 'outbound']) {
        const member = `${direction}X12TransactionSettingsId`;
        const url = `${this.#partnership}/${direction}-transactions`;
        await this.#make(url, { ...SET, transactionSetIdentifier }, member, index === 0 ? member : `${member}:spare`);
      }
    }
    // Sound requests choose among the first three.
    for (const id of ['po', 'po', 'po', 'po-base', 'named', 'in', 'lost-guide', 'no-connection']) {
      this.#note('transactionSettingId', id);
    }
  }

  get #partnership(): string {
    return `${PARTNERS}/x12/partnerships/${this.#ids['partnershipId:partners']?.[0]}`;
  }

  async #makeConnections(): Promise<void> {
    for (const spare of ['', ':spare']) {
      for (const { name: kind, segment } of REQUESTED_KINDS) {
        // Of these a partnership has one.
        const place = spare === '' ? this.#partnership : this.#partnership.replace(/[^/]+$/, this.#emptied);
        const payload = { ...soundFor(kind, `${this.name}${spare}`), name: `${this.name}${kind}${spare}` };
        await this.#make(`${place}/connections/${segment}`, payload, 'connectionId', `connectionId:${segment}${spare}`);
      }
      const payload = { ...BUCKET, name: `${this.name} all${spare}` };
      await this.#make(`${PARTNERS}/global-connections`, payload, 'connectionId', `connectionId:global${spare}`);
    }
  }

  get #emptied(): string {
    return this.#ids['partnershipId:emptied']?.[0] ?? '';
  }

  async #makeGuidesAndMappings(): Promise<void> {
    for (const spare of ['', ':spare']) {
      const id = await this.#make(
        GUIDES,
        { name: `${this.name} guide${spare}`, definition: OVERLAY },
        'id',
        `guideId${spare}`,
      );
      if (spare === '') await this.test.call('PUT', `${GUIDES}/${id}/publish`);
      await this.#make(MAPPINGS, { ...MAPPING, name: `${this.name} mapping${spare}` }, 'id', `id${spare}`);
    }
    const as2 = `${this.#partnership}/connections/as2/${this.#ids['connectionId:as2']?.[0]}/basic-auth`;
    await this.test.call('PUT', as2, { payload: { username: 'us', password: 'x' } });
    this.#note('guideId', '850-004010');
    this.#note('version', '004010');
    this.#note('version', '005010');
    this.#note('transactionSetId', '850');
  }

  async #makeFiles(): Promise<void> {
    const { test, name } = this;
    const [delivered, failed, waiting] = [
      await sendOrders(test, [`${name}A`, `${name}B`], test.liveKey),
      await sendOrders(test, [`${name}C`], test.liveKey),
      await sendOrders(test, [`${name}D`], test.liveKey),
    ];
    await markDelivered(test, delivered);
    await markFailed(test, failed);
    const eventId = await test.queries(async (queries) => {
      const fault = { code: 'DELIVERY_FAILURE', message: 'Not reached.', detail: '{}', created_at: 6 };
      await queries.insert('faults', { id: `f${name}`, execution_id: failed.executionId, ...fault }).execute();
      const event = {
        type: 'file.failed.v2',
        mode: 'production',
        resourceKind: 'execution',
        detail: '{}',
        at: 1,
      } as const;
      await writeEvents(test.services, queries, [{ ...event, resourceId: failed.executionId }]);
      return (await queries.from('events').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
    });
    for (const { executionId } of [delivered, failed, waiting]) this.#note('executionId', executionId);
    for (const id of delivered.transactionIds) this.#note('transactionId', id);
    this.#note('faultId', `f${name}`);
    const received = await receivedFile(test, delivered);
    this.#note('executionId:received', received.executionId);
    this.#note('faultId:received', received.faultId);
    this.#note('transactionId:received', received.transactionId);
    this.#note('artifactId', received.attachmentId);
    this.#note('eventId', eventId);
    for (const [id, index] of [`${name}-x`, `${name}-y`].map((one, at) => [one, at] as const)) {
      this.#note('transactionGroupId', id);
      this.#note('fragmentGroupId', id);
      this.#note('fragmentIndex', String(index));
      const url = `${CORE}/partnerships/${PARTNERSHIP}/transaction-groups/${id}/transactions/po`;
      await test.call('POST', url, { payload: { transaction: purchaseOrder(`${name}S${index}`) } });
    }
  }

  /** An account has few: those of the round before go. */
  async #makeDestinations(): Promise<void> {
    const { items } = (await this.test.call('GET', DESTINATIONS)).json();
    for (const { id } of items) await this.test.call('DELETE', `${DESTINATIONS}/${id}`);
    for (const spare of ['', ':spare']) await this.#make(DESTINATIONS, DESTINATION, 'id', `destinationId${spare}`);
  }

  async #makeChecks(): Promise<void> {
    await this.#make('/2024-04-01/change/medicalnetwork/eligibility/v3', CHECK, 'id', 'checkId');
    this.#note('eligibilityCheckId', this.#ids.checkId?.at(-1) ?? '');
    const batch = { items: [{ ...CHECK, submitterTransactionIdentifier: this.name }] };
    await this.#make('/2024-04-01/eligibility-manager/batch-eligibility', batch, 'batchId');
    const waiting = await this.#make('/2024-04-01/eligibility-manager/batch-table', {}, 'batchId', 'batchId:table');
    const url = `/2024-04-01/eligibility-manager/batch/${waiting}/table`;
    await this.test.call('PUT', url, { payload: { table: TABLE } });
    this.#note('platformId', 'LAKES');
    for (const name of ['request', 'question', 'payer-answer', 'claim']) this.#note('document', name);
  }

  async #makeClaims(): Promise<void> {
    const payload = testClaim(claimExample('professional'));
    const answer = await this.test.call('POST', `${CLAIM_PATHS.professional.json}`, { payload });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    const claimId = answer.json().claimReference.correlationId;
    this.#note('claimId', claimId);
    this.#note('transactionId:report', await answerTestClaim(this.test, claimId));
  }

  /** Drafts for accounts to change, and one that was submitted, with tasks, for the operator. */
  async #makeEnrollments(): Promise<void> {
    const headers = { authorization: ADMIN_TOKEN };
    this.#note('accountId:own', this.test.accountId);
    const taxId = String(100_000_000 + 10 * Number(this.name.slice(1)));
    const providerId = await this.#make(`${ENROLLING}/providers`, { ...NEW_PROVIDER, taxId }, 'id', 'providerId');
    const spare = { ...NEW_PROVIDER, taxId: String(Number(taxId) + 1) };
    await this.#make(`${ENROLLING}/providers`, spare, 'id', 'providerId:spare');
    const asked = enrollmentOf(providerId);
    for (const as of ['enrollmentId', 'enrollmentId:spare']) {
      await this.#make(`${ENROLLING}/enrollments`, asked, 'id', as);
    }
    const own = { ...asked, status: 'SUBMITTED' };
    const id = await this.#make(`${ENROLLING}/enrollments`, own, 'id', 'enrollmentId:submitted');
    const tasks = `/admin/accounts/${this.test.accountId}/enrollments`;
    const give = async (enrollmentId: string | undefined, payload: object, as: string): Promise<string> => {
      const made = await this.test.call('POST', `${tasks}/${enrollmentId}/tasks`, { headers, payload });
      this.#note(as, String(made.json().id));
      return String(made.json().id);
    };
    await give(id, { ...NEW_TASK, responsibleParty: 'PLATFORM' }, 'taskId:platform');
    const [draft] = this.#ids.enrollmentId ?? [];
    const taskId = await give(draft, NEW_TASK, 'taskId');
    for (const as of ['documentId', 'documentId:spare']) {
      const path = `${ENROLLING}/enrollments/${draft}/documents`;
      const { uploadUrl, documentId } = (
        await this.test.call('POST', path, { payload: { name: 'a.pdf', taskId } })
      ).json();
      await this.test.call('PUT', new URL(uploadUrl).pathname, { payload: Buffer.from('%PDF-1.7 %%EOF') });
      this.#note(as, documentId);
    }
  }

  async #makeSftpUsers(): Promise<void> {
    for (const spare of ['', ':spare']) await this.#make(SFTP_USERS, NEW_USER, 'username', `username${spare}`);
  }

  /** As if all its attempts had failed. */
  async #failedInvocation(name: string): Promise<string> {
    const headers = { 'x-amz-invocation-type': 'Event', 'content-type': 'application/octet-stream' };
    const answer = await this.test.call('POST', `${FUNCTIONS}/${name}/invocations`, { payload: '{}', headers });
    const id = String(answer.headers['x-stedi-invocationid']);
    const failed = { state: 'failed', attempts: 3, ended_at: this.test.clock.now() } as const;
    await this.test.queries((queries) => queries.update('invocations').set(failed).where('id', '=', id).execute());
    return id;
  }

  async #makeFunctions(): Promise<void> {
    for (const spare of ['', ':spare']) {
      const payload = { functionName: `${this.name}-function${spare.replace(':', '-')}`, code: CODE };
      const headers = { prefer: 'respond-async' };
      const answer = await this.test.call('POST', FUNCTIONS, { payload, headers });
      this.#note(`functionName${spare}`, answer.json().functionName);
      this.#note('operationToken', String(answer.headers['x-stedi-operationtoken']));
      this.#note(`invocationId${spare}`, await this.#failedInvocation(payload.functionName));
    }
  }

  /** One with an object in it, and an empty one. An account has so many at most: those of the round before go. */
  async #makeBuckets(): Promise<void> {
    const { test, name } = this;
    for (const { bucketName } of (await test.call('GET', `${BUCKETS}?pageSize=100`)).json().items) {
      const at = `${BUCKETS}/${bucketName}`;
      if (bucketName === BUCKET.bucketName) continue;
      const { items } = (await test.call('GET', `${at}/objects?pageSize=1000`)).json();
      for (const { key } of items) await test.call('DELETE', `${at}/objects/${encodeURIComponent(key)}`);
      await test.call('DELETE', at);
    }
    await this.#make(BUCKETS, { bucketName: `${name}-files` }, 'bucketName');
    await this.#make(BUCKETS, { bucketName: `${name}-empty` }, 'bucketName', 'bucketName:spare');
    for (const key of ['a.edi', 'b/c.edi']) {
      await test.call('PUT', `${BUCKETS}/${name}-files/objects/${key}`, { payload: 'ISA*00' });
      this.#note('key', key);
    }
  }

  async #makePayerRoutes(): Promise<void> {
    const headers = { authorization: ADMIN_TOKEN };
    for (const spare of ['', ':spare']) {
      const payload = { ...PAYER_ROUTE, name: `${this.name} route${spare.replace(':', ' ')}` };
      const made = await this.test.call('POST', '/admin/payer-routes', { headers, payload });
      this.#note(`routeId${spare}`, String(made.json().routeId));
    }
  }

  /** For the operator's operations: what they change is not the account that asks for everything else. */
  async #makeAccount(): Promise<void> {
    this.#note('accountId', this.other.accountId);
    const headers = { authorization: ADMIN_TOKEN };
    const url = `/admin/accounts/${this.other.accountId}/keys`;
    const made = await this.test.call('POST', url, { headers, payload: { name: this.name, mode: 'test' } });
    this.#note('keyId', String(made.json().id));
    const s3Keys = `/admin/accounts/${this.other.accountId}/s3-keys`;
    const pair = await this.test.call('POST', s3Keys, { headers, payload: { name: this.name, mode: 'test' } });
    this.#note('accessKeyId', String(pair.json().accessKeyId));
    for (const command of [
      'accounts',
      'keys',
      'jobs',
      'status',
      'apply',
      'export',
      'audit verify',
      'accounts create',
    ]) {
      this.#note('name', command);
    }
  }
}

/** The user of the other kinds is not there; AS2 ids are those of one connection in the world. */
function soundFor(kind: string, name: string): object {
  const { username: _, ...settings }: { readonly username?: string } = SOUND[kind] ?? {};
  if (kind === 'hosted-sftp') return settings;
  return kind === 'as2' ? { ...settings, localAs2Id: name } : (SOUND[kind] ?? {});
}

const TABLE = 'Visit ID,Payer ID,Provider NPI\nvisit-1,LAKES,1999999984\nvisit-2,LAKES,\n';

function enrollmentOf(providerId: string | undefined): object {
  return {
    ...{ payer: { idOrAlias: 'LAKES' }, provider: { id: providerId }, primaryContact: CONTACT },
    ...{ transactions: { eligibilityCheck: { enroll: true } }, userEmail: 'office@lake.example.com' },
  };
}

/** A claim as JSON that is sent to nobody. */
function testClaim(claim: object): object {
  return { ...claim, tradingPartnerServiceId: 'LAKES', usageIndicator: 'T' };
}

function rawTestClaim(x12: string): object {
  return { x12: x12.replace(/\*PI\*\w+~/, '*PI*LAKES~') };
}

function bodiesOf(name: string, ids: Readonly<Record<string, readonly string[]>>): Things['bodies'] {
  const order = purchaseOrder(`${name}-1`);
  const groups = { transactionGroups: [{ transactionSettingId: 'po', transactions: [order] }] };
  const [executionId = ''] = ids.executionId ?? [];
  const byIds = { interchangeQualifier: 'ZZ', interchangeId: `${name}A`.toUpperCase() };
  const kinds = REQUESTED_KINDS.flatMap(({ name: kind, operation }) => [
    [`Create${operation}Connection`, [{ ...soundFor(kind, `${name}new`), name: `${name} new ${kind}` }]],
    [`Update${operation}Connection`, [soundFor(kind, name)]],
  ]);
  return {
    ...Object.fromEntries(kinds),
    GenerateEdi: [groups],
    DryRun: [{ partnershipId: PARTNERSHIP, ...groups }],
    CreatePartnershipOutboundTransaction: [{ transaction: order }, { transaction: order, mappingId: ids.id?.[0] }],
    CreateTransactionGroup: [{ transaction: order }, { async: true }],
    GenerateTransactionGroupEdi: [{}],
    CreateOutboundFragment: [{ guideId: FRAGMENT_GUIDE, fragment: { [FRAGMENT_KEY]: order.detail[FRAGMENT_KEY] } }],
    RetryExecutions: [{ condition: { executionIds: [executionId, ...(ids.executionId ?? [])] } }],
    CreateX12Profile: [
      { profileId: `${name}-new`, profileType: 'local', interchangeQualifier: '14', interchangeId: `${name}NEW` },
    ],
    UpdateX12Profile: [{ applicationIdentifiers: [{ value: 'APP', isDefault: true }] }],
    GetX12ProfileByInterchange: [{ interchangeIdentifier: byIds }],
    CreateX12Partnership: [{ localProfileId: `${name}-a`, partnerProfileId: `${name}-d`, ...AGREED }],
    UpdateX12Partnership: [AGREED],
    GetX12PartnershipByInterchanges: [
      {
        localInterchangeIdentifier: byIds,
        partnerInterchangeIdentifier: { ...byIds, interchangeId: `${name}B`.toUpperCase() },
      },
    ],
    CreateInboundX12TransactionSettings: [{ ...SET, transactionSetIdentifier: '855' }],
    UpdateInboundX12TransactionSettings: [SET],
    CreateOutboundX12TransactionSettings: [SET, { ...SET, guideId: '850-004010' }],
    UpdateOutboundX12TransactionSettings: [SET],
    PutAs2BasicAuth: [{ username: 'us', password: 'x' }],
    CreateAs2Credentials: [{ localSigning: { remove: true } }],
    CreateRemoteFtpCredentials: [{ password: 'x' }],
    UpdateRemoteFtpLastPollTime: [{ lastPollAt: '2026-01-01T00:00:00Z' }],
    CreateGlobalConnection: [{ ...BUCKET, name: `${name} new` }],
    UpdateGlobalConnection: [BUCKET],
    UpdateX12OutboundControlNumber: [{ x12ControlNumber: 5, controlNumberType: 'group' }],
    IncrementX12OutboundControlNumber: [
      { partnershipId: ids['partnershipId:partners']?.[0], controlNumberType: 'interchange' },
    ],
    CreateGuide: [{ name: `${name} new`, definition: OVERLAY }],
    UpdateGuide: [{ name: `${name} guide`, definition: OVERLAY }],
    CreateMapping: [{ ...MAPPING, name: `${name} new` }],
    UpdateMapping: [{ type: 'only_mapped_keys' }],
    MapDocument: [{ id: 7 }],
    EventDestinationsCreateDestination: [DESTINATION],
    EventDestinationsUpdateDestination: [{ name }],
    EventDestinationsRotateDestinationSecret: [{ previousSecretExpiryHours: 0 }],
    CreateAccount: [{ name: `${name} account` }],
    SetAccountLimits: [{}],
    CreateAccountKey: [{ name, mode: 'test' }],
    CreateAccountS3Key: [{ name, mode: 'test' }],
    CreatePayerRoute: [{ ...PAYER_ROUTE, name: `${name} new route` }],
    ReplacePayerRoute: [{ ...PAYER_ROUTE, name: `${name} other route` }],
    EligibilityCheck: [CHECK],
    EligibilityRawX12Check: [{ x12: RAW_CHECK }],
    ClaimsSubmission: [testClaim(claimExample('professional'))],
    ClaimsRawX12Submission: [rawTestClaim(FIRST_RAW_CLAIM)],
    InstitutionalClaimsSubmission: [testClaim(claimExample('institutional'))],
    InstitutionalClaimsRawX12Submission: [rawTestClaim(FIRST_RAW_INSTITUTIONAL_CLAIM)],
    DentalClaimsSubmission: [testClaim(claimExample('dental'))],
    DentalClaimsRawX12Submission: [rawTestClaim(FIRST_RAW_DENTAL_CLAIM)],
    CreateProfessionalClaimJson: [testClaim(claimExample('professional'))],
    BatchEligibilityChecks: [{ items: [{ ...CHECK, submitterTransactionIdentifier: name }] }],
    PutBatchTable: [{ table: TABLE }],
    CreateProvider: [{ ...NEW_PROVIDER, taxId: String(900_000_000 + Number(name.slice(1))) }],
    UpdateProvider: [{ name: 'Lake Clinic' }],
    CreateEnrollment: [enrollmentOf(ids.providerId?.[0])],
    UpdateEnrollment: [enrollmentOf(ids.providerId?.[0])],
    ExportEnrollmentsCsv: [{}, { status: ['DRAFT'] }],
    CreateEnrollmentDocumentUpload: [{ name: 'form.pdf', taskId: ids.taskId?.[0] }],
    UpdateTaskPost: [{ responseData: { manualTask: { values: [{ key: 'ptan', value: { text: 'A12345' } }] } } }],
    MoveEnrollment: [{ status: 'LIVE', reason: name }],
    AddEnrollmentNote: [{ text: name }],
    AddEnrollmentTask: [NEW_TASK],
    CreateUser: [NEW_USER, { ...NEW_USER, ...BUCKET, passwordOptions: { length: 40 } }],
    UpdateUser: [{ description: name }],
    CreateFunction: [{ functionName: `${name}-new`, code: CODE, environmentVariables: { LIMIT: '1' } }],
    UpdateFunction: [{ timeout: 5 }, { code: CODE }],
    InvokeFunction: [{ lines: [name] }],
    CreateFunctionAccessRequest: [{ reason: name }],
    CreateBucket: [{ bucketName: `${name}-new` }],
    UpdateBucket: [{ notifications: { functions: [{ functionName: 'read-orders' }] } }],
    CopyObject: [{ bucketName: `${name}-files`, key: 'copy', copySource: `${name}-files/a.edi` }],
    RunCommand: [{}, { account: ids.accountId?.[0] }],
  };
}
