import nodeX12 from 'node-x12';

/** An order of twelve: every element of every segment, control segments and counts included. */
export function order(): string {
  const interchange = new nodeX12.X12Interchange({
    segmentTerminator: '~',
    elementDelimiter: '*',
    subElementDelimiter: '>',
  });
  interchange.setHeader([
    '00',
    '',
    '00',
    '',
    'ZZ',
    'BUYER',
    'ZZ',
    'SELLER',
    '260131',
    '0905',
    'U',
    '00401',
    '1',
    '0',
    'P',
    '>',
  ]);
  const group = interchange.addFunctionalGroup();
  group.setHeader(['PO', 'BUYER', 'SELLER', '20260131', '0905', '1', 'X', '004010']);
  const set = group.addTransaction();
  set.setHeader(['850', '0001']);
  set.addSegment('BEG', ['00', 'SA', 'PO-1001', '', '20260131']);
  set.addSegment('PO1', ['', '12', 'EA', '9.75']);
  return interchange.toString();
}
