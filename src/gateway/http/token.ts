export interface Token {
  readonly accessToken: string;
  /** Seconds; absent or zero where the gateway does not say. */
  readonly expiresIn?: number | null | undefined;
}

export interface TokenKeeper {
  /** The live token at once, or a promise of the one being obtained. */
  current(): string | Promise<string>;
  /** A token newer than the one that the gateway has just refused. */
  newerThan(refused: string): string | Promise<string>;
}

const RENEW_BEFORE_MS = 60_000;
const USUAL_LIFE_S = 3_600;

/** However many callers need a token at once, one login is in progress at a time. */
export function createTokenKeeper(logIn: () => Promise<Token>, now: () => number): TokenKeeper {
  let held: { readonly token: string; readonly renewAt: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const { accessToken, expiresIn } = await logIn();
    const lifeMs = (expiresIn || USUAL_LIFE_S) * 1000;
    // a second login may return the remaining life of a token, shorter than the usual margin
    held = { token: accessToken, renewAt: now() + lifeMs - Math.min(RENEW_BEFORE_MS, lifeMs / 2) };
    return accessToken;
  }

  function renewOnce(): Promise<string> {
    underWay ??= renew().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    current: () => (held && now() < held.renewAt ? held.token : renewOnce()),
    newerThan: (refused) => {
      // a refusal can arrive after another call has already renewed it
      if (held && held.token !== refused) return held.token;
      held = undefined;
      return renewOnce();
    },
  };
}
