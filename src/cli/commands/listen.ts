import express from 'express';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment, require } from '../../config.js';
import { createLog } from '../log.js';
import { serve } from '../serve.js';
import { untilToldToStop } from '../until-told.js';

/** Stands in for the merchant: takes notices as a merchant's service would, and prints them. */
export const listenCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const config = require(readConfig(readEnvironment()), 'noticeSecret');
    const log = createLog('merchant', config);
    const verifier = new Webhook(config.noticeSecret);
    const app = express();
    app.get('/health', (_request, response) => void response.json({ status: 'up' }));
    app.post('/notices', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
      try {
        const headers = request.headers as Record<string, string>;
        const notice = verifier.verify(request.body as Buffer, headers) as ReceivedNotice;
        const { reference, checkout } = notice.data;
        log.info({ state: checkout.state, because: checkout.because }, `${notice.type} ${reference}`);
        response.sendStatus(204);
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        log.warn({ why: error.message }, 'a notice with a wrong signature was refused');
        response.sendStatus(401);
      }
    });
    const { url, close } = await serve(app, config.host, config.merchantPort);
    log.info({ url: `${url}/notices` }, 'listening for notices');
    await untilToldToStop();
    await close();
  },
};

interface ReceivedNotice {
  readonly type: string;
  readonly data: {
    readonly reference: string;
    readonly checkout: { readonly state: string; readonly because: string };
  };
}
