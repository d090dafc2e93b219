import { expect, test } from 'vitest'
import { watchCalls } from '../../lib/order/flows/batch.ts'
import { reduce } from '../../lib/order/reduce.ts'
import type { Account, WalletRef } from '../../lib/wallet/port.ts'
import { createUnexecutedOrder, inboxRequest } from '../harness/actions.ts'
import { account, user } from '../harness/chains.ts'
import { createOverdueOrder } from '../harness/exits.ts'
import { createReportedEnd } from '../harness/reported-end.ts'
import { createViews } from '../harness/views.ts'

const wallet: WalletRef = {
  connector: 'extension',
  id: 'nkbihfbeogaeaoehlefnkodbefgpgknn',
  name: 'MetaMask',
  origin: 'chrome-extension://ferry',
  iconUrl: null,
}
/** The wallet that is connected now. The page with the swap's own wallet is closed or no longer trusted. */
const connected: Account = { address: user, chainId: null, wallet }

test.each([
  ['withdraw', createOverdueOrder],
  ['cancel', createUnexecutedOrder],
] as const)(
  'sends a request to the wallet that is connected at its confirmation: %s',
  async (kind, start) => {
    const { world, id } = await start()
    const views = createViews(world, { account: connected })
    const { reviewKey } = await views.reviewExit({ kind, orderId: id })
    await views.confirmExit({ kind, reviewKey })
    await world.advanceTime(5_000)
    expect(world.wallet.prompts.at(-1)?.wallet).toEqual(connected.wallet)
  },
)

test.each([
  ['no wallet', null, 'walletNotConnected'],
  ['another account', { ...connected, address: `0x${'0b'.repeat(20)}` } as const, 'walletWrongAccount'],
])(
  'refuses to confirm an exit with %s, also after a review with the right account',
  async (_what, by, code) => {
    const { world, id } = await createUnexecutedOrder()
    const { reviewKey } = await createViews(world, { account: connected }).reviewExit({
      kind: 'cancel',
      orderId: id,
    })
    const requested = world.wallet.prompts.length
    await expect(
      createViews(world, { account: by }).confirmExit({ kind: 'cancel', reviewKey }),
    ).rejects.toMatchObject({
      data: { code, money: 'neverExecuted' },
    })
    expect(world.wallet.prompts).toHaveLength(requested)
  },
)

test('reads the calls’ status from the wallet that received them, after an exit through another wallet', async () => {
  const over = await createReportedEnd(
    inboxRequest,
    {},
    { statusCode: 5, walletRequest: null, callsId: '0xca115' },
  )
  const { world } = over
  const event = { kind: 'withdraw', accountNonce: 1, wallet } as const
  const { order } = reduce(over.order, event, { nowMs: world.clock.nowMs(), freshId: 'fresh' })
  expect(order).toMatchObject({ wallet: account.wallet, walletRequest: { wallet } })
  const requests: unknown[] = []
  const readWallet: typeof world.reviewPorts.readWallet = async (read) => {
    requests.push(read)
    return null
  }
  await watchCalls.run(order, { ...world.reviewPorts, readWallet })
  expect(requests).toMatchObject([
    { wallet: account.wallet, method: 'wallet_getCallsStatus', params: ['0xca115'] },
  ])
})
