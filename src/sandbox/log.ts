/** Where the sandbox says what it does; never a card number, a PIN or an OTP. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;
