/** Settings that each kind of connection takes, by its name; `mill-files` is the bucket. Tests of all kinds ask for those of a new one. */
export const SOUND: Readonly<Record<string, object>> = {
  bucket: {
    bucketName: 'mill-files',
    parentDirectory: '/mill/',
    outboundSubdirectory: 'to-mill',
    deleteInboundFilesOnReceipt: false,
    inboundFileEncoding: 'WINDOWS-1252',
  },
  'hosted-sftp': { bucketName: 'mill-files', username: 'MILL', homeDirectory: '/mill' },
  'remote-ftp': {
    protocol: 'SFTP',
    host: 'sftp.mill.example',
    port: 22,
    username: 'shop',
    rootDirectory: '',
    retries: 2,
  },
  as2: {
    localAs2Id: 'SHOP',
    partnerAs2Id: 'The Mill',
    outboundSettings: { enabled: true, partnerServerUrl: 'https://mill.example/as2' },
  },
  folder: { root: '/srv/edi' },
};
