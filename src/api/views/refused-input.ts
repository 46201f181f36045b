import { z } from 'zod';
import { reason, reference, time } from './fields.js';

/** A lifecycle whose input the workflow refused has no terms to show. */
export const refusedInputView = z
  .strictObject({ reference, state: z.literal('REFUSED'), reason, epoch: time })
  .meta({ id: 'RefusedInput', description: 'it was refused before anything was sent' });
