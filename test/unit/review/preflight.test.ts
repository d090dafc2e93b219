import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { type PlannedSends, type ReadMoment, readNativeFault } from '../../../lib/review/preflight.ts'
import { user } from '../checks/fixtures.ts'

const token = '0x00000000000000000000000000000000000000aa'
const approveGas = 80_000n
const sendGas = 400_000n

/** With a gas price of one, so that native units equal gas. */
async function codeOf(
  sendings: PlannedSends,
  balanceUnits: bigint,
  moment: ReadMoment,
  {
    saidUnits = 0n,
    dataFeeUnits = 0n,
    of = token,
    code = '0x',
  }: { saidUnits?: bigint; dataFeeUnits?: bigint; of?: `0x${string}`; code?: `0x${string}` } = {},
): Promise<string | null> {
  const payer = { chainId: 1, owner: user, token: of, symbol: 'T' } as const
  const gasPrice = async () => ({ perGasUnits: 1n, dataFeeUnits })
  const chain = { balance: async () => balanceUnits, gasPrice, codeAt: async () => code }
  const fault = await readNativeFault(payer, sendings, moment, chain, saidUnits)
  return fault?.data.code ?? null
}

describe("the funds for a swap's transactions", () => {
  test.each<[string, PlannedSends, bigint]>([
    ['nothing', { approvals: 0, valueUnits: null }, 0n],
    ['an approval', { approvals: 1, valueUnits: null }, approveGas],
    ['a reset and an approval', { approvals: 2, valueUnits: null }, 2n * approveGas],
    ['a transaction', { approvals: 0, valueUnits: 0n }, sendGas],
    ['an approval and a transaction', { approvals: 1, valueUnits: 0n }, approveGas + sendGas],
  ])('%s: requires the gas at the prompt, and twice that in a review', async (_what, sendings, gas) => {
    expect(await codeOf(sendings, gas, 'prompt')).toBeNull()
    expect(await codeOf(sendings, gas * 2n, 'review')).toBeNull()
    if (gas === 0n) return
    expect(await codeOf(sendings, gas - 1n, 'prompt')).toBe('gasTooLow')
    expect(await codeOf(sendings, gas * 2n - 1n, 'review')).toBe('gasTooLow')
  })

  test('counts the data fee of a rollup for each transaction', async () => {
    const sendings = { approvals: 1, valueUnits: 0n }
    const gas = approveGas + sendGas + 2_000n
    expect(await codeOf(sendings, gas, 'prompt', { dataFeeUnits: 1_000n })).toBeNull()
    expect(await codeOf(sendings, gas - 1n, 'prompt', { dataFeeUnits: 1_000n })).toBe('gasTooLow')
    expect(await codeOf(sendings, 2n * gas - 1n, 'review', { dataFeeUnits: 1_000n })).toBe('gasTooLow')
  })

  test('counts the native input, or a native fee in addition to the input', async () => {
    const sendings = { approvals: 0, valueUnits: 7n }
    expect(await codeOf(sendings, 6n, 'prompt', { of: nativeAddress })).toBe('balanceTooLow')
    expect(await codeOf(sendings, 6n, 'prompt')).toBe('gasTooLow')
    expect(await codeOf(sendings, 6n + sendGas, 'prompt', { of: nativeAddress })).toBe('gasTooLow')
    expect(await codeOf(sendings, 7n + sendGas, 'prompt', { of: nativeAddress })).toBeNull()
  })

  test("counts the service's reserve up to a tenth of the balance", async () => {
    const sendings = { approvals: 0, valueUnits: 9_000_000n }
    expect(await codeOf(sendings, 10_000_000n, 'review', { saidUnits: 900_000n })).toBeNull()
    expect(await codeOf(sendings, 9_900_000n, 'review', { saidUnits: 900_000n })).toBeNull()
    expect(await codeOf(sendings, 9_899_999n, 'review', { saidUnits: 900_000n })).toBe('gasTooLow')
    expect(await codeOf(sendings, 10_000_000n, 'review', { saidUnits: 10n ** 18n })).toBeNull()
  })

  test.each<[string, `0x${string}`]>([
    ['a contract', '0x60'],
    ['delegated (EIP-7702)', `0xef0100${'ab'.repeat(20)}`],
  ])('requires only the native currency that it sends of an account that is %s', async (_what, code) => {
    for (const moment of ['review', 'prompt'] as const) {
      expect(await codeOf({ approvals: 2, valueUnits: null }, 0n, moment, { code })).toBeNull()
      expect(await codeOf({ approvals: 1, valueUnits: 7n }, 7n, moment, { code })).toBeNull()
      expect(await codeOf({ approvals: 1, valueUnits: 7n }, 6n, moment, { code })).toBe('gasTooLow')
      const sendings = { approvals: 0, valueUnits: 7n }
      const native = { code, of: nativeAddress, saidUnits: 10n } as const
      expect(await codeOf(sendings, 7n, moment, native)).toBeNull()
      expect(await codeOf(sendings, 6n, moment, native)).toBe('balanceTooLow')
    }
  })
})
