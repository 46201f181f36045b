import { tabs } from '../../../pages/parts.js';
import { type Html, type Page } from '../html.js';

const TABS = [
  { label: 'Payments', href: '/' },
  { label: 'Payouts', href: '/dashboard/payouts' },
  { label: 'Events', href: '/dashboard/events' },
  { label: 'Faults', href: '/dashboard/faults' },
  { label: 'Clock', href: '/clock' },
  { label: 'Ledger', href: '/dashboard/ledger' },
  { label: 'Keys', href: '/dashboard/keys' },
] as const;

/** A page of the dashboard, under its tab. */
export const dashboardPage = (tab: (typeof TABS)[number]['label'], main: Html): Page => ({
  title: 'Sandbox dashboard',
  part: tab,
  tool: '/',
  lead: tabs('Dashboard', TABS, tab),
  main,
});
