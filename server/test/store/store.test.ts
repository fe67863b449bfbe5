import { storePlace } from '../support/store-factory.js';
import { storeContract } from './store-contract.js';

/** SQLite, or PostgreSQL in `npm run test:peers`. */
storeContract(process.env.EDILOOM_TEST_PG ? 'PostgreSQL' : 'SQLite', storePlace);
