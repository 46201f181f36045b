import { z } from 'zod';
import type { DeviceInformation } from '../domain/checkout/card.js';

/** Messages never repeat the given value: a mistyped card number is still sensitive. */
const digits = (least: number, most: number) => {
  const amount = least === most ? `${least}` : `${least} to ${most}`;
  const message = `must be a string of ${amount} digits`;
  return z.string(message).regex(new RegExp(`^\\d{${least},${most}}$`), message);
};

export const cardFields = z.object({
  number: z
    .string('must be a string')
    .transform((text) => text.replaceAll(/[ -]/g, ''))
    .pipe(digits(12, 19)),
  expiryMonth: z.string('must be a string').regex(/^(0?[1-9]|1[0-2])$/, 'must be a month, 01 to 12'),
  expiryYear: z.string('must be a string').regex(/^(\d{2}|\d{4})$/, 'must be a year of two or four digits'),
  cvv: digits(3, 4),
  pin: digits(4, 6),
});

const text = z.string().max(1_024).optional();
const count = z.int().min(0).max(100_000).optional();

export const cardRequest = z.strictObject({
  ...cardFields.shape,
  deviceInformation: z
    .strictObject({
      httpBrowserLanguage: text,
      httpBrowserJavaEnabled: z.boolean().optional(),
      httpBrowserJavaScriptEnabled: z.boolean().optional(),
      httpBrowserColorDepth: count,
      httpBrowserScreenHeight: count,
      httpBrowserScreenWidth: count,
      httpBrowserTimeDifference: text,
      userAgentBrowserValue: text,
    })
    .transform((given) => given as DeviceInformation)
    .optional(),
});

export const otpRequest = z.strictObject({ otp: digits(4, 10) });
