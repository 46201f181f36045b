import type { GatewayActivities } from './gateway.js';
import type { Readiness, ReadinessActivity, ReadinessRequest } from './readiness.js';

type Enquiries = Pick<GatewayActivities, 'enquireName' | 'validateBillCustomer'>;
type AnswerOf<Name extends keyof Enquiries> = Awaited<ReturnType<Enquiries[Name]>>;

export interface LookRequest extends ReadinessRequest {
  /** The account whose name must be known. */
  readonly name?: Parameters<Enquiries['enquireName']>[0];
  /** The customer whom the biller must know. */
  readonly customer?: Parameters<Enquiries['validateBillCustomer']>[0];
}

export interface LookAnswer extends Readiness {
  readonly name?: AnswerOf<'enquireName'>;
  readonly customer?: AnswerOf<'validateBillCustomer'>;
}

export interface LookActivity {
  /** Everything that a payout must know before it is sent, in one call. */
  look(request: LookRequest): Promise<LookAnswer>;
}

export function createLook(
  { enquireName, validateBillCustomer }: Enquiries,
  { readiness }: ReadinessActivity,
): LookActivity {
  return {
    async look({ name, customer, ...request }) {
      const [named, known] = await Promise.all([
        name && enquireName(name),
        customer && validateBillCustomer(customer),
      ]);
      // last: an enquiry may take seconds, and a pause that began meanwhile counts as seen by every worker
      const ready = await readiness(request);
      return { ...ready, ...(named && { name: named }), ...(known && { customer: known }) };
    },
  };
}
