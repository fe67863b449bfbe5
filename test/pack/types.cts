import ediloom = require('ediloom');
import purchaseOrder = require('ediloom/guides/850-004010');

const engine: ediloom.Engine = ediloom.createEngine({ guides: [purchaseOrder.guide] });
const heading: Partial<purchaseOrder.Data['heading']> = {};
export = { engine, heading };
