import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Authorization } from '../../../src/domain/transfer/transfer.js';
import type { Settings } from '../../../src/config/settings.js';

/** A snapshot of a payout that the gateway may want an OTP for. */
export type AuthorizedSnapshot = LifecycleSnapshot & { readonly authorization?: Authorization };

/** How the OTP of a payout stands. */
export function createAuthorization<Snapshot extends AuthorizedSnapshot>({
  snapshot,
  change,
}: {
  readonly snapshot: () => Snapshot;
  readonly change: (part: Partial<Snapshot>) => void;
}) {
  // the compiler cannot see that a Snapshot has just this field
  const set = (authorization: Authorization) => change({ authorization } as Partial<Snapshot>);

  function changeAuthorization(part: Partial<Authorization>): void {
    const { authorization } = snapshot();
    if (authorization) set({ ...authorization, ...part });
  }

  function resolveOtp(): void {
    const { authorization } = snapshot();
    if (!authorization) return;
    const { since, attempts, resentAt, withheld } = authorization;
    set({ since, attempts, ...(resentAt && { resentAt }), ...(withheld && { withheld }) });
  }

  return {
    changeAuthorization,
    /** It is known what became of the last OTP. */
    resolveOtp,
    /**
     * An OTP without a reply: two reads after the propagation delay that still show the payout waiting for it mean that
     * it had no effect, and the next OTP may be submitted. Any later state means that it had one.
     */
    weighOtp: (shown: 'waiting' | 'decided' | 'nothing', { propagationMs }: Settings): void => {
      const { unresolvedSince, waitingSeen } = snapshot().authorization ?? {};
      if (unresolvedSince === undefined || waitingSeen === undefined || shown === 'nothing') return;
      if (shown === 'decided') resolveOtp();
      else if (Date.now() < Date.parse(unresolvedSince) + propagationMs) return;
      else if (waitingSeen >= 1) resolveOtp();
      else changeAuthorization({ waitingSeen: waitingSeen + 1 });
    },
  };
}
