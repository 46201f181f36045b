/** What a state means to people. */
export interface StateText {
  /** A sentence about the lifecycle in this state. */
  readonly means: string;
  /** What it waits for, where it waits. */
  readonly waitsFor?: string;
  /** What to say to the customer, where one is concerned. */
  readonly customer?: string;
}

/** A state without a text does not compile. */
export type StateTexts<State extends string> = Readonly<Record<State, StateText>>;
