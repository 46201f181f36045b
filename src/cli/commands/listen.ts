import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment, require } from '../../config.js';
import { createLog } from '../log.js';
import { createNoticeListener, type HeardNotice } from '../notice-listener.js';
import { serve } from '../serve.js';
import { untilToldToStop } from '../until-told.js';

/** Stands in for the merchant: takes notices as a merchant's service would, and prints them. */
export const listenCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const config = require(readConfig(readEnvironment()), 'noticeSecret');
    const log = createLog('merchant', config);
    const app = createNoticeListener(config.noticeSecret, {
      onNotice: (notice) => log.info(storyIn(notice), `${notice.type} ${notice.data.reference}`),
      onRefused: (why) => log.warn({ why }, 'a notice with a wrong signature was refused'),
    });
    const { url, close } = await serve(app, config.host, config.merchantPort);
    log.info({ url: `${url}/notices` }, 'listening for notices');
    await untilToldToStop();
    await close();
  },
};

/** A notice carries its whole story, whichever that is; the line shows where it stands. */
function storyIn({ data }: HeardNotice): object {
  const story = Object.values<unknown>(data).find(isStory);
  return story ? { state: story.state, because: story.because } : {};
}

const isStory = (part: unknown): part is { readonly state: string; readonly because?: string } =>
  typeof part === 'object' && part !== null && 'state' in part;
