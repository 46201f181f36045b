import type { Router } from 'express';
import type { InvoiceSnapshot, InvoiceTerms, OwareClient } from '../../client/client.js';
import { toInvoice } from '../../domain/invoice-view.js';
import { readInvoiceRequest, refuseOverdue } from '../invoice-request.js';
import { cancelRoute, type StoryDoor, storyRoutes } from '../story-routes.js';

export function invoiceRoutes({ invoices }: OwareClient): Router {
  const door: StoryDoor<InvoiceTerms, InvoiceSnapshot> = {
    path: '/v1/invoices',
    noun: 'invoice',
    story: 'invoice',
    stories: invoices,
    readTerms: readInvoiceRequest,
    toView: toInvoice,
    refuseNew: refuseOverdue,
  };
  const router = storyRoutes(door);
  cancelRoute(router, door);
  return router;
}
