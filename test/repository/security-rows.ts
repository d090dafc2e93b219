/**
 * The tests for each row of the threat model and of the bad inputs. The title of a test or its group names the
 * row, so that a reader finds each from the other.
 */

/** Rows of the bad inputs by test file. Titles start with `row 7` or `rows 15, 16`. */
export const badInputRows: { readonly [file: string]: readonly number[] } = {
  'test/unit/bad-inputs/quote.test.ts': [...upTo(1, 22), ...upTo(25, 30)],
  'test/unit/bad-inputs/transaction.test.ts': [23, 24],
  'test/unit/bad-inputs/typed-data.test.ts': upTo(31, 50),
  'test/unit/bad-inputs/status.test.ts': [...upTo(51, 60), 63],
  'test/unit/service/read-answer.test.ts': [61, 62],
  'test/unit/sites/start-page.provider.test.ts': upTo(64, 66),
  'test/flow/pages/hostile-page.test.ts': [67, 69],
  'test/flow/pages/flooding-page.test.ts': [68],
  'test/flow/pages/page-proposal.test.ts': [64, ...upTo(70, 72)],
  'test/unit/bad-inputs/wallet.test.ts': [73, ...upTo(78, 81)],
  'test/unit/checks/typed-data.test.ts': [73, 74],
  'test/unit/bad-inputs/wallet-answers.test.ts': [75, 76, 77, 82],
}

/** Test files by row of the threat model. Each file has the row in a title. */
export const threatRows: { readonly [row: string]: readonly string[] } = {
  M1: ['test/browser/hostile-page.test.ts'],
  M2: ['test/flow/pages/fuzz.test.ts', 'test/flow/pages/hostile-page.test.ts'],
  M3: ['test/browser/hostile-page.test.ts', 'test/flow/pages/hostile-page.test.ts'],
  M4: ['test/unit/models/proposal-model.test.ts'],
  M5: ['test/browser/hostile-page.test.ts', 'test/flow/pages/flooding-page.test.ts'],
  M6: ['test/browser/page-proposal.test.ts', 'test/flow/pages/page-proposal.test.ts'],
  M7: [
    'test/browser/page-proposal.test.ts',
    'test/unit/base/lookalike.test.ts',
    'test/flow/loss-gates-and-prices.test.ts',
  ],
  M8: ['test/browser/hostile-page.test.ts'],
  M9: ['test/browser/hostile-page.test.ts', 'test/unit/sites/start-page.provider.test.ts'],
  M10: ['test/flow/pages/page-proposal.test.ts', 'test/unit/base/json.test.ts'],
  M11: ['test/browser/hostile-page.test.ts', 'test/flow/pages/hostile-page.test.ts'],
  M12: ['test/browser/hostile-extension.test.ts'],
  M13: ['test/browser/hostile-extension.test.ts'],
  M14: [
    'test/browser/hostile-page.test.ts',
    'test/browser/prerendered-page.test.ts',
    'test/flow/pages/hostile-page.test.ts',
  ],
  API1: ['test/unit/checks/check-permit.mutants.test.ts'],
  API2: [
    'test/unit/threats/service.test.ts',
    'test/unit/review/value-loss.test.ts',
    'test/flow/loss-gates-and-prices.test.ts',
  ],
  API3: ['test/flow/service-change-after-review.test.ts'],
  API4: ['test/unit/checks/check-transaction.test.ts'],
  API5: ['test/unit/bad-inputs/quote.test.ts', 'test/flow/signed-swap.test.ts'],
  API6: ['test/flow/payment-evidence.test.ts'],
  API7: ['test/unit/threats/service.test.ts'],
  API8: ['test/unit/checks/check-permit.mutants.test.ts'],
  API9: ['test/sandbox/hostile-server.test.ts'],
  API10: ['test/sandbox/hostile-server.test.ts'],
  API11: [
    'test/unit/threats/service.test.ts',
    'test/repository/lint-rules.test.ts',
    'test/repository/sources.test.ts',
  ],
  API12: ['test/unit/threats/service.test.ts'],
  API13: ['test/unit/service/transport.test.ts'],
  API14: ['test/unit/threats/service.test.ts'],
  L1: ['test/unit/base/untrusted-text.confusable.test.ts'],
  L2: ['test/unit/base/untrusted-text.cleaned.test.ts'],
  L3: ['test/unit/threats/tokens.test.ts', 'test/flow/review.test.ts'],
  L4: [
    'test/unit/base/untrusted-bytes.test.ts',
    'test/unit/tokens/images.test.ts',
    'test/sandbox/hostile-server.test.ts',
  ],
  L5: ['test/unit/threats/tokens.test.ts'],
  L6: [
    'test/unit/chain/chain-reader.test.ts',
    'test/unit/chain/token-reads.test.ts',
    'test/flow/review-amounts.test.ts',
    'test/sandbox/chain-reader.test.ts',
  ],
  X1: [
    'test/repository/lint-rules.test.ts',
    'test/browser/package.test.ts',
    'test/browser/hostile-extension.test.ts',
  ],
  X2: ['test/unit/rpc/rpc-client.test.ts', 'test/browser/hostile-extension.test.ts'],
  X3: ['test/flow/loss-gates-and-prices.test.ts'],
  X4: ['test/browser/request-blocking-extension.test.ts'],
  X5: ['test/repository/page-scripts.test.ts', 'test/browser/hostile-page.test.ts'],
  DEP1: [
    'test/repository/packages.test.ts',
    'test/repository/lint-rules.test.ts',
    'test/browser/package.test.ts',
  ],
  DEP4: ['test/browser/package.test.ts'],
  DEP5: ['test/repository/lint-rules.test.ts', 'test/browser/basic-swaps.test.ts'],
}

function upTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
