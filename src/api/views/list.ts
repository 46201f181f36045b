import { z } from 'zod';
import { optionalAmountOf, reference, time } from './fields.js';

const listRow = z
  .strictObject({
    lifecycle: z.string().meta({ description: 'its kind', examples: ['checkout'] }),
    reference,
    url: z
      .string()
      .optional()
      .meta({ description: 'where to read it', examples: ['/v1/checkouts/order-1'] }),
    state: z.string().optional(),
    since: time.optional().meta({ description: 'when it came into this state' }),
    ...optionalAmountOf('amount'),
    ...optionalAmountOf('atRisk'),
    gatewayReference: z.string().optional(),
    review: z.array(z.string()).meta({ description: 'the kinds of its open review items' }),
    open: z.boolean().meta({ description: 'whether its workflow still runs' }),
  })
  .meta({ id: 'ListRow' });

export const listView = z
  .strictObject({
    rows: z.array(listRow),
    next: z.string().optional().meta({ description: 'the cursor of the next page; missing on the last one' }),
  })
  .meta({ id: 'List' });
