import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { issuerPage } from '../../src/vault/issuer-page.js';
import { createHandles } from '../../src/vault/handles.js';

const CARD = { number: '4111111111111111', expiryMonth: '12', expiryYear: '2049', cvv: '123', pin: '1234' };
const answer = (body: object) => ({ kind: 'ok', body });

describe('a card in the vault', () => {
  it('is revealed only to the call with its handle', async () => {
    const vault = createHandles();
    const handle = vault.keepCard(CARD);
    expect(await vault.reveal(handle, ['card'])).toEqual({ card: CARD });
    await expect(vault.reveal(handle, ['token'])).rejects.toThrow('The handle is unknown');
    await expect(vault.reveal(`${handle}x`, ['card'])).rejects.toThrow('The handle is unknown');
  });

  it('is erased with the answer to its charge', async () => {
    const vault = createHandles();
    for (const status of ['SUCCESS', 'OTP_AUTHORIZATION_REQUIRED', 'FAILED']) {
      const handle = vault.keepCard(CARD);
      vault.retain(handle, answer({ status }));
      await expect(vault.reveal(handle, ['card'])).rejects.toThrow();
    }
    const refused = vault.keepCard(CARD);
    vault.retain(refused, { kind: 'declined', code: '99', message: 'Declined' });
    expect(vault.count()).toBe(0);
  });

  it('stays while the payer is at the issuer, with the form that the browser posts', () => {
    const vault = createHandles();
    const handle = vault.keepCard(CARD);
    const secure3dData = {
      method: 'POST',
      acsUrl: 'https://acs.example/a',
      paReq: 'p',
      md: 'm',
      termUrl: 't',
    };
    vault.retain(handle, answer({ status: 'BANK_AUTHORIZATION_REQUIRED', secure3dData }));
    expect(vault.formOf(handle)).toEqual({
      acsUrl: 'https://acs.example/a',
      fields: { PaReq: 'p', MD: 'm', TermUrl: 't' },
    });
    vault.retain(handle, answer({ status: 'SUCCESS' }));
    expect(vault.count()).toBe(0);
  });

  it('has no form for an issuer with a redirect, or without an http(s) URL', () => {
    const vault = createHandles();
    for (const given of [{ redirectUrl: 'https://x' }, { method: 'POST', acsUrl: 'javascript:alert(1)' }]) {
      const handle = vault.keepCard(CARD);
      vault.retain(handle, answer({ status: 'BANK_AUTHORIZATION_REQUIRED', secure3dData: given }));
      expect(vault.formOf(handle)).toBeUndefined();
    }
  });

  it('is erased after its timeout', async () => {
    const vault = createHandles(1);
    const handle = vault.keepCard(CARD);
    await pause(20);
    await expect(vault.reveal(handle, ['card'])).rejects.toThrow();
  });
});

describe('the page that posts the browser to the issuer', () => {
  it('escapes what the gateway sent', () => {
    const { html } = issuerPage({ acsUrl: 'https://acs.example/"><script>', fields: { MD: '"><b>' } });
    expect(html).not.toMatch(/<b>|<script>/);
    expect(html).toContain('&#34;&#62;&#60;b&#62;');
  });

  it('says that there is nothing to do when the step has ended', () => {
    expect(issuerPage(undefined)).toMatchObject({ status: 404 });
  });
});
