import { z } from 'zod';

/** A record of the gateway: its own fields, and what it may add to them. */
export const gatewayRecord = z
  .record(z.string(), z.unknown())
  .meta({ id: 'GatewayRecord', description: 'the fields of the gateway, as far as it sends them' });

export const gatewayPage = z
  .looseObject({ content: z.array(gatewayRecord) })
  .meta({ id: 'GatewayPage', description: 'a page of the gateway’s records' });

export const matchedPerson = z
  .strictObject({ name: z.unknown(), dateOfBirth: z.unknown(), phone: z.unknown() })
  .meta({ id: 'MatchedPerson', description: 'how each of them matches, in the gateway’s words' });

export const matchedAccount = z
  .strictObject({ accountName: z.unknown(), matchStatus: z.unknown(), matchPercentage: z.unknown() })
  .meta({ id: 'MatchedAccount', description: 'how the account matches, in the gateway’s words' });

/** What was created at the gateway, under the reference of the merchant. */
export const createdRecord = z
  .looseObject({ reference: z.string() })
  .meta({ id: 'CreatedRecord', description: 'the reference, and the record of the gateway' });
