const { createEngine, X12Error } = require('ediloom');
const { loadGuide } = require('ediloom/guides');
const { guide } = require('ediloom/guides/850-004010');
const data = require('./order.json');

async function summary() {
  const engine = createEngine({ guides: [guide] });
  const document = await engine.parse(engine.generate(data).bytes);
  const [read] = document.interchanges[0].groups[0].transactions;
  const number = read.data.heading.beginning_segment_for_purchase_order_BEG.purchase_order_number_03;
  const refused = await loadGuide('nope').catch((error) => error);
  if (!(refused instanceof X12Error)) throw new Error('entries differ in their errors');
  return `${number} ${engine.check(guide, read.data).valid} ${engine.check(guide, {}).valid}`;
}

exports.summary = summary;
if (require.main === module) summary().then(console.log);
