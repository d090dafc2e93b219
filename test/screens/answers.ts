import { nativeAddress } from '../../lib/base/hex.ts'
import { restoreProblem } from '../../lib/base/problem.ts'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { Answers } from '../unit/models/fake-client.ts'
import { balances as testBalances } from '../unit/models/fake-data.ts'
import { holdings as testHoldings } from '../unit/models/fake-holdings.ts'

export const never = () => new Promise<never>(() => {})

export const problem = (code: ProblemData['code'], part: Partial<ProblemData> = {}): ProblemData => ({
  code,
  money: 'nothingSent',
  reportedBy: 'ferry',
  facts: {},
  serverRequestId: null,
  retryAfterMs: null,
  ...part,
})

export const fail = (data: ProblemData) => () => Promise.reject(restoreProblem(data))

/** A usual amount of the native currency: 3.2 ETH at 1,500 dollars. */
const coin = { balance: '3200000000000000000', balanceInUsd: '4800' }

export const balances: typeof testBalances = { ...testBalances, [`31337:${nativeAddress}`]: coin.balance }

export const holdings: typeof testHoldings = testHoldings.map((one) =>
  one.address === nativeAddress ? { ...one, ...coin } : one,
)

/** Answers with the account's balances, and this much of every other network's own currency. */
export const balancesWithCoin =
  (coinUnits: string): Answers['balances'] =>
  ({ chainId, tokens }) => ({
    amounts: Object.fromEntries(
      tokens.map((address) => {
        const key = `${chainId}:${address}`
        return [key, balances[key] ?? (address === nativeAddress ? coinUnits : '0')]
      }),
    ),
    old: {},
  })
