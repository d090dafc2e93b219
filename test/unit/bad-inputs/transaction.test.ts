import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../../lib/base/hex.ts'
import type { TxData } from '../../../lib/service/route.ts'
import {
  acrossRoute,
  createFundedWorld,
  inboxRequest,
  manualRequest,
  nativeRequest,
} from '../../harness/actions.ts'
import { account, gatewayOf, harbour } from '../../harness/chains.ts'
import type { World } from '../../harness/world.ts'

const attacker: Address = `0x${'66'.repeat(20)}`
const usdc = inboxRequest.inputToken as Address
const drain = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [attacker, 10n ** 30n] })
const cap = BigInt(harbour.nativeFeeMaxUnits)

/** A world whose service changes the transaction in its answers to the quote and to `build-tx`. */
async function createChangedWorld(
  request: typeof inboxRequest,
  part: (honest: TxData) => Partial<TxData>,
): Promise<World> {
  const world = await createFundedWorld(request)
  world.service.changeTxData = (txData) => ({ ...txData, ...part(txData) })
  world.service.changeQuote = (quote) => {
    const { autoRoute } = quote
    if (autoRoute?.txData == null) return quote
    return {
      ...quote,
      autoRoute: { ...autoRoute, txData: { ...autoRoute.txData, ...part(autoRoute.txData) } },
    }
  }
  return world
}

const ways = [
  ['a token through the inbox', inboxRequest, {}, 'I'],
  ['the native asset', nativeRequest, {}, 'I'],
  ['a manual route', manualRequest, acrossRoute, 'M'],
] as const

describe.each(ways)('bad inputs: the transaction of %s', (_way, request, choice, letter) => {
  const refused = async (part: (honest: TxData) => Partial<TxData>) => {
    const world = await createChangedWorld(request, part)
    const { reason } = await world.createReview(request, account, choice).then(
      () => ({ reason: 'taken' }),
      (thrown) => thrown.data.facts,
    )
    expect(world.wallet.prompts).toEqual([])
    return reason
  }

  test('passes unchanged', async () => {
    expect(await refused(() => ({}))).toBe('taken')
  })

  test('row 23: a transfer of the input token', async () => {
    expect(await refused(() => ({ to: usdc, data: drain }))).toBe(`${letter}-2`)
  })

  test('row 23: the same calldata to an allowed target', async () => {
    expect(await refused(() => ({ data: drain }))).toBe(`${letter}-4`)
  })

  test.each([
    ['Permit2', harbour.permit2, '2'],
    ['the gateway', gatewayOf(harbour), '1'],
    ['a stranger', attacker, '1'],
    ['the person', account.address, letter === 'M' ? '2' : '1'],
  ])('row 23: to %s', async (_who, to, line) => {
    expect(await refused(() => ({ to: to as Address }))).toBe(`${letter}-${line}`)
  })

  test('row 24: a value above the input and the allowed fee', async () => {
    const above = (honest: TxData) => ({ value: (BigInt(honest.value) + cap + 1n).toString() })
    expect(await refused(above)).toBe(`${letter}-3`)
  })

  test('row 24: a value just above the input', async () => {
    const above = (honest: TxData) => ({ value: (BigInt(honest.value) + 1n).toString() })
    // Only a manual route has a fee, which the person sees. Other routes send exactly the input.
    expect(await refused(above)).toBe(letter === 'M' ? 'taken' : 'I-3')
  })

  test('row 24: the whole balance', async () => {
    expect(await refused(() => ({ value: (2n ** 256n - 1n).toString() }))).toBe(`${letter}-3`)
  })
})

test('row 23: if it changes after the review, the wallet is never prompted', async () => {
  let isHonest = true
  const world = await createChangedWorld(nativeRequest, () =>
    isHonest ? {} : { to: usdc, data: drain as Hex },
  )
  world.wallet.behaviours.push('reject')
  const id = await world.startOrder(nativeRequest)
  await world.waitForState(id, 'needs_user')
  isHonest = false
  await world.run.dispatch(id, { kind: 'retry' })
  world.clock.skip(60_000)
  const requested = world.wallet.prompts.length
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'checkFailed', facts: { reason: 'I-2' } })
  for (const { params } of world.wallet.prompts) expect(JSON.stringify(params)).not.toContain(drain)
  expect(world.wallet.prompts).toHaveLength(requested)
})
