/** The mutated sources: the ones that decide whether the wallet is prompted and what counts as verified. */
export const sources: readonly string[] = [
  // The checks.
  'lib/service/check-quote-request.ts',
  'lib/checks/check-cross.ts',
  'lib/checks/check-permit.ts',
  'lib/checks/check-report.ts',
  'lib/checks/check-transaction.ts',
  'lib/sites/page-swap.ts',
  'lib/checks/check-witness.ts',
  'lib/base/ethereum.ts',
  'lib/checks/typed-data.ts',
  'lib/order/allowances.ts',
  'lib/review/review-risk.ts',
  'lib/review/agreement.ts',
  'lib/quote/receiver.ts',
  'lib/quote/held-quote.ts',
  // Decisions before a wallet request.
  'lib/chain/effects.ts',
  'lib/order/order-terms.ts',
  'lib/order/order-facts.ts',
  'lib/review/terms-prices.ts',
  'lib/review/terms-input.ts',
  'lib/base/time.ts',
  'lib/deployment/deployment.ts',
  'lib/chain/costs.ts',
  'lib/checks/swap-request.ts',
  'lib/order/check-stored.ts',
  'lib/order/flows/before-prompt.ts',
  // The simulation.
  'lib/chain/simulation.ts',
  'lib/chain/simulation-plan.ts',
  'lib/order/flows/simulate.ts',
  // The proofs.
  'lib/chain/evidence.ts',
  'lib/chain/payment.ts',
  'lib/chain/token-reads.ts',
  'lib/chain/nonce.ts',
  'lib/order/flows/proof.ts',
  'lib/order/flows/proven-payment.ts',
  'lib/order/flows/refund-proof.ts',
]

/**
 * The flow tests for mutants that survive a source's own tests. A source is absent if no flow test would kill
 * more, or if it is a check: `rounds.ts` runs all check flows for those.
 */
export const flowsOf: Readonly<Record<string, readonly string[]>> = {
  'lib/chain/effects.ts': ['test/flow/simulation.test.ts'],
  'lib/order/order-terms.ts': ['test/flow/auto-accept.test.ts', 'test/flow/requote.test.ts'],
  'lib/quote/held-quote.ts': ['test/flow/auto-accept.test.ts', 'test/flow/requote.test.ts'],
  'lib/order/order-facts.ts': [
    'test/flow/auto-accept.test.ts',
    'test/flow/approval-retry.test.ts',
    'test/flow/silent-send.test.ts',
  ],
  'lib/review/terms-prices.ts': [
    'test/flow/required-consents.test.ts',
    'test/flow/loss-gates-and-prices.test.ts',
  ],
  'lib/review/terms-input.ts': [
    'test/flow/required-consents.test.ts',
    'test/flow/loss-gates-and-prices.test.ts',
  ],
  'lib/review/agreement.ts': ['test/flow/required-consents.test.ts'],
  'lib/base/time.ts': ['test/flow/clock-skew.test.ts', 'test/flow/false-service-clock.test.ts'],
  'lib/deployment/deployment.ts': ['test/flow/loss-gates-and-prices.test.ts'],
  'lib/checks/check-witness.ts': ['test/flow/loss-gates-and-prices.test.ts'],
  'lib/chain/costs.ts': ['test/flow/loss-gates-and-prices.test.ts'],
  'lib/checks/swap-request.ts': ['test/flow/intermediate-swap.test.ts'],
  'lib/checks/check-cross.ts': ['test/flow/receiver-call.test.ts'],
  'lib/chain/evidence.ts': ['test/flow/payment-evidence.test.ts', 'test/flow/end-proofs.test.ts'],
  'lib/order/check-stored.ts': ['test/flow/stored-wallet-requests.test.ts'],
  'lib/order/flows/before-prompt.ts': [
    'test/flow/clock-skew.test.ts',
    'test/flow/auto-accept.test.ts',
    'test/flow/notices.test.ts',
    'test/flow/requote.test.ts',
  ],
  'lib/order/flows/simulate.ts': ['test/flow/simulation.test.ts'],
  'lib/order/flows/proof.ts': [
    'test/flow/reported-end-rules.test.ts',
    'test/flow/non-evm-refunds.test.ts',
    'test/flow/inbox-refund-evidence.test.ts',
  ],
  'lib/order/flows/proven-payment.ts': [
    'test/flow/end-proofs.test.ts',
    'test/flow/payment-evidence.test.ts',
    'test/flow/manual-swap.test.ts',
    'test/flow/source-transaction-missing.test.ts',
    'test/flow/false-service-status.test.ts',
    'test/flow/distant-expiry.test.ts',
    'test/flow/unverified-end-stays-open.test.ts',
    'test/flow/intermediate-swap.test.ts',
    'test/flow/non-evm-refunds.test.ts',
    'test/flow/refund-on-destination.test.ts',
    'test/flow/two-swaps-of-one-token.test.ts',
  ],
  'lib/order/flows/refund-proof.ts': [
    'test/flow/refund-amounts.test.ts',
    'test/flow/refund-tokens.test.ts',
    'test/flow/deposit-refunds.test.ts',
    'test/flow/restored-order.test.ts',
    'test/flow/non-evm-refunds.test.ts',
    'test/flow/refund-on-destination.test.ts',
    'test/flow/end-proofs.test.ts',
    'test/flow/source-transaction-missing.test.ts',
  ],
}
