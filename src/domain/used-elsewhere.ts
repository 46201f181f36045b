const USED_ELSEWHERE = 'reference-used-elsewhere';

/** Why a request was refused: the gateway has a record under its reference that this lifecycle did not make. */
export const usedElsewhere = (observed: string) => `${USED_ELSEWHERE}: ${observed}`;

export const isUsedElsewhere = (reason: string) => reason.startsWith(USED_ELSEWHERE);
