import { ftpsPartner } from './storm/partners.js';
import { itStandsTheStorm } from './storm/storm.js';

itStandsTheStorm('FTPS', ftpsPartner);
