import { expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { WalletRequest } from '../../lib/wallet/port.ts'
import {
  account,
  across,
  begin,
  depositAsk,
  fund,
  manualAsk,
  orderAt,
  pass,
  untilState,
} from './world/drive.ts'
import { harbour, user } from './world/places.ts'
import { createWorld } from './world/world.ts'

/**
 * The page memory is written with relaxed durability, and counts as empty where it cannot be read
 * (`openPageMemory`, `openStreamMemory`): a power cut may leave the order at the wallet, and no word of that it was asked.
 */
test.each([
  ['a deposit', depositAsk, { routeKey: 'deposit', pay: 'wallet' }],
  ['a route of build-tx', manualAsk, across],
] as const)(
  'a wallet that was asked, by a connector that forgot it, is not asked again for what is mined: %s',
  async (_n, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    const before = world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)
    if (ask === manualAsk) world.wallet.moods.push('yes')
    world.wallet.moods.push('deaf')
    const id = await begin(world, ask, account, choice)
    await untilState(world, id, 'send_requested')
    // It is sent and mined; the answer went down with the machine.
    await pass(world, 6 * secondMs)
    const asked: WalletRequest[] = []
    // A connector that knows of nothing.
    world.wallet.ask = async (request) => {
      const { requestId } = request
      if (request.isHeardOnly === true) return world.run.answered({ requestId, kind: 'lost' })
      asked.push(request)
      const [{ to, data, value }] = request.params as [
        { to: `0x${string}`; data: `0x${string}`; value: string },
      ]
      const call = { chainId: harbour.chainId, from: user, to, data, value: BigInt(value) }
      const result = world.chain.send(call)
      world.clock.after(1_000, () => {
        void world.run.answered({ requestId, kind: 'result', result, wallet: request.wallet })
      })
    }
    await world.restart()
    await pass(world, 2 * minuteMs)
    const lost = before - world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)
    expect(asked).toEqual([])
    expect(await orderAt(world, id)).toMatchObject({ state: 'verified_terminal' })
    expect(lost).toBe(BigInt(ask.inputAmount))
  },
)
