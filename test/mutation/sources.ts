/** The sources that are changed place by place: whatever decides whether a wallet is asked and what counts as proven. */
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
  // What is weighed and asked before a wallet is.
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
  'lib/order/flows/deciding.ts',
  // The simulation.
  'lib/chain/simulation.ts',
  'lib/chain/trial.ts',
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
 * The flows in which a source decides, asked about what its own tests let live. A source that is not here has no
 * flow that would tell more, or is a check, which all flows of `rounds.ts` go through.
 */
export const flowsOf: Readonly<Record<string, readonly string[]>> = {
  'lib/chain/effects.ts': ['test/flow/simulation.test.ts'],
  'lib/order/order-terms.ts': ['test/flow/going-on.test.ts', 'test/flow/requote.test.ts'],
  'lib/order/order-facts.ts': ['test/flow/going-on.test.ts'],
  'lib/review/terms-prices.ts': ['test/flow/questions.test.ts', 'test/flow/risk.test.ts'],
  'lib/review/terms-input.ts': ['test/flow/questions.test.ts', 'test/flow/risk.test.ts'],
  'lib/review/agreement.ts': ['test/flow/questions.test.ts'],
  'lib/base/time.ts': ['test/flow/clock.test.ts', 'test/flow/lying-clocks.test.ts'],
  'lib/deployment/deployment.ts': ['test/flow/risk.test.ts'],
  'lib/checks/check-witness.ts': ['test/flow/risk.test.ts'],
  'lib/chain/costs.ts': ['test/flow/risk.test.ts'],
  'lib/checks/swap-request.ts': ['test/flow/on-the-way.test.ts'],
  'lib/checks/check-cross.ts': ['test/flow/payload.test.ts'],
  'lib/chain/evidence.ts': ['test/flow/evidence.test.ts', 'test/flow/proofs.test.ts'],
  'lib/order/check-stored.ts': ['test/flow/stored-requests.test.ts'],
  'lib/order/flows/deciding.ts': [
    'test/flow/clock.test.ts',
    'test/flow/going-on.test.ts',
    'test/flow/notices.test.ts',
    'test/flow/requote.test.ts',
  ],
  'lib/order/flows/simulate.ts': ['test/flow/simulation.test.ts'],
  'lib/order/flows/proof.ts': [
    'test/flow/end-rules.test.ts',
    'test/flow/far-refunds.test.ts',
    'test/flow/inbox-rules.test.ts',
  ],
  'lib/order/flows/proven-payment.ts': [
    'test/flow/proofs.test.ts',
    'test/flow/evidence.test.ts',
    'test/flow/manual.test.ts',
    'test/flow/unnamed-source.test.ts',
    'test/flow/lying-status.test.ts',
    'test/flow/far-ends.test.ts',
    'test/flow/frozen-ends.test.ts',
    'test/flow/on-the-way.test.ts',
    'test/flow/far-refunds.test.ts',
    'test/flow/refund-there.test.ts',
    'test/flow/together.test.ts',
  ],
  'lib/order/flows/refund-proof.ts': [
    'test/flow/refund-rules.test.ts',
    'test/flow/refund-tokens.test.ts',
    'test/flow/deposit-refunds.test.ts',
    'test/flow/restored.test.ts',
  ],
}
