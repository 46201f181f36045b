import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import type { StoryKind, StoryTerms } from '../../workflows/shared/messages.js';
import type { StorySnapshot } from '../domain/story.js';

const STORY = defineSearchAttributeKey('OwareStory', 'KEYWORD');

/** All that is known at the start of a run that is no request. */
export function storyAttribute(story: string): TypedSearchAttributes {
  return new TypedSearchAttributes([{ key: STORY, value: story }]);
}

/** Set with the start, where they are free; the story upserts only what changes. */
export function attributesOf<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  { story, firstState, amountOf }: StoryKind<Terms, Snapshot>,
  terms: Terms,
): TypedSearchAttributes {
  return new TypedSearchAttributes([
    { key: STORY, value: story },
    { key: defineSearchAttributeKey('OwareState', 'KEYWORD'), value: firstState },
    { key: defineSearchAttributeKey('OwareCurrency', 'KEYWORD'), value: 'NGN' },
    { key: defineSearchAttributeKey('OwareSince', 'DATETIME'), value: new Date() },
    ...(amountOf
      ? [{ key: defineSearchAttributeKey('OwareAmountKobo', 'INT'), value: amountOf(terms) as number }]
      : []),
  ]);
}
