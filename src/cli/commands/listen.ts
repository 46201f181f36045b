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
      onNotice: (notice) => {
        const { reference, checkout } = (notice as CheckoutNotice).data;
        log.info({ state: checkout.state, because: checkout.because }, `${notice.type} ${reference}`);
      },
      onRefused: (why) => log.warn({ why }, 'a notice with a wrong signature was refused'),
    });
    const { url, close } = await serve(app, config.host, config.merchantPort);
    log.info({ url: `${url}/notices` }, 'listening for notices');
    await untilToldToStop();
    await close();
  },
};

interface CheckoutNotice extends HeardNotice {
  readonly data: HeardNotice['data'] & {
    readonly checkout: { readonly state: string; readonly because: string };
  };
}
