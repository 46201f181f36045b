/** An e-mail or text message that the gateway would have sent to a person. */
export interface Message {
  readonly id: string;
  readonly at: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What it is about, so that tests find it. */
  readonly reference: string;
  readonly code?: string;
  readonly link?: string;
}
