import { createEngine } from 'ediloom';
import { loadGuides } from 'ediloom/guides';

const inquiry = `ISA*00*          *00*          *ZZ*LAKECLINIC     *ZZ*NORTHHEALTH    *260131*0905*^*00501*000000042*0*T*:~
GS*HS*LAKECLINIC*NORTHHEALTH*20260131*0905*42*X*005010X279A1~
ST*270*0001*005010X279A1~
BHT*0022*13*CHECK-1*20260131*0905~
HL*1**20*1~
NM1*PR*2*NORTH HEALTH*****PI*NH001~
HL*2*1*21*1~
NM1*1P*2*LAKE CLINIC*****XX*1234567893~
HL*3*2*22*0~
NM1*IL*1*DOE*JANE****MI*M0001~
DMG*D8*19800230~
EQ*30~
SE*11*0001~
GE*1*42~
IEA*1*000000042~`;

const engine = createEngine({ guides: await loadGuides(['270', '999']), clock: () => Date.UTC(2026, 0, 31, 9, 6) });
for (const { groups, reply } of await engine.acknowledge(inquiry)) {
  console.log('verdict', groups.map(({ verdict }) => verdict).join());
  if (reply === undefined) continue;
  const { bytes } = engine.generate({ interchanges: [reply] }, { newline: '\n' });
  console.log(new TextDecoder().decode(bytes).trimEnd());
}
