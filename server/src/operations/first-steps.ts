import { FAMILIES } from '../families.js';

/** What stands above the operations at `/docs`. A test pastes its lines into a shell. */
export function firstSteps(publicUrl: string): string {
  const core = `${publicUrl}/${FAMILIES.core.version}`;
  return `
JSON in, X12 out, and delivered to your partners.

### First steps

The first start made an account with a demo partner, and left a key and an order in its data folder, \`data\`. In a shell beside that folder:

1. Make a file of the order. The answer shows it in \`edi\`, and delivery begins.

   \`\`\`sh
   curl -s ${core}/x12/partnerships/demo/generate-edi -H "Authorization: $(cat data/test-key)" -H 'Content-Type: application/json' -d @data/demo-order.json
   \`\`\`

2. See what became of it: \`status\` is \`COMPLETED\` when the file was delivered.

   \`\`\`sh
   curl -s '${core}/executions?businessIdentifier=PO-1001' -H "Authorization: $(cat data/test-key)"
   \`\`\`

3. Ask a mock payer whether a patient is covered.

   \`\`\`sh
   curl -s ${publicUrl}/${FAMILIES.healthcare.version}/change/medicalnetwork/eligibility/v3 -H "Authorization: $(cat data/test-key)" -H 'Content-Type: application/json' -d @data/demo-check.json
   \`\`\`

4. Do the same from this page: press **Authorize**, give the key, open an operation and execute it.

Then bring a partner of your own: a profile of yours and one of theirs (CreateX12Profile), a partnership of the two (CreateX12Partnership),
a connection to them (for one, CreateRemoteFtpConnection), and a setting that says which transaction set goes over it
(CreateOutboundX12TransactionSettings). For what the partner sends, the connection names an inbound directory, or AS2 ids, and
CreateInboundX12TransactionSettings says which transaction sets are taken; \`ackConfiguration\` of the partnership has them answered.
EventDestinationsCreateDestination sends what happens to a program of yours. Why a file was not read, ListExecutionFaults says.

Payers are found by SearchPayers. A live key asks those to whom the operator has set up a route; ListEligibilityChecks finds what was asked before.
Patients of tomorrow are checked together, by BatchEligibilityChecks or as a table (CreateBatchTable, PutBatchTable); BatchEligibilityPolling has the results.
CreateProvider and CreateEnrollment enroll a provider with a payer. Batches and enrollments take live keys alone.

Files are kept in buckets (CreateBucket, PutObject), which clients of S3 reach unchanged where the operator lets them. CreateUser gives a partner a name
and a password to log in with over SFTP. CreateMapping and MapDocument make JSON of JSON.

### In all operations

- **Keys**: a live key does everything; a test key sees only what test keys made, sends over connections marked \`test\` alone, and asks mock payers alone.
- **Idempotency-Key**: give every request that sends something a text of your own. Sent again within 24 hours it is answered, and not done, again.
- **Errors** say in \`message\` what to do next, and in \`errors\` each thing that is wrong, with its place in the body. \`Retry-After\` says when to come back.
- **Lists** end where there is no \`nextPageToken\`; a page may be short, or empty, and have one.
- **Unknown members and parameters** are refused by name; those of functions, buckets, SFTP users and mappings are passed over, as newer clients send some, unless they differ from one that is known by case and marks alone: mind their spelling (\`validation_mode\`).
- **x-request-id** names a request in the log of the server: send your own, or note the one that is answered.

Operators find their operations at [/docs/admin](${pathOf(publicUrl)}/docs/admin).
`;
}

/** What stands above the operations at `/docs/admin`. */
export function operatorSteps(publicUrl: string): string {
  return `
Accounts, their keys and limits, routes to payers, and the audit: for whoever runs the server. Payers are brought in by \`ediloom-server payers import\`.

The token is that of \`ADMIN_TOKEN\`, else the one in the file \`admin-token\` of the data folder. In a shell beside that folder:

\`\`\`sh
curl -s ${publicUrl}/admin/accounts -H "Authorization: $(cat data/admin-token)"
\`\`\`

The command line, \`ediloom-server\`, does the same and more: \`ediloom-server --help\` lists its commands. Operations on partners, files and
guides are at [/docs](${pathOf(publicUrl)}/docs).
`;
}

/** Behind a proxy the server may lie below a path of its host. */
function pathOf(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/$/, '') : '';
}
