import { expect, test } from 'vitest'
import type { Account } from '../../lib/wallet/port.ts'
import { pass, untakenOrder } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import { viewsOf } from '../harness/views.ts'
import { overdueOrder } from '../harness/withdrawing.ts'

/** What the person is connected with by now: the site of the swap's own wallet is gone, or no longer trusted. */
const connected: Account = {
  address: user,
  chainId: null,
  wallet: {
    connector: 'extension',
    id: 'nkbihfbeogaeaoehlefnkodbefgpgknn',
    name: 'MetaMask',
    origin: 'chrome-extension://ferry',
    iconUrl: null,
  },
}

test('a withdrawal is put before the wallet that is connected at its confirmation', async () => {
  const { world, id } = await overdueOrder()
  const views = viewsOf(world, { account: connected })
  const { reviewKey } = await views.reviewWithdraw({ orderId: id })
  await views.confirmWithdraw({ reviewKey })
  await pass(world, 5_000)
  expect(world.wallet.prompts.at(-1)?.wallet).toEqual(connected.wallet)
})

test('a cancellation is put before the wallet that is connected at its confirmation', async () => {
  const { world, id } = await untakenOrder()
  const views = viewsOf(world, { account: connected })
  const { reviewKey } = await views.reviewCancel({ orderId: id })
  await views.confirmCancel({ reviewKey })
  await pass(world, 5_000)
  expect(world.wallet.prompts.at(-1)?.wallet).toEqual(connected.wallet)
})

test.each([
  ['no wallet', null, 'walletNotConnected'],
  ['another account', { ...connected, address: `0x${'0b'.repeat(20)}` } as const, 'walletWrongAccount'],
])('an exit is not asked of %s, even where it was reviewed with the right one', async (_what, by, code) => {
  const { world, id } = await untakenOrder()
  const { reviewKey } = await viewsOf(world, { account: connected }).reviewCancel({ orderId: id })
  const asked = world.wallet.prompts.length
  await expect(viewsOf(world, { account: by }).confirmCancel({ reviewKey })).rejects.toMatchObject({
    data: { code, money: 'untaken' },
  })
  expect(world.wallet.prompts).toHaveLength(asked)
})
