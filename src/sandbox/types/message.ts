/** An e-mail or SMS that the real gateway would send. */
export interface Message {
  readonly id: string;
  readonly at: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The reference of the payment or transfer, for filtering. */
  readonly reference: string;
  readonly code?: string;
  readonly link?: string;
}
