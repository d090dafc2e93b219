import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { approveCall } from '../../../lib/base/ethereum.ts'
import { planApprovals } from '../../../lib/review/approval-plan.ts'
import { permit2, usdc } from '../checks/fixtures.ts'

describe('planApprovals', () => {
  const max = 2n ** 256n - 1n
  test.each<[bigint, bigint, boolean, readonly string[]]>([
    [0n, 5n, true, ['approve 5']],
    [4n, 5n, true, ['approve 5']],
    [4n, 5n, false, ['resetApproval 0', 'approve 5']],
    [5n, 5n, true, []],
    [max, 5n, false, []],
  ])('allowance %s, needed %s, approve works %s', (allowanceUnits, neededUnits, approveWorks, steps) => {
    const plan = planApprovals({ allowanceUnits, neededUnits, approveWorks })
    expect(plan.map(({ purpose, amountUnits }) => `${purpose} ${amountUnits}`)).toEqual(steps)
  })

  test('throws when the approval fails and there is nothing to reset', () => {
    const plan = () => planApprovals({ allowanceUnits: 0n, neededUnits: 5n, approveWorks: false })
    expect(plan).toThrow('approvalFailed')
  })
})

test('approveCall matches the ABI', () => {
  for (const units of [0n, 1_500_000n, 2n ** 256n - 1n]) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, units] })
    expect(approveCall(usdc, permit2, units)).toEqual({ to: usdc, data, value: 0n })
  }
})
