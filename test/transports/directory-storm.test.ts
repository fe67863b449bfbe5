import { directoryPartner } from './storm/partners.js';
import { itStandsTheStorm } from './storm/storm.js';

itStandsTheStorm('the directory transport', directoryPartner);
