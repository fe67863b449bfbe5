import type { Table } from '../../mapping/table.js';
import type { ClaimType } from '../claim-type.js';
import { DENTAL_TABLE } from './dental/table.js';
import { INSTITUTIONAL_TABLE } from './institutional/table.js';
import { PROFESSIONAL_TABLE } from './professional/table.js';

/** What ties the tree of a request to the 837 of its type. */
export const TABLES: Readonly<Record<ClaimType, Table>> = {
  professional: PROFESSIONAL_TABLE,
  institutional: INSTITUTIONAL_TABLE,
  dental: DENTAL_TABLE,
};
