import { proxySinks } from '@temporalio/workflow';
import type { LifecycleSinks } from '../../../src/domain/lifecycle/observer.js';

/** The worker's observer; calls to it are neither in the history nor repeated by a replay. */
export const { observer } = proxySinks<LifecycleSinks>();
