// app/api/remittances/route.ts
import { createEngine, isX12Error } from 'ediloom';
import { guide } from 'ediloom/guides/835-005010X221A1';

const engine = createEngine({ guides: [guide] });

/** A handler of the web's own Request and Response: Next, Hono, Bun, Deno and workers call it alike. */
export async function POST(request: Request): Promise<Response> {
  try {
    const { interchanges } = await engine.parse(request, { signal: request.signal });
    const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
    const payments = sets.flatMap((set) => {
      if (set.guide !== '835-005010X221A1') return []; // no remittance: its data have another type
      const { heading } = set.data;
      return {
        payer: heading.payer_identification_N1_loop.payer_identification_N1.payer_name_02,
        paid: heading.financial_information_BPR.total_actual_provider_payment_amount_02,
        trace: heading.reassociation_trace_number_TRN.check_or_eft_trace_number_02,
      };
    });
    return Response.json({ payments });
  } catch (error) {
    if (!isX12Error(error)) throw error;
    return Response.json({ code: error.code, message: error.message }, { status: 400 });
  }
}
