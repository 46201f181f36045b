import { DefaultFailureConverter } from '@temporalio/common';

// Plain JavaScript: Temporal loads it by its path, in the worker and again inside the workflow bundle.
export const failureConverter = new DefaultFailureConverter();
