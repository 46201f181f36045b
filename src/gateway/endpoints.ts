import * as banks from './endpoints/banks.js';
import * as batches from './endpoints/batches.js';
import * as bills from './endpoints/bills.js';
import * as cards from './endpoints/cards.js';
import * as invoices from './endpoints/invoices.js';
import * as limitProfiles from './endpoints/limit-profiles.js';
import { login } from './endpoints/login.js';
import * as mandates from './endpoints/mandates.js';
import { resendFailedNotifications } from './endpoints/notifications.js';
import * as paycodes from './endpoints/paycodes.js';
import * as refunds from './endpoints/refunds.js';
import * as reservedAccountSettings from './endpoints/reserved-account-settings.js';
import * as reservedAccounts from './endpoints/reserved-accounts.js';
import * as settlements from './endpoints/settlements.js';
import * as subAccounts from './endpoints/sub-accounts.js';
import * as transactions from './endpoints/transactions.js';
import * as transfers from './endpoints/transfers.js';
import * as verification from './endpoints/verification.js';
import * as wallets from './endpoints/wallets.js';

/** Every endpoint of the gateway. The name of an endpoint is also the name of its activity. */
export const ENDPOINTS = {
  login,

  initTransaction: transactions.initTransaction,
  initBankTransfer: transactions.initBankTransfer,
  chargeCard: cards.chargeCard,
  authorizeOtp: cards.authorizeOtp,
  authorizeThreeDs: cards.authorizeThreeDs,
  searchTransactions: transactions.searchTransactions,
  getTransaction: transactions.getTransaction,
  queryTransaction: transactions.queryTransaction,

  initiateTransfer: transfers.initiateTransfer,
  initiateBatch: batches.initiateBatch,
  validateTransferOtp: transfers.validateTransferOtp,
  validateBatchOtp: batches.validateBatchOtp,
  resendTransferOtp: transfers.resendTransferOtp,
  resendBatchOtp: batches.resendBatchOtp,
  getTransfer: transfers.getTransfer,
  listTransfers: transfers.listTransfers,
  listBatches: batches.listBatches,
  listWalletBatches: batches.listWalletBatches,
  listBatchTransfers: batches.listBatchTransfers,
  getBatchSummary: batches.getBatchSummary,
  searchTransfers: transfers.searchTransfers,
  getWalletBalance: transfers.getWalletBalance,

  createReservedAccount: reservedAccounts.createReservedAccount,
  createInvoiceReservedAccount: reservedAccounts.createInvoiceReservedAccount,
  getReservedAccount: reservedAccounts.getReservedAccount,
  addLinkedAccounts: reservedAccountSettings.addLinkedAccounts,
  updateReservedAccountBvn: reservedAccountSettings.updateReservedAccountBvn,
  updatePaymentSourceFilter: reservedAccountSettings.updatePaymentSourceFilter,
  updateIncomeSplit: reservedAccountSettings.updateIncomeSplit,
  deallocateReservedAccount: reservedAccounts.deallocateReservedAccount,
  listReservedAccountTransactions: reservedAccounts.listReservedAccountTransactions,
  updateKycInfo: reservedAccountSettings.updateKycInfo,

  createInvoice: invoices.createInvoice,
  getInvoice: invoices.getInvoice,
  listInvoices: invoices.listInvoices,
  cancelInvoice: invoices.cancelInvoice,

  chargeCardToken: cards.chargeCardToken,

  createMandate: mandates.createMandate,
  getMandate: mandates.getMandate,
  listMandates: mandates.listMandates,
  debitMandate: mandates.debitMandate,
  getDebit: mandates.getDebit,
  cancelMandate: mandates.cancelMandate,

  createSubAccounts: subAccounts.createSubAccounts,
  listSubAccounts: subAccounts.listSubAccounts,
  updateSubAccount: subAccounts.updateSubAccount,
  deleteSubAccount: subAccounts.deleteSubAccount,

  enquireName: banks.enquireName,
  listBanks: banks.listBanks,
  listUssdBanks: banks.listUssdBanks,

  initiateRefund: refunds.initiateRefund,
  getRefund: refunds.getRefund,
  listRefunds: refunds.listRefunds,

  listSettlementTransactions: settlements.listSettlementTransactions,
  getSettlementDetail: settlements.getSettlementDetail,

  createLimitProfile: limitProfiles.createLimitProfile,
  listLimitProfiles: limitProfiles.listLimitProfiles,
  updateLimitProfile: limitProfiles.updateLimitProfile,
  createLimitedReservedAccount: limitProfiles.createLimitedReservedAccount,
  updateReservedAccountLimit: limitProfiles.updateReservedAccountLimit,

  matchBvnDetails: verification.matchBvnDetails,
  matchBvnAccount: verification.matchBvnAccount,
  getNinDetails: verification.getNinDetails,

  listBillerCategories: bills.listBillerCategories,
  listBillers: bills.listBillers,
  listBillerProducts: bills.listBillerProducts,
  validateBillCustomer: bills.validateBillCustomer,
  vendBill: bills.vendBill,
  requeryBill: bills.requeryBill,

  createWallet: wallets.createWallet,
  listWallets: wallets.listWallets,
  getCustomerWalletBalance: wallets.getCustomerWalletBalance,
  listWalletTransactions: wallets.listWalletTransactions,

  createPaycode: paycodes.createPaycode,
  listPaycodes: paycodes.listPaycodes,
  getPaycode: paycodes.getPaycode,
  revealPaycode: paycodes.revealPaycode,
  cancelPaycode: paycodes.cancelPaycode,

  resendFailedNotifications,
} as const;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;

export function isEndpointName(text: string): text is EndpointName {
  return Object.hasOwn(ENDPOINTS, text);
}
