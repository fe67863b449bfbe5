import { isoTime } from '../../clock.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import type { Services } from '../services.js';
import type { FileOutcome } from './file-outcome.js';
import type { JudgedInterchange } from './judge-file.js';
import type { ReceivedFile } from './received-file.js';

const encoder = new TextEncoder();
/** Groups that the document has; their numbers are in the acknowledgments, too. */
const MOST_GROUPS = 1_000;

interface Described {
  readonly outcome: FileOutcome;
  readonly interchanges: readonly JudgedInterchange[];
  readonly at: number;
}

/** The document of a file that says what its envelopes say, and what became of each interchange. ISA02 and ISA04 are left out. */
export async function fileMetadata(
  { artifacts }: Pick<Services, 'artifacts'>,
  { accountId, execution }: ReceivedFile,
  described: Described,
): Promise<PreparedArtifact | undefined> {
  const text = JSON.stringify({
    fileExecutionId: execution.id,
    filename: execution.name,
    partnershipId: described.outcome.partnershipId,
    createdAt: isoTime(described.at),
    interchanges: described.outcome.interchanges.map((row, index) => ({
      ...envelopeOf(described.interchanges[index]),
      state: row.state,
      partnershipId: row.partnership_id,
      sha256: row.sha256,
      offset: row.byte_offset,
      length: row.byte_length,
    })),
  });
  const [prepared] = await artifacts.prepare(accountId, [
    {
      model: 'execution',
      ownerId: execution.id,
      usage: 'metadata',
      type: 'application/json',
      name: `${execution.id}-metadata.json`,
      bytes: encoder.encode(text),
      ...(execution.expires_at === null ? {} : { expiresAt: execution.expires_at }),
    },
  ]);
  return prepared;
}

function envelopeOf(interchange: JudgedInterchange | undefined): object {
  if (interchange === undefined) return {};
  const { header, groups } = interchange.outlined;
  const { authorizationInformation: _, securityInformation: __, ...shown } = header;
  return {
    ...shown,
    groups: groups.slice(0, MOST_GROUPS).map(({ header: group, transactions }) => ({ ...group, transactions })),
  };
}
