import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';

const x12 = `ISA*00*          *00*          *ZZ*BUYER          *ZZ*SELLER         *260131*0905*U*00401*000000001*0*T*>~
GS*PO*BUYER*SELLER*20260131*0905*1*X*004010~
ST*850*0001~
BEG*00*SA*PO-1001**20260131~
PO1*1*12*EA*9.75**VP*AB-100~
CTT*1~
SE*5*0001~
GE*1*1~
IEA*1*000000001~`;

const engine = createEngine({ guides: [guide] });
const { interchanges, findings } = await engine.parse(x12);
const order = interchanges[0]?.groups[0]?.transactions[0];
console.log(order?.guide, findings.length, 'findings');
// The guide tells which JSON it is: from here on the data have its type.
if (order?.guide === '850-004010') console.log(JSON.stringify(order.data.detail, null, 2));
