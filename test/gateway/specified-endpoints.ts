/** Every endpoint that the specification lists. */
export const SPECIFIED = `
POST /api/v1/auth/login
POST /api/v1/merchant/transactions/init-transaction
POST /api/v1/merchant/bank-transfer/init-payment
POST /api/v1/merchant/cards/charge
POST /api/v1/merchant/cards/otp/authorize
POST /api/v1/sdk/cards/secure-3d/authorize
GET /api/v1/transactions/search
GET /api/v2/transactions/{transactionReference}
GET /api/v2/merchant/transactions/query
POST /api/v2/disbursements/single
POST /api/v2/disbursements/batch
POST /api/v2/disbursements/single/validate-otp
POST /api/v2/disbursements/batch/validate-otp
POST /api/v2/disbursements/single/resend-otp
POST /api/v2/disbursements/batch/resend-otp
GET /api/v2/disbursements/single/summary
GET /api/v2/disbursements/single/transactions
GET /api/v2/disbursements/bulk/transactions
GET /api/v2/disbursements/bulk/{batchReference}/transactions
GET /api/v2/disbursements/batch/summary
GET /api/v2/disbursements/search-transactions
GET /api/v2/disbursements/wallet-balance
POST /api/v2/bank-transfer/reserved-accounts
POST /api/v1/bank-transfer/reserved-accounts
GET /api/v2/bank-transfer/reserved-accounts/{accountReference}
PUT /api/v1/bank-transfer/reserved-accounts/add-linked-accounts/{accountReference}
PUT /api/v1/bank-transfer/reserved-accounts/update-customer-bvn/{accountReference}
PUT /api/v1/bank-transfer/reserved-accounts/update-payment-source-filter/{accountReference}
PUT /api/v1/bank-transfer/reserved-accounts/update-income-split-config/{accountReference}
DELETE /api/v1/bank-transfer/reserved-accounts/reference/{accountReference}
GET /api/v1/bank-transfer/reserved-accounts/transactions
PUT /api/v1/bank-transfer/reserved-accounts/{accountReference}/kyc-info
POST /api/v1/invoice/create
GET /api/v1/invoice/{invoiceReference}/details
GET /api/v1/invoice/all
DELETE /api/v1/invoice/{invoiceReference}/cancel
POST /api/v1/merchant/cards/charge-card-token
POST /api/v1/direct-debit/mandate/create
GET /api/v1/direct-debit/mandate/
POST /api/v1/direct-debit/mandate/debit
GET /api/v1/direct-debit/mandate/debit-status
PATCH /api/v1/direct-debit/mandate/cancel-mandate/{mandateCode}
POST /api/v1/sub-accounts
`
  .trim()
  .split('\n');
