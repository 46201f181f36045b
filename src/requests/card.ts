import { z } from 'zod';
import type { DeviceInformation } from '../domain/checkout/card.js';
import { formed, LONGEST_NUMBER, text } from './text.js';

/** Messages never repeat the given value: a mistyped card number is still sensitive. */
const digits = (least: number, most: number) => {
  const amount = least === most ? `${least}` : `${least} to ${most}`;
  const message = `must be a string of ${amount} digits`;
  return formed(most, new RegExp(`^\\d{${least},${most}}$`), message);
};

const NOT_A_NUMBER = 'must be a string of 12 to 19 digits';

export const cardFields = z.object({
  number: text(LONGEST_NUMBER, NOT_A_NUMBER)
    .transform((given) => given.replaceAll(/[ -]/g, ''))
    .pipe(digits(12, 19)),
  expiryMonth: formed(2, /^(0?[1-9]|1[0-2])$/, 'must be a month, 01 to 12'),
  expiryYear: formed(4, /^(\d{2}|\d{4})$/, 'must be a year of two or four digits'),
  cvv: digits(3, 4),
  pin: digits(4, 6),
});

const ofBrowser = text(1_024).optional();
const count = z.int().min(0).max(100_000).optional();

export const cardRequest = z.strictObject({
  ...cardFields.shape,
  deviceInformation: z
    .strictObject({
      httpBrowserLanguage: ofBrowser,
      httpBrowserJavaEnabled: z.boolean().optional(),
      httpBrowserJavaScriptEnabled: z.boolean().optional(),
      httpBrowserColorDepth: count,
      httpBrowserScreenHeight: count,
      httpBrowserScreenWidth: count,
      httpBrowserTimeDifference: ofBrowser,
      userAgentBrowserValue: ofBrowser,
    })
    .transform((given) => given as DeviceInformation)
    .optional(),
});

export const otpRequest = z.strictObject({ otp: digits(4, 10) });
