import { sftpPartner } from './storm/partners.js';
import { itStandsTheStorm } from './storm/storm.js';

itStandsTheStorm('SFTP', sftpPartner);
