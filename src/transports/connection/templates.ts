/** What stands in a template where only a person knows: it is refused until it is filled in. */
const PLACEHOLDER = /^<fill in: .*>$/s;

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

const IN_AND_OUT = {
  outbound: { directory: fill('the directory where the partner looks for files, such as /in'), existing: 'refuse' },
  inbound: {
    directory: fill('the directory where the partner puts files for us, such as /out'),
    include: ['*.edi', '*.x12'],
    archiveDirectory: fill('where taken files go, such as /out/done; without it they are deleted'),
  },
};
const ID = fill('a name for this partner, for ever: letters, digits and ._-');

/** A connection file of each kind to begin with: the usual settings, and a placeholder where there is none that is usual. */
export const CONNECTION_TEMPLATES: Readonly<Record<string, object>> = {
  directory: { kind: 'directory', id: ID, root: fill('a directory on disk that exists'), ...IN_AND_OUT },
  sftp: {
    kind: 'sftp',
    id: ID,
    server: {
      host: fill('name or address of the server'),
      username: fill('who logs in'),
      privateKey: { file: fill('path of the private key, from the directory of this file') },
      hostKeys: [fill('SHA256:… of the host key, as the partner confirms it; ediloom check shows it')],
    },
    ...IN_AND_OUT,
  },
  ftps: {
    kind: 'ftps',
    id: ID,
    server: {
      host: fill('name of the server, as it stands in its certificate'),
      username: fill('who logs in'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a connection file names variables of the environment so.
      password: '${PARTNER_PASSWORD}',
    },
    ...IN_AND_OUT,
  },
  as2: {
    kind: 'as2',
    id: ID,
    partnership: {
      ourId: fill('our AS2 id'),
      partnerId: fill('the AS2 id of the partner'),
      url: fill('where the partner takes transmissions: https://…'),
      identities: [
        {
          certificate: { file: fill('path of our certificate; ediloom as2 keygen makes one') },
          privateKey: { file: fill('path of its key') },
        },
      ],
      certificates: [{ certificate: { file: fill("path of the partner's certificate") } }],
      mdn: { mode: 'sync' },
    },
    listen: { port: 8080, path: '/as2' },
  },
};

function fill(what: string): string {
  return `<fill in: ${what}>`;
}
