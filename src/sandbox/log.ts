/** The sandbox's log. It never contains a card number, a PIN or an OTP. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;
