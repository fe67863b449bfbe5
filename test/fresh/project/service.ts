// As services are written that are compiled to CommonJS, with decorators and the types of what is injected.
import { createEngine, type DataOf } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';

type Order = DataOf<typeof guide>;

const made: unknown[] = [];
function Injectable(): ClassDecorator {
  return (target) => {
    made.push(target);
  };
}

@Injectable()
class OrderService {
  private readonly engine = createEngine({ guides: [guide] });

  write(data: Order): Uint8Array {
    const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };
    return this.engine.generate({
      interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data }] }] }],
    }).bytes;
  }

  async read(bytes: Uint8Array): Promise<string | undefined> {
    const document = await this.engine.parse(bytes);
    const set = document.interchanges[0]?.groups[0]?.transactions[0];
    if (set?.guide !== '850-004010') return undefined;
    return set.data.heading.beginning_segment_for_purchase_order_BEG.purchase_order_number_03;
  }

  isOrder(data: unknown): boolean {
    return this.engine.check(guide, data).valid;
  }
}

const order: Order = {
  heading: {
    beginning_segment_for_purchase_order_BEG: {
      transaction_set_purpose_code_01: '00',
      purchase_order_type_code_02: 'SA',
      purchase_order_number_03: 'PO-1001',
      date_05: '2026-01-31',
    },
  },
  detail: { baseline_item_data_PO1_loop: [{ baseline_item_data_PO1: { quantity_ordered_02: 1 } }] },
};

async function main(): Promise<void> {
  const service = new OrderService();
  console.log(`${await service.read(service.write(order))} ${service.isOrder(order)} ${service.isOrder({})}`);
}

void main();
